// A bundle of its own with nothing of the core in it: it starts at once, holds no document and copies messages.
import { randomUUID } from "node:crypto";
import { watchOwnBuild } from "../node/own-build.ts";
import { AttachFailure, dialEditor } from "./dial-editor.ts";
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

/** `edsnx sessions`, and `edsnx mcp --attach` and `edsnx serve --attach`: the relay between a client and the editor. */
export async function main(argv: readonly string[]): Promise<void> {
  try {
    if (argv[0] === "sessions") return await sessions();
    const flags = parseFlags(argv);
    if (typeof flags === "string") return leave(2, `Cannot attach: ${flags}.`);
    await relay(argv[0] === "mcp" ? "mcp" : "rpc", flags);
  } catch (error) {
    if (error instanceof AttachFailure) leave(exits[error.code], error.message);
    else leave(1, (error as Error).message);
  }
}

async function sessions(): Promise<void> {
  const found = await listSessions(process.env);
  process.stdout.write(`${JSON.stringify({ sessions: found }, null, 2)}\n`, () => process.exit(0));
}

async function relay(surface: "mcp" | "rpc", { launch, session, hello: more }: RelayFlags): Promise<void> {
  const { env } = process;
  const chatId = env["EDSNX_CHAT_ID"];
  const hello: AttachHello = {
    surface,
    cwd: process.cwd(),
    pid: process.pid,
    client: randomUUID(),
    ...(chatId === undefined || chatId === "" ? {} : { chatId }),
    ...more,
  };
  if (launch) await launchEditor(process.cwd(), env);
  const socket = await dialEditor(hello, env, session);
  const seconds = Number(env["EDSNX_RECONNECT_SECONDS"] ?? PATIENCE_S);
  const link = new RelayLink({
    surface,
    input: process.stdin,
    output: process.stdout,
    dial: () => dialEditor(hello, env),
    patience: (Number.isFinite(seconds) && seconds >= 0 ? seconds : PATIENCE_S) * 1000,
    isSuperseded: watchOwnBuild(__filename),
  });
  const { status, line } = await link.run(socket);
  leave(status, line);
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

function leave(status: number, line?: string): void {
  if (line === undefined) process.exit(status);
  process.stderr.write(`${line}\n`, () => process.exit(status));
}
