import { CommandError } from "../../core/base/error.ts";
import type { Command } from "../../core/commands/define.ts";
import { nearest } from "../../core/commands/registry.ts";

/** Flags of the program itself. */
export interface ProgramFlags {
  readonly save: boolean;
  readonly text: boolean;
  /** One compact document on stdout, for a failure too. */
  readonly json: boolean;
  readonly attach: boolean;
  readonly help: boolean;
}

export interface ParsedCall {
  readonly args: Record<string, unknown>;
  readonly flags: ProgramFlags;
  /** Paths given as flags: a person's own words, so their folders may be used. */
  readonly named: readonly string[];
}

interface Schema {
  readonly type?: unknown;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly const?: unknown;
}

const programFlags = ["--no-save", "--text", "--json", "--attach", "--help"];

/**
 * Reads `--flag value` by the command's schema: numbers, booleans, JSON for lists and objects (`1,2` for numbers, a
 * repeated flag for texts). `--args JSON` gives all at once; `readStdin` answers `--args -`.
 */
export async function parseCall(
  command: Command,
  argv: readonly string[],
  readStdin: () => Promise<string>,
): Promise<ParsedCall> {
  const properties = command.args.properties as Readonly<Record<string, Schema>>;
  const args: Record<string, unknown> = {};
  const given = new Set<string>();
  const named: string[] = [];
  for (let i = 0; i < argv.length; i++) {
    const word = argv[i]!;
    if (programFlags.includes(word) && !(word.slice(2) in properties)) {
      given.add(word);
      continue;
    }
    if (!word.startsWith("--")) {
      if (properties["path"] === undefined || args["path"] !== undefined)
        throw stray(command, word, [...Object.keys(properties), "args"]);
      args["path"] = word;
      named.push(word);
      continue;
    }
    const [flag, inline] = split(word.slice(2));
    const next = argv[i + 1];
    if (flag === "args") {
      if (inline === undefined) i++;
      Object.assign(args, parseObject(command, (inline ?? next) === "-" ? await readStdin() : (inline ?? next)));
      continue;
    }
    const meant = camel(flag);
    // Libraries are those of a project; a file of it is called path everywhere else.
    const name = meant === "path" && properties["path"] === undefined && "project" in properties ? "project" : meant;
    const schema = properties[name];
    if (schema === undefined) throw unknownFlag(command, flag, Object.keys(properties));
    const bare = isBoolean(schema) && (inline ?? next) !== "true" && (inline ?? next) !== "false";
    if (bare && inline === undefined) {
      args[name] = true;
      continue;
    }
    if (inline === undefined) i++;
    const value = inline ?? next;
    if (value === undefined) throw missingValue(command, flag);
    if (name === "path" || name === "to" || name === "out") named.push(value);
    args[name] = merge(args[name], flagValue(schema, value));
  }
  const has = (flag: string) => given.has(flag);
  const flags = {
    save: !has("--no-save"),
    text: has("--text"),
    json: has("--json"),
    attach: has("--attach"),
    help: has("--help"),
  };
  return { args, flags, named };
}

/** One flag's text in the type that the schema asks for; left as text where it fits none, for the schema to refuse. */
export function flagValue(schema: Schema, text: string): unknown {
  if (schema.anyOf !== undefined) return anyOf(schema.anyOf, text);
  if (schema.const !== undefined) return String(schema.const) === text ? schema.const : text;
  if (schema.type === "string") return text;
  if (schema.type === "number" || schema.type === "integer") return text.trim() === "" ? text : numberOr(text);
  if (schema.type === "boolean") return text === "true" ? true : text === "false" ? false : text;
  if (schema.type === "null") return text === "null" ? null : text;
  if (schema.type === "array" && !/^\s*\[/.test(text)) {
    const isNumbers = schema.items?.type === "number" || schema.items?.type === "integer";
    return isNumbers ? text.split(",").map(numberOr) : [flagValue(schema.items ?? {}, text)];
  }
  return jsonOr(text);
}

function anyOf(choices: readonly Schema[], text: string): unknown {
  const fits = choices.map((choice) => ({ choice, value: flagValue(choice, text) }));
  const typed = fits.find(
    ({ choice, value }) => choice.type !== "string" && typeof value !== "string" && !isMadeList(choice, value),
  );
  if (typed !== undefined) return typed.value;
  return choices.some((choice) => choice.type === "string") ? text : (fits[0]?.value ?? text);
}

/** A bare text (R1.2) became a list of one, or a list of numbers that holds none: where a text is a choice too, it stays a text. */
function isMadeList(choice: Schema, value: unknown): boolean {
  if (choice.type !== "array" || !Array.isArray(value)) return false;
  if (choice.items?.type === "string") return value.length === 1;
  return value.some((each) => typeof each === "string");
}

function merge(before: unknown, value: unknown): unknown {
  return Array.isArray(before) && Array.isArray(value) ? [...before, ...value] : value;
}

function split(flag: string): [string, string | undefined] {
  const at = flag.indexOf("=");
  return at === -1 ? [flag, undefined] : [flag.slice(0, at), flag.slice(at + 1)];
}

function camel(flag: string): string {
  return flag.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function isBoolean(schema: Schema): boolean {
  return schema.type === "boolean" || (schema.anyOf?.every((choice) => typeof choice.const === "boolean") ?? false);
}

function numberOr(text: string): unknown {
  const value = Number(text);
  return text.trim() === "" || Number.isNaN(value) ? text : value;
}

function jsonOr(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function parseObject(command: Command, text: string | undefined): Record<string, unknown> {
  const value = text === undefined ? undefined : jsonOr(text);
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw new CommandError({
    code: "invalid-args",
    message: `Cannot run ${command.id}: --args is no JSON object.`,
    hint: `Example: edsnx ${command.id} --args '${JSON.stringify(exampleArgs(command))}'`,
  });
}

export function exampleArgs(command: Command): unknown {
  const example = command.examples[0];
  return { ...(example?.fixture === undefined ? {} : { path: example.fixture }), ...example?.args };
}

function unknownFlag(command: Command, flag: string, known: readonly string[]): CommandError {
  const near = nearest(camel(flag), known);
  return new CommandError({
    code: "invalid-args",
    message: `Cannot run ${command.id}: --${flag} is no flag${near === undefined ? "" : ` (did you mean --${near}?)`}.`,
    hint: `Its flags: ${known.map((name) => `--${name}`).join(", ")}. See edsnx help ${command.id}.`,
  });
}

function missingValue(command: Command, flag: string): CommandError {
  return new CommandError({
    code: "invalid-args",
    message: `Cannot run ${command.id}: --${flag} has no value.`,
    hint: `See edsnx help ${command.id}.`,
  });
}

function stray(command: Command, word: string, known: readonly string[]): CommandError {
  return new CommandError({
    code: "invalid-args",
    message: `Cannot run ${command.id}: ${word} belongs to no flag.`,
    hint: `Arguments are --flag value; its flags: ${known.map((name) => `--${name}`).join(", ")}. See edsnx help ${command.id}.`,
  });
}
