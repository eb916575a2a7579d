import { resolve } from "node:path";
import { text as readAll } from "node:stream/consumers";
import type { CommandFailure } from "../../core/base/error.ts";
import { errorTable, toCommandError } from "../../core/base/error.ts";
import type { Caller } from "../../core/commands/define.ts";
import { commands } from "../../core/commands/list.gen.ts";
import { Registry } from "../../core/commands/registry.ts";
import { isDirty } from "../../core/session/open-document.ts";
import { callEditor } from "../attach/call-editor.ts";
import { createRuntime } from "../node/runtime.ts";
import { version } from "../version.ts";
import type { ParsedCall } from "./args.ts";
import { parseCall } from "./args.ts";
import { helpFor, usage } from "./help.ts";
import { serveMcp, serveRpc } from "./servers.ts";

/** Everything of `edsnx` that needs the commands. Ends the process with the exit status. */
export async function main(argv: readonly string[]): Promise<void> {
  const status = await run(argv).catch((thrown: unknown) => {
    const error = toCommandError(thrown);
    printFailure(error.toJSON());
    return errorTable[error.code].exit;
  });
  // What is on its way to a pipe must arrive first.
  await Promise.all([drain(process.stdout), drain(process.stderr)]);
  process.exit(status);
}

async function run(argv: readonly string[]): Promise<number> {
  const [verb, ...rest] = argv;
  if (verb === "--version" || verb === "version") return say(version);
  if (verb === "mcp") return serveMcp(rest);
  if (verb === "serve") return serveRpc(rest);
  const registry = new Registry(commands);
  if (verb === undefined || verb === "--help" || verb === "-h" || (verb === "help" && rest.length === 0)) {
    say(usage(registry));
    return verb === undefined ? 2 : 0;
  }
  if (verb === "help") return say(helpFor(registry.get(rest[0]!)));
  const command = registry.get(verb);
  const call = await parseCall(command, rest, () => readAll(process.stdin));
  if (call.flags.help) return say(helpFor(command));
  const result = call.flags.attach
    ? await callEditor({ method: command.id, params: call.args, cwd: process.cwd(), env: process.env })
    : await runHere(command.id, call);
  return say(call.flags.text ? plain(result) : JSON.stringify(result, null, 2));
}

/** One call on a session of its own, saved at the end. */
async function runHere(id: string, call: ParsedCall): Promise<unknown> {
  const cwd = process.cwd();
  const runtime = createRuntime({ cwd, named: call.named.map((path) => resolve(cwd, path)) });
  const caller: Caller = { name: "cli", kind: "cli" };
  const stop = new AbortController();
  const onSignal = () => stop.abort();
  process.once("SIGINT", onSignal);
  try {
    const progress = (message: string, percent?: number) => {
      if (process.stderr.isTTY) console.error(percent === undefined ? message : `${Math.round(percent)} % ${message}`);
    };
    const result = await runtime.core.run(id, call.args, { caller, signal: stop.signal, progress });
    if (call.flags.save && runtime.core.session.list().some(isDirty)) {
      await runtime.core.run("session.save", {}, { caller });
    }
    return result;
  } finally {
    process.removeListener("SIGINT", onSignal);
    await runtime.dispose(call.flags.save ? undefined : "quietly");
  }
}

function say(text: string): number {
  process.stdout.write(`${text}\n`);
  return 0;
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

function printFailure({ code, message, hint }: CommandFailure): void {
  console.error(`${code}: ${message}`);
  if (hint !== undefined) console.error(hint);
}

function drain(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((done) => {
    stream.once("error", () => done());
    stream.write("", () => done());
  });
}
