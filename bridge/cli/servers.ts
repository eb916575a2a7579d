import { promises as fs } from "node:fs";
import { join, resolve } from "node:path";
import { CommandError, toCommandError } from "../../core/base/error.ts";
import type { Caller } from "../../core/commands/define.ts";
import { descriptorFolders, makePrivateFolder } from "../attach/descriptor.ts";
import { McpServer } from "../mcp/mcp-server.ts";
import type { ToolMode } from "../mcp/tool-list.ts";
import { watchOwnBuild } from "../node/own-build.ts";
import type { Runtime } from "../node/runtime.ts";
import { createRuntime } from "../node/runtime.ts";
import type { Connection, MessageServer } from "../rpc/connection.ts";
import { connect } from "../rpc/connection.ts";
import type { Framing } from "../rpc/framing.ts";
import { listenLocal } from "../rpc/listen.ts";
import { RpcServer } from "../rpc/rpc-server.ts";
import { listenWebSocket } from "../rpc/web-socket.ts";

interface ServerFlags {
  readonly open: readonly string[];
  readonly socket: string | null;
  readonly autoSave: boolean;
  readonly tools: ToolMode;
  /** A port, or null: no WebSocket. */
  readonly ws: number | null;
}

const report = (line: string) => console.error(line);

/** `edsnx mcp`: the Model Context Protocol on stdin and stdout. Answers the exit status. */
export async function serveMcp(argv: readonly string[]): Promise<number> {
  const flags = parseFlags("mcp", argv, ["--open", "--tools"]);
  const runtime = await start(flags, "mcp");
  return overStdio(
    runtime,
    "ndjson",
    (send) => new McpServer({ core: runtime.core, send, report, tools: flags.tools }),
  );
}

/** `edsnx serve`: JSON-RPC 2.0 on stdin and stdout, or for many clients on a socket. Answers the exit status. */
export async function serveRpc(argv: readonly string[]): Promise<number> {
  const flags = parseFlags("serve", argv, ["--open", "--stdio", "--socket", "--ws", "--auto-save"]);
  const runtime = await start(flags, "rpc");
  const { autoSave } = flags;
  const serve = (caller: Caller) => (send: (message: unknown) => void) =>
    new RpcServer({ core: runtime.core, send, caller, autoSave });
  if (flags.ws !== null) {
    return overWebSocket(runtime, flags.ws, (n) => serve({ name: `rpc-${n}`, kind: "agent" }));
  }
  if (flags.socket === null) return overStdio(runtime, null, serve({ name: "rpc", kind: "agent" }));
  return overSocket(runtime, flags.socket, (n) => serve({ name: `rpc-${n}`, kind: "agent" }));
}

async function overStdio(
  runtime: Runtime,
  framing: Framing | null,
  serve: (send: (message: unknown) => void) => MessageServer,
): Promise<number> {
  // Only frames may go to stdout.
  console.log = console.info = console.debug = console.error;
  const isSuperseded = watchOwnBuild(__filename);
  let superseded = false;
  const connection = connect({
    input: process.stdin,
    output: process.stdout,
    framing,
    serve: (send) => {
      const server = serve(send);
      const receive = (text: string) => {
        server.receive(text);
        if (superseded || !isSuperseded()) return;
        // What is under way is answered; the client starts the new program, which finds the unsaved edits.
        superseded = true;
        report("edsnx was built anew; start it again. Unsaved edits are kept.");
        setImmediate(() => connection.finish());
      };
      return {
        receive,
        receiveFault: (reason) => server.receiveFault(reason),
        ending: () => server.ending?.(),
        whenIdle: () => server.whenIdle(),
        close: () => server.close(),
      };
    },
    report,
  });
  const status = await Promise.race([connection.ended.then(() => 0), signalled()]);
  if (superseded) await runtime.leave();
  // Told to stop from outside: the journal keeps what was not saved.
  else if (status === 0) await runtime.dispose();
  else await runtime.log.flush();
  return status;
}

async function overWebSocket(
  runtime: Runtime,
  port: number,
  serve: (client: number) => (send: (message: unknown) => void) => MessageServer,
): Promise<number> {
  const given = process.env["EDSNX_WS_TOKEN"];
  const server = await listenWebSocket({
    port,
    serve,
    report,
    ...(given === undefined || given === "" ? {} : { token: given }),
  });
  // A token on the command line or in a log would be everybody's; this file is its owner's.
  const [folder = ""] = descriptorFolders();
  await makePrivateFolder(folder);
  const file = join(folder, `ws-${server.port}.token`);
  await fs.rm(file, { force: true });
  await fs.writeFile(file, server.token, { flag: "wx", mode: 0o600 });
  report(`Listening on ws://127.0.0.1:${server.port}; the token is in ${file}.`);
  const status = await signalled();
  await fs.rm(file, { force: true });
  await server.close();
  await runtime.log.flush();
  return status;
}

async function overSocket(
  runtime: Runtime,
  path: string,
  serve: (client: number) => (send: (message: unknown) => void) => MessageServer,
): Promise<number> {
  const clients = new Set<Connection>();
  let count = 0;
  const server = await listenLocal(path, (socket) => {
    const connection = connect({ input: socket, output: socket, framing: null, serve: serve(++count), report });
    clients.add(connection);
    void connection.ended.then(() => clients.delete(connection));
  });
  report(`Listening on ${path}.`);
  const status = await signalled();
  for (const client of clients) client.close();
  server.close();
  await runtime.log.flush();
  return status;
}

/** Settles with the exit status when the process is told to stop. */
function signalled(): Promise<number> {
  return new Promise((resolve) => {
    process.once("SIGINT", () => resolve(130));
    process.once("SIGTERM", () => resolve(143));
    process.once("SIGHUP", () => resolve(129));
  });
}

async function start(flags: ServerFlags, name: string): Promise<Runtime> {
  // A defect in one call must not take the open documents with it.
  process.on("unhandledRejection", (reason) => report(`internal: ${toCommandError(reason).message}`));
  const cwd = process.cwd();
  const runtime = createRuntime({ cwd, named: flags.open.map((path) => resolve(cwd, path)), report });
  for (const path of flags.open) {
    await runtime.core.run("session.open", { path }, { caller: { name, kind: "agent" } });
  }
  return runtime;
}

function parseFlags(verb: string, argv: readonly string[], known: readonly string[]): ServerFlags {
  const open: string[] = [];
  let socket: string | null = null;
  let autoSave = false;
  let tools: ToolMode = "full";
  let ws: number | null = null;
  for (let i = 0; i < argv.length; i++) {
    const flag = argv[i]!;
    if (!known.includes(flag)) throw refused(verb, `${flag} is no flag of it`);
    if (flag === "--auto-save") autoSave = true;
    if (flag === "--auto-save" || flag === "--stdio") continue;
    const value = argv[++i];
    if (value === undefined || value.startsWith("--")) throw refused(verb, `${flag} needs a value`);
    if (flag === "--tools") {
      if (value !== "full" && value !== "compact") throw refused(verb, "--tools is full or compact");
      tools = value;
    } else if (flag === "--ws") {
      ws = Number(value);
      if (!Number.isInteger(ws) || ws < 0 || ws > 65_535) throw refused(verb, "--ws needs a port, 0 for any free one");
    } else if (flag === "--socket") socket = value;
    else open.push(value);
    // `--open a b`: what follows up to the next flag is to be opened too.
    while (flag === "--open" && argv[i + 1] !== undefined && !argv[i + 1]!.startsWith("--")) open.push(argv[++i]!);
  }
  return { open, socket, autoSave, tools, ws };
}

function refused(verb: string, reason: string): CommandError {
  return new CommandError({
    code: "invalid-args",
    message: `Cannot start ${verb}: ${reason}.`,
    hint: "See edsnx --help.",
  });
}
