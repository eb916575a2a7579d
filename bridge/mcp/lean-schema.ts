import type { Command } from "../../core/commands/define.ts";

/** JSON Schema as far as our commands use it. */
export interface Schema {
  readonly type?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly patternProperties?: Readonly<Record<string, Schema>>;
}

/** Arguments that every edit has; the instructions tell what they are once for all tools. */
const common: ReadonlySet<string> = new Set(["path", "revision", "dryRun", "requestId"]);

/** What is told of the arguments: their description too, their types, or their names alone. */
export type InputDetail = "described" | "names" | "bare";

/**
 * A command's arguments in few tokens: every name, type, choice and description; limits are left to the server, which
 * checks them anyway and says what is wrong. Never stricter than the command's own schema. Where there is little room
 * the arguments that all edits have are left to the instructions.
 */
export function leanInput(command: Command, detail: InputDetail = "described"): Schema {
  const { properties = {}, required = [] } = command.args as Schema;
  const told = Object.entries(properties).filter(
    ([name]) => detail === "described" || name === "path" || !common.has(name),
  );
  const lean = told.map(([name, schema]) => [
    name,
    detail === "bare"
      ? {}
      : common.has(name)
        ? { type: schema.type ?? "string" }
        : leanValue(schema, detail === "described"),
  ]);
  return { type: "object", properties: Object.fromEntries(lean), ...(required.length === 0 ? {} : { required }) };
}

function leanValue(schema: Schema, described: boolean): Schema {
  const description = described && schema.description !== undefined ? { description: trimmed(schema.description) } : {};
  const choices = schema.enum ?? constants(schema);
  if (choices !== null && choices !== undefined) return { enum: choices, ...description };
  if (schema.anyOf !== undefined)
    return { anyOf: distinct(schema.anyOf.map((each) => leanValue(each, false))), ...description };
  if (schema.type === "array") {
    return {
      type: "array",
      ...(schema.items === undefined ? {} : { items: leanValue(schema.items, false) }),
      ...description,
    };
  }
  if (schema.type === "object" && schema.properties !== undefined) {
    const inner = Object.entries(schema.properties).map(([name, each]) => [name, leanValue(each, described)]);
    const required = schema.required === undefined || schema.required.length === 0 ? {} : { required: schema.required };
    return { type: "object", properties: Object.fromEntries(inner), ...required, ...description };
  }
  return { ...(schema.type === undefined ? {} : { type: schema.type }), ...description };
}

function constants(schema: Schema): readonly unknown[] | null {
  if ("const" in schema) return [schema.const];
  const values = schema.anyOf?.map((each) => ("const" in each ? each.const : undefined));
  return values?.every((value) => value !== undefined) ? values : null;
}

function distinct(schemas: readonly Schema[]): Schema[] {
  return [...new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values()];
}

function trimmed(description: string): string {
  return description.replace(/\.$/, "");
}

/**
 * What a command answers, in few tokens: for edits the keys to look at, else each property's name and type. A list or
 * a bare value comes as `{ value }`; a picture is content of its own and no part of it. Without `names` of what is an
 * object only that it is one.
 */
export function leanOutput(command: Command, names = true): Schema {
  if (!names && (command.result as Schema).type === "object") return { type: "object" };
  if (command.kind === "edit") return { type: "object", required: ["revision", "newIds", "changedIds", "removedIds"] };
  const schema = command.result as Schema;
  if (schema.type !== "object") return { type: "object", properties: { value: leanType(schema) }, required: ["value"] };
  const shown = Object.entries(schema.properties ?? {}).filter(([name]) => name !== "png");
  if (shown.length === 0) return { type: "object" };
  return { type: "object", properties: Object.fromEntries(shown.map(([name, each]) => [name, leanType(each)])) };
}

function leanType({ type }: Schema): Schema {
  return type === undefined ? {} : { type };
}
