import type { LayoutStyle } from "../format/layout.ts";
import { layOut, leadFor } from "../format/layout.ts";
import { decodeText, encodeText, headOf, isUtf8 } from "../format/text.ts";
import type { Tree } from "../format/tree.ts";
import { LIST, parseTree } from "../format/tree.ts";
import type { Field, FileContext } from "./field.ts";
import type { Item } from "./item.ts";
import { childKindOf, leadOf } from "./item.ts";
import type { Kind } from "./kind.ts";
import { childKind, fieldOf, sameValue, slotsOf, takesPlace, writeField, writeFields } from "./kind.ts";

/** Bytes or text, to be joined in order. */
export type Chunk = Uint8Array | string;

export interface WriteOptions {
  readonly file: FileContext;
  readonly style: LayoutStyle;
}

type Values = Readonly<Record<string, unknown>>;

/** A stretch of a list's new text, and what it holds: a property's rank, a child's place among its like, or neither. */
interface Part {
  readonly chunks: Chunk[];
  readonly rank?: number;
  readonly childPlace?: number;
}

/** Writes an item with the blanks before it: untouched parts as their own bytes, changed ones in KiCad's layout. */
export function writeItem(kind: Kind, item: Item, depth: number, options: WriteOptions, out: Chunk[]): void {
  const { source, base } = item;
  const { bytes } = source;
  if (base === null) {
    out.push(bytes.subarray(source.lead, source.end));
    return;
  }
  const tree = parseTree(bytes, { from: source.start, to: source.end });
  const kept = new Map<number, PlacedChild>();
  const added: PlacedChild[] = [];
  const own = new Set(base.children.map((child) => child.source));
  for (const [place, child] of item.children.entries()) {
    if (own.has(child.source)) kept.set(child.source.start, { child, place });
    else added.push({ child, place });
  }
  out.push(bytes.subarray(source.lead, source.start));
  rewriteList(kind, tree, 0, { was: base, now: item, depth, options, kept, added }, out);
}

/** An item inside another, and its place among all of them. */
interface PlacedChild {
  readonly child: Item;
  readonly place: number;
}

interface Rewriting {
  readonly was: Values;
  readonly now: Values;
  readonly depth: number;
  readonly options: WriteOptions;
  /** Items inside that stay, by the offset of their old text. */
  readonly kept: ReadonlyMap<number, PlacedChild>;
  readonly added: readonly PlacedChild[];
}

/**
 * A list's new text, from its old one: what nobody changed is copied byte for byte, also tokens that we do not know;
 * what changed is laid out anew, down to the innermost property that differs; what is new goes behind the property
 * that precedes it in the shape table.
 */
function rewriteList(kind: Kind, tree: Tree, list: number, work: Rewriting, out: Chunk[]): void {
  const { was, now, depth, options } = work;
  const { bytes } = tree;
  const { names, fields, riders } = slotsOf(kind);
  const changed = new Set(names.filter((name) => !sameValue(was[name], now[name])));
  for (const [host, inside] of riders) if (inside.some((name) => changed.has(name))) changed.add(host);
  const texts = new Map<string, string>();
  for (const [rank, name] of names.entries()) {
    if (!changed.has(name) || name === kind.tokenField) continue;
    const text = writeField(fields[rank]!, now[name], options.file, now);
    if (text !== null) texts.set(name, layOut(text, depth + 1, options.style));
  }
  const rowsDone = new Map<string, number>();
  const first = tree.next[list]! > list + 1 ? list + 1 : list;
  const headEnd = first === list ? tree.start[list]! + 1 : tree.end[first]!;
  const retoken = kind.tokenField !== undefined && changed.has(kind.tokenField);
  const head: Chunk[] = retoken
    ? [bytes.subarray(tree.start[list]!, tree.start[first]!), String(now[kind.tokenField!])]
    : [bytes.subarray(tree.start[list]!, headEnd)];
  const parts: Part[] = [{ chunks: head, rank: -1 }];
  let end = headEnd;
  let place = 0;
  for (let c = first === list ? tree.next[list]! : tree.next[first]!; c < tree.next[list]!; c = tree.next[c]!) {
    const from = end;
    end = tree.end[c]!;
    const start = tree.start[c]!;
    const isList = tree.kind[c] === LIST;
    const gapEnd = leadOf(bytes, start);
    const innerItem = isList ? childKind(kind, headOf(tree, c)) : undefined;
    if (innerItem !== undefined) {
      const kept = work.kept.get(start);
      const gap = bytes.subarray(from, gapEnd);
      if (kept === undefined) {
        keepComment(parts, gap);
        continue;
      }
      const chunks: Chunk[] = [gap];
      writeItem(innerItem, kept.child, depth + 1, options, chunks);
      parts.push({ chunks, childPlace: kept.place });
      continue;
    }
    const rank = fieldOf(kind, tree, c, isList ? -1 : place);
    if (takesPlace(kind, tree, c)) place++;
    const name = rank === undefined ? undefined : names[rank]!;
    if (name === undefined || !changed.has(name)) {
      parts.push({ chunks: [bytes.subarray(from, end)], rank: rank ?? -1 });
      continue;
    }
    const field = fields[rank!]!;
    const nth = rowsDone.get(name) ?? 0;
    rowsDone.set(name, nth + 1);
    const inside = isList ? insideOf(field, was[name], now[name], nth) : null;
    if (inside !== null && texts.has(name)) {
      const chunks: Chunk[] = [bytes.subarray(from, start)];
      rewriteList(field.inner!, tree, c, { ...work, ...inside, depth: depth + 1 }, chunks);
      parts.push({ chunks, rank: rank! });
      continue;
    }
    const text = field.inner !== undefined && nth > 0 ? undefined : texts.get(name);
    if (text === undefined) {
      keepComment(parts, bytes.subarray(from, gapEnd));
      continue;
    }
    texts.delete(name);
    parts.push({ chunks: [bytes.subarray(from, start), text], rank: rank! });
  }
  for (const [name, whole] of texts) {
    const rank = names.indexOf(name);
    const field = fields[rank]!;
    const text = restOf(field, now[name], rowsDone.get(name) ?? 0, whole, depth, options);
    if (text === null) continue;
    const before = text.startsWith("(") || field.wordBefore === undefined ? null : names.indexOf(field.wordBefore);
    if (before === null) insertField(parts, rank, text, depth, options.style);
    else insertWord(parts, before, text);
  }
  for (const { child, place } of work.added) {
    const chunks: Chunk[] = [];
    writeItem(childKindOf(kind, child), child, depth + 1, options, chunks);
    insertChild(parts, { chunks, childPlace: place });
  }
  for (const part of parts) out.push(...part.chunks);
  // A list that held no others stood on one line; now its bracket closes on one of its own.
  const grew = !holdsLists(tree, list) && parts.slice(1).some(startsLine);
  if (grew && options.style === "modern" && tree.end[list]! - end === 1) out.push(leadFor(depth, options.style));
  out.push(bytes.subarray(end, tree.end[list]!));
}

function holdsLists(tree: Tree, list: number): boolean {
  for (let c = list + 1; c < tree.next[list]!; c = tree.next[c]!) if (tree.kind[c] === LIST) return true;
  return false;
}

function startsLine({ chunks: [first] }: Part): boolean {
  return typeof first === "string"
    ? first.startsWith("\n")
    : first !== undefined && (first[0] === 10 || first[0] === 13);
}

const NO_ITEMS = { kept: new Map<number, PlacedChild>(), added: [] };

/** What the n-th list of a changed property said and says, where both do: it is rewritten in place. */
function insideOf(
  // biome-ignore lint/suspicious/noExplicitAny: fields of many types.
  field: Field<any>,
  was: unknown,
  now: unknown,
  nth: number,
): (Pick<Rewriting, "was" | "now"> & typeof NO_ITEMS) | null {
  if (field.inner === undefined) return null;
  if (field.unwrap !== undefined) return { was: { [field.unwrap]: was }, now: { [field.unwrap]: now }, ...NO_ITEMS };
  const pick = (value: unknown) => (field.many === true ? (value as readonly unknown[])[nth] : value);
  const [then, next] = [pick(was), pick(now)];
  return isRecord(then) && isRecord(next) ? { was: then, now: next, ...NO_ITEMS } : null;
}

/** What of a changed property is still to be written: of rows those that no old row made place for. */
function restOf(
  // biome-ignore lint/suspicious/noExplicitAny: fields of many types.
  field: Field<any>,
  now: unknown,
  done: number,
  whole: string,
  depth: number,
  options: WriteOptions,
): string | null {
  if (done === 0) return whole;
  if (field.inner === undefined || field.many !== true) return null;
  const rest = (now as readonly Values[]).slice(done);
  if (rest.length === 0) return null;
  const lead = options.style === "modern" ? leadFor(depth + 1, options.style) : " ";
  return rest.map((row) => layOut(writeFields(field.inner!, row, options.file), depth + 1, options.style)).join(lead);
}

function isRecord(value: unknown): value is Values {
  return typeof value === "object" && value !== null && !Array.isArray(value);
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
    if (r !== undefined && r <= rank && (r >= 0 || i === 0)) at = i;
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
    const place = parts[i]!.childPlace;
    if (place === undefined) lastField = i;
    else if (place < part.childPlace!) at = i;
  }
  const first = parts.findIndex((p) => p.childPlace !== undefined);
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
