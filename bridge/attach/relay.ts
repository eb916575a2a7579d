// A bundle of its own with nothing of the core in it: it starts at once, holds no document and copies bytes.
import { AttachFailure, dialEditor } from "./dial-editor.ts";

/** Exit statuses, as in the table of errors. */
const exits = { "service-unavailable": 6, denied: 7 } as const;

/** `edsnx mcp --attach` and `edsnx serve --attach`: joins the running editor and copies bytes both ways. */
export async function main(argv: readonly string[]): Promise<void> {
  const extra = argv.slice(1).find((word) => word !== "--attach" && word !== "--stdio");
  if (extra !== undefined) return leave(2, `Cannot attach: ${extra} does not go together with --attach.`);
  const chatId = process.env["EDSNX_CHAT_ID"];
  try {
    const socket = await dialEditor(
      {
        surface: argv[0] === "mcp" ? "mcp" : "rpc",
        cwd: process.cwd(),
        pid: process.pid,
        ...(chatId === undefined || chatId === "" ? {} : { chatId }),
      },
      process.env,
    );
    let done = false;
    const finish = (status: number, line?: string) => {
      if (done) return;
      done = true;
      process.stdout.write("", () => leave(status, line));
    };
    socket.on("error", (error) => finish(1, `The connection to the editor broke: ${error.message}.`));
    // The editor answers all that was asked before our end of the stream, then ends its own.
    socket.on("end", () =>
      finish(process.stdin.readableEnded ? 0 : 1, process.stdin.readableEnded ? undefined : "The editor has closed."),
    );
    socket.on("close", () => finish(1, "The editor has closed."));
    process.stdout.on("error", () => leave(0));
    process.stdin.on("error", () => socket.end());
    process.stdin.pipe(socket);
    socket.pipe(process.stdout, { end: false });
  } catch (error) {
    if (error instanceof AttachFailure) leave(exits[error.code], error.message);
    else leave(1, (error as Error).message);
  }
}

function leave(status: number, line?: string): void {
  if (line === undefined) process.exit(status);
  process.stderr.write(`${line}\n`, () => process.exit(status));
}
