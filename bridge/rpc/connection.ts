import type { Readable, Writable } from "node:stream";
import type { Framing } from "./framing.ts";
import { encodeFrame, FrameReader } from "./framing.ts";

/** A protocol over messages; a connection carries its bytes. */
export interface MessageServer {
  receive(text: string): void;
  receiveFault(reason: string): void;
  /** The client sends nothing more: what waits for the client itself ends. */
  ending?(): void;
  /** Settles when nothing of this client is under way. */
  whenIdle(): Promise<void>;
  close(): void;
}

/** A client that lets so many bytes pile up unread is dropped. */
const MAX_UNREAD = 256 * 1024 * 1024;

/** While so many bytes wait to be written, nothing more is read. */
const PAUSE_AT = 4 * 1024 * 1024;

export interface ConnectionOptions {
  readonly input: Readable;
  readonly output: Writable;
  /** Null: the client's first byte decides. */
  readonly framing: Framing | null;
  serve(send: (message: unknown) => void): MessageServer;
  readonly report: (line: string) => void;
}

export interface Connection {
  /** Settles when the client has left and its last answer is written. */
  readonly ended: Promise<void>;
  /** Ends at once. */
  close(): void;
  /** Reads nothing more, answers what is under way, and ends. */
  finish(): void;
}

/** Serves one client over a pair of streams. */
export function connect(options: ConnectionOptions): Connection {
  const { input, output, report } = options;
  let over = false;
  let finish: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => {
    finish = resolve;
  });

  const send = (message: unknown) => {
    if (over || output.destroyed || output.writableEnded) return;
    const framing = reader.framing ?? options.framing;
    // Until the client has said how it speaks, anything said could be what it cannot read: it hears from then on.
    if (framing === null) return;
    output.write(encodeFrame(JSON.stringify(message), framing));
    if (output.writableLength > MAX_UNREAD) {
      report("A client was dropped: it does not read its answers.");
      close();
    } else if (output.writableLength > PAUSE_AT && !input.isPaused()) {
      input.pause();
      output.once("drain", () => input.resume());
    }
  };
  const server = options.serve(send);
  const reader = new FrameReader(
    {
      message: (text) => server.receive(text),
      fault: ({ reason, fatal }) => {
        server.receiveFault(reason);
        if (fatal) {
          report(`A client was dropped: ${reason}.`);
          input.pause();
          void end();
        }
      },
    },
    options.framing,
  );

  const close = () => {
    if (over) return;
    over = true;
    server.close();
    input.destroy();
    output.destroy();
    finish();
  };
  // The client may have said all it wants to say and still wait for the answers.
  const end = async () => {
    if (over) return;
    server.ending?.();
    await server.whenIdle();
    if (over) return;
    over = true;
    server.close();
    input.removeListener("data", onData);
    const written = () => {
      input.destroy();
      finish();
    };
    if (output.destroyed) written();
    else if (output === process.stdout) output.write("", written);
    else output.end(written);
  };
  const onData = (chunk: Uint8Array) => reader.push(chunk);
  input.on("data", onData);
  input.once("end", () => {
    reader.end();
    void end();
  });
  input.once("error", close);
  input.once("close", () => void end());
  // Nobody reads the answers any more (EPIPE), so nobody needs them.
  output.once("error", close);
  output.once("close", close);
  // After a handshake it is paused.
  input.resume();
  return { ended, close, finish: () => void end() };
}
