import type { Tree } from "../format/tree.ts";
import type { Field, FileContext } from "./field.ts";

interface Known {
  readonly bytes: Uint8Array;
  readonly value: unknown;
}

/** At most so many texts are remembered for each field; a board has few ways of writing an effects list. */
const LIMIT = 512;

/** What is known of a field's texts, by their hash; and the one that came last, which often comes next. */
export interface Memo {
  readonly known: Map<number, Known>;
  last: Known | null;
}

export function emptyMemo(): Memo {
  return { known: new Map(), last: null };
}

/**
 * The value of a field whose text comes again and again (the effects of 60,000 fields): equal text gives the very same
 * object, read once. Values are never changed, so sharing is safe.
 */
export function sharedValue<T>(memo: Memo, read: Field<T>["read"], tree: Tree, node: number, file: FileContext): T {
  const { bytes } = tree;
  const start = tree.start[node]!;
  const end = tree.end[node]!;
  const { last } = memo;
  if (last !== null && sameBytes(last.bytes, bytes, start, end)) return last.value as T;
  let hash = end - start;
  for (let i = start; i < end; i++) hash = (Math.imul(hash, 31) + bytes[i]!) | 0;
  const known = memo.known.get(hash);
  if (known !== undefined && sameBytes(known.bytes, bytes, start, end)) {
    memo.last = known;
    return known.value as T;
  }
  const value = read(tree, [node], file);
  if (memo.known.size >= LIMIT) memo.known.clear();
  // A copy: `slice` of Node's buffers would hold on to the whole file.
  memo.last = { bytes: new Uint8Array(bytes.subarray(start, end)), value };
  memo.known.set(hash, memo.last);
  return value;
}

function sameBytes(known: Uint8Array, bytes: Uint8Array, start: number, end: number): boolean {
  if (known.length !== end - start) return false;
  for (let i = 0; i < known.length; i++) if (known[i] !== bytes[start + i]) return false;
  return true;
}
