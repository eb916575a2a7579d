import type { Tree } from "../format/tree.ts";
import { ATOM } from "../format/tree.ts";

/** What a list's head leads to: finds it on the bytes, without making a text of it. */
export interface HeadTable {
  /** All words, one behind the other. */
  readonly pool: Uint8Array;
  /** By the slot that a word's hash leads to, or the next free one: where it stands in `pool`, its length, its code. */
  readonly at: Int32Array;
  readonly length: Int32Array;
  readonly code: Int32Array;
}

/** The code of a head that is not in the table. */
export const UNKNOWN = -1;

/** A table of words (ASCII) and their codes, from 0. */
export function headTable(codes: ReadonlyMap<string, number>): HeadTable {
  let size = 16;
  while (size < codes.size * 4) size *= 2;
  const words = [...codes.keys()];
  const pool = new Uint8Array(words.reduce((sum, word) => sum + word.length, 0));
  const table = {
    pool,
    at: new Int32Array(size),
    length: new Int32Array(size),
    code: new Int32Array(size).fill(UNKNOWN),
  };
  let used = 0;
  for (const [word, code] of codes) {
    for (let i = 0; i < word.length; i++) pool[used + i] = word.charCodeAt(i);
    let slot = hashOf(pool, used, word.length) & (size - 1);
    while (table.code[slot] !== UNKNOWN) slot = (slot + 1) & (size - 1);
    table.at[slot] = used;
    table.length[slot] = word.length;
    table.code[slot] = code;
    used += word.length;
  }
  return table;
}

/** The code of a list's head; {@link UNKNOWN} also where the list has none. */
export function headCode({ pool, at, length, code }: HeadTable, tree: Tree, list: number): number {
  const first = list + 1;
  if (first >= tree.next[list]! || tree.kind[first] !== ATOM) return UNKNOWN;
  const { bytes } = tree;
  const start = tree.start[first]!;
  const size = tree.end[first]! - start;
  const mask = code.length - 1;
  for (let slot = hashOf(bytes, start, size) & mask; code[slot] !== UNKNOWN; slot = (slot + 1) & mask) {
    if (length[slot] !== size) continue;
    const word = at[slot]!;
    let i = 0;
    while (i < size && bytes[start + i] === pool[word + i]) i++;
    if (i === size) return code[slot]!;
  }
  return UNKNOWN;
}

/** Of a word's length and three of its letters: the words of one table are few. */
function hashOf(bytes: Uint8Array, start: number, size: number): number {
  return size + bytes[start]! * 5 + bytes[start + (size >> 1)]! * 17 + bytes[start + size - 1]! * 3;
}
