import type { Tree } from "../format/tree.ts";
import type { Field, FileContext } from "./field.ts";

interface Known {
  readonly bytes: Uint8Array;
  readonly value: unknown;
}

/** At most so many texts are remembered for each field; a board has few ways of writing an effects list. */
const LIMIT = 512;

const memos = new WeakMap<object, Map<number, Known>>();

/**
 * The value of a field whose text comes again and again (the effects of 60,000 fields): equal text gives the very same
 * object, read once. Values are never changed, so sharing is safe.
 */
export function sharedValue<T>(field: Field<T>, tree: Tree, node: number, file: FileContext): T {
  const { bytes } = tree;
  const start = tree.start[node]!;
  const end = tree.end[node]!;
  let hash = end - start;
  for (let i = start; i < end; i++) hash = (Math.imul(hash, 31) + bytes[i]!) | 0;
  let memo = memos.get(field);
  if (memo === undefined) {
    memo = new Map();
    memos.set(field, memo);
  }
  const known = memo.get(hash);
  if (known !== undefined && sameBytes(known.bytes, bytes, start, end)) return known.value as T;
  const value = field.read(tree, [node], file);
  if (memo.size >= LIMIT) memo.clear();
  memo.set(hash, { bytes: bytes.slice(start, end), value });
  return value;
}

function sameBytes(known: Uint8Array, bytes: Uint8Array, start: number, end: number): boolean {
  if (known.length !== end - start) return false;
  for (let i = 0; i < known.length; i++) if (known[i] !== bytes[start + i]) return false;
  return true;
}
