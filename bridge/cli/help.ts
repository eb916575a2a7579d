import type { Command } from "../../core/commands/define.ts";
import type { Registry } from "../../core/commands/registry.ts";
import { exampleArgs } from "./args.ts";

export function usage(registry: Registry): string {
  const width = Math.max(...registry.commands.map((command) => command.id.length), 0) + 2;
  const lines = [...registry.commands]
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .map((command) => `  ${command.id.padEnd(width)}${firstSentence(command.about)}`);
  return [
    "edsnx: edit KiCad boards and schematics from a shell, a program or an AI agent.",
    "",
    "  edsnx <command> [--path FILE] [--flag VALUE …]   run a command; its result is JSON on stdout",
    "  edsnx <command> --args JSON                      the same with all arguments at once (- reads stdin)",
    "  edsnx run SCRIPT [--board FILE] [--schematic FILE] [--no-save] [--json] [-- args]   a script of TypeScript or JavaScript",
    "  edsnx mcp [--open FILE …] [--tools compact]      MCP server on stdin and stdout",
    "  edsnx serve [--stdio | --socket PATH | --ws PORT] [--open FILE …] [--auto-save]   JSON-RPC 2.0 server",
    "  edsnx mcp|serve --attach [--launch] [--session ID]   the same on what is open in VS Code",
    "  edsnx sessions                                   the editors that can be attached to",
    "  edsnx completion bash|zsh|fish                   completions for a shell",
    "  edsnx help <command>                             what a command takes and answers",
    "  edsnx --version",
    "",
    "  --attach works on what is open in VS Code; --no-save keeps an edit off the disk; --text prints plain text;",
    "  --json prints one line, also for a failure. The exit status tells failures apart (docs/agents.md).",
    "  Lengths are millimetres, angles degrees. Paths are relative to the working directory.",
    "",
    "Commands:",
    ...lines,
  ].join("\n");
}

/** The program's own words, besides the commands. */
export const ownVerbs: readonly string[] = ["mcp", "serve", "run", "sessions", "completion", "help", "version"];

/** Help on a command, or on a word of the program's own: then the lines of the usage that begin with it. */
export function helpOn(registry: Registry, name: string): string {
  if (!ownVerbs.includes(name)) return helpFor(registry.get(name));
  const lines = usage(registry).split("\n");
  return lines.filter((line) => new RegExp(`^ {2}edsnx (\\w+\\|)?${name}\\b`).test(line)).join("\n");
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

function firstSentence(text: string): string {
  const end = text.search(/[.:;](\s|$)/);
  return end === -1 ? text : text.slice(0, end);
}
