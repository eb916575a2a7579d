import type { SyntaxProblem } from "./tree.ts";
import { problemAt } from "./tree.ts";
import { odditiesOf } from "./utf8.ts";

const known = new WeakMap<Uint8Array, readonly SyntaxProblem[]>();

/**
 * What is odd about the bytes of a text, and where: kept as it is, no reason to refuse edits, but KiCad reads it in
 * another way. What KiCad does is measured with KiCad 9.0.8 (`test/oracle/hostile-files.test.ts`). Bytes that are no
 * UTF-8 and NUL are told of once, where they stand first.
 */
export function textNotes(bytes: Uint8Array): readonly SyntaxProblem[] {
  let notes = known.get(bytes);
  if (notes === undefined) {
    notes = [...byteOrderMark(bytes), ...noText(bytes)];
    known.set(bytes, notes);
  }
  return notes;
}

/** A note as a line for people. */
export function noteLine({ line, column, message }: SyntaxProblem): string {
  return `Line ${line}, column ${column}: ${message}`;
}

function byteOrderMark(bytes: Uint8Array): SyntaxProblem[] {
  if (bytes[0] !== 0xef || bytes[1] !== 0xbb || bytes[2] !== 0xbf) return [];
  return [problemAt(bytes, 0, "a byte-order mark, with which KiCad does not open a file; it is kept")];
}

function noText(bytes: Uint8Array): SyntaxProblem[] {
  const { invalid, nul } = odditiesOf(bytes);
  const notes: SyntaxProblem[] = [];
  if (invalid >= 0) {
    const byte = bytes[invalid]!.toString(16).toUpperCase();
    const message = `the byte 0x${byte}, which is no UTF-8: it is kept, and KiCad takes a text that holds it for empty`;
    notes.push(problemAt(bytes, invalid, message));
  }
  if (nul >= 0) notes.push(problemAt(bytes, nul, "a NUL byte: it is kept, and KiCad ends a text before it"));
  return notes;
}
