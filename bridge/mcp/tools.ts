import type { CommandFailure } from "../../core/base/error.ts";
import type { Command, Scope } from "../../core/commands/define.ts";
import type { Registry } from "../../core/commands/registry.ts";
import type { ProtocolVersion } from "./era.ts";
import { has } from "./era.ts";
import { leanInput, leanOutput } from "./lean-schema.ts";

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
  app: "session",
  project: "project",
  board: "board",
  schematic: "schematic",
  document: "board or schematic",
  library: "library",
};

/**
 * How much is said: all, without examples, the first sentence, that and no word about arguments and answers, or of the
 * arguments only their names.
 */
export type Detail = "examples" | "about" | "sentence" | "names" | "bare";

/** A tool in the words of a protocol revision. */
export function describeTool(command: Command, version: ProtocolVersion, detail: Detail = "examples"): Tool {
  const modern = has(version, "2025-06-18");
  const isShort = detail === "names" || detail === "bare";
  const level = isShort ? detail : "described";
  return {
    name: toolName(command.id),
    // The name says it too; where there is no room, it is enough.
    ...(modern && !isShort ? { title: command.title } : {}),
    description: describe(command, detail),
    inputSchema: leanInput(command, level),
    ...(modern ? { outputSchema: leanOutput(command, !isShort) } : {}),
    ...(has(version, "2025-03-26") ? { annotations: annotations(command, modern || isShort) } : {}),
  };
}

/** Only what differs from what a client assumes: that a tool writes, destroys, and does more each time it is called. */
function annotations(command: Command, bare: boolean): Record<string, unknown> {
  const title = bare ? {} : { title: command.title };
  if (command.kind === "query") return { ...title, readOnlyHint: true };
  return {
    ...title,
    // Edits are undoable and stay in memory until they are saved.
    ...(isDestructive(command) ? {} : { destructiveHint: false }),
    ...(idempotent.test(command.id) ? { idempotentHint: true } : {}),
  };
}

/** Whether it removes or overwrites something. */
export function isDestructive(command: Command): boolean {
  return destructive.test(command.id);
}

const destructive = /\.(delete|remove|revert|save|saveAs|close|fabricate|plot)\w*$|^export\./;

/** What a second call with the same arguments leaves as the first did. */
const idempotent =
  /\.(set[A-Z]\w*|open|save|lock|unlock|assign\w+|fillZones|unfillZones|unroute|delete|stop)$|^check\./;

/** At most so many examples stand in a description. */
const MAX_EXAMPLES = 3;

function describe(command: Command, detail: Detail): string {
  const about = detail === "examples" || detail === "about" ? command.about : firstSentence(command.about);
  const head = `${about} (${command.kind}, ${scopes[command.scope]})`;
  if (detail !== "examples") return head;
  const examples = command.examples.slice(0, MAX_EXAMPLES).map((example) => {
    const args = { ...(example.fixture === undefined ? {} : { path: example.fixture }), ...example.args };
    return `${example.about} ${JSON.stringify(args)}`;
  });
  return [head, ...examples].join("\n");
}

/** The first sentence, or what stands before its colon; what stands in brackets ends none. */
export function firstSentence(text: string): string {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const mark = text[at]!;
    if (mark === "(") depth++;
    else if (mark === ")") depth--;
    else if (depth <= 0 && /[.:;]/.test(mark) && /^\s?$/.test(text[at + 1] ?? "")) return `${text.slice(0, at)}.`;
  }
  return text;
}

type ObjectSchema = {
  readonly type?: unknown;
};

/** A command's result as `tools/call` answers it. */
export function toolResult(command: Command, result: unknown, version: ProtocolVersion): Record<string, unknown> {
  const { images, rest } = takeImage(result);
  const structured = (command.result as ObjectSchema).type === "object" ? rest : { value: rest };
  return {
    content: [...images, { type: "text", text: JSON.stringify(rest) ?? "null" }],
    ...(has(version, "2025-06-18") ? { structuredContent: structured } : {}),
  };
}

/** A value of our own as `tools/call` answers it. */
export function plainResult(value: object, version: ProtocolVersion): Record<string, unknown> {
  return {
    content: [{ type: "text", text: JSON.stringify(value) }],
    ...(has(version, "2025-06-18") ? { structuredContent: value } : {}),
  };
}

/** The picture of an answer apart from its facts. */
export function takeImage(result: unknown): { images: readonly ImageContent[]; rest: unknown } {
  if (typeof result !== "object" || result === null) return { images: [], rest: result };
  const { png, ...rest } = result as { png?: unknown };
  if (typeof png !== "string") return { images: [], rest: result };
  return { images: [{ type: "image", data: png, mimeType: "image/png" }], rest };
}

export interface ImageContent {
  readonly type: "image";
  /** base64 */
  readonly data: string;
  readonly mimeType: string;
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
