import { resolve } from "node:path";
import { CommandError, toCommandError } from "../../core/base/error.ts";
import type { Caller } from "../../core/commands/define.ts";
import { McpServer } from "../mcp/mcp-server.ts";
import type { Runtime } from "../node/runtime.ts";
import { createRuntime } from "../node/runtime.ts";
import type { Connection, MessageServer } from "../rpc/connection.ts";
import { connect } from "../rpc/connection.ts";
import type { Framing } from "../rpc/framing.ts";
import { listenLocal } from "../rpc/listen.ts";
import { RpcServer } from "../rpc/rpc-server.ts";

interface ServerFlags {
  readonly open: readonly string[];
  readonly socket: string | null;
  readonly autoSave: boolean;
}

const report = (line: string) => console.error(line);

/** `edsnx mcp`: the Model Context Protocol on stdin and stdout. Answers the exit status. */
export async function serveMcp(argv: readonly string[]): Promise<number> {
  const flags = parseFlags("mcp", argv, ["--open"]);
  const runtime = await start(flags, "mcp");
  return overStdio(runtime, "ndjson", (send) => new McpServer({ core: runtime.core, send, report }));
}

/** `edsnx serve`: JSON-RPC 2.0 on stdin and stdout, or for many clients on a socket. Answers the exit status. */
export async function serveRpc(argv: readonly string[]): Promise<number> {
  const flags = parseFlags("serve", argv, ["--open", "--stdio", "--socket", "--auto-save"]);
  const runtime = await start(flags, "rpc");
  const { autoSave } = flags;
  const serve = (caller: Caller) => (send: (message: unknown) => void) =>
    new RpcServer({ core: runtime.core, send, caller, autoSave });
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
  const connection = connect({ input: process.stdin, output: process.stdout, framing, serve, report });
  const status = await Promise.race([connection.ended.then(() => 0), signalled()]);
  // Told to stop from outside: the journal keeps what was not saved.
  if (status === 0) await runtime.dispose();
  else await runtime.log.flush();
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
  for (let i = 0; i < argv.length; i++) {
    const flag = argv[i]!;
    if (!known.includes(flag)) throw refused(verb, `${flag} is no flag of it`);
    if (flag === "--auto-save") autoSave = true;
    if (flag !== "--open" && flag !== "--socket") continue;
    const value = argv[++i];
    if (value === undefined || value.startsWith("--")) throw refused(verb, `${flag} needs a path`);
    if (flag === "--socket") socket = value;
    else open.push(value);
    // `--open a b`: what follows up to the next flag is to be opened too.
    while (flag === "--open" && argv[i + 1] !== undefined && !argv[i + 1]!.startsWith("--")) open.push(argv[++i]!);
  }
  return { open, socket, autoSave };
}

function refused(verb: string, reason: string): CommandError {
  return new CommandError({
    code: "invalid-args",
    message: `Cannot start ${verb}: ${reason}.`,
    hint: "See edsnx --help.",
  });
}
