import type { CommandFailure } from "../base/error.ts";
import type { Caller, CommandKind } from "./define.ts";

/** One call as the log keeps it. */
export interface LogEntry {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly caller: string;
  readonly callerKind: Caller["kind"];
  readonly chatId?: string;
  readonly id: string;
  readonly kind: CommandKind | "unknown";
  readonly args: unknown;
  readonly ms: number;
  /** The proposal that it made or added to. */
  readonly proposal?: string;
  readonly result?: unknown;
  readonly error?: CommandFailure;
}
