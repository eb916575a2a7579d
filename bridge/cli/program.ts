import { resolve } from "node:path";
import { CommandError } from "../../core/base/error.ts";
import type { Command } from "../../core/commands/define.ts";
import { commands } from "../../core/commands/list.gen.ts";
import { nearest, Registry } from "../../core/commands/registry.ts";
import { callEditor } from "../attach/call-editor.ts";
import { buildInfo } from "../build-info.ts";
import { fillingService } from "../node/fill-pool.ts";
import { version } from "../version.ts";
import type { AgentIo } from "./agent-io.ts";
import { processIo, serverSignals } from "./agent-io.ts";
import { checkFiles } from "./check.ts";
import { candidates, completionScript } from "./completion.ts";
import { endWith, say } from "./ending.ts";
import { helpFor, helpOn, usage } from "./help.ts";
import type { CallThere } from "./one-call.ts";
import { oneCall, withFailures } from "./one-call.ts";
import { serveAcp } from "./serve-acp.ts";
import { serveMcp, serveRpc } from "./servers.ts";
import { ownVerbs } from "./verbs.ts";

/** Everything of `edsnx` that needs the commands. Ends the process with the exit status. */
export function main(argv: readonly string[]): Promise<void> {
  const io = processIo();
  // The program's own words have a --json that is not about failures.
  const flags = ownVerbs.includes(argv[0] ?? "") ? [] : argv;
  return endWith(() => withFailures(flags, io, () => run(argv, io)));
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
  return oneCall(command, rest, { registry, io, parts: { filling: fillingService }, callThere: runThere });
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

/** One call in the running editor. Paths are relative to where the person is, not to the editor's folder. */
const runThere: CallThere = (command, call, signal, progress) => {
  const cwd = process.cwd();
  const params = Object.fromEntries(
    Object.entries(call.args).map(([name, value]) => {
      const isNamed = typeof value === "string" && call.named.includes(value);
      return [name, isNamed ? resolve(cwd, value) : value];
    }),
  );
  return callEditor({ method: command.id, params, cwd, env: process.env, signal, progress });
};
