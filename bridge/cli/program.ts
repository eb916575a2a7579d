import { resolve } from "node:path";
import { text as readAll } from "node:stream/consumers";
import { CommandError, errorTable, toCommandError } from "../../core/base/error.ts";
import type { Caller, Command } from "../../core/commands/define.ts";
import { commands } from "../../core/commands/list.gen.ts";
import { nearest, Registry } from "../../core/commands/registry.ts";
import { isDirty } from "../../core/session/open-document.ts";
import { callEditor } from "../attach/call-editor.ts";
import { buildInfo } from "../build-info.ts";
import { createRuntime } from "../node/runtime.ts";
import { version } from "../version.ts";
import type { AgentIo } from "./agent-io.ts";
import { processIo, serverSignals } from "./agent-io.ts";
import type { ParsedCall } from "./args.ts";
import { parseCall } from "./args.ts";
import { checkFiles } from "./check.ts";
import { candidates, completionScript } from "./completion.ts";
import { endWith, progressLine, say } from "./ending.ts";
import { helpFor, helpOn, usage } from "./help.ts";
import { serveAcp } from "./serve-acp.ts";
import { serveMcp, serveRpc } from "./servers.ts";
import { ownVerbs } from "./verbs.ts";

/** Everything of `edsnx` that needs the commands. Ends the process with the exit status. */
export function main(argv: readonly string[]): Promise<void> {
  const io = processIo();
  return endWith(async () => {
    try {
      return await run(argv, io);
    } catch (thrown) {
      if (ownVerbs.includes(argv[0] ?? "") || !argv.includes("--json")) throw inShellWords(thrown);
      return asJson(thrown, io);
    }
  });
}

async function run(argv: readonly string[], io: AgentIo): Promise<number> {
  const [verb, ...rest] = argv;
  const registry = new Registry(commands);
  if (ownVerbs.includes(verb ?? "") && asksForHelp(rest)) return say(io, helpOn(registry, verb!));
  if (verb === "--version" || verb === "-v" || verb === "-V" || verb === "version")
    return say(io, rest.includes("--json") ? JSON.stringify(buildInfo()) : version);
  if (verb === "__complete") {
    const found = candidates(registry, rest);
    return found.length === 0 ? 0 : say(io, found.join("\n"));
  }
  if (verb === undefined || isHelp(verb) || (verb === "help" && rest.length === 0)) {
    say(io, usage(registry));
    return verb === undefined ? 2 : 0;
  }
  if (verb === "help") return say(io, helpOn(registry, rest[0]!));
  if (verb === "mcp") return serveMcp(rest, processIo(serverSignals), process.cwd());
  if (verb === "serve") return serveRpc(rest, processIo(serverSignals), process.cwd());
  if (verb === "check" || verb === "--check") return checkFiles(rest, io, process.cwd());
  if (verb === "acp") return serveAcp(rest, processIo(serverSignals));
  if (verb === "completion") return say(io, completionScript(rest[0]));
  const command = commandNamed(registry, verb);
  if (asksForHelp(rest) && !("help" in command.args.properties)) return say(io, helpFor(command));
  const call = await parseCall(command, rest, () => readAll(process.stdin));
  const result = call.flags.attach ? await runThere(command, call, io) : await runHere(command.id, call, io);
  return say(io, call.flags.text ? plain(result) : JSON.stringify(result, null, call.flags.json ? undefined : 2));
}

/** For programs that say --json: one document on stdout, whatever came of the call. */
function asJson(thrown: unknown, io: AgentIo): number {
  const error = toCommandError(thrown);
  say(io, JSON.stringify({ error: error.toJSON() }));
  return errorTable[error.code].exit;
}

function isHelp(word: string): boolean {
  return word === "--help" || word === "-h";
}

/** Before `--` only: what follows is a script's. */
function asksForHelp(words: readonly string[]): boolean {
  const end = words.indexOf("--");
  return (end === -1 ? words : words.slice(0, end)).some(isHelp);
}

/** A command, or what the person may have meant: also among the program's own words. */
function commandNamed(registry: Registry, verb: string): Command {
  const near = registry.has(verb) ? undefined : nearest(verb, ownVerbs);
  if (near === undefined) return registry.get(verb);
  throw new CommandError({
    code: "unknown-command",
    message: `Cannot run ${verb}: there is no such command.`,
    hint: `Did you mean ${near}?`,
  });
}

/** One call on a session of its own, saved at the end. */
async function runHere(id: string, call: ParsedCall, io: AgentIo): Promise<unknown> {
  const cwd = process.cwd();
  const runtime = createRuntime({ cwd, named: call.named.map((path) => resolve(cwd, path)) });
  const caller: Caller = { name: "cli", kind: "cli" };
  try {
    return await interruptible(io, async (signal, progress) => {
      const result = await runtime.core.run(id, call.args, { caller, signal, progress });
      if (call.flags.save && runtime.core.session.list().some(isDirty)) {
        await runtime.core.run("session.save", {}, { caller });
      }
      return result;
    });
  } finally {
    await runtime.dispose(call.flags.save ? undefined : "quietly");
  }
}

/** One call in the running editor. Paths are relative to where the person is, not to the editor's folder. */
function runThere(command: Command, call: ParsedCall, io: AgentIo): Promise<unknown> {
  const cwd = process.cwd();
  const params = Object.fromEntries(
    Object.entries(call.args).map(([name, value]) => {
      const isNamed = typeof value === "string" && call.named.includes(value);
      return [name, isNamed ? resolve(cwd, value) : value];
    }),
  );
  return interruptible(io, (signal, progress) =>
    callEditor({ method: command.id, params, cwd, env: process.env, signal, progress }),
  );
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
function inShellWords(thrown: unknown): unknown {
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
