import type { CommandFailure } from "../../core/base/error.ts";
import { errorTable, toCommandError } from "../../core/base/error.ts";

/** Runs and ends the process with the status: that of the table of errors for what it throws. */
export async function endWith(run: () => Promise<number>): Promise<void> {
  const status = await run().catch((thrown: unknown) => {
    const error = toCommandError(thrown);
    printFailure(error.toJSON());
    return errorTable[error.code].exit;
  });
  // What is on its way to a pipe must arrive first.
  await Promise.all([drain(process.stdout), drain(process.stderr)]);
  process.exit(status);
}

export function say(text: string): number {
  process.stdout.write(`${text}\n`);
  return 0;
}

export function printFailure({ code, message, hint }: CommandFailure): void {
  console.error(`${red(code)}: ${message}`);
  if (hint !== undefined) console.error(hint);
}

/** Shows how far a call is: on a terminal one line that is written over, elsewhere nothing. */
export function progressLine(): { show(message: string, percent?: number): void; clear(): void } {
  const { stderr } = process;
  let shown = false;
  return {
    show(message, percent) {
      if (!stderr.isTTY) return;
      const line = percent === undefined ? message : `${String(Math.round(percent)).padStart(3)} % ${message}`;
      stderr.write(`\r\x1b[K${line.slice(0, (stderr.columns ?? 80) - 1)}`);
      shown = true;
    },
    clear() {
      if (shown) stderr.write("\r\x1b[K");
      shown = false;
    },
  };
}

/** Colour only for a terminal whose person did not ask for none (NO_COLOR). */
function red(text: string): string {
  const { env, stderr } = process;
  const wanted = stderr.isTTY && (env["NO_COLOR"] ?? "") === "" && env["TERM"] !== "dumb";
  return wanted ? `\x1b[31m${text}\x1b[39m` : text;
}

function drain(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((done) => {
    stream.once("error", () => done());
    stream.write("", () => done());
  });
}
