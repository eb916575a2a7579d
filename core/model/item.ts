import { headOf, keepSlice, sliceOf } from "../format/text.ts";
import type { Tree } from "../format/tree.ts";
import { LIST, parseTree } from "../format/tree.ts";
import type { FileContext } from "./field.ts";
import type { Kind, Slots, ValuesOf } from "./kind.ts";
import { childKind, readValues, sameValue, slotsOf } from "./kind.ts";

/** Names an item inside its document: its uuid, or a made-up name where the file has none. */
export type ItemId = string;

/** The slice of text that an item came from: `[lead, start)` are the blanks before it, `[start, end)` is the item. */
export interface Source {
  readonly bytes: Uint8Array;
  readonly lead: number;
  readonly start: number;
  readonly end: number;
}

/** What every item has beside its properties. Items are values: nothing changes one. */
export interface ItemBase {
  readonly id: ItemId;
  readonly kind: string;
  /** Place in file order among its siblings: any number, ascending. */
  readonly order: number;
  readonly source: Source;
  /** The item as its source says, when properties differ from it. */
  readonly base: Item | null;
  /** Items inside this one (pads of a footprint, fields of a symbol), in file order; empty for most kinds. */
  readonly children: readonly Item[];
}

/** An item of some kind. `ItemOf<typeof track>` has the typed properties. */
export interface Item extends ItemBase {
  readonly [property: string]: unknown;
}

export type ItemOf<K extends Kind> = ItemBase & { readonly kind: K["kind"] } & ValuesOf<K["shape"]>;

/** The names that are no properties. */
export const RESERVED: ReadonlySet<string> = new Set(["id", "kind", "order", "source", "base", "children"]);

/** Distance between the order of neighbours in a freshly read file: room for insertions. */
export const ORDER_STEP = 1024;

/** Reads the item that stands at `source`, with everything inside it. */
export function readItem(kind: Kind, source: Source, id: ItemId, order: number, file: FileContext): Item {
  const tree = parseTree(source.bytes, { from: source.start, to: source.end, reuse: true, opaque: true });
  return readNode(slotsOf(kind), tree, 0, source, id, order, file);
}

/** Children of what has none. */
const NONE: readonly Item[] = Object.freeze([]);

/** Reads the item that stands at a node of a tree; lists of points and effects may have no slots inside (`opaque`). */
export function readNode(
  kind: Slots,
  tree: Tree,
  list: number,
  source: Source,
  id: ItemId,
  order: number,
  file: FileContext,
): Item {
  if (kind.childKinds.length === 0)
    return recordOf(kind, id, order, source, NONE, readValues(kind, tree, list, file, null));
  const children: Item[] = [];
  const seen = new Map<string, number>();
  const values = readValues(kind, tree, list, file, (node, childKind) => {
    let childId = idInside(tree, node);
    if (childId === "" || seen.has(childId)) {
      const token = headOf(tree, node);
      const n = (seen.get(token) ?? 0) + 1;
      seen.set(token, n);
      childId = `${id}/${token}#${n}`;
    } else seen.set(childId, 1);
    const start = tree.start[node]!;
    const own = { bytes: tree.bytes, lead: leadOf(tree.bytes, start), start, end: tree.end[node]! };
    children.push(readNode(childKind, tree, node, own, childId, (children.length + 1) * ORDER_STEP, file));
  });
  return recordOf(kind, id, order, source, children, values);
}

/** Records of a kind are made by a function of its own where there is one, so that they share one hidden class. */
function recordOf(
  { name, names, make }: Slots,
  id: ItemId,
  order: number,
  source: Source,
  children: readonly Item[],
  values: readonly unknown[],
): Item {
  if (make !== null) return make(id, name, order, source, children, values) as unknown as Item;
  const item: Record<string, unknown> = { id, kind: name, order, source, base: null, children };
  for (let i = 0; i < names.length; i++) item[names[i]!] = values[i];
  return item as unknown as Item;
}

/** Where the last {@link findId} found something. */
let idStart = 0;
let idEnd = 0;

/** Whether a uuid stands in a list. Works on the bytes, so the tree need not reach below the list's sub-lists. */
function findId(tree: Tree, list: number): boolean {
  const { bytes } = tree;
  for (let c = list + 1; c < tree.next[list]!; c = tree.next[c]!) {
    if (tree.kind[c] !== LIST) continue;
    const start = tree.start[c]! + 1;
    const word = bytes[start] === 117 ? "uuid" : bytes[start] === 116 ? "tstamp" : "";
    if (word === "" || bytes[start + word.length]! > 32 || !hasAscii(bytes, start, word)) continue;
    let from = start + word.length;
    let to = tree.end[c]! - 1;
    while (from < to && bytes[from]! <= 32) from++;
    while (to > from && bytes[to - 1]! <= 32) to--;
    const isQuoted = bytes[from] === 34 && bytes[to - 1] === 34 && to - from >= 2;
    idStart = isQuoted ? from + 1 : from;
    idEnd = isQuoted ? to - 1 : to;
    return true;
  }
  return false;
}

/** The uuid that stands in a list, or "". */
export function idInside(tree: Tree, list: number): string {
  return findId(tree, list) ? keepSlice(tree, idStart, idEnd, sliceOf(tree, idStart, idEnd)) : "";
}

/** Says that an item's uuid is this text, if it has one: so it is not made again. Made-up ids have a `#`. */
export function keepId(tree: Tree, list: number, id: ItemId): void {
  if (findId(tree, list) && idEnd - idStart === id.length && !id.includes("#")) keepSlice(tree, idStart, idEnd, id);
}

function hasAscii(bytes: Uint8Array, start: number, word: string): boolean {
  for (let i = 0; i < word.length; i++) if (bytes[start + i] !== word.charCodeAt(i)) return false;
  return true;
}

/** Where the blanks before `start` begin. */
export function leadOf(bytes: Uint8Array, start: number): number {
  let lead = start;
  while (lead > 0 && bytes[lead - 1]! <= 32) lead--;
  return lead;
}

/** The same item with some properties changed; `base` keeps what its text says. Changing all back gives the base itself. */
export function patchItem(item: Item, changes: Readonly<Record<string, unknown>>): Item {
  return settle({ ...item, ...changes, base: item.base ?? item });
}

/** The same item with other children. */
export function withChildren(item: Item, children: readonly Item[]): Item {
  return settle({ ...item, children, base: item.base ?? item });
}

/** The base itself when nothing differs from it, so that an undone edit is no edit. */
function settle(item: Item): Item {
  const base = item.base!;
  for (const key of Object.keys(item)) if (!RESERVED.has(key) && !sameValue(item[key], base[key])) return item;
  if (item.children.length !== base.children.length) return item;
  for (let i = 0; i < item.children.length; i++) if (item.children[i] !== base.children[i]) return item;
  return base;
}

/** The properties of an item that differ from its source's. */
export function changedFields(item: Item): string[] {
  const { base } = item;
  if (base === null) return [];
  return Object.keys(item).filter((key) => !RESERVED.has(key) && !sameValue(item[key], base[key]));
}

/** The kind of an item inside another, by its own text's head. */
export function childKindOf(parent: Kind, child: Item): Kind {
  const { bytes, start, end } = child.source;
  const head = headOf(parseTree(bytes, { from: start, to: end, maxDepth: 1, reuse: true }), 0);
  const kind = childKind(parent, head);
  if (kind === undefined) throw new Error(`a ${parent.kind} holds no ${head}`);
  return kind;
}
