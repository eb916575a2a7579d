import type { Framing } from "../rpc/framing.ts";

/** What a message says of itself at its top level. `id` is JSON as the client wrote it. */
export interface Seen {
  readonly id: string | null;
  readonly method: string | null;
}

export interface TapSink {
  /** Bytes of the message under way; `last` ends it. */
  bytes(part: Uint8Array, last: boolean): void;
  /** The message whose last bytes were just given; one for each element of a batch. */
  message(seen: readonly Seen[]): void;
}

/** An id or a method longer than this is nobody's. */
const MAX_VALUE = 512;
const [QUOTE, BACKSLASH, COLON, COMMA, OPEN, CLOSE, LIST, UNLIST, NEWLINE] = [
  0x22, 0x5c, 0x3a, 0x2c, 0x7b, 0x7d, 0x5b, 0x5d, 0x0a,
];

/**
 * Watches a stream of JSON messages go by and finds where each begins and ends and which id and method it has. Holds
 * none of it: a message of any length costs the same few bytes.
 */
export class MessageTap {
  private readonly sink: TapSink;
  private kind: Framing | null;
  private scan = new TopLevel();
  private header = "";
  /** Bytes of the body still to come (LSP). */
  private left = 0;
  private inside = false;

  constructor(sink: TapSink, framing: Framing | null) {
    this.sink = sink;
    this.kind = framing;
  }

  get framing(): Framing | null {
    return this.kind;
  }

  /** Whether a message has begun and not ended. */
  get isInside(): boolean {
    return this.inside;
  }

  push(chunk: Uint8Array): void {
    if (this.kind === null) {
      const first = chunk.find((byte) => byte > 0x20);
      if (first === undefined) return;
      this.kind = first === OPEN || first === LIST ? "ndjson" : "lsp";
    }
    for (let at = 0; at < chunk.length; ) at = this.kind === "ndjson" ? this.line(chunk, at) : this.frame(chunk, at);
  }

  private line(chunk: Uint8Array, from: number): number {
    const newline = chunk.indexOf(NEWLINE, from);
    const end = newline === -1 ? chunk.length : newline + 1;
    const part = chunk.subarray(from, end);
    this.inside = true;
    this.scan.push(part);
    this.sink.bytes(part, newline !== -1);
    if (newline !== -1) this.ended();
    return end;
  }

  private frame(chunk: Uint8Array, from: number): number {
    if (this.left > 0) {
      const end = Math.min(chunk.length, from + this.left);
      const part = chunk.subarray(from, end);
      this.left -= part.length;
      this.scan.push(part);
      this.sink.bytes(part, this.left === 0);
      if (this.left === 0) this.ended();
      return end;
    }
    this.inside = true;
    for (let i = from; i < chunk.length; i++) {
      this.header += String.fromCharCode(chunk[i]!);
      if (chunk[i] !== NEWLINE || !/\r?\n\r?\n$/.test(this.header)) continue;
      this.left = Number(/content-length:\s*(\d+)/i.exec(this.header)?.[1] ?? 0);
      this.header = "";
      this.sink.bytes(chunk.subarray(from, i + 1), this.left === 0);
      if (this.left === 0) this.ended();
      return i + 1;
    }
    // What is no header is the server's to refuse; here it must only not grow.
    if (this.header.length > 16_384) this.header = this.header.slice(-64);
    this.sink.bytes(chunk.subarray(from), false);
    return chunk.length;
  }

  private ended(): void {
    this.inside = false;
    const { seen } = this.scan;
    this.scan = new TopLevel();
    this.sink.message(seen);
  }
}

/** Reads ids and methods at the top level of one message as its bytes come. */
class TopLevel {
  readonly seen: { id: string | null; method: string | null }[] = [];
  private depth = 0;
  private base = 1;
  private quoted = false;
  private escaped = false;
  private isKey = false;
  private key = "";
  private value = "";

  push(bytes: Uint8Array): void {
    const { length } = bytes;
    for (let i = 0; i < length; i++) {
      if (!this.quoted) {
        this.outside(bytes[i]!);
        continue;
      }
      const from = i;
      // Texts are most of a long message: this loop is all that is done for their bytes.
      let escaped = this.escaped;
      for (; i < length; i++) {
        const byte = bytes[i]!;
        if (escaped) escaped = false;
        else if (byte === BACKSLASH) escaped = true;
        else if (byte === QUOTE) {
          this.quoted = false;
          break;
        }
      }
      this.escaped = escaped;
      if (this.depth === this.base) this.keepAll(bytes, from, Math.min(i + 1, length));
    }
  }

  private outside(byte: number): void {
    if (byte <= 0x20) return;
    if (this.depth === 0 && byte === LIST) this.base = 2;
    if (byte === OPEN || byte === LIST) {
      this.depth++;
      if (this.depth === this.base && byte === OPEN) {
        this.seen.push({ id: null, method: null });
        this.begin();
      }
    } else if (byte === CLOSE || byte === UNLIST) {
      if (this.depth === this.base && byte === CLOSE) this.take();
      this.depth--;
    } else if (this.depth === this.base) {
      if (byte === COMMA) {
        this.take();
        this.begin();
      } else if (byte === COLON) {
        this.isKey = false;
        this.value = "";
      } else {
        if (byte === QUOTE) this.quoted = true;
        this.keep(byte);
      }
    } else if (byte === QUOTE) this.quoted = true;
  }

  private begin(): void {
    this.isKey = true;
    this.key = "";
    this.value = "";
  }

  private keep(byte: number): void {
    const character = String.fromCharCode(byte);
    if (this.isKey) {
      if (this.key.length < 16) this.key += character;
    } else if (this.value.length < MAX_VALUE && (this.key === '"id"' || this.key === '"method"'))
      this.value += character;
  }

  private keepAll(bytes: Uint8Array, from: number, to: number): void {
    const end = Math.min(to, from + MAX_VALUE);
    for (let i = from; i < end; i++) this.keep(bytes[i]!);
  }

  private take(): void {
    const message = this.seen.at(-1);
    if (message === undefined || this.value === "") return;
    if (this.key === '"id"') message.id = this.value;
    if (this.key === '"method"') message.method = this.value.slice(1, -1);
  }
}
