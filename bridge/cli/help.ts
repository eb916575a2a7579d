import type { Command } from "../../core/commands/define.ts";
import type { Registry } from "../../core/commands/registry.ts";
import { firstSentence } from "../mcp/tools.ts";
import { exampleArgs } from "./args.ts";
import type { Verb } from "./verbs.ts";
import { verbs } from "./verbs.ts";

export function usage(registry: Registry): string {
  return [
    "edsnx: edit KiCad boards and schematics from a shell, a program or an AI agent.",
    "",
    "  edsnx <command> [--path FILE] [--flag VALUE …]   run a command; its result is JSON on stdout",
    "  edsnx <command> --args JSON                      the same with all arguments at once (- reads stdin)",
    ...Object.entries(verbs).map(([name, { usage }]) => `  edsnx ${name} ${usage}`),
    "",
    "  --attach works on what is open in VS Code; --no-save keeps an edit off the disk; --text prints plain text;",
    "  --json prints one line, also for a failure. The exit status tells failures apart (docs/agents.md).",
    "  Lengths are millimetres, angles degrees. Paths are relative to the working directory.",
    "",
    "Commands:",
    ...commandLines(registry.commands),
  ].join("\n");
}

/** Help on a command, a word of the program's own, or an area (`pcb`): then its commands. */
export function helpOn(registry: Registry, name: string): string {
  const verb = verbs[name];
  if (verb !== undefined) return helpOnVerb(name, verb);
  const area = registry.commands.filter(({ id }) => id.startsWith(`${name}.`));
  if (area.length > 0 && !registry.has(name)) return [`The commands of ${name}:`, ...commandLines(area)].join("\n");
  return helpFor(registry.get(name));
}

function helpOnVerb(name: string, { about, usage, flags }: Verb): string {
  const width = Math.max(0, ...Object.keys(flags).map((flag) => flag.length)) + 2;
  const lines = Object.entries(flags).map(([flag, what]) => `  ${flag.padEnd(width)}${what}`);
  return [`edsnx ${name} ${usage}`, "", about, ...(lines.length === 0 ? [] : ["", ...lines])].join("\n");
}

function commandLines(commands: readonly Command[]): string[] {
  const width = Math.max(...commands.map(({ id }) => id.length), 0) + 2;
  return [...commands]
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .map(({ id, about }) => `  ${id.padEnd(width)}${firstSentence(about).replace(/\.$/, "")}`);
}

export function helpFor(command: Command): string {
  const required = new Set((command.args as { required?: readonly string[] }).required ?? []);
  const flags = Object.entries(command.args.properties as Record<string, Schema>).map(([name, schema]) => {
    const need = required.has(name) ? " (required)" : "";
    return `  --${name} ${typeName(schema)}${need}\n      ${schema.description ?? ""}`;
  });
  const examples = command.examples.map((example) => {
    const args = { ...(example.fixture === undefined ? {} : { path: example.fixture }), ...example.args };
    return `  # ${example.about}\n  edsnx ${command.id} --args '${JSON.stringify(args).replace(/'/g, "'\\''")}'`;
  });
  return [
    `${command.id}: ${command.title} (${command.kind}, ${command.scope})`,
    "",
    command.about,
    "",
    ...(flags.length === 0 ? ["It takes no flags."] : ["Flags:", ...flags]),
    "",
    ...(examples.length === 0
      ? [`Example: edsnx ${command.id} --args '${JSON.stringify(exampleArgs(command))}'`]
      : ["Examples:", ...examples]),
  ].join("\n");
}

interface Schema {
  readonly type?: string;
  readonly description?: string;
  readonly const?: unknown;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
}

function typeName(schema: Schema): string {
  if (schema.const !== undefined) return String(schema.const);
  if (schema.anyOf !== undefined) return [...new Set(schema.anyOf.map(typeName))].join("|");
  if (schema.type === "array") return `[${typeName(schema.items ?? {})}, …]`;
  return schema.type ?? "JSON";
}
