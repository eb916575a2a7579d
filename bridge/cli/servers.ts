import { promises as fs } from "node:fs";
import { join, resolve } from "node:path";
import { CommandError, toCommandError } from "../../core/base/error.ts";
import type { Caller } from "../../core/commands/define.ts";
import { nearest } from "../../core/commands/registry.ts";
import { descriptorFolders, makePrivateFolder } from "../attach/descriptor.ts";
import { McpServer } from "../mcp/mcp-server.ts";
import type { ToolMode } from "../mcp/tool-list.ts";
import { watchOwnBuild } from "../node/own-build.ts";
import type { Runtime } from "../node/runtime.ts";
import { createRuntime } from "../node/runtime.ts";
import type { Connection, MessageServer } from "../rpc/connection.ts";
import { connect } from "../rpc/connection.ts";
import type { Framing } from "../rpc/framing.ts";
import { listenLocal, socketAddress } from "../rpc/listen.ts";
import { RpcServer } from "../rpc/rpc-server.ts";
import type { AgentIo } from "./agent-io.ts";
import { ended, isProcess } from "./agent-io.ts";
import { tell } from "./ending.ts";

interface ServerFlags {
  readonly open: readonly string[];
  readonly socket: string | null;
  readonly autoSave: boolean;
  readonly tools: ToolMode;
  /** A port, or null: no WebSocket. */
  readonly ws: number | null;
}

/** `edsnx mcp`: the Model Context Protocol on stdin and stdout. Answers the exit status. */
export async function serveMcp(argv: readonly string[], io: AgentIo, cwd: string): Promise<number> {
  const flags = parseFlags("mcp", argv, ["--open", "--tools"]);
  const at = await start(flags, "mcp", io, cwd);
  const { runtime, report } = at;
  return overStdio(
    at,
    "ndjson",
    (send) => new McpServer({ core: runtime.core, send, report, tools: flags.tools, folder: cwd }),
  );
}

/** `edsnx serve`: JSON-RPC 2.0 on stdin and stdout, or for many clients on a socket. Answers the exit status. */
export async function serveRpc(argv: readonly string[], io: AgentIo, cwd: string): Promise<number> {
  const flags = parseFlags("serve", argv, ["--open", "--stdio", "--socket", "--ws", "--auto-save"]);
  const at = await start(flags, "rpc", io, cwd);
  const { runtime } = at;
  const { autoSave } = flags;
  const serve = (caller: Caller) => (send: (message: unknown) => void) =>
    new RpcServer({ core: runtime.core, send, caller, autoSave });
  if (flags.ws !== null) {
    return overWebSocket(at, flags.ws, (n) => serve({ name: `rpc-${n}`, kind: "agent" }));
  }
  if (flags.socket === null) return overStdio(at, null, serve({ name: "rpc", kind: "agent" }));
  return overSocket(at, socketAddress(flags.socket, cwd), (n) => serve({ name: `rpc-${n}`, kind: "agent" }));
}

/** Where a server serves. */
interface Place {
  readonly runtime: Runtime;
  readonly io: AgentIo;
  readonly report: (line: string) => void;
}

async function overStdio(
  { runtime, io, report }: Place,
  framing: Framing | null,
  serve: (send: (message: unknown) => void) => MessageServer,
): Promise<number> {
  // Only frames may go to stdout.
  if (isProcess(io)) console.log = console.info = console.debug = console.error;
  const isSuperseded = watchOwnBuild();
  let superseded = false;
  const connection = connect({
    input: io.stdin,
    output: io.stdout,
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
  const status = await Promise.race([connection.ended.then(() => 0), ended(io)]);
  if (!isProcess(io)) connection.close();
  if (superseded) await runtime.leave();
  // Told to stop from outside: the journal keeps what was not saved.
  else if (status === 0) await runtime.dispose();
  else await runtime.log.flush();
  return status;
}

async function overWebSocket(
  { runtime, io, report }: Place,
  port: number,
  serve: (client: number) => (send: (message: unknown) => void) => MessageServer,
): Promise<number> {
  const env = io.env ?? process.env;
  const given = env["EDSNX_WS_TOKEN"];
  // HTTP, TLS and the rest of it take a tenth of a start that does not want them.
  const { listenWebSocket } = await import("../rpc/web-socket.ts");
  const server = await listenWebSocket({
    port,
    serve,
    report,
    ...(given === undefined || given === "" ? {} : { token: given }),
  });
  // A token on the command line or in a log would be everybody's; this file is its owner's.
  const [folder = ""] = descriptorFolders(env);
  await makePrivateFolder(folder);
  const file = join(folder, `ws-${server.port}.token`);
  await fs.rm(file, { force: true });
  await fs.writeFile(file, server.token, { flag: "wx", mode: 0o600 });
  report(`Listening on ws://127.0.0.1:${server.port}; the token is in ${file}.`);
  const status = await ended(io);
  await fs.rm(file, { force: true });
  await server.close();
  await runtime.log.flush();
  return status;
}

async function overSocket(
  { runtime, io, report }: Place,
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
  const status = await ended(io);
  for (const client of clients) client.close();
  server.close();
  await runtime.log.flush();
  return status;
}

async function start(flags: ServerFlags, name: string, io: AgentIo, cwd: string): Promise<Place> {
  const report = (line: string) => tell(io, line);
  // A defect in one call must not take the open documents with it.
  if (isProcess(io))
    process.on("unhandledRejection", (reason) => report(`internal: ${toCommandError(reason).message}`));
  const runtime = createRuntime({
    cwd,
    named: flags.open.map((path) => resolve(cwd, path)),
    report,
    followsBoards: true,
  });
  for (const path of flags.open) {
    await runtime.core.run("session.open", { path }, { caller: { name, kind: "agent" } });
  }
  return { runtime, io, report };
}

function parseFlags(verb: string, argv: readonly string[], known: readonly string[]): ServerFlags {
  const open: string[] = [];
  let socket: string | null = null;
  let autoSave = false;
  let tools: ToolMode = "full";
  let ws: number | null = null;
  for (let i = 0; i < argv.length; i++) {
    const flag = argv[i]!;
    if (!known.includes(flag)) throw refused(verb, `${flag} is no flag of it${guess(flag, known)}`);
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
  const places = ["--stdio", "--socket", "--ws"].filter((flag) => argv.includes(flag));
  if (places.length > 1) throw refused(verb, `${places.join(" and ")} do not go together`);
  return { open, socket, autoSave, tools, ws };
}

function guess(flag: string, known: readonly string[]): string {
  const near = nearest(flag, known);
  return near === undefined ? "" : ` (did you mean ${near}?)`;
}

function refused(verb: string, reason: string): CommandError {
  return new CommandError({
    code: "invalid-args",
    message: `Cannot start ${verb}: ${reason}.`,
    hint: `See edsnx help ${verb}.`,
  });
}
