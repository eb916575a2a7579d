import { resolve } from "node:path";
import { text as readAll } from "node:stream/consumers";
import { CommandError, errorTable, toCommandError } from "../../core/base/error.ts";
import type { Caller, Command } from "../../core/commands/define.ts";
import type { Registry } from "../../core/commands/registry.ts";
import { isDirty } from "../../core/session/open-document.ts";
import type { HeavyParts } from "../node/runtime-of.ts";
import { runtimeOf } from "../node/runtime-of.ts";
import type { AgentIo } from "./agent-io.ts";
import type { ParsedCall } from "./args.ts";
import { parseCall } from "./args.ts";
import { progressLine, say } from "./ending.ts";

/** Runs a call in the running editor. */
export type CallThere = (
  command: Command,
  call: ParsedCall,
  signal: AbortSignal,
  progress: (message: string, percent?: number) => void,
) => Promise<unknown>;

/** How calls are run. */
export interface Calling {
  readonly registry: Registry;
  readonly io: AgentIo;
  readonly parts: HeavyParts;
  readonly callThere: CallThere;
}

/** `edsnx <command> --flag value …`: one call, here or in the editor; answers the exit status. */
export async function oneCall(command: Command, words: readonly string[], calling: Calling): Promise<number> {
  const { io, callThere } = calling;
  const call = await parseCall(command, words, () => readAll(process.stdin));
  const result = await interruptible(io, (signal, progress) =>
    call.flags.attach
      ? callThere(command, call, signal, progress)
      : runHere(command.id, call, calling, signal, progress),
  );
  return say(io, call.flags.text ? plain(result) : JSON.stringify(result, null, call.flags.json ? undefined : 2));
}

/** What the program does with a failure: `--json` has it on stdout as one document, else it is thrown in a shell's words. */
export async function withFailures(argv: readonly string[], io: AgentIo, run: () => Promise<number>): Promise<number> {
  try {
    return await run();
  } catch (thrown) {
    if (!argv.includes("--json")) throw inShellWords(thrown);
    const error = toCommandError(thrown);
    say(io, JSON.stringify({ error: error.toJSON() }));
    return errorTable[error.code].exit;
  }
}

/** One call on a session of its own, saved at the end. */
async function runHere(
  id: string,
  call: ParsedCall,
  { registry, parts }: Calling,
  signal: AbortSignal,
  progress: (message: string, percent?: number) => void,
): Promise<unknown> {
  const cwd = process.cwd();
  const runtime = runtimeOf(registry, { cwd, named: call.named.map((path) => resolve(cwd, path)) }, parts);
  const caller: Caller = { name: "cli", kind: "cli" };
  try {
    const result = await runtime.core.run(id, call.args, { caller, signal, progress });
    if (call.flags.save && runtime.core.session.list().some(isDirty)) {
      await runtime.core.run("session.save", {}, { caller });
    }
    return result;
  } finally {
    await runtime.dispose(call.flags.save ? undefined : "quietly");
  }
}

/** Ctrl+C cancels the call, and a terminal shows how far it is. */
async function interruptible<T>(
  io: AgentIo,
  work: (signal: AbortSignal, progress: (message: string, percent?: number) => void) => Promise<T>,
): Promise<T> {
  const stop = new AbortController();
  const onSignal = () => stop.abort();
  const line = progressLine(io);
  process.once("SIGINT", onSignal);
  try {
    return await work(stop.signal, line.show);
  } finally {
    line.clear();
    process.removeListener("SIGINT", onSignal);
  }
}

/** A failure whose example is a call of other surfaces, with the example as a shell takes it. */
export function inShellWords(thrown: unknown): unknown {
  if (!(thrown instanceof CommandError) || thrown.hint === undefined) return thrown;
  const [, id, args] = /^Example: ([a-z]+\.\w+) (\{.*\})$/.exec(thrown.hint) ?? [];
  const { code, message, data } = thrown;
  const hint =
    id !== undefined && args !== undefined
      ? `Example: edsnx ${id} --args '${args.replace(/'/g, "'\\''")}'`
      : thrown.hint.replace(
          "List the commands with rpc.discover or edsnx --help.",
          "List the commands with edsnx --help.",
        );
  return new CommandError({ code, message, hint, cause: thrown, ...(data === undefined ? {} : { data }) });
}

/** A result for eyes: the text itself where it is one, else one value a line. */
function plain(result: unknown): string {
  if (typeof result !== "object" || result === null) return String(result);
  const { text, svg } = result as { text?: unknown; svg?: unknown };
  if (typeof text === "string") return text;
  if (typeof svg === "string") return svg;
  return lines(result, "").join("\n");
}

function lines(value: object, indent: string): string[] {
  return Object.entries(value).flatMap(([name, each]: [string, unknown]) => {
    const key = Array.isArray(value) ? "-" : `${name}:`;
    const flat = typeof each !== "object" || each === null || isShort(each);
    if (flat) return [`${indent}${key} ${typeof each === "string" ? each : JSON.stringify(each)}`];
    return [`${indent}${key}`, ...lines(each, `${indent}  `)];
  });
}

function isShort(value: object): boolean {
  return JSON.stringify(value).length <= 100;
}
