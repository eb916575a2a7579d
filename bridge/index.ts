// What other programs embed: the servers, the core and the script API, without the program around them.
import type { Readable, Writable } from "node:stream";
import { AgentCore } from "../core/agent/agent-core.ts";
import type { Command } from "../core/commands/define.ts";
import { commands } from "../core/commands/list.gen.ts";
import { Registry } from "../core/commands/registry.ts";
import type { McpServerOptions } from "./mcp/mcp-server.ts";
import { McpServer } from "./mcp/mcp-server.ts";
import type { Runtime, RuntimeOptions } from "./node/runtime.ts";
import { createRuntime } from "./node/runtime.ts";
import type { Connection } from "./rpc/connection.ts";
import { connect } from "./rpc/connection.ts";
import { RpcServer } from "./rpc/rpc-server.ts";

export { runScript } from "./script/run-script.ts";
export { createEdsnxApi } from "./script/script-api.ts";
export type { Connection, Runtime, RuntimeOptions };
export { AgentCore, McpServer, RpcServer };

export interface ServeOptions {
  /** Default: a runtime of its own on `cwd`. */
  readonly core?: AgentCore;
  readonly cwd?: string;
  /** Default: stdin and stdout. */
  readonly input?: Readable;
  readonly output?: Writable;
  /** Lines for the person; default stderr. */
  readonly report?: (line: string) => void;
}

/** The commands of this program. */
export function createRegistry(): Registry {
  return new Registry(commands);
}

/** A session with its commands on this machine's files. */
export function createAgentRuntime(options: RuntimeOptions): Runtime {
  return createRuntime(options);
}

/** The commands that need the editor's window, and so are no tools. */
export function uiOnly(registry: Registry): readonly Command[] {
  return registry.commands.filter((command) => command.kind === "ui");
}

/** JSON-RPC 2.0 for one client; settles `ended` when it has left. */
export function serveRpc(options: ServeOptions & { readonly autoSave?: boolean } = {}): Connection {
  const { input, output, report, core } = withDefaults(options);
  const autoSave = options.autoSave === true;
  const caller = { name: "rpc", kind: "agent" } as const;
  return connect({
    input,
    output,
    framing: null,
    report,
    serve: (send) => new RpcServer({ core, send, caller, autoSave }),
  });
}

/** MCP for one client; settles `ended` when it has left. */
export function serveMcp(options: ServeOptions & Pick<McpServerOptions, "tools"> = {}): Connection {
  const { input, output, report, core } = withDefaults(options);
  const tools = options.tools ?? "full";
  return connect({
    input,
    output,
    framing: "ndjson",
    report,
    serve: (send) => new McpServer({ core, send, report, tools }),
  });
}

function withDefaults(options: ServeOptions) {
  const { input = process.stdin, output = process.stdout, cwd = process.cwd() } = options;
  const report = options.report ?? ((line: string) => console.error(line));
  const core = options.core ?? createRuntime({ cwd, report }).core;
  return { input, output, report, core };
}
