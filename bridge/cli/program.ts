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
import type { ParsedCall } from "./args.ts";
import { parseCall } from "./args.ts";
import { candidates, completionScript } from "./completion.ts";
import { endWith, progressLine, say } from "./ending.ts";
import { helpFor, helpOn, ownVerbs, usage } from "./help.ts";
import { serveMcp, serveRpc } from "./servers.ts";

/** Everything of `edsnx` that needs the commands. Ends the process with the exit status. */
export function main(argv: readonly string[]): Promise<void> {
  return endWith(() => run(argv));
}

async function run(argv: readonly string[]): Promise<number> {
  const [verb, ...rest] = argv;
  if (verb === "--version" || verb === "version")
    return say(rest.includes("--json") ? JSON.stringify(buildInfo()) : version);
  if (verb === "mcp") return serveMcp(rest);
  if (verb === "serve") return serveRpc(rest);
  if (verb === "completion") return say(completionScript(rest[0]));
  const registry = new Registry(commands);
  if (verb === "__complete") {
    const found = candidates(registry, rest);
    return found.length === 0 ? 0 : say(found.join("\n"));
  }
  if (verb === undefined || verb === "--help" || verb === "-h" || (verb === "help" && rest.length === 0)) {
    say(usage(registry));
    return verb === undefined ? 2 : 0;
  }
  if (verb === "help") return say(helpOn(registry, rest[0]!));
  if (verb === "run") return say(helpOn(registry, "run"));
  const command = commandNamed(registry, verb);
  const call = await parseCall(command, rest, () => readAll(process.stdin));
  if (call.flags.help) return say(helpFor(command));
  try {
    const result = call.flags.attach
      ? await callEditor({ method: command.id, params: call.args, cwd: process.cwd(), env: process.env })
      : await runHere(command.id, call);
    return say(call.flags.text ? plain(result) : JSON.stringify(result, null, call.flags.json ? undefined : 2));
  } catch (thrown) {
    if (!call.flags.json) throw thrown;
    // For programs: one document on stdout, whatever came of the call.
    const error = toCommandError(thrown);
    say(JSON.stringify({ error: error.toJSON() }));
    return errorTable[error.code].exit;
  }
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
async function runHere(id: string, call: ParsedCall): Promise<unknown> {
  const cwd = process.cwd();
  const runtime = createRuntime({ cwd, named: call.named.map((path) => resolve(cwd, path)) });
  const caller: Caller = { name: "cli", kind: "cli" };
  const stop = new AbortController();
  const onSignal = () => stop.abort();
  const line = progressLine();
  process.once("SIGINT", onSignal);
  try {
    const result = await runtime.core.run(id, call.args, { caller, signal: stop.signal, progress: line.show });
    if (call.flags.save && runtime.core.session.list().some(isDirty)) {
      await runtime.core.run("session.save", {}, { caller });
    }
    return result;
  } finally {
    line.clear();
    process.removeListener("SIGINT", onSignal);
    await runtime.dispose(call.flags.save ? undefined : "quietly");
  }
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
