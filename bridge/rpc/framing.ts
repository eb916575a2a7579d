/** How messages are told apart: LSP's `Content-Length` headers, or one message a line. */
export type Framing = "lsp" | "ndjson";

export interface FrameLimits {
  /** Bytes of one message. */
  readonly message: number;
  /** Bytes of the headers before one message. */
  readonly header: number;
  /** Levels of brackets in one message. */
  readonly depth: number;
}

export const frameLimits: FrameLimits = { message: 64 * 1024 * 1024, header: 8 * 1024, depth: 256 };

/** What is wrong with the bytes. `fatal`: the next message cannot be found any more. */
export interface FrameFault {
  readonly reason: string;
  readonly fatal: boolean;
}

export interface FrameSink {
  /** The text of one message. */
  message(text: string): void;
  fault(fault: FrameFault): void;
}

const NEWLINE = 0x0a;

/** Bytes of the buffer that stays between messages. */
const KEPT = 16 * 1024;
const decoder = new TextDecoder("utf-8", { fatal: true });

/**
 * Cuts a stream of bytes into messages. Without a given framing the first byte decides: `{` or `[` is one message a
 * line, anything else is LSP. Chunks may end anywhere, inside a character too. Never throws; holds at most one message.
 */
export class FrameReader {
  private readonly sink: FrameSink;
  private readonly limits: FrameLimits;
  private kind: Framing | null;
  private buffer: Uint8Array = new Uint8Array(KEPT);
  private held = 0;
  /** Body bytes still to come, or null while headers are read. */
  private wanted: number | null = null;
  /** Skips the rest of a line that is too long. */
  private skipping = false;
  private dead = false;

  constructor(sink: FrameSink, framing: Framing | null = null, limits: FrameLimits = frameLimits) {
    this.sink = sink;
    this.kind = framing;
    this.limits = limits;
  }

  /** What the client speaks; null until its first byte. */
  get framing(): Framing | null {
    return this.kind;
  }

  push(chunk: Uint8Array): void {
    let rest = chunk;
    if (this.kind === null) {
      const at = rest.findIndex((byte) => byte > 0x20);
      if (at === -1) return;
      rest = rest.subarray(at);
      this.kind = rest[0] === 0x7b || rest[0] === 0x5b ? "ndjson" : "lsp";
    }
    while (rest.length > 0 && !this.dead) rest = this.kind === "ndjson" ? this.line(rest) : this.lsp(rest);
  }

  /** The stream ended: what is held is a last line without its newline, or a message cut off. */
  end(): void {
    if (this.dead) return;
    if (this.kind === "ndjson" && !this.skipping) this.deliver(this.take());
    else if (this.kind === "lsp" && (this.held > 0 || this.wanted !== null)) {
      this.die(`the stream ended inside a message`);
    }
  }

  private line(chunk: Uint8Array): Uint8Array {
    const at = chunk.indexOf(NEWLINE);
    const part = at === -1 ? chunk : chunk.subarray(0, at);
    if (!this.skipping) {
      if (this.held + part.length > this.limits.message) {
        this.take();
        this.skipping = true;
        this.sink.fault({ reason: `a message is longer than ${this.limits.message} bytes`, fatal: false });
      } else this.hold(part);
    }
    if (at === -1) return chunk.subarray(chunk.length);
    if (this.skipping) this.skipping = false;
    else this.deliver(this.take());
    return chunk.subarray(at + 1);
  }

  private lsp(chunk: Uint8Array): Uint8Array {
    if (this.wanted !== null) {
      const part = chunk.subarray(0, this.wanted - this.held);
      this.hold(part);
      if (this.held === this.wanted) {
        this.wanted = null;
        this.deliver(this.take());
      }
      return chunk.subarray(part.length);
    }
    // Headers are short: byte by byte, so that their end may lie across chunks.
    for (let i = 0; i < chunk.length; i++) {
      if (chunk[i] !== NEWLINE) continue;
      this.hold(chunk.subarray(0, i + 1));
      if (this.held > this.limits.header) return this.die("its headers are too long", chunk);
      const text = Buffer.from(this.buffer.subarray(0, this.held)).toString("latin1");
      if (!/\r?\n\r?\n$/.test(text) && !/^\r?\n$/.test(text)) return chunk.subarray(i + 1);
      this.take();
      if (text.trim() !== "") this.start(text);
      if (this.wanted === 0) {
        this.wanted = null;
        this.deliver(new Uint8Array(0));
      }
      return chunk.subarray(i + 1);
    }
    this.hold(chunk);
    if (this.held > this.limits.header) return this.die("its headers are too long", chunk);
    return chunk.subarray(chunk.length);
  }

  private start(headers: string): void {
    const lengths: string[] = [];
    for (const line of headers.split(/\r?\n/)) {
      if (line === "") continue;
      const [, name, value] = /^([A-Za-z][\w-]*):[ \t]*(.*?)[ \t]*$/.exec(line) ?? [];
      if (name === undefined || value === undefined) return void this.die("a header line is no header");
      if (name.toLowerCase() === "content-length") lengths.push(value);
      else if (/charset=(?!"?utf-?8\b)/i.test(value)) return void this.die(`the charset is not UTF-8 (${value})`);
    }
    const length = lengths.length === 1 && /^\d{1,15}$/.test(lengths[0]!) ? Number(lengths[0]) : null;
    if (length === null) return void this.die("Content-Length is missing or no number");
    if (length > this.limits.message)
      return void this.die(`a message of ${length} bytes is longer than ${this.limits.message}`);
    this.wanted = length;
  }

  private deliver(bytes: Uint8Array): void {
    if (this.kind === "ndjson" && bytes.every((byte) => byte <= 0x20)) return;
    if (isTooDeep(bytes, this.limits.depth)) {
      this.sink.fault({ reason: `a message is nested deeper than ${this.limits.depth} levels`, fatal: false });
      return;
    }
    let text: string;
    try {
      text = decoder.decode(bytes);
    } catch {
      this.sink.fault({ reason: "a message is not UTF-8", fatal: false });
      return;
    }
    this.sink.message(text);
  }

  private hold(part: Uint8Array): void {
    const length = this.held + part.length;
    if (length > this.buffer.length) {
      // Doubling, so that a message of many tiny chunks costs no more than its length.
      const larger = new Uint8Array(Math.max(length, 2 * this.buffer.length));
      larger.set(this.buffer.subarray(0, this.held));
      this.buffer = larger;
    }
    this.buffer.set(part, this.held);
    this.held = length;
  }

  /** What is held; good until more is held. */
  private take(): Uint8Array {
    const bytes = this.buffer.subarray(0, this.held);
    this.held = 0;
    if (this.buffer.length > KEPT) this.buffer = new Uint8Array(KEPT);
    return bytes;
  }

  private die(reason: string, chunk: Uint8Array = new Uint8Array(0)): Uint8Array {
    this.dead = true;
    this.take();
    this.sink.fault({ reason, fatal: true });
    return chunk.subarray(chunk.length);
  }
}

/** A message as it goes over the wire. */
export function encodeFrame(text: string, framing: Framing): Uint8Array {
  const body = Buffer.from(framing === "ndjson" ? `${text}\n` : text, "utf8");
  if (framing === "ndjson") return body;
  return Buffer.concat([Buffer.from(`Content-Length: ${body.length}\r\n\r\n`, "latin1"), body]);
}

/** Whether a message is nested deeper than we take. */
export function tooDeep(bytes: Uint8Array): boolean {
  return isTooDeep(bytes, frameLimits.depth);
}

/** Deep nesting is cheap to send and overflows the stack of whoever walks it; so it is counted before it is parsed. */
function isTooDeep(bytes: Uint8Array, limit: number): boolean {
  if (bytes.length <= limit) return false;
  let depth = 0;
  let quoted = false;
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i]!;
    if (quoted) {
      if (byte === 0x5c) i++;
      else if (byte === 0x22) quoted = false;
    } else if (byte === 0x22) quoted = true;
    else if (byte === 0x7b || byte === 0x5b) {
      if (++depth > limit) return true;
    } else if (byte === 0x7d || byte === 0x5d) depth--;
  }
  return false;
}
