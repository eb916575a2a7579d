import { CommandError } from "../base/error.ts";
import { layOut, leadFor } from "../format/layout.ts";
import { headOf } from "../format/text.ts";
import { parseTree } from "../format/tree.ts";
import type { Doc } from "./document.ts";
import {
  kindNamed,
  kindOfItem,
  kindOfToken,
  kindRanks,
  withItems,
  withOwnVersion,
  writeEntry,
  writeOptions,
} from "./document.ts";
import type { FileContext } from "./field.ts";
import { isJson } from "./file-kinds.ts";
import type { Item, ItemId } from "./item.ts";
import { childKindOf, ORDER_STEP, patchItem, RESERVED, readItem, withChildren } from "./item.ts";
import type { Entry } from "./item-table.ts";
import { isBefore } from "./item-table.ts";
import type { Kind } from "./kind.ts";
import { childKind, sameValue, writeFields } from "./kind.ts";
import { applyProjectStep, textOfSetting } from "./project/project-step.ts";
import type { Chunk } from "./rewrite.ts";
import { bytesOfText, chunksToText, joinChunks, writeItem } from "./rewrite.ts";

/**
 * The smallest change of a document. A step carries its past, so it inverts without a document, and it is plain JSON,
 * so it travels to a replica and into a journal as it is.
 */
export type Step = Inside &
  (
    | { readonly op: "add"; readonly item: ItemText }
    | { readonly op: "remove"; readonly item: ItemText }
    | { readonly op: "set"; readonly id: ItemId; readonly from: Patch; readonly to: Patch }
  );

/** Where an item stands that is no top-level one. */
interface Inside {
  /** The top-level item that it belongs to. */
  readonly in?: ItemId;
  /** The items between, from the outermost: a pin stands in a unit of a symbol. */
  readonly within?: readonly ItemId[];
}

/** Some properties of an item; an absent property is null. */
export type Patch = Readonly<Record<string, unknown>>;

/** An item as JSON: the text it was read from with the blanks before it, and the steps that make it what it is now. */
export interface ItemText {
  readonly id: ItemId;
  readonly kind: string;
  /** Place in file order: a number between those of its neighbours. */
  readonly order: number;
  readonly text: string;
  readonly encoding?: "latin1";
  readonly edits?: readonly Step[];
}

/** The step that takes `step` back. */
export function invertStep(step: Step): Step {
  if (step.op === "set") return { ...step, from: step.to, to: step.from };
  return { ...step, op: step.op === "add" ? "remove" : "add" };
}

/** The steps that take a list of steps back, in the order to apply them. */
export function invertSteps(steps: readonly Step[]): Step[] {
  return steps.map(invertStep).reverse();
}

/** The document after a step. Throws `conflict` and changes nothing when what the step found is not there. */
export function applyStep(doc: Doc, step: Step): Doc {
  if (isJson(doc.kind)) return applyProjectStep(doc, step);
  if (step.in !== undefined) {
    const owner = doc.items.get(step.in);
    if (owner === undefined) throw conflict(step, `its owner ${step.in} is not there`);
    const items = doc.items.with(applyInside(doc, kindOfItem(doc, owner), owner, step, step.within ?? [], doc.depth));
    return withItems(doc, items, false);
  }
  const netsChanged = step.op !== "set" ? step.item.kind === "net" : step.id.startsWith("net:");
  if (step.op === "add") {
    if (doc.items.entry(step.item.id) !== undefined) throw conflict(step, "an item of that id is there already");
    const kind = kindNamed(doc.kind, step.item.kind) ?? kindOfText(doc, step.item);
    const after = withItems(doc, doc.items.with(itemOfText(doc, kind, step.item)), netsChanged);
    return step.item.kind === "version" || doc.depth === 0 ? withOwnVersion(after) : after;
  }
  const id = step.op === "set" ? step.id : step.item.id;
  const item = doc.items.get(id);
  if (item === undefined) throw conflict(step, "it is not there");
  if (step.op === "set")
    return withItems(doc, doc.items.with(setFields(() => kindOfItem(doc, item), doc.file, item, step)), netsChanged);
  if (!sameItem(doc, kindOfItem(doc, item), item, step.item, doc.depth))
    throw conflict(step, "it was changed meanwhile");
  return withItems(doc, doc.items.without(id), netsChanged);
}

/** Applies steps in order. */
export function applySteps(doc: Doc, steps: readonly Step[]): Doc {
  return steps.reduce(applyStep, doc);
}

/** The kind of an item inside others, given from the top-level one down; without any, of a top-level item. */
export function kindInside(doc: Doc, owners: readonly Item[], item: Item): Kind {
  const [top, ...rest] = [...owners, item];
  let kind = kindOfItem(doc, top!);
  for (const each of rest) kind = childKindOf(kind, each);
  return kind;
}

/** The JSON form of an item as it stands; `owners` are those around it, from the top-level one down. */
export function textOfEntry(doc: Doc, item: Item, ...owners: readonly Item[]): ItemText {
  if (isJson(doc.kind)) return textOfSetting(item);
  return textOfKind(doc, kindInside(doc, owners, item), item);
}

function textOfKind(doc: Doc, kind: Kind, item: Item): ItemText {
  const base = item.base ?? item;
  const { source } = base;
  const edits = item.base === null ? [] : editsOf(doc, kind, item, item.base);
  return {
    id: item.id,
    kind: item.kind,
    order: item.order,
    ...chunksToText([source.bytes.subarray(source.lead, source.end)]),
    ...(edits.length === 0 ? {} : { edits }),
  };
}

/** The step that removes a top-level item. */
export function removeStep(doc: Doc, item: Item): Step {
  return { op: "remove", item: textOfEntry(doc, item) };
}

/** The step that removes an item from inside others, given from the top-level one down. */
export function removeInsideStep(doc: Doc, owners: Item | readonly Item[], child: Item): Step {
  return { op: "remove", ...placeIn(owners), item: textOfEntry(doc, child, ...listOf(owners)) };
}

function listOf(owners: Item | readonly Item[] | undefined): readonly Item[] {
  return owners === undefined ? [] : Array.isArray(owners) ? (owners as readonly Item[]) : [owners as Item];
}

/** Where a step finds an item inside others. */
function placeIn(owners: Item | readonly Item[] | undefined): Inside {
  const [top, ...within] = listOf(owners).map(({ id }) => id);
  return { ...(top === undefined ? {} : { in: top }), ...(within.length === 0 ? {} : { within }) };
}

/** The step that sets properties of an item, or null when they are so already. */
export function setStep(item: Item, to: Patch, owners?: Item | readonly Item[]): Step | null {
  const from: Record<string, unknown> = {};
  const changed: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(to)) {
    if (RESERVED.has(key) || !Object.hasOwn(item, key)) throw new Error(`a ${item.kind} has no property ${key}`);
    if (sameValue(item[key], value)) continue;
    refuseUncountable(value, key);
    from[key] = item[key];
    changed[key] = value;
  }
  if (Object.keys(changed).length === 0) return null;
  return { op: "set", id: item.id, from, to: changed, ...placeIn(owners) };
}

/** A file holds no number that is none, and JSON would make nothing of it. */
function refuseUncountable(value: unknown, key: string): void {
  if (typeof value === "number") {
    if (!Number.isFinite(value)) throw new Error(`${key} would be ${value}`);
  } else if (typeof value === "object" && value !== null)
    for (const each of Object.values(value)) refuseUncountable(each, key);
}

/** The step that adds a new item of a kind, placed behind its like in file order. */
export function addStep(doc: Doc, kindName: string, id: ItemId, values: Patch): Step {
  const kind = kindNamed(doc.kind, kindName);
  if (kind === undefined) throw new Error(`a ${doc.kind} has no kind ${kindName}`);
  for (const name of Object.keys(kind.shape)) refuseUncountable(values[name], name);
  const text = leadFor(doc.depth, doc.style) + layOut(writeFields(kind, values, doc.file), doc.depth, doc.style);
  return {
    op: "add",
    item: {
      id,
      kind: kindName,
      order: orderFor(doc, kindName),
      text: doc.eol === "\n" ? text : text.replace(/\n/g, "\r\n"),
    },
  };
}

/** The step that adds a new item inside another (a field of a symbol), behind its like; `token` is its list's head. */
export function addInsideStep(
  doc: Doc,
  owners: Item | readonly Item[],
  token: string,
  id: ItemId,
  values: Patch,
): Step {
  const around = listOf(owners);
  const owner = around.at(-1)!;
  const kind = childKind(kindInside(doc, around.slice(0, -1), owner), token);
  if (kind === undefined) throw new Error(`a ${owner.kind} holds no ${token}`);
  const { children } = owner;
  let after = children.length - 1;
  while (after >= 0 && children[after]!.kind !== kind.kind) after--;
  const low = children[after]?.order ?? 0;
  const high = children[after + 1]?.order ?? low + ORDER_STEP;
  const depth = doc.depth + around.length;
  const text = leadFor(depth, doc.style) + layOut(writeFields(kind, values, doc.file), depth, doc.style);
  return {
    op: "add",
    ...placeIn(around),
    item: {
      id,
      kind: kind.kind,
      order: low + (high - low) / 2 ** 20,
      text: doc.eol === "\n" ? text : text.replace(/\n/g, "\r\n"),
    },
  };
}

/** Where a new item of a kind stands in file order: behind its like, or else where KiCad writes its kind. */
export function orderFor(doc: Doc, kind: string): number {
  const { entries } = doc.items;
  let after = entries.length - 1;
  while (after >= 0 && entries[after]!.kind !== kind) after--;
  if (after < 0) {
    const ranks = kindRanks(doc.kind);
    const rank = ranks.get(kind) ?? Number.POSITIVE_INFINITY;
    const follows = (each: Entry) => (ranks.get(each.kind) ?? Number.POSITIVE_INFINITY) > rank;
    after = entries.length - 1;
    while (after >= 0 && follows(entries[after]!)) after--;
    if (after < 0) after = entries.length - 1;
  }
  const low = entries[after]?.order ?? 0;
  const high = entries[after + 1]?.order ?? low + 1024;
  // A small part of the gap, so that very many insertions at one place keep room.
  return low + (high - low) / 2 ** 20;
}

function itemOfText(doc: Doc, kind: Kind, from: ItemText): Item {
  const bytes = bytesOfText(from);
  let start = 0;
  while (start < bytes.length && bytes[start]! <= 32) start++;
  const source = { bytes, lead: 0, start, end: bytes.length };
  let item = readItem(kind, source, from.id, from.order, doc.file);
  for (const edit of from.edits ?? []) {
    if (edit.in !== undefined) item = applyInside(doc, kind, item, edit, edit.within ?? [], doc.depth);
    else if (edit.op === "set") item = setFields(() => kind, doc.file, item, edit);
  }
  return item;
}

function kindOfText(doc: Doc, from: ItemText): Kind {
  return kindOfToken(doc.kind, headOf(parseTree(bytesOfText(from), { maxDepth: 1 }), 0));
}

/** An item after a step inside it, or inside what `path` leads to from it. */
function applyInside(doc: Doc, kind: Kind, owner: Item, step: Step, path: readonly ItemId[], depth: number): Item {
  const [next, ...rest] = path;
  if (next === undefined) return withChildren(owner, applyToChildren(doc, kind, owner, step, depth));
  const index = owner.children.findIndex((child) => child.id === next);
  const child = owner.children[index];
  if (child === undefined) throw conflict(step, `its owner ${next} is not there`);
  const made = applyInside(doc, childKindOf(kind, child), child, step, rest, depth + 1);
  return withChildren(owner, owner.children.with(index, made));
}

function applyToChildren(doc: Doc, ownerKind: Kind, owner: Item, step: Step, depth: number): readonly Item[] {
  const { children } = owner;
  if (step.op === "add") {
    if (children.some((child) => child.id === step.item.id))
      throw conflict(step, "an item of that id is there already");
    const head = headOf(parseTree(bytesOfText(step.item), { maxDepth: 1 }), 0);
    const kind = childKind(ownerKind, head);
    if (kind === undefined) throw conflict(step, `a ${owner.kind} holds no ${head}`);
    const item = itemOfText(doc, kind, step.item);
    // An item that comes back is the one that the owner's text still has.
    const own = owner.base?.children.find((child) => child.id === item.id && sameText(child, item));
    const at = children.findIndex((child) => isBefore(item, child));
    return children.toSpliced(at < 0 ? children.length : at, 0, own !== undefined && item.base === null ? own : item);
  }
  const id = step.op === "set" ? step.id : step.item.id;
  const index = children.findIndex((child) => child.id === id);
  const child = children[index];
  if (child === undefined) throw conflict(step, "it is not there");
  if (step.op === "set")
    return children.with(
      index,
      setFields(() => childKindOf(ownerKind, child), doc.file, child, step),
    );
  if (!sameItem(doc, childKindOf(ownerKind, child), child, step.item, depth + 1))
    throw conflict(step, "it was changed meanwhile");
  return children.toSpliced(index, 1);
}

function sameText(a: Item, b: Item): boolean {
  const text = (item: Item) => chunksToText([item.source.bytes.subarray(item.source.lead, item.source.end)]).text;
  return text(a) === text(b);
}

function setFields(kind: () => Kind, file: FileContext, item: Item, step: Step & { op: "set" }): Item {
  for (const [key, value] of Object.entries(step.from)) {
    if (!sameValue(item[key], value) && !sameWritten(kind(), file, key, item, value))
      throw conflict(step, `its ${key} is ${JSON.stringify(item[key])} now`);
  }
  return patchItem(item, step.to);
}

/** Whether a value says the same in the file: text has fewer digits than a number, and a step may outlive the number. */
function sameWritten(kind: Kind, file: FileContext, key: string, item: Item, value: unknown): boolean {
  const field = kind.shape[key];
  if (field === undefined || value === undefined) return false;
  return field.write(item[key], file, item) === field.write(value, file, { ...item, [key]: value });
}

/** Whether an item is what a step took out: the same text and edits, or else the same when both are written. */
function sameItem(doc: Doc, kind: Kind, item: Item, from: ItemText, depth: number): boolean {
  if (sameValue(textOfKind(doc, kind, item), from)) return true;
  const written = (each: Item) => {
    const chunks: Chunk[] = [];
    writeItem(kind, each, depth, writeOptions(doc), chunks);
    return chunksToText(chunks);
  };
  return sameValue(written(item), written(itemOfText(doc, kind, from)));
}

/** The steps that make `base` into what the JSON form of an item of its id says. */
export function editsSince(doc: Doc, base: Item, from: ItemText): Step[] {
  const kind = kindOfItem(doc, base);
  return editsOf(doc, kind, itemOfText(doc, kind, from), base);
}

function editsOf(doc: Doc, kind: Kind, item: Item, base: Item): Step[] {
  const steps: Step[] = [];
  const from: Record<string, unknown> = {};
  const to: Record<string, unknown> = {};
  for (const key of Object.keys(item)) {
    if (RESERVED.has(key) || sameValue(item[key], base[key])) continue;
    from[key] = base[key];
    to[key] = item[key];
  }
  if (Object.keys(to).length > 0) steps.push({ op: "set", id: item.id, from, to });
  const now = new Map(item.children.map((child) => [child.id, child]));
  const then = new Map(base.children.map((child) => [child.id, child]));
  for (const child of base.children)
    if (!now.has(child.id))
      steps.push({ op: "remove", in: item.id, item: textOfKind(doc, childKindOf(kind, child), child) });
  for (const child of item.children) {
    const old = then.get(child.id);
    const own = childKindOf(kind, child);
    if (old === undefined) steps.push({ op: "add", in: item.id, item: textOfKind(doc, own, child) });
    else if (old !== child) {
      for (const { in: around, within, ...edit } of editsOf(doc, own, child, old))
        steps.push({ ...edit, in: item.id, ...(around === undefined ? {} : { within: [around, ...(within ?? [])] }) });
    }
  }
  return steps;
}

function conflict(step: Step, reason: string): CommandError {
  const id = step.op === "set" ? step.id : step.item.id;
  return new CommandError({
    code: "conflict",
    message: `Cannot ${step.op} ${id}: ${reason}.`,
    hint: "Read the item again with query.items and repeat the change on what is there now.",
    data: { id, ...(step.in === undefined ? {} : { in: step.in }) },
  });
}

/** Bytes of one top-level item as it would be written; for hashes and comparisons. */
export function bytesOfItem(doc: Doc, item: Item): Uint8Array {
  const chunks: Chunk[] = [];
  if (item.base === null) return item.source.bytes.subarray(item.source.lead, item.source.end);
  writeEntry(doc, item, writeOptions(doc), chunks);
  return joinChunks(chunks);
}
