import type { ChatUsage } from "../../core/agent/chat.ts";

/** A line longer than this (characters) is no message of such a program. */
const MAX_LINE = 8 << 20;

export interface AnswerSink {
  text(text: string): void;
  usage(usage: ChatUsage): void;
  /** The program itself says that it failed. */
  failure(message: string): void;
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * Reads a program's standard output: plain text is the answer as it comes; when its first line is a JSON object with a
 * `type`, it is Claude Code's `stream-json`, of which text, tokens and failures are taken and the rest passed over.
 */
export class AnswerReader {
  private readonly sink: AnswerSink;
  private held = "";
  private mode: "unknown" | "text" | "json" = "unknown";
  /** Text came in pieces, so the whole message that follows them says nothing new. */
  private hasPieces = false;
  private hasText = false;

  constructor(sink: AnswerSink) {
    this.sink = sink;
  }

  push(chunk: string): void {
    if (this.mode === "text") {
      this.sink.text(chunk);
      return;
    }
    this.held += chunk;
    if (this.mode === "unknown" && !this.decide()) return;
    for (let at = this.held.indexOf("\n"); at !== -1; at = this.held.indexOf("\n")) {
      const line = this.held.slice(0, at);
      this.held = this.held.slice(at + 1);
      this.take(line);
    }
    if (this.held.length > MAX_LINE) this.held = "";
  }

  end(): void {
    // A failure may be all that is said, in one line without an end.
    if (this.mode === "json" || typeof parsed(this.held)?.["type"] === "string") this.take(this.held);
    else if (this.held !== "") this.sink.text(this.held);
    this.held = "";
  }

  /** Whether it is known by now what it is; text that is held goes on at once. */
  private decide(): boolean {
    const start = this.held.trimStart();
    if (start === "" && this.held.length < MAX_LINE) return false;
    if (start.startsWith("{")) {
      const end = start.indexOf("\n");
      if (end === -1 && start.length < MAX_LINE) return false;
      if (typeof parsed(start.slice(0, end))?.["type"] === "string") {
        this.mode = "json";
        return true;
      }
    }
    this.mode = "text";
    this.sink.text(this.held);
    this.held = "";
    return false;
  }

  private take(line: string): void {
    const message = parsed(line);
    if (message === null) return;
    const { type } = message;
    if (type === "stream_event") {
      const delta = fields(fields(message["event"])?.["delta"]);
      if (delta?.["type"] === "text_delta") this.say(String(delta["text"] ?? ""), true);
    } else if (type === "assistant") {
      const content = fields(message["message"])?.["content"];
      if (!Array.isArray(content) || this.hasPieces) return;
      for (const part of content)
        if (fields(part)?.["type"] === "text") {
          // Messages between tool calls are paragraphs of their own.
          this.say(`${this.hasText ? "\n\n" : ""}${String(fields(part)?.["text"] ?? "")}`, false);
        }
    } else if (type === "result") this.finish(message);
  }

  private say(text: string, isPiece: boolean): void {
    if (isPiece) this.hasPieces = true;
    if (text === "") return;
    this.hasText = true;
    this.sink.text(text);
  }

  private finish(message: Fields): void {
    const usage = fields(message["usage"]);
    const input = ["input_tokens", "cache_read_input_tokens", "cache_creation_input_tokens"].reduce(
      (sum, key) => sum + numberOf(usage?.[key]),
      0,
    );
    const output = numberOf(usage?.["output_tokens"]);
    const cost = message["total_cost_usd"];
    this.sink.usage({
      ...(input > 0 ? { inputTokens: input } : {}),
      ...(output > 0 ? { outputTokens: output } : {}),
      ...(typeof cost === "number" ? { costUsd: cost } : {}),
    });
    const { result } = message;
    if (message["is_error"] === true)
      this.sink.failure(typeof result === "string" ? result : "It says that it failed.");
    else if (!this.hasText && typeof result === "string") this.say(result, false);
  }
}

function parsed(line: string): Fields | null {
  try {
    return fields(JSON.parse(line) as unknown);
  } catch {
    return null;
  }
}

function fields(value: unknown): Fields | null {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : null;
}

function numberOf(value: unknown): number {
  return typeof value === "number" && Number.isFinite(value) ? value : 0;
}
