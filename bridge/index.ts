// What other programs embed: the servers, the core and the script API, without the program around them.
import type { Readable, Writable } from "node:stream";
import { AgentCore } from "../core/agent/agent-core.ts";
import type { Command } from "../core/commands/define.ts";
import { commands } from "../core/commands/list.gen.ts";
import { Registry } from "../core/commands/registry.ts";
import type { Session } from "../core/session/session.ts";
import type { McpServerOptions } from "./mcp/mcp-server.ts";
import { McpServer } from "./mcp/mcp-server.ts";
import type { Runtime, RuntimeOptions } from "./node/runtime.ts";
import { createRuntime } from "./node/runtime.ts";
import type { Connection } from "./rpc/connection.ts";
import { connect } from "./rpc/connection.ts";
import { RpcServer } from "./rpc/rpc-server.ts";
import { runScript as runScriptOn } from "./script/run-script.ts";
import type { EdsnxApi, ScriptApiOptions, ScriptCore } from "./script/script-api.ts";
import { createEdsnxApi as createApi } from "./script/script-api.ts";

export { AGENT_SUBCOMMANDS, runAgentCommand } from "./cli/agent-command.ts";
export type { AgentIo } from "./cli/agent-io.ts";
export { ScriptFailure } from "./script/run-script.ts";
export type { Connection, EdsnxApi, Runtime, RuntimeOptions };
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
  const runtime = createRuntime(options);
  cores.set(runtime.core.session, runtime.core);
  return runtime;
}

/** The core of each session: two on one session would be two queues, and edits would interleave. */
const cores = new WeakMap<Session, AgentCore>();

function coreOf(session: Session, registry: Registry | undefined): AgentCore {
  const known = cores.get(session);
  if (known !== undefined && (registry === undefined || registry === known.registry)) return known;
  if (known !== undefined) throw new Error("Cannot use another registry on this session: it has one of its own.");
  const core = new AgentCore({ registry: registry ?? createRegistry(), session, services: {}, now: Date.now });
  cores.set(session, core);
  return core;
}

/** What a script has: a session (that of `createAgentRuntime`, or one of the embedder's with its registry), or a core. */
export type ApiOptions = Omit<ScriptApiOptions, "core"> &
  ({ readonly core: ScriptCore } | { readonly session: Session; readonly registry?: Registry });

/** The API of scripts: `edsnx`, `board`, `sch`, `project`, `lib`, `query`. */
export function createEdsnxApi(options: ApiOptions): EdsnxApi {
  return createApi({ ...options, core: "core" in options ? options.core : coreOf(options.session, options.registry) });
}

/** Runs a script on a session; answers its default export, or what that returns. Throws ScriptFailure with the line. */
export function runScript(
  path: string,
  session: Session,
  options: Omit<ScriptApiOptions, "core"> & { readonly registry?: Registry } = {},
): Promise<unknown> {
  return runScriptOn(path, { ...options, core: coreOf(session, options.registry) });
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
  const { tools = "full", cwd } = options;
  const folder = cwd === undefined ? {} : { folder: cwd };
  return connect({
    input,
    output,
    framing: "ndjson",
    report,
    serve: (send) => new McpServer({ core, send, report, tools, ...folder }),
  });
}

function withDefaults(options: ServeOptions) {
  const { input = process.stdin, output = process.stdout, cwd = process.cwd() } = options;
  const report = options.report ?? ((line: string) => console.error(line));
  const core = options.core ?? createRuntime({ cwd, report }).core;
  return { input, output, report, core };
}
