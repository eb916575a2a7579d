// A bundle of its own with nothing of the core in it: it starts at once, holds no document and copies messages.
import { randomUUID } from "node:crypto";
import type { Readable, Writable } from "node:stream";
import { watchOwnBuild } from "../node/own-build.ts";
import { AttachFailure, dialEditor, foldersOf } from "./dial-editor.ts";
import type { AttachHello } from "./handshake.ts";
import { launchEditor } from "./launch-editor.ts";
import { RelayLink } from "./relay-link.ts";
import { listSessions } from "./sessions.ts";

/** Exit statuses, as in the table of errors. */
const exits = { "service-unavailable": 6, denied: 7 } as const;

/** How long a lost editor is waited for, unless EDSNX_RECONNECT_SECONDS says otherwise. */
const PATIENCE_S = 20;

interface RelayFlags {
  readonly launch: boolean;
  readonly session?: string;
  readonly hello: Pick<AttachHello, "open" | "autoSave" | "tools">;
}

/** What the relay has of the world. */
export interface RelayIo {
  readonly stdin: Readable;
  readonly stdout: Writable;
  readonly stderr: Writable;
  readonly env?: NodeJS.ProcessEnv;
}

/** The program: `edsnx sessions`, `edsnx mcp --attach` and `edsnx serve --attach`. Ends the process. */
export async function main(argv: readonly string[]): Promise<void> {
  const { stdin, stdout, stderr } = process;
  const status = await relayCommand(argv, { stdin, stdout, stderr }, process.cwd());
  stderr.write("", () => process.exit(status));
}

/** The same with streams and a folder of the caller's; answers the exit status. */
export async function relayCommand(argv: readonly string[], io: RelayIo, cwd: string): Promise<number> {
  try {
    if (argv[0] === "sessions") return await sessions(argv.slice(1), io);
    const flags = parseFlags(argv);
    if (typeof flags === "string") return leave(io, 2, `Cannot attach: ${flags}.`);
    return await relay(argv[0] === "mcp" ? "mcp" : "rpc", flags, io, cwd);
  } catch (error) {
    if (error instanceof AttachFailure) return leave(io, exits[error.code], error.message);
    return leave(io, 1, (error as Error).message);
  }
}

async function sessions(flags: readonly string[], io: RelayIo): Promise<number> {
  const stray = flags.find((flag) => flag !== "--json");
  if (stray !== undefined) return leave(io, 2, `Cannot list sessions: ${stray} is no flag of it.`);
  const found = { sessions: await listSessions(io.env ?? process.env) };
  const text = JSON.stringify(found, null, flags.includes("--json") ? undefined : 2);
  return new Promise((done) => io.stdout.write(`${text}\n`, () => done(0)));
}

async function relay(
  surface: "mcp" | "rpc",
  { launch, session, hello: more }: RelayFlags,
  io: RelayIo,
  cwd: string,
): Promise<number> {
  const env = io.env ?? process.env;
  const chatId = env["EDSNX_CHAT_ID"];
  const hello: AttachHello = {
    surface,
    cwd,
    pid: process.pid,
    client: randomUUID(),
    ...(chatId === undefined || chatId === "" ? {} : { chatId }),
    ...more,
  };
  if (launch) await launchEditor(cwd, env);
  const folders = session === undefined ? undefined : await foldersOf(session, env);
  const socket = await dialEditor(hello, env, session);
  const seconds = Number(env["EDSNX_RECONNECT_SECONDS"] ?? PATIENCE_S);
  const link = new RelayLink({
    surface,
    input: io.stdin,
    output: io.stdout,
    dial: () => dialEditor(hello, env, folders),
    patience: (Number.isFinite(seconds) && seconds >= 0 ? seconds : PATIENCE_S) * 1000,
    isSuperseded: watchOwnBuild(),
    halfCloses: process.platform !== "win32",
  });
  const { status, line } = await link.run(socket);
  return leave(io, status, line);
}

/** The flags, or why they do not go together. */
function parseFlags([verb, ...argv]: readonly string[]): RelayFlags | string {
  let launch = false;
  let session: string | undefined;
  const open: string[] = [];
  let rest: Pick<AttachHello, "autoSave" | "tools"> = {};
  for (let i = 0; i < argv.length; i++) {
    const flag = argv[i]!;
    const value = () => (argv[i + 1] === undefined || argv[i + 1]!.startsWith("--") ? undefined : argv[++i]!);
    if (flag === "--attach" || flag === "--stdio") continue;
    if (flag === "--launch") launch = true;
    else if (flag === "--auto-save" && verb === "serve") rest = { ...rest, autoSave: true };
    else if (flag === "--session") {
      session = value();
      if (session === undefined) return "--session needs an id (edsnx sessions lists them)";
    } else if (flag === "--tools" && verb === "mcp") {
      const mode = value();
      if (mode !== "full" && mode !== "compact") return "--tools is full or compact";
      rest = { ...rest, tools: mode };
    } else if (flag === "--open") {
      for (let file = value(); file !== undefined; file = value()) open.push(file);
    } else return `${flag} does not go together with --attach`;
  }
  return {
    launch,
    ...(session === undefined ? {} : { session }),
    hello: { ...rest, ...(open.length === 0 ? {} : { open }) },
  };
}

function leave(io: RelayIo, status: number, line?: string): number {
  if (line !== undefined) io.stderr.write(`${line}\n`);
  return status;
}
