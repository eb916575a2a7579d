import type { Socket } from "node:net";
import type { Readable, Writable } from "node:stream";
import type { Framing } from "../rpc/framing.ts";
import { encodeFrame, frameLimits } from "../rpc/framing.ts";
import type { Seen } from "./message-tap.ts";
import { MessageTap } from "./message-tap.ts";

export interface RelayLinkOptions {
  readonly surface: "mcp" | "rpc";
  readonly input: Readable;
  readonly output: Writable;
  /** Joins the editor; rejects while there is none. */
  dial(): Promise<Socket>;
  /** How long a lost editor is waited for, in milliseconds. */
  readonly patience: number;
  /** Whether the program was built anew: it then ends when nothing is under way. */
  isSuperseded(): boolean;
  /**
   * Whether the connection can be ended in one direction only. Windows' named pipes cannot: there answers that come
   * later than the end of what we say are lost, so the end waits for them.
   */
  readonly halfCloses: boolean;
}

export interface RelayEnd {
  readonly status: number;
  readonly line?: string;
}

/** Messages by which a client makes itself known; a new editor is told them again. None of them edits. */
const introductions: Readonly<Record<string, readonly string[]>> = {
  mcp: ["initialize", "notifications/initialized", "logging/setLevel", "resources/subscribe"],
  rpc: ["session.hello", "session.subscribe", "agent.chatSubscribe"],
};

/** A longer introduction is none. */
const MAX_INTRODUCTION = 64 * 1024;

/** An answer up to this length reaches the client whole or not at all. */
const MAX_HELD = 1024 * 1024;

const RETRY_MS = 250;

/** A request of MCP that ends only when one of the ends wants it to. */
const LISTEN = "subscriptions/listen";
const SUBSCRIPTION = "io.modelcontextprotocol/subscriptionId";

interface Note {
  readonly method: unknown;
  readonly params: { readonly requestId?: unknown; readonly uri?: unknown };
}

/**
 * Copies messages between a client and the editor. When the editor is lost, every call under way is answered with an
 * error, and when it comes back the client is introduced again and told so; nothing that edits is sent twice.
 */
export class RelayLink {
  private readonly options: RelayLinkOptions;
  /** Requests of the client that have no answer yet: method by id, as `idOf` writes it. */
  private readonly pending = new Map<string, string>();
  private readonly introduced: { readonly bytes: Buffer; readonly id: string | null }[] = [];
  private readonly fromClient: MessageTap;
  private socket: Socket | null = null;
  private held: Buffer[] = [];
  private heldBytes = 0;
  /** Of the client's last whole message. */
  private wholeBytes = 0;
  /** The message under way began with an editor that is gone: its rest goes nowhere. */
  private dropping = false;
  private finish: (end: RelayEnd) => void = () => undefined;
  private over = false;
  private leaving = false;

  constructor(options: RelayLinkOptions) {
    this.options = options;
    this.fromClient = new MessageTap(
      { bytes: (part, last) => this.pass(part, last), message: (seen) => this.sent(seen) },
      options.surface === "mcp" ? "ndjson" : null,
    );
  }

  /** Runs until the client or the editor has left for good. */
  run(socket: Socket): Promise<RelayEnd> {
    const { input, output } = this.options;
    return new Promise((resolve) => {
      this.finish = (end) => {
        if (this.over) return;
        this.over = true;
        this.socket?.destroy();
        output.write("", () => resolve(end));
      };
      output.on("error", () => this.finish({ status: 0 }));
      input.on("error", () => this.leave());
      input.on("data", (chunk: Buffer) => this.fromClient.push(chunk));
      input.once("end", () => this.leave());
      this.join(socket);
    });
  }

  private join(socket: Socket, swallow: Set<string> = new Set()): void {
    const { input, output } = this.options;
    this.socket = socket;
    const waiting = new Set(swallow);
    const reply = new Reply(output, this.options.surface === "mcp" ? "ndjson" : this.fromClient.framing, (seen) => {
      const answered = seen.flatMap(({ id, method }) => (method === null && id !== null ? [idOf(id)] : []));
      const own = seen.length === 1 && answered.length === 1 && waiting.delete(answered[0]!);
      for (const id of answered) this.pending.delete(id);
      if (own && waiting.size === 0) input.resume();
      if (this.leaving && !this.options.halfCloses && !this.isBusy) setImmediate(() => socket.end());
      if (this.options.isSuperseded() && !this.isBusy && waiting.size === 0) setImmediate(() => this.supersede());
      return !own;
    });
    let left = false;
    const lost = () => {
      if (left || this.over) return;
      left = true;
      socket.destroy();
      this.socket = null;
      if (input.readableEnded) {
        const { isBusy } = this;
        this.answerPending();
        return this.finish(isBusy ? { status: 1, line: "The editor closed before it had answered." } : { status: 0 });
      }
      if (reply.isTorn) return this.finish({ status: 1, line: "The editor closed in the middle of an answer." });
      void this.wait();
    };
    socket.on("error", () => undefined);
    socket.on("end", lost);
    socket.on("close", lost);
    socket.on("drain", () => input.resume());
    socket.on("data", (chunk: Buffer) => {
      reply.push(chunk);
      if (output.writableNeedDrain) {
        socket.pause();
        output.once("drain", () => socket.resume());
      }
    });
    socket.resume();
    if (waiting.size === 0) input.resume();
  }

  /** The client has said all; what it asked is still answered. */
  private leave(): void {
    this.leaving = true;
    if (this.options.halfCloses) return void this.socket?.end();
    // The last line may lack its newline, which an end of the stream would stand for.
    if (this.fromClient.isInside && this.fromClient.framing === "ndjson") this.fromClient.push(Buffer.from("\n"));
    if (!this.isBusy) this.socket?.end();
  }

  /** Whether a call is under way; a listener, which has no end of its own, is none. */
  private get isBusy(): boolean {
    return [...this.pending.values()].some((method) => method !== LISTEN);
  }

  private supersede(): void {
    for (const id of this.pending.keys()) {
      const known = JSON.parse(id) as unknown;
      this.say({ jsonrpc: "2.0", id: known, result: { resultType: "complete", _meta: { [SUBSCRIPTION]: known } } });
    }
    this.pending.clear();
    this.finish({ status: 0, line: "edsnx was built anew; start it again." });
  }

  private async wait(): Promise<void> {
    const { input, dial, patience } = this.options;
    input.pause();
    this.dropping = this.fromClient.isInside;
    this.held = [];
    this.answerPending();
    const until = Date.now() + patience;
    while (!this.over && Date.now() < until) {
      await new Promise((done) => setTimeout(done, Math.min(RETRY_MS, patience)));
      const socket = await dial().catch(() => null);
      if (socket === null) continue;
      if (this.over) return void socket.destroy();
      this.join(socket, new Set(this.introduced.flatMap(({ id }) => (id === null ? [] : [id]))));
      for (const { bytes } of this.introduced) socket.write(bytes);
      this.tellBack();
      return;
    }
    this.finish({ status: 1, line: "The editor has closed." });
  }

  /** Bytes of the client's message under way. */
  private pass(part: Uint8Array, last: boolean): void {
    if (this.heldBytes <= MAX_INTRODUCTION) this.held.push(Buffer.from(part));
    this.heldBytes += part.length;
    if (!this.dropping && this.socket !== null && !this.socket.write(part)) this.options.input.pause();
    if (!last) return;
    this.wholeBytes = this.heldBytes;
    this.heldBytes = 0;
  }

  private sent(seen: readonly Seen[]): void {
    const bytes = Buffer.concat(this.held.splice(0));
    const { dropping } = this;
    this.dropping = false;
    const isWhole = this.wholeBytes <= MAX_INTRODUCTION;
    const message = isWhole ? parsed(bytes) : undefined;
    // What is broken or too long is refused without its id.
    if (message !== null && this.wholeBytes <= frameLimits.message) {
      for (const { id, method } of seen)
        if (id !== null && /^["\d-]/.test(id) && method !== null) this.pending.set(idOf(id), method);
    }
    for (const each of [message].flat()) this.forget(each as Partial<Note> | null | undefined);
    const [only] = seen;
    if (seen.length === 1 && only?.method != null && introductions[this.options.surface]!.includes(only.method)) {
      if (isWhole) this.introduce(only, bytes);
    }
    if (dropping || this.socket === null) this.answerPending();
  }

  /** A cancelled call gets no answer, and what the client no longer follows is not asked for again. */
  private forget(note: Partial<Note> | null | undefined): void {
    if (this.options.surface !== "mcp") return;
    const { requestId, uri } = note?.params ?? {};
    if (note?.method === "notifications/cancelled") this.pending.delete(JSON.stringify(requestId));
    if (note?.method !== "resources/unsubscribe" && note?.method !== "resources/subscribe") return;
    const before = this.introduced.findIndex((each) => {
      const known = parsed(each.bytes) as Partial<Note> | null;
      return known?.method === "resources/subscribe" && known.params?.uri === uri;
    });
    if (before !== -1) this.introduced.splice(before, 1);
  }

  /** A later word on the same replaces the earlier, except for subscriptions, which add up. */
  private introduce({ id, method }: Seen, bytes: Buffer): void {
    const isOne = method !== "resources/subscribe";
    const before = this.introduced.findIndex((each) => isOne && each.bytes.includes(`"${method}"`));
    if (before !== -1) this.introduced.splice(before, 1);
    this.introduced.push({ bytes, id: id === null ? null : idOf(id) });
  }

  private answerPending(): void {
    for (const id of [...this.pending.keys()]) {
      this.pending.delete(id);
      this.say({
        jsonrpc: "2.0",
        id: JSON.parse(id) as unknown,
        error: {
          code: -32603,
          message: "Cannot finish the call: the editor was closed or reloaded. Whether it ran is not known.",
          data: { code: "service-unavailable", hint: "Look at what is there before you repeat an edit." },
        },
      });
    }
  }

  private tellBack(): void {
    const text = "The editor was reloaded and is joined again; documents may have changed.";
    if (this.options.surface === "rpc") {
      if (this.fromClient.framing !== null)
        this.say({ jsonrpc: "2.0", method: "session.log", params: { level: "warning", message: text } });
    } else if (this.introduced.some(({ bytes }) => bytes.includes('"initialize"'))) {
      const params = { level: "warning", logger: "edsnx", data: text };
      this.say({ jsonrpc: "2.0", method: "notifications/message", params });
      this.say({ jsonrpc: "2.0", method: "notifications/tools/list_changed" });
      this.say({ jsonrpc: "2.0", method: "notifications/resources/list_changed" });
    }
  }

  private say(message: unknown): void {
    const framing: Framing = this.fromClient.framing ?? "ndjson";
    this.options.output.write(encodeFrame(JSON.stringify(message), framing));
  }
}

/** A message with or without its headers; null when it is none. */
function parsed(bytes: Buffer): unknown {
  const text = bytes.toString("utf8");
  try {
    return JSON.parse(/^\s*[{[]/.test(text) ? text : text.slice(text.search(/\r?\n\r?\n/)));
  } catch {
    return null;
  }
}

/** An id as JSON in the one form that both ends would write: they may escape and write numbers in their own ways. */
function idOf(raw: string): string {
  try {
    return JSON.stringify(JSON.parse(Buffer.from(raw, "latin1").toString("utf8")));
  } catch {
    return raw;
  }
}

/** What the editor says, on its way to the client: each message whole, unless it is very long. */
class Reply {
  private readonly tap: MessageTap;
  private held: Uint8Array[] = [];
  private bytes = 0;
  private streaming = false;

  constructor(output: Writable, framing: Framing | null, ended: (seen: readonly Seen[]) => boolean) {
    this.tap = new MessageTap(
      {
        bytes: (part) => {
          this.bytes += part.length;
          if (!this.streaming && this.bytes > MAX_HELD) {
            this.streaming = true;
            for (const each of this.held.splice(0)) output.write(each);
          }
          if (this.streaming) output.write(part);
          else this.held.push(part);
        },
        message: (seen) => {
          const isForClient = ended(seen);
          const whole = this.held.splice(0);
          if (isForClient && whole.length > 0) output.write(whole.length === 1 ? whole[0]! : Buffer.concat(whole));
          this.bytes = 0;
          this.streaming = false;
        },
      },
      framing,
    );
  }

  /** Part of a message is with the client already. */
  get isTorn(): boolean {
    return this.streaming;
  }

  push(chunk: Uint8Array): void {
    this.tap.push(chunk);
  }
}
