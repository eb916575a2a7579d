import type { CommandFailure } from "../../core/base/error.ts";
import type { Command, Scope } from "../../core/commands/define.ts";
import type { Registry } from "../../core/commands/registry.ts";
import type { ProtocolVersion } from "./era.ts";
import { has } from "./era.ts";

/** A tool as `tools/list` shows it. */
export interface Tool {
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  readonly inputSchema: unknown;
  readonly outputSchema?: unknown;
  readonly annotations?: Readonly<Record<string, unknown>>;
}

/** `pcb.addTrack` is the tool `pcb_addTrack`. */
export function toolName(id: string): string {
  return id.replace(/\./g, "_");
}

/** The commands that are tools, by tool name, in a fixed order. */
export function toolCommands(registry: Registry): ReadonlyMap<string, Command> {
  const offered = registry.commands.filter((command) => command.kind !== "ui");
  const named = offered.map((command) => [toolName(command.id), command] as const);
  return new Map(named.sort(([a], [b]) => (a < b ? -1 : 1)));
}

const scopes: Readonly<Record<Scope, string>> = {
  app: "the session",
  project: "a project",
  board: "a board",
  schematic: "a schematic",
  document: "a board or schematic",
  library: "a library",
};

/** A tool in the words of a protocol revision. */
export function describeTool(command: Command, version: ProtocolVersion): Tool {
  const modern = has(version, "2025-06-18");
  const readOnly = command.kind === "query";
  return {
    name: toolName(command.id),
    ...(modern ? { title: command.title } : {}),
    description: describe(command),
    inputSchema: command.args,
    ...(modern ? { outputSchema: outputSchema(command) } : {}),
    ...(has(version, "2025-03-26")
      ? {
          annotations: {
            ...(modern ? {} : { title: command.title }),
            readOnlyHint: readOnly,
            // Edits are undoable and stay in memory until they are saved.
            destructiveHint: !readOnly && destructive.test(command.id),
            idempotentHint: readOnly,
            openWorldHint: false,
          },
        }
      : {}),
  };
}

const destructive = /\.(delete|remove|revert|save|saveAs|close|fabricate|plot)\w*$|^export\./;

function describe(command: Command): string {
  const name = toolName(command.id);
  const examples = command.examples.slice(0, 3).map((example) => {
    const args = { ...(example.fixture === undefined ? {} : { path: example.fixture }), ...example.args };
    return `- ${example.about} ${name} ${JSON.stringify(args)}`;
  });
  const nature = `Kind: ${command.kind}, works on ${scopes[command.scope]}. Units: millimetres and degrees; x right, y down.`;
  return [command.about, nature, ...(examples.length === 0 ? [] : ["Examples:", ...examples])].join("\n");
}

type ObjectSchema = {
  readonly type?: unknown;
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly required?: readonly string[];
};

/** The result's schema, in an object when it is none; an image is content of its own and no part of it. */
export function outputSchema(command: Command): unknown {
  const schema = command.result as ObjectSchema;
  if (schema.type !== "object") {
    return { type: "object", properties: { value: schema }, required: ["value"] };
  }
  if (schema.properties?.["png"] === undefined) return schema;
  const { png: _, ...properties } = schema.properties;
  return { ...schema, properties, required: (schema.required ?? []).filter((name) => name !== "png") };
}

/** A command's result as `tools/call` answers it. */
export function toolResult(command: Command, result: unknown, version: ProtocolVersion): Record<string, unknown> {
  const { images, rest } = takeImage(result);
  const structured = (command.result as ObjectSchema).type === "object" ? rest : { value: rest };
  return {
    content: [...images, { type: "text", text: JSON.stringify(rest) ?? "null" }],
    ...(has(version, "2025-06-18") ? { structuredContent: structured } : {}),
  };
}

function takeImage(result: unknown): { images: unknown[]; rest: unknown } {
  if (typeof result !== "object" || result === null) return { images: [], rest: result };
  const { png, ...rest } = result as { png?: unknown };
  if (typeof png !== "string") return { images: [], rest: result };
  return { images: [{ type: "image", data: png, mimeType: "image/png" }], rest };
}

/** A failure as a result, so that the model reads it and can do better. */
export function toolFailure(failure: CommandFailure): Record<string, unknown> {
  const lines = [`${failure.code}: ${failure.message}`];
  if (failure.hint !== undefined) lines.push(failure.hint);
  // Schema errors are already in the message, in words.
  const { errors: _, ...facts } = failure.data ?? {};
  if (Object.keys(facts).length > 0) lines.push(JSON.stringify(facts));
  return { content: [{ type: "text", text: lines.join("\n") }], isError: true };
}
