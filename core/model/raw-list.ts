import type { Nm } from "../base/nm.ts";
import { encodeText, headOf, nmOf, textOf } from "../format/text.ts";
import type { Tree } from "../format/tree.ts";
import { LIST, parseTree } from "../format/tree.ts";
import { argOf } from "./field.ts";

/** A list of the file that the model only carries, for reading. */
export interface RawList {
  readonly tree: Tree;
  readonly node: number;
}

/** A raw property. */
export function rawText(text: string): RawList {
  return { tree: parseTree(encodeText(text)), node: 0 };
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

/** The n-th value after the head as nanometres. */
export function nmAt(raw: RawList | null, n: number, absent: Nm): Nm {
  if (raw === null) return absent;
  const arg = argOf(raw.tree, raw.node, n);
  const value = arg < 0 ? Number.NaN : nmOf(raw.tree, arg);
  return Number.isNaN(value) ? absent : value;
}

/** The n-th value after the head as text. */
export function textAt(raw: RawList | null, n: number, absent = ""): string {
  if (raw === null) return absent;
  const arg = argOf(raw.tree, raw.node, n);
  return arg < 0 ? absent : textOf(raw.tree, arg);
}
