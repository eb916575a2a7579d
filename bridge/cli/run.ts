import { dirname, isAbsolute, relative, resolve } from "node:path";
import { inspect } from "node:util";
import { CommandError, type CommandFailure, errorTable, toCommandError } from "../../core/base/error.ts";
import { isDirty } from "../../core/session/open-document.ts";
import type { Runtime } from "../node/runtime.ts";
import { createRuntime } from "../node/runtime.ts";
import { commandFailureOf, runScript, ScriptFailure } from "../script/run-script.ts";
import { endWith, printFailure, progressLine, say } from "./ending.ts";

interface RunFlags {
  readonly script: string;
  readonly board?: string;
  readonly schematic?: string;
  readonly save: boolean;
  readonly json: boolean;
  /** What follows `--`. */
  readonly args: readonly string[];
}

/** `edsnx run`: a script of TypeScript or JavaScript on a session of its own. Ends the process with the exit status. */
export function main(argv: readonly string[]): Promise<void> {
  return endWith(() => run(parseFlags(argv.slice(1))));
}

async function run(flags: RunFlags): Promise<number> {
  const { script, board, schematic, json } = flags;
  const cwd = process.cwd();
  // With --json the one document on stdout is the result; what the script prints goes to stderr.
  if (json) console.log = console.info = console.debug = console.error;
  const named = [script, board, schematic].filter((path) => path !== undefined).map((path) => resolve(cwd, path));
  const runtime = createRuntime({ cwd, named });
  const stop = new AbortController();
  process.once("SIGINT", () => stop.abort());
  const line = progressLine();
  let saved: string[] | null = null;
  try {
    const value = await runScript(resolve(cwd, script), {
      core: runtime.core,
      args: flags.args,
      signal: stop.signal,
      progress: line.show,
      ...(board === undefined ? {} : { board }),
      ...(schematic === undefined ? {} : { schematic }),
    });
    saved = flags.save ? await save(runtime) : [];
    line.clear();
    if (json) return say(JSON.stringify({ ok: true, result: value ?? null, saved }, null, 2));
    return value === undefined ? 0 : say(typeof value === "string" ? value : inspect(value, { depth: 8 }));
  } catch (thrown) {
    line.clear();
    const { failure, at, trace } = describe(thrown);
    const where = at === null ? null : shortened(at, cwd);
    if (json) say(JSON.stringify({ ok: false, error: failure, ...(where === null ? {} : { at: where }) }, null, 2));
    if (failure.code === "internal" && trace !== "") console.error(failure.message);
    else printFailure(failure);
    if (where !== null) console.error(`    at ${where}`);
    if (trace !== "") console.error(trace);
    return errorTable[failure.code].exit === errorTable.internal.exit ? 1 : errorTable[failure.code].exit;
  } finally {
    // A script that threw, or was told not to save, leaves the files as they were.
    await runtime.dispose(saved === null || !flags.save ? "quietly" : undefined);
  }
}

async function save(runtime: Runtime): Promise<string[]> {
  const dirty = runtime.core.session.list().filter(isDirty);
  if (dirty.length === 0) return [];
  await runtime.core.run("session.save", {}, { caller: { name: "script", kind: "script" } });
  return dirty.map(({ path }) => path);
}

/** A script's own error has no code of ours: it is `internal` in the table's words, but no defect of edsnx. */
function describe(thrown: unknown): { failure: CommandFailure; at: string | null; trace: string } {
  if (!(thrown instanceof ScriptFailure)) return { failure: toCommandError(thrown).toJSON(), at: null, trace: "" };
  const { at, trace } = thrown;
  const known = commandFailureOf(thrown);
  if (known !== null) return { failure: known.toJSON(), at, trace: "" };
  const name = thrown.cause instanceof Error ? thrown.cause.name : "Error";
  return { failure: { code: "internal", message: `The script threw ${name}: ${thrown.message}` }, at, trace };
}

/** A place as the person would name it from where they are. */
function shortened(at: string, cwd: string): string {
  const path = at.replace(/^file:\/\//, "");
  if (!isAbsolute(path)) return path;
  const way = relative(cwd, path);
  return way.startsWith("..") && relative(dirname(cwd), path).startsWith("..") ? path : way;
}

function parseFlags(argv: readonly string[]): RunFlags {
  const end = argv.indexOf("--");
  const own = end === -1 ? argv : argv.slice(0, end);
  const flags: { script?: string; board?: string; schematic?: string; save: boolean; json: boolean } = {
    save: true,
    json: false,
  };
  for (let i = 0; i < own.length; i++) {
    const word = own[i]!;
    if (word === "--no-save") flags.save = false;
    else if (word === "--json") flags.json = true;
    else if (word === "--board" || word === "--schematic") {
      const value = own[++i];
      if (value === undefined || value.startsWith("--")) throw refused(`${word} needs a path`);
      flags[word === "--board" ? "board" : "schematic"] = value;
    } else if (word.startsWith("-")) throw refused(`${word} is no flag of it`);
    else if (flags.script === undefined) flags.script = word;
    else throw refused(`${word} belongs to no flag; arguments of the script come after --`);
  }
  if (flags.script === undefined) throw refused("it needs a script");
  return { ...flags, script: flags.script, args: end === -1 ? [] : argv.slice(end + 1) };
}

function refused(reason: string): CommandError {
  return new CommandError({
    code: "invalid-args",
    message: `Cannot run: ${reason}.`,
    hint: "Example: edsnx run build.ts --board blinky.kicad_pcb [--schematic S] [--no-save] [--json] [-- args]",
  });
}
