import { dirname, isAbsolute, relative, resolve } from "node:path";
import type { Writable } from "node:stream";
import { formatWithOptions, inspect } from "node:util";
import { CommandError, type CommandFailure, errorTable, toCommandError } from "../../core/base/error.ts";
import { commands } from "../../core/commands/list.gen.ts";
import { Registry } from "../../core/commands/registry.ts";
import { isDirty } from "../../core/session/open-document.ts";
import { editorCore } from "../attach/editor-core.ts";
import { joinEditor } from "../attach/editor-link.ts";
import type { Runtime } from "../node/runtime.ts";
import { createRuntime } from "../node/runtime.ts";
import { commandFailureOf, runScript, ScriptFailure } from "../script/run-script.ts";
import type { ScriptCore } from "../script/script-api.ts";
import type { AgentIo } from "./agent-io.ts";
import { isProcess, processIo } from "./agent-io.ts";
import { endWith, printFailure, progressLine, say, tell } from "./ending.ts";

interface RunFlags {
  readonly script: string;
  readonly board?: string;
  readonly schematic?: string;
  readonly save: boolean;
  readonly json: boolean;
  /** On what is open in VS Code. */
  readonly attach: boolean;
  /** What follows `--`. */
  readonly args: readonly string[];
}

/** `edsnx run`: a script of TypeScript or JavaScript on a session of its own. Ends the process with the exit status. */
export function main(argv: readonly string[]): Promise<void> {
  const stop = new AbortController();
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(name, () => stop.abort());
  return endWith(() => runCommand(argv.slice(1), { ...processIo(), signal: stop.signal }, process.cwd()));
}

/** The same with streams and a folder of the caller's; answers the exit status. */
export async function runCommand(argv: readonly string[], io: AgentIo, cwd: string): Promise<number> {
  const flags = parseFlags(argv);
  const giveBack = redirectConsole(io, flags.json);
  try {
    return await run(flags, io, cwd);
  } finally {
    giveBack();
  }
}

/** Where a script's commands run. */
interface Host {
  readonly core: ScriptCore;
  /** Saves what the script changed, where that is its to do; answers the files. */
  save(): Promise<string[]>;
  end(kept: boolean): Promise<void>;
}

async function run(flags: RunFlags, io: AgentIo, cwd: string): Promise<number> {
  const { script, board, schematic, json } = flags;
  const line = progressLine(io);
  let host: Host | null = null;
  let saved: string[] | null = null;
  try {
    host = flags.attach ? await editorHost(io, cwd) : ownHost(flags, io, cwd);
    const place = (path: string) => (flags.attach ? resolve(cwd, path) : path);
    const value = await runScript(resolve(cwd, script), {
      core: host.core,
      args: flags.args,
      ownsProcess: isProcess(io),
      progress: line.show,
      ...(io.signal === undefined ? {} : { signal: io.signal }),
      ...(board === undefined ? {} : { board: place(board) }),
      ...(schematic === undefined ? {} : { schematic: place(schematic) }),
    });
    saved = flags.save ? await host.save() : [];
    line.clear();
    if (json) return say(io, JSON.stringify({ ok: true, result: value ?? null, saved }, null, 2));
    return value === undefined ? 0 : say(io, typeof value === "string" ? value : inspect(value, { depth: 8 }));
  } catch (thrown) {
    line.clear();
    const { failure, at, trace } = describe(thrown);
    const where = at === null ? null : shortened(at, cwd);
    if (json) say(io, JSON.stringify({ ok: false, error: failure, ...(where === null ? {} : { at: where }) }, null, 2));
    if (failure.code === "internal" && trace !== "") tell(io, failure.message);
    else printFailure(io, failure);
    if (where !== null) tell(io, `    at ${where}`);
    if (trace !== "") tell(io, trace);
    return errorTable[failure.code].exit === errorTable.internal.exit ? 1 : errorTable[failure.code].exit;
  } finally {
    await host?.end(saved !== null && flags.save);
  }
}

/** A session of the script's own: a script that threw, or was told not to save, leaves the files as they were. */
function ownHost({ script, board, schematic }: RunFlags, io: AgentIo, cwd: string): Host {
  const named = [script, board, schematic].filter((path) => path !== undefined).map((path) => resolve(cwd, path));
  const runtime = createRuntime({ cwd, named, report: (text) => tell(io, text) });
  return {
    core: runtime.core,
    save: () => save(runtime),
    end: (kept) => runtime.dispose(kept ? undefined : "quietly"),
  };
}

/** The editor's session: what the script changed stays there unsaved, as any agent's edit, unless it saves itself. */
async function editorHost(io: AgentIo, cwd: string): Promise<Host> {
  const editor = await joinEditor({ name: "script", cwd, env: io.env ?? process.env });
  return {
    core: editorCore(editor, new Registry(commands)),
    save: async () => [],
    end: async () => editor.close(),
  };
}

async function save(runtime: Runtime): Promise<string[]> {
  const dirty = runtime.core.session.list().filter(isDirty);
  if (dirty.length === 0) return [];
  await runtime.core.run("session.save", {}, { caller: { name: "script", kind: "script" } });
  return dirty.map(({ path }) => path);
}

/**
 * What the script prints goes to the given streams; with --json to stderr, for the one document on stdout is the result.
 * Answers how to give the console back.
 */
function redirectConsole(io: AgentIo, json: boolean): () => void {
  const { log, info, debug, error, warn } = console;
  if (isProcess(io)) {
    if (json) console.log = console.info = console.debug = console.error;
  } else {
    const printTo =
      (stream: Writable) =>
      (format: unknown, ...rest: unknown[]) =>
        void stream.write(`${formatWithOptions({}, format, ...rest)}\n`);
    console.log = console.info = console.debug = printTo(json ? io.stderr : io.stdout);
    console.error = console.warn = printTo(io.stderr);
  }
  return () => void Object.assign(console, { log, info, debug, error, warn });
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
  const flags: { script?: string; board?: string; schematic?: string; save: boolean; json: boolean; attach: boolean } =
    {
      save: true,
      json: false,
      attach: false,
    };
  for (let i = 0; i < own.length; i++) {
    const word = own[i]!;
    if (word === "--no-save") flags.save = false;
    else if (word === "--json") flags.json = true;
    else if (word === "--attach") flags.attach = true;
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
    hint: "Example: edsnx run build.ts --board blinky.kicad_pcb [--schematic S] [--attach] [--no-save] [--json] [-- args]",
  });
}
