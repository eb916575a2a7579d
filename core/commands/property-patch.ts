import { CommandError } from "../base/error.ts";
import type { Doc } from "../model/document.ts";
import type { Field } from "../model/field.ts";
import type { Shape } from "../model/kind.ts";
import { hasField, sameValue } from "../model/kind.ts";
import { kindOfFound, refOf } from "./item-json.ts";
import type { Found } from "./item-refs.ts";
import { layerNamed, layersNamed } from "./pcb/layers.ts";
import { nearest } from "./registry.ts";

// biome-ignore lint/suspicious/noExplicitAny: a shape's fields are of many types.
type AnyField = Field<any>;

/** What a caller does with a net's name: a new net may have to be made. */
export type NetNaming = (name: string) => string;

/**
 * The patch that sets properties given in surface units. Refuses, each with what would do: a property that the kind
 * has not or that cannot be set, a value that does not fit, a layer that the board has not, and a token that files of
 * the document's version do not know.
 */
export function propertyPatch(
  doc: Doc,
  found: Found,
  properties: Readonly<Record<string, unknown>>,
  netNaming: NetNaming = (name) => name,
): Record<string, unknown> {
  const { item } = found;
  const kind = kindOfFound(doc, found);
  const { shape } = kind;
  const patch: Record<string, unknown> = {};
  for (const [name, json] of Object.entries(properties)) {
    const field = Object.hasOwn(shape, name) ? shape[name] : undefined;
    if (field === undefined) throw unknownProperty(found, shape, name);
    refuseVersion(doc, found, field, name);
    const from = field.surface?.from as ((json: unknown, current: unknown) => unknown) | undefined;
    if (from === undefined) throw refused(found, `${name} cannot be set`, `It can set ${settable(shape).join(", ")}.`);
    const value = from(json, item[name]);
    if (value === undefined) throw refused(found, `${name} must be ${field.surface!.says}, not ${shown(json)}`);
    refuseInside(doc, found, field, value, item[name]);
    patch[name] = named(doc, found, field, value, netNaming);
    if (name === "net" && item.kind === "zone" && "netName" in item) patch["netName"] = patch[name];
  }
  const misfit = kind.misfit?.({ ...item, ...patch }) ?? null;
  if (misfit !== null) throw refused(found, misfit, setTogether(doc, item.kind));
  return patch;
}

/** The next call where properties do not go together as they were given. */
function setTogether(doc: Doc, kind: string): string {
  if (kind === "paper")
    return `Use ${doc.kind === "schematic" ? "sch" : "pcb"}.setPage, which sets what goes together.`;
  return "Give all properties that go together in one call.";
}

/** Names of the properties that can be set. */
export function settable(shape: Shape): string[] {
  return Object.keys(shape).filter((name) => shape[name]!.surface?.from !== undefined);
}

export function refused(found: Found, reason: string, hint = "Look at it with query.item first."): CommandError {
  const { item } = found;
  return new CommandError({
    code: "invalid-args",
    message: `Cannot set properties of ${item.kind} ${refOf(found) || item.id}: ${reason}.`,
    hint,
    data: { id: item.id },
  });
}

function unknownProperty(found: Found, shape: Shape, name: string): CommandError {
  const known = settable(shape);
  const near = nearest(name, known);
  return refused(
    found,
    `it has no property ${name}`,
    near === undefined ? `It has ${known.join(", ")}.` : `Did you mean ${near}? It has ${known.join(", ")}.`,
  );
}

/** The token of a property as it stands in the file: `(tenting …)`. */
function tokenOf(field: AnyField, name: string): string {
  return field.tokens?.[0] === undefined ? name : `(${field.tokens[0]} …)`;
}

function refuseVersion(doc: Doc, found: Found, field: AnyField, name: string): void {
  if (hasField(field, doc.version)) return;
  const old = doc.version < (field.since ?? 0);
  throw refused(
    found,
    `a file of version ${doc.version} has no ${name}, ${tokenOf(field, name)}${old ? "" : ` any more`}`,
    old
      ? `Files have it since version ${field.since}; raise the file with project.upgrade.`
      : "Look with query.schema at what takes its place.",
  );
}

/** What newly says something inside a list must be known to the file's version, too. */
function refuseInside(doc: Doc, found: Found, field: AnyField, value: unknown, was: unknown): void {
  if (field.inner === undefined || value === null) return;
  const now = field.many === true || field.unwrap !== undefined ? (value as readonly unknown[]) : [value];
  const then = field.many === true || field.unwrap !== undefined ? (was as readonly unknown[]) : [was];
  const row = field.unwrap === undefined ? field.inner : (field.inner.shape[field.unwrap]?.inner ?? field.inner);
  for (const [i, each] of now.entries()) {
    for (const [name, inside] of Object.entries(row.shape)) {
      const own = (each as Record<string, unknown>)[name];
      const old = (then[i] as Record<string, unknown> | null | undefined)?.[name] ?? inside.absent;
      if (sameValue(own, old)) continue;
      refuseVersion(doc, found, inside, name);
      refuseInside(doc, found, inside, own, old);
    }
  }
}

/** Names of layers and nets are checked against the board's own, inside lists too. */
function named(doc: Doc, found: Found, field: AnyField, value: unknown, netNaming: NetNaming): unknown {
  const verb = `put ${found.item.kind} ${found.item.id}`;
  if (doc.kind !== "board") return value;
  switch (field.surface?.names) {
    case "layer":
      return value === "" ? value : layerNamed(doc, value as string, verb);
    case "layers":
      return value === null ? value : layersNamed(doc, value as string[], verb);
    case "net":
      return netNaming(value as string);
    default:
      return value;
  }
}

function shown(json: unknown): string {
  const text = JSON.stringify(json) ?? "nothing";
  return text.length > 200 ? `${text.slice(0, 200)} …` : text;
}
