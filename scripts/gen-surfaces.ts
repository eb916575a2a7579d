// Writes what follows from the commands themselves: the manifest's commands and menus, docs/commands.md, the typings of
// the script API. Run by gen.mjs; `--check` writes nothing and fails when something is stale.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { type TSchema, Type } from "typebox";
import { modelTools } from "../bridge/mcp/model-tools.ts";
import { ruleSchema } from "../core/agent/policy-rules.ts";
import { type Command, editArgs, editResult } from "../core/commands/define.ts";
import { digestOf } from "../core/commands/digest.ts";
import { commands } from "../core/commands/list.gen.ts";
import { Registry } from "../core/commands/registry.ts";
import { apiMethods } from "../core/commands/script-methods.ts";
import { ownCommands } from "../extension/own-commands.ts";
import { paletteUse } from "../extension/palette.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
/** The setting whose rules core/agent reads. */
const RULES = "softforge.edsnx.agent.rules";
const check = process.argv.includes("--check");
let stale = 0;

write("package.json", formatted("package.json", manifest()));
write("docs/commands.md", commandsPage());
write("core/commands/digests.gen.ts", digests());
write("packages/edsnx-api/package.json", formatted("package.json", apiPackage()));
write("packages/edsnx-api/edsnx-api.d.ts", formatted("edsnx-api.d.ts", typings()));
process.exitCode = check && stale > 0 ? 1 : 0;

function write(file: string, text: string): void {
  const path = join(root, file);
  if (existsSync(path) && readFileSync(path, "utf8") === text) return;
  stale++;
  if (check) console.error(`stale: ${file} (run npm run gen)`);
  else {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    console.log(`wrote ${file}`);
  }
}

/** As the formatter of this repository would leave it, so that both can be checked. */
function formatted(name: string, text: string): string {
  const biome = join(root, "node_modules/@biomejs/biome/bin/biome");
  const run = spawnSync(process.execPath, [biome, "format", `--stdin-file-path=${name}`], {
    cwd: root,
    input: text,
    encoding: "utf8",
  });
  if (run.status !== 0) throw new Error(`Cannot format ${name}: ${run.stderr}`);
  return run.stdout;
}

function manifest(): string {
  const { contributes, ...rest } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    contributes: Record<string, unknown>;
  };
  const category = "Electronics Designer";
  const offered = commands.flatMap((command) => {
    const use = paletteUse(command);
    return use === null ? [] : [{ id: `edsnx.${command.id}`, title: command.title, when: use.when }];
  });
  const listed: readonly { id: string; title: string; when?: string; icon?: string }[] = [...ownCommands, ...offered];
  const menu = listed.flatMap(({ id, when }) => (when === undefined || when === "true" ? [] : [{ command: id, when }]));
  const { properties, ...configuration } = contributes["configuration"] as { properties: Record<string, object> };
  const rules = { ...properties[RULES], items: ruleSchema };
  return JSON.stringify({
    ...rest,
    contributes: {
      ...contributes,
      configuration: { ...configuration, properties: { ...properties, [RULES]: rules } },
      commands: listed.map(({ id, title, icon }) => ({
        command: id,
        title,
        category,
        ...(icon === undefined ? {} : { icon }),
      })),
      languageModelTools: languageModelTools(),
      menus: { ...(contributes["menus"] as object | undefined), commandPalette: menu },
    },
  });
}

/** The compact tool list, for VS Code's own agents. */
function languageModelTools(): object[] {
  return modelTools(new Registry(commands)).map(({ name, title, description, inputSchema }) => ({
    name,
    displayName: title,
    modelDescription: description,
    inputSchema,
    tags: ["kicad", "edsnx"],
    canBeReferencedInPrompt: true,
    toolReferenceName: name.replace(/^edsnx_/, ""),
  }));
}

function commandsPage(): string {
  const areas = new Map<string, Command[]>();
  for (const command of commands) {
    const area = command.id.split(".")[0] ?? "";
    areas.set(area, [...(areas.get(area) ?? []), command]);
  }
  const lines = [
    "# Commands",
    "",
    "Generated from `core/commands` by `npm run gen`; do not edit.",
    "",
    "Each command has the same arguments and results on every surface: `edsnx <id>` in a terminal, the JSON-RPC method of",
    "the same name, the MCP tool with `_` for `.`, and `edsnx.<id>` in VS Code. Lengths are in millimetres, angles in degrees.",
    "",
    ...[...areas].flatMap(([area, of]) => [
      `- **${area}**: ${of.map((c) => `[\`${c.id}\`](#${anchor(c.id)})`).join(", ")}`,
    ]),
    "",
    ...[...areas].flatMap(([area, of]) => [`## ${area}`, "", ...of.flatMap(commandSection)]),
  ];
  return `${lines.join("\n").trimEnd()}\n`;
}

/** As code hosts make it of a heading. */
function anchor(heading: string): string {
  return heading.toLowerCase().replace(/[^a-z0-9_-]/g, "");
}

function commandSection(command: Command): string[] {
  const { id, title, about, kind, scope, args, result, examples } = command;
  return [
    `### ${id}`,
    "",
    `${title} (${kind}, ${scope}). ${about}`,
    "",
    ...fieldTable("Argument", args),
    ...fieldTable("Result", result),
    ...examples.flatMap((example) => {
      const given = { ...(example.fixture === undefined ? {} : { path: example.fixture }), ...example.args };
      return [`${example.about}`, "", "```json", JSON.stringify(given), "```", ""];
    }),
  ];
}

interface Shape {
  readonly type?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
  readonly items?: Shape;
  readonly anyOf?: readonly Shape[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly patternProperties?: Readonly<Record<string, Shape>>;
}

function fieldTable(head: string, schema: TSchema): string[] {
  const { properties = {}, required = [] } = schema as Shape;
  const names = Object.keys(properties);
  if (names.length === 0) return head === "Argument" ? ["No arguments.", ""] : [];
  return [
    `| ${head} | Type | |`,
    "| --- | --- | --- |",
    ...names.map((name) => {
      const field = properties[name] ?? {};
      const type = typeText(field).replace(/\|/g, "\\|");
      const optional = required.includes(name) ? "" : "?";
      return `| \`${name}${optional}\` | \`${type}\` | ${(field.description ?? "").replace(/\|/g, "\\|")} |`;
    }),
    "",
  ];
}

/** A schema as a TypeScript type. */
function typeText(schema: Shape): string {
  if ("const" in schema) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  if (schema.anyOf !== undefined) return [...new Set(schema.anyOf.map(typeText))].join(" | ");
  if (schema.type === "array") {
    const item = typeText(schema.items ?? {});
    return /[ |]/.test(item) && !item.startsWith("{") ? `(${item})[]` : `${item}[]`;
  }
  if (schema.type === "object") {
    const { properties, required = [], patternProperties } = schema;
    if (patternProperties !== undefined) {
      return `Record<string, ${typeText(Object.values(patternProperties)[0] ?? {})}>`;
    }
    if (properties === undefined || Object.keys(properties).length === 0) return "Record<string, unknown>";
    const fields = Object.entries(properties).map(
      ([name, field]) =>
        `${/^\w+$/.test(name) ? name : JSON.stringify(name)}${required.includes(name) ? "" : "?"}: ${typeText(field)}`,
    );
    return `{ ${fields.join("; ")} }`;
  }
  if (schema.type === "integer") return "number";
  return schema.type ?? "unknown";
}

/** The package that scripts import; its code comes from `edsnx run` itself. */
function apiPackage(): string {
  const { version, license } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as Record<string, string>;
  return JSON.stringify({
    name: "@softforge/edsnx-api",
    version,
    description: "The commands of Electronics Designer for scripts of edsnx run, with their types.",
    license,
    type: "module",
    types: "./edsnx-api.d.ts",
    exports: { ".": { types: "./edsnx-api.d.ts", default: "./edsnx-api.js" } },
    files: ["edsnx-api.d.ts", "edsnx-api.js", "README.md"],
  });
}

/** One line a command, so that a change of its surface is seen in review and two changes merge. */
function digests(): string {
  const lines = [...commands]
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .map((command) => `  "${command.id} ${digestOf(command)}",`);
  return [
    "// Generated from core/commands by npm run gen; do not edit.",
    "/** Digest of what each command takes and answers. */",
    "export const commandDigests: readonly string[] = [",
    ...lines,
    "];",
    "",
  ].join("\n");
}

function typings(): string {
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
  return [
    "// Generated from core/commands by npm run gen; do not edit.",
    "",
    `/** Typings of the commands of Electronics Designer ${version}. Lengths are in millimetres, angles in degrees. */`,
    "export interface Commands {",
    ...commands.flatMap((command) => [
      `/** ${comment(command.about)} */`,
      `${JSON.stringify(command.id)}: {`,
      ...argLines(command),
      `result: ${command.result === editResult ? "EditResult" : typeText(command.result as Shape)};`,
      "};",
    ]),
    "}",
    "",
    "/** What every edit takes beside its own arguments. */",
    "export interface EditArgs {",
    ...fieldLines(Type.Object(editArgs)),
    "}",
    "",
    "/** What every edit answers. */",
    "export interface EditResult {",
    ...fieldLines(editResult),
    "}",
    "",
    "export type CommandId = keyof Commands;",
    "",
    "type Args<Id extends CommandId> = Commands[Id]['args'];",
    "type Result<Id extends CommandId> = Promise<Commands[Id]['result']>;",
    "",
    ...Object.entries(apiMethods).flatMap(([area, methods]) => areaLines(area, methods)),
    "/** Every query by its name. */",
    "export interface Query {",
    ...commands.filter(({ id }) => id.startsWith("query.")).map(({ id }) => methodLine(id.slice(6), id)),
    "}",
    "",
    "export interface Edsnx {",
    "/** Runs a command. Rejects with a CommandError: `{ code, message, hint?, data? }`. */",
    "run<Id extends CommandId>(id: Id, args?: Args<Id>): Result<Id>;",
    "}",
    "",
    "/** What a script of `edsnx run` has. */",
    "export interface Script extends Edsnx {",
    "readonly board: Board;",
    "readonly sch: Sch;",
    "readonly project: Project;",
    "readonly lib: Lib;",
    "readonly query: Query;",
    "/** What follows `--` on the command line. */",
    "readonly args: readonly string[];",
    "open(path: string): Result<'session.open'>;",
    "save(path?: string): Result<'session.save'>;",
    "undo(path?: string): Result<'session.undo'>;",
    "/** Runs `work` as one undoable change; when it throws, nothing was changed. */",
    "transaction<T>(label: string, work: () => T | Promise<T>): Promise<T>;",
    "}",
    "",
    "declare const edsnx: Script;",
    "export default edsnx;",
    "export { edsnx };",
    ...[...Object.keys(apiMethods), "query"].map((area) => `export declare const ${area}: ${capital(area)};`),
    "",
  ].join("\n");
}

/** The arguments of a command; what every edit takes is said once. */
function argLines(command: Command): string[] {
  const { properties, required } = command.args as Shape;
  const shared = Object.entries(editArgs).every(([name, schema]) => properties?.[name] === schema);
  const own = Object.entries(properties ?? {}).filter(([name]) => !shared || !(name in editArgs));
  const lines = fieldLines({
    ...command.args,
    properties: Object.fromEntries(own),
    required: required ?? [],
  } as TSchema);
  return [shared ? "args: EditArgs & {" : "args: {", ...lines, "};"];
}

/** One area of the script API, with those of its words whose command is there. */
function areaLines(area: string, methods: Readonly<Record<string, string>>): string[] {
  const known = Object.entries(methods).filter(([, id]) => commands.some((command) => command.id === id));
  return [
    `export interface ${capital(area)} {`,
    ...(area === "board" || area === "sch"
      ? ["/** The document that is meant where a call names none. */", "use(path: string): void;"]
      : []),
    ...known.map(([method, id]) => methodLine(method, id)),
    "}",
    "",
  ];
}

function methodLine(method: string, id: string): string {
  const search =
    id === "lib.search" ? `search(text: string, more?: Omit<Args<"lib.search">, "query">): Result<"lib.search">; ` : "";
  return `${search}${method}(args?: Args<${JSON.stringify(id)}>): Result<${JSON.stringify(id)}>;`;
}

function capital(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}

function fieldLines(schema: TSchema): string[] {
  const { properties = {}, required = [] } = schema as Shape;
  return Object.entries(properties).flatMap(([name, field]) => [
    ...(field.description === undefined ? [] : [`/** ${comment(field.description)} */`]),
    `${/^\w+$/.test(name) ? name : JSON.stringify(name)}${required.includes(name) ? "" : "?"}: ${typeText(field)};`,
  ]);
}

function comment(text: string): string {
  return text.replace(/\*\//g, "* /");
}
