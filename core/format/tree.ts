/**
 * The lossless tree of an s-expression text: a byte-level lexer that fills flat typed arrays, one slot a node, in the
 * order of the text. Node `n` spans `bytes[start[n], end[n])`; the node after n's whole subtree is `next[n]`, so the
 * children of a list are `for (c = n + 1; c < next[n]; c = next[c])`. Nothing of the text is copied or lost: what lies
 * between two nodes (blanks, line ends, comment lines) is the gap between their spans.
 *
 * Reading never fails: what is wrong comes back as `problems`, and a tree with problems is not to be written.
 */
export interface Tree {
  readonly bytes: Uint8Array;
  readonly count: number;
  readonly kind: Uint8Array;
  readonly start: Int32Array;
  readonly end: Int32Array;
  readonly next: Int32Array;
  readonly problems: readonly SyntaxProblem[];
}

/** What is wrong in a text, and where (byte offset; line and column from 1, column in bytes). */
export interface SyntaxProblem {
  readonly message: string;
  readonly offset: number;
  readonly line: number;
  readonly column: number;
}

export const LIST = 0;
export const ATOM = 1;
export const STRING = 2;

/** Lists nested deeper than this are refused: no real file comes near, and a bomb must not exhaust memory. */
export const MAX_DEPTH = 2000;

/** Reading stops here: what follows so many problems tells nothing new. */
const MAX_PROBLEMS = 100;

export interface ParseOptions {
  /** First byte to read; 0 when absent. */
  readonly from?: number;
  /** End of the part to read; the text's end when absent. */
  readonly to?: number;
  /** Nodes nested deeper than this get no slot (their brackets are still checked). A root list has depth 0. */
  readonly maxDepth?: number;
  /** Fill the arrays of the last such call again: the tree is good until the next. For reading many small parts. */
  readonly reuse?: boolean;
}

let spare: Pick<Tree, "kind" | "start" | "end" | "next"> | null = null;

/** Arrays bigger than this (slots) are not kept for the next call. */
const SPARE_LIMIT = 1 << 18;

const SPACE = 32;
const QUOTE = 34;
const HASH = 35;
const OPEN = 40;
const CLOSE = 41;
const BACKSLASH = 92;

/** Reads `bytes` (UTF-8 text, a byte-order mark allowed) into a {@link Tree}. */
export function parseTree(bytes: Uint8Array, options: ParseOptions = {}): Tree {
  const to = options.to ?? bytes.length;
  const maxDepth = options.maxDepth ?? MAX_DEPTH;
  let capacity = Math.max(64, Math.min((to - (options.from ?? 0)) >> 3, 1 << 16));
  const again = options.reuse === true && spare !== null ? spare : null;
  if (again !== null) capacity = again.kind.length;
  let kind = again?.kind ?? new Uint8Array(capacity);
  let start = again?.start ?? new Int32Array(capacity);
  let end = again?.end ?? new Int32Array(capacity);
  let next = again?.next ?? new Int32Array(capacity);
  let count = 0;
  const open: number[] = []; // node of each open list, or ~offset when it has no slot
  const problems: SyntaxProblem[] = [];
  let depth = 0;
  let i = options.from ?? 0;
  if (i === 0 && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) i = 3;

  while (i < to && problems.length < MAX_PROBLEMS) {
    const b = bytes[i]!;
    if (b <= SPACE) {
      if (b === 0) problems.push(problemAt(bytes, i, "a NUL byte"));
      i++;
      continue;
    }
    if (count + 2 > capacity) {
      capacity *= 2;
      kind = grown(kind, new Uint8Array(capacity));
      start = grown(start, new Int32Array(capacity));
      end = grown(end, new Int32Array(capacity));
      next = grown(next, new Int32Array(capacity));
    }
    if (b === OPEN) {
      if (depth <= maxDepth) {
        kind[count] = LIST;
        start[count] = i;
        open.push(count);
        count++;
      } else open.push(~i);
      depth++;
      i++;
      if (depth > MAX_DEPTH) {
        problems.push(problemAt(bytes, i - 1, `lists nested more than ${MAX_DEPTH} deep`));
        break;
      }
      continue;
    }
    if (b === CLOSE) {
      i++;
      const node = open.pop();
      if (node === undefined) {
        problems.push(problemAt(bytes, i - 1, "a ')' that closes nothing"));
        continue;
      }
      depth--;
      if (node >= 0) {
        end[node] = i;
        next[node] = count;
      }
      continue;
    }
    const first = i;
    let what = ATOM;
    if (b === QUOTE) {
      what = STRING;
      i++;
      while (i < to && bytes[i] !== QUOTE) i += bytes[i] === BACKSLASH ? 2 : 1;
      if (i >= to) {
        i = to;
        problems.push(problemAt(bytes, first, "a string that is never closed"));
      } else i++;
    } else if (b === HASH && startsLine(bytes, i)) {
      while (i < to && bytes[i] !== 10) i++;
      continue;
    } else {
      do i++;
      while (i < to && !endsAtom(bytes[i]!));
    }
    if (what === ATOM && bytes[first - 1] === CLOSE && isFilterRatio(bytes, first, i)) {
      if (depth <= maxDepth) {
        kind[count] = LIST;
        start[count] = first;
        open.push(count++);
      } else open.push(~first);
      depth++;
    }
    if (depth <= maxDepth) {
      kind[count] = what;
      start[count] = first;
      end[count] = i;
      next[count] = ++count;
    }
  }
  for (const node of open) {
    if (node >= 0) {
      end[node] = to;
      next[node] = count;
    }
  }
  const unclosed = open.at(-1);
  if (unclosed !== undefined && problems.length === 0) {
    const offset = unclosed >= 0 ? start[unclosed]! : ~unclosed;
    problems.push(problemAt(bytes, offset, `a '(' that is never closed (${open.length} open at the end)`));
  }
  if (options.reuse === true) spare = capacity <= SPARE_LIMIT ? { kind, start, end, next } : null;
  return { bytes, count, kind, start, end, next, problems };
}

/** Line and column (from 1, in bytes) of a byte offset. */
export function problemAt(bytes: Uint8Array, offset: number, message: string): SyntaxProblem {
  let line = 1;
  let lineStart = 0;
  for (let i = 0; i < offset; i++) {
    if (bytes[i] === 10) {
      line++;
      lineStart = i + 1;
    }
  }
  return { message, offset, line, column: offset - lineStart + 1 };
}

function endsAtom(b: number): boolean {
  return b <= SPACE || b === OPEN || b === CLOSE || b === QUOTE;
}

/**
 * KiCad 8.99 wrote teardrops as `(curved_edges no)filter_ratio 0.9)`, the bracket missing, and KiCad reads them so:
 * that word opens its own list.
 */
function isFilterRatio(bytes: Uint8Array, start: number, end: number): boolean {
  const word = "filter_ratio";
  if (end - start !== word.length) return false;
  for (let k = 0; k < word.length; k++) if (bytes[start + k] !== word.charCodeAt(k)) return false;
  return true;
}

function startsLine(bytes: Uint8Array, i: number): boolean {
  for (let k = i - 1; k >= 0; k--) {
    const b = bytes[k]!;
    if (b === 10) return true;
    if (b > SPACE) return false;
  }
  return true;
}

function grown<T extends Uint8Array | Int32Array>(from: T, to: T): T {
  to.set(from);
  return to;
}
