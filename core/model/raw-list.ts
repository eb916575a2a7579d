import type { Nm } from "../base/nm.ts";
import { encodeText, headOf, nmOf, numberOf, textOf } from "../format/text.ts";
import type { Tree } from "../format/tree.ts";
import { LIST, parseTree } from "../format/tree.ts";
import { argOf, listOf } from "./field.ts";
import type { Item } from "./item.ts";

/** A list of the file that the model only carries, for reading. */
export interface RawList {
  readonly tree: Tree;
  readonly node: number;
}

/** The text that an item came from. */
export function rawItem(item: Item): RawList {
  return { tree: parseTree(item.source.bytes, { from: item.source.start, to: item.source.end }), node: 0 };
}

/** A raw property. */
export function rawText(text: string): RawList {
  return { tree: parseTree(encodeText(text)), node: 0 };
}

export function headIn(raw: RawList): string {
  return headOf(raw.tree, raw.node);
}

/** The first sub-list with this head. */
export function sub(raw: RawList | null, head: string): RawList | null {
  if (raw === null) return null;
  const node = listOf(raw.tree, raw.node, head);
  return node < 0 ? null : { tree: raw.tree, node };
}

/** All sub-lists, or those with this head. */
export function subs(raw: RawList | null, head?: string): RawList[] {
  if (raw === null) return [];
  const { tree, node } = raw;
  const found: RawList[] = [];
  for (let c = node + 1; c < tree.next[node]!; c = tree.next[c]!)
    if (tree.kind[c] === LIST && (head === undefined || headOf(tree, c) === head)) found.push({ tree, node: c });
  return found;
}

/** The loose words after the head. */
export function words(raw: RawList | null): string[] {
  if (raw === null) return [];
  const { tree, node } = raw;
  const found: string[] = [];
  for (let c = node + 1; c < tree.next[node]!; c = tree.next[c]!)
    if (tree.kind[c] !== LIST && c !== node + 1) found.push(textOf(tree, c));
  return found;
}

/** The n-th value after the head as nanometres. */
export function nmAt(raw: RawList | null, n: number, absent: Nm): Nm {
  if (raw === null) return absent;
  const arg = argOf(raw.tree, raw.node, n);
  const value = arg < 0 ? Number.NaN : nmOf(raw.tree, arg);
  return Number.isNaN(value) ? absent : value;
}

/** The n-th value after the head as a plain number. */
export function numberAt(raw: RawList | null, n: number, absent: number): number {
  if (raw === null) return absent;
  const arg = argOf(raw.tree, raw.node, n);
  const value = arg < 0 ? Number.NaN : numberOf(raw.tree, arg);
  return Number.isNaN(value) ? absent : value;
}

/** The n-th value after the head as text. */
export function textAt(raw: RawList | null, n: number, absent = ""): string {
  if (raw === null) return absent;
  const arg = argOf(raw.tree, raw.node, n);
  return arg < 0 ? absent : textOf(raw.tree, arg);
}

/** Whether a yes/no list says yes; a list without a word says yes. */
export function isYes(raw: RawList | null, absent: boolean): boolean {
  return raw === null ? absent : textAt(raw, 1, "yes") !== "no";
}
