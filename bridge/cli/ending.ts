import type { Writable } from "node:stream";
import type { CommandFailure } from "../../core/base/error.ts";
import { errorTable, toCommandError } from "../../core/base/error.ts";
import type { AgentIo } from "./agent-io.ts";
import { processIo } from "./agent-io.ts";

/** Runs and ends the process with the status. */
export async function endWith(run: () => Promise<number>): Promise<void> {
  const status = await statusOf(processIo(), run);
  // What is on its way to a pipe must arrive first.
  await Promise.all([drain(process.stdout), drain(process.stderr)]);
  process.exit(status);
}

/** Runs; what it throws is printed and becomes the status of the table of errors. */
export async function statusOf(io: AgentIo, run: () => Promise<number>): Promise<number> {
  try {
    return await run();
  } catch (thrown) {
    const error = toCommandError(thrown);
    printFailure(io, error.toJSON());
    return errorTable[error.code].exit;
  }
}

export function say(io: AgentIo, text: string): number {
  // A program gets each byte; a terminal would obey some of them.
  io.stdout.write(`${(io.stdout as Terminal).isTTY === true ? tamed(text) : text}\n`);
  return 0;
}

export function printFailure(io: AgentIo, { code, message, hint }: CommandFailure): void {
  io.stderr.write(`${red(io, code)}: ${tamed(message)}\n`);
  if (hint !== undefined) tell(io, hint);
}

/** A line for the person. */
export function tell(io: AgentIo, line: string): void {
  io.stderr.write(`${tamed(line)}\n`);
}

/** Without what would move a terminal's cursor, name its window or turn its writing: designs and scripts say such things. */
function tamed(text: string): string {
  return text.replace(/(?![\n\t])[\p{Cc}\p{Bidi_Control}]/gu, "\ufffd");
}

type Terminal = Writable & { readonly isTTY?: boolean; readonly columns?: number };

/** Shows how far a call is: on a terminal one line that is written over, elsewhere nothing. */
export function progressLine(io: AgentIo): { show(message: string, percent?: number): void; clear(): void } {
  const stderr: Terminal = io.stderr;
  let shown = false;
  return {
    show(message, percent) {
      if (stderr.isTTY !== true) return;
      const line = percent === undefined ? message : `${String(Math.round(percent)).padStart(3)} % ${message}`;
      stderr.write(`\r\x1b[K${tamed(line).slice(0, (stderr.columns ?? 80) - 1)}`);
      shown = true;
    },
    clear() {
      if (shown) stderr.write("\r\x1b[K");
      shown = false;
    },
  };
}

/** Colour only for a terminal whose person did not ask for none (NO_COLOR). */
function red(io: AgentIo, text: string): string {
  const env = io.env ?? process.env;
  const isTerminal = (io.stderr as Terminal).isTTY === true;
  const wanted = isTerminal && (env["NO_COLOR"] ?? "") === "" && env["TERM"] !== "dumb";
  return wanted ? `\x1b[31m${text}\x1b[39m` : text;
}

function drain(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((done) => {
    stream.once("error", () => done());
    stream.write("", () => done());
  });
}
