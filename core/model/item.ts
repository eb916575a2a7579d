import type { LayoutStyle } from "../format/layout.ts";
import { layOut, leadFor } from "../format/layout.ts";
import { decodeText, encodeText, headOf, isUtf8 } from "../format/text.ts";
import type { Tree } from "../format/tree.ts";
import { LIST, parseTree } from "../format/tree.ts";
import type { FileContext } from "./field.ts";
import type { Kind, ValuesOf } from "./kind.ts";
import { childKind, fieldOf, readFields, sameValue, slotsOf, takesPlace, writeField } from "./kind.ts";

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
  const tree = parseTree(source.bytes, { from: source.start, to: source.end, reuse: true });
  return readNode(kind, tree, 0, source, id, order, file);
}

function readNode(
  kind: Kind,
  tree: Tree,
  list: number,
  source: Source,
  id: ItemId,
  order: number,
  file: FileContext,
): Item {
  const children: Item[] = [];
  const seen = new Map<string, number>();
  const item: Record<string, unknown> = { id, kind: kind.kind, order, source, base: null, children };
  readFields(kind, tree, list, file, item, (node, childKind) => {
    let childId = idInside(tree, node);
    if (childId === "" || seen.has(childId)) {
      const token = headOf(tree, node);
      const n = (seen.get(token) ?? 0) + 1;
      seen.set(token, n);
      childId = `${id}/${token}#${n}`;
    } else seen.set(childId, 1);
    const start = tree.start[node]!;
    const inside = { bytes: tree.bytes, lead: leadOf(tree.bytes, start), start, end: tree.end[node]! };
    children.push(readNode(childKind, tree, node, inside, childId, (children.length + 1) * ORDER_STEP, file));
  });
  return item as unknown as Item;
}

/** The uuid that stands in a list, or "". Works on the bytes, so the tree need not reach below the list's sub-lists. */
export function idInside(tree: Tree, list: number): string {
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
    if (bytes[from] === 34 && bytes[to - 1] === 34 && to - from >= 2) return decodeText(bytes, from + 1, to - 1);
    return decodeText(bytes, from, to);
  }
  return "";
}

function hasAscii(bytes: Uint8Array, start: number, word: string): boolean {
  for (let i = 0; i < word.length; i++) if (bytes[start + i] !== word.charCodeAt(i)) return false;
  return true;
}

/** Where the blanks before `start` begin. */
function leadOf(bytes: Uint8Array, start: number): number {
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

/** Bytes or text, to be joined in order. */
export type Chunk = Uint8Array | string;

export interface WriteOptions {
  readonly file: FileContext;
  readonly style: LayoutStyle;
}

/** A stretch of an item's new text, and what it holds: a property's rank, a child's order, or neither. */
interface Part {
  readonly chunks: Chunk[];
  readonly rank?: number;
  readonly childOrder?: number;
}

/** Writes an item with the blanks before it: untouched parts as their own bytes, changed ones in KiCad's layout. */
export function writeItem(kind: Kind, item: Item, depth: number, options: WriteOptions, out: Chunk[]): void {
  const { source, base } = item;
  if (base === null) {
    out.push(source.bytes.subarray(source.lead, source.end));
    return;
  }
  const { bytes } = source;
  const tree = parseTree(bytes, { from: source.start, to: source.end });
  const changed = new Set(changedFields(item));
  const { names, riders } = slotsOf(kind);
  for (const [host, inside] of riders) if (inside.some((name) => changed.has(name))) changed.add(host);
  const texts = new Map<string, string>();
  for (const name of names) {
    if (!changed.has(name) || name === kind.tokenField) continue;
    const text = writeField(kind.shape[name]!, item[name], options.file, item);
    if (text !== null) texts.set(name, layOut(text, depth + 1, options.style));
  }
  const kept = new Map<number, Item>();
  const added: Item[] = [];
  const own = new Set(base.children.map((child) => child.source));
  for (const child of item.children) {
    if (own.has(child.source)) kept.set(child.source.start, child);
    else added.push(child);
  }

  const retoken = kind.tokenField !== undefined && changed.has(kind.tokenField);
  const head: Chunk[] = retoken
    ? [bytes.subarray(source.lead, tree.start[1]!), String(item[kind.tokenField!])]
    : [bytes.subarray(source.lead, tree.end[1]!)];
  const parts: Part[] = [{ chunks: head, rank: -1 }];
  let end = tree.end[1]!;
  let place = 0;
  for (let c = tree.next[1]!; c < tree.next[0]!; c = tree.next[c]!) {
    const from = end;
    end = tree.end[c]!;
    const isList = tree.kind[c] === LIST;
    const inner = isList ? childKind(kind, headOf(tree, c)) : undefined;
    if (inner !== undefined) {
      const child = kept.get(tree.start[c]!);
      const gap = bytes.subarray(from, leadOf(bytes, tree.start[c]!));
      if (child === undefined) {
        keepComment(parts, gap);
        continue;
      }
      const chunks: Chunk[] = [gap];
      writeItem(inner, child, depth + 1, options, chunks);
      parts.push({ chunks, childOrder: child.order });
      continue;
    }
    const name = fieldOf(kind, tree, c, isList ? -1 : place);
    if (takesPlace(kind, tree, c)) place++;
    if (name === undefined || !changed.has(name)) {
      parts.push({ chunks: [bytes.subarray(from, end)], rank: name === undefined ? -1 : names.indexOf(name) });
      continue;
    }
    const text = texts.get(name);
    if (text === undefined) {
      keepComment(parts, bytes.subarray(from, leadOf(bytes, tree.start[c]!)));
      continue;
    }
    texts.delete(name);
    parts.push({ chunks: [bytes.subarray(from, tree.start[c]!), text], rank: names.indexOf(name) });
  }
  for (const [name, text] of texts) {
    const { wordBefore } = kind.shape[name]!;
    const before = text.startsWith("(") || wordBefore === undefined ? null : names.indexOf(wordBefore);
    if (before === null) insertField(parts, names.indexOf(name), text, depth, options.style);
    else insertWord(parts, before, text);
  }
  for (const child of added) {
    const chunks: Chunk[] = [];
    writeItem(childKindOf(kind, child), child, depth + 1, options, chunks);
    insertChild(parts, { chunks, childOrder: child.order });
  }
  for (const part of parts) out.push(...part.chunks);
  out.push(bytes.subarray(end, source.end));
}

/** Comment lines before something that goes stay, each with its line break: what comes next must not become a comment. */
function keepComment(parts: Part[], gap: Uint8Array): void {
  if (gap.length > 0) parts.push({ chunks: [gap, "\n"] });
}

/** A property that stood nowhere goes behind the last one that comes before it in KiCad's order. */
function insertField(parts: Part[], rank: number, text: string, depth: number, style: LayoutStyle): void {
  let at = 0;
  for (let i = 0; i < parts.length; i++) {
    const r = parts[i]!.rank;
    if (r !== undefined && r < rank && (r >= 0 || i === 0)) at = i;
  }
  const inLine = !text.startsWith("(") || style !== "modern";
  const lead = style === "legacy-rows" ? "" : inLine ? " " : leadFor(depth + 1, style);
  parts.splice(at + 1, 0, { chunks: [lead, text], rank });
}

/** A flag's bare word that has a place of its own: before the property of rank `before`, or right behind the head (-1). */
function insertWord(parts: Part[], before: number, word: string): void {
  const at = before < 0 ? 1 : parts.findIndex((part) => part.rank === before);
  parts.splice(Math.max(at, 1), 0, { chunks: [` ${word}`] });
}

function insertChild(parts: Part[], part: Part): void {
  let at = -1;
  let lastField = 0;
  for (let i = 0; i < parts.length; i++) {
    const order = parts[i]!.childOrder;
    if (order === undefined) lastField = i;
    // Equal: what is added comes in the order of `children`.
    else if (order <= part.childOrder!) at = i;
  }
  const first = parts.findIndex((p) => p.childOrder !== undefined);
  parts.splice(at >= 0 ? at + 1 : first >= 0 ? first : lastField + 1, 0, part);
}

/** The text of an item without the blanks before it; latin-1 where its bytes are no UTF-8. */
export function textOfItem(kind: Kind, item: Item, options: WriteOptions): { text: string; encoding?: "latin1" } {
  const chunks: Chunk[] = [];
  writeItem(kind, item, 1, options, chunks);
  return chunksToText(chunks);
}

/** Joined chunks as JSON-safe text. */
export function chunksToText(chunks: readonly Chunk[]): { text: string; encoding?: "latin1" } {
  const bytes = joinChunks(chunks);
  if (isUtf8(bytes)) return { text: decodeText(bytes) };
  let text = "";
  for (const b of bytes) text += String.fromCharCode(b);
  return { text, encoding: "latin1" };
}

/** JSON-safe text back to bytes. */
export function bytesOfText(from: { readonly text: string; readonly encoding?: "latin1" }): Uint8Array {
  if (from.encoding !== "latin1") return encodeText(from.text);
  const bytes = new Uint8Array(from.text.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = from.text.charCodeAt(i);
  return bytes;
}

/** All chunks as one array of bytes. */
export function joinChunks(chunks: readonly Chunk[]): Uint8Array {
  const parts = chunks.map((chunk) => (typeof chunk === "string" ? encodeText(chunk) : chunk));
  let size = 0;
  for (const part of parts) size += part.length;
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/** The kind of an item inside another, by its own text's head. */
export function childKindOf(parent: Kind, child: Item): Kind {
  const tree = parseTree(child.source.bytes, { from: child.source.start, to: child.source.end, maxDepth: 1 });
  const kind = childKind(parent, headOf(tree, 0));
  if (kind === undefined) throw new Error(`a ${parent.kind} holds no ${headOf(tree, 0)}`);
  return kind;
}
