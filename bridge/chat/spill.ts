import { createWriteStream } from "node:fs";
import { MAX_ANSWER } from "../../core/agent/chat-hub.ts";

/** How much of an answer that is too long for the chat box is kept in a file, in characters: a program may never end. */
const MAX_SPILL = 16 << 20;

/** Lets the first part of a long answer through, and writes the rest to a file, as far as its limit. */
export class Spill {
  private readonly file: string;
  private readonly limit: number;
  private passed = 0;
  private kept = 0;
  private dropped = 0;
  private stream: ReturnType<typeof createWriteStream> | null = null;

  constructor(file: string, limit: number = MAX_SPILL) {
    this.file = file;
    this.limit = limit;
  }

  /** The part of `text` that goes to the chat box. */
  take(text: string): string {
    // Room for the note at the end, which must not be cut off itself.
    const room = Math.max(0, MAX_ANSWER - 1000 - this.passed);
    const shown = text.slice(0, room);
    this.passed += shown.length;
    if (shown.length < text.length) {
      this.stream ??= createWriteStream(this.file, { mode: 0o600 }).on("error", () => undefined);
      const rest = text.slice(room);
      const part = rest.slice(0, this.limit - this.kept);
      if (part !== "") this.stream.write(part);
      this.kept += part.length;
      this.dropped += rest.length - part.length;
    }
    return shown;
  }

  end(): string {
    if (this.stream === null) return "";
    this.stream.end();
    if (this.dropped === 0) return `\n… (the rest is in ${this.file})`;
    return `\n… (more is in ${this.file}; ${this.dropped} further characters were too many to keep)`;
  }
}
