/** The closed list of ways in which a command can fail. */
export const errorCodes = [
  "unknown-command",
  "invalid-args",
  "ui-only",
  "no-document",
  "wrong-kind",
  "stale-revision",
  "check-failed",
  "service-unavailable",
  "not-found",
  "locked",
  "conflict",
  "denied",
  "busy",
  "timeout",
  "cancelled",
  "io",
  "internal",
] as const;

export type ErrorCode = (typeof errorCodes)[number];

/** JSON-RPC code and CLI exit status of each failure. MCP shows them all as `isError` results. */
export const errorTable: Readonly<Record<ErrorCode, { rpc: number; exit: number }>> = {
  "unknown-command": { rpc: -32601, exit: 2 },
  "invalid-args": { rpc: -32602, exit: 2 },
  "ui-only": { rpc: -32001, exit: 3 },
  "no-document": { rpc: -32002, exit: 3 },
  "wrong-kind": { rpc: -32003, exit: 3 },
  "stale-revision": { rpc: -32004, exit: 4 },
  "check-failed": { rpc: -32005, exit: 5 },
  "service-unavailable": { rpc: -32006, exit: 6 },
  "not-found": { rpc: -32007, exit: 3 },
  locked: { rpc: -32008, exit: 4 },
  conflict: { rpc: -32009, exit: 4 },
  denied: { rpc: -32010, exit: 7 },
  busy: { rpc: -32011, exit: 6 },
  timeout: { rpc: -32012, exit: 6 },
  io: { rpc: -32013, exit: 8 },
  cancelled: { rpc: -32800, exit: 130 },
  internal: { rpc: -32603, exit: 70 },
};

export interface CommandErrorInit {
  readonly code: ErrorCode;
  /** *Cannot <verb> <thing>: <reason with the values>.* */
  readonly message: string;
  /** The next call to make. */
  readonly hint?: string;
  /** Facts for a program: ids, revisions, schema errors. JSON only. */
  readonly data?: Readonly<Record<string, unknown>>;
  readonly cause?: unknown;
}

/** The JSON form of a failure, equal on every surface. */
export interface CommandFailure {
  readonly code: ErrorCode;
  readonly message: string;
  readonly hint?: string;
  readonly data?: Readonly<Record<string, unknown>>;
}

/** The one error that commands, sessions and surfaces throw. */
export class CommandError extends Error {
  readonly code: ErrorCode;
  readonly hint: string | undefined;
  readonly data: Readonly<Record<string, unknown>> | undefined;

  constructor(init: CommandErrorInit) {
    super(init.message, init.cause === undefined ? undefined : { cause: init.cause });
    this.name = "CommandError";
    this.code = init.code;
    this.hint = init.hint;
    this.data = init.data;
  }

  toJSON(): CommandFailure {
    return {
      code: this.code,
      message: this.message,
      ...(this.hint === undefined ? {} : { hint: this.hint }),
      ...(this.data === undefined ? {} : { data: this.data }),
    };
  }
}

/** Whatever was thrown, as a CommandError: a defect of ours becomes `internal`, an abort becomes `cancelled`. */
export function toCommandError(thrown: unknown): CommandError {
  if (thrown instanceof CommandError) return thrown;
  const error = thrown as { name?: string; message?: string } | null;
  if (error?.name === "AbortError") {
    return new CommandError({ code: "cancelled", message: "Cannot finish the call: it was cancelled.", cause: thrown });
  }
  return new CommandError({
    code: "internal",
    message: `Cannot finish the call: ${error?.message ?? String(thrown)}.`,
    hint: "This is a defect of edsnx. Nothing was changed; please report it with the call.",
    cause: thrown,
  });
}
