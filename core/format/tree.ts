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
  readonly kept: KeptText;
}

/** A text that will be asked for again (an item's uuid), and where it stands. */
export interface KeptText {
  start: number;
  end: number;
  text: string;
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

/** A word or a text longer than this (bytes) is refused: no real one comes near, and the rest of the program must hold it. */
export const MAX_TOKEN = 1 << 26;

/** A file longer than this (bytes) is not read: its text would not fit into one string of the machine that runs this. */
export const MOST_BYTES = 500_000_000;

/** Why a file of so many bytes is not read; null when it is. */
export function tooLong(size: number): string | null {
  return size <= MOST_BYTES ? null : `${Math.ceil(size / 1e6)} MB, and at most ${MOST_BYTES / 1e6} MB are read`;
}

/** What to do with such a file. */
export const SHORTEN =
  "Files grow so long by what is embedded in them and by filled zones: in KiCad take embedded files out or unfill the " +
  "zones, and save; or move sheets and parts of the board to files of their own.";

/** Reading stops here: what follows so many problems tells nothing new. */
const MAX_PROBLEMS = 100;

export interface ParseOptions {
  /** First byte to read; 0 when absent. */
  readonly from?: number;
  /** End of the part to read; the text's end when absent. */
  readonly to?: number;
  /** Nodes nested deeper than this get no slot (their brackets are still checked). A root list has depth 0. */
  readonly maxDepth?: number;
  /** Lists of points (`pts`) and of `effects` get no slots behind their heads: they are read from the bytes. */
  readonly opaque?: boolean;
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
const LETTER_E = 101;
const LETTER_F = 102;
const LETTER_P = 112;

/** Reads `bytes` (UTF-8 text, a byte-order mark allowed) into a {@link Tree}. */
export function parseTree(bytes: Uint8Array, options: ParseOptions = {}): Tree {
  if (!isTried && bytes.length > LONG) tryOut();
  const to = options.to ?? bytes.length;
  const maxDepth = options.maxDepth ?? MAX_DEPTH;
  const size = to - (options.from ?? 0);
  // Real files have a node for 17 bytes. Memory that is not written to costs nothing.
  let capacity = Math.max(64, Math.min(size >> 3, 1 << 16), Math.min(size >> 4, 1 << 23));
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

  const opaque = options.opaque === true;
  let limit = maxDepth;

  while (i < to && problems.length < MAX_PROBLEMS) {
    if (depth > limit) {
      // In lists without slots only brackets and strings count, and what is wrong.
      const stop = limit;
      for (;;) {
        i = endOf(PLAIN, bytes, i, to);
        if (i >= to) break;
        const b = bytes[i]!;
        if (b === CLOSE) {
          i++;
          const node = open.pop()!;
          depth--;
          if (node >= 0) {
            end[node] = i;
            next[node] = count;
          }
          if (depth <= stop || bytes[i] === LETTER_F) break;
        } else if (b === OPEN) {
          // The usual case, `(xy 1 2)`: nothing inside but words.
          const k = endOf(PLAIN, bytes, i + 1, to);
          if (k < to && bytes[k] === CLOSE && bytes[k + 1] !== LETTER_F && depth < MAX_DEPTH) {
            i = k + 1;
            continue;
          }
          open.push(~i);
          depth++;
          i++;
          if (depth > MAX_DEPTH) break;
        } else if (b === QUOTE) {
          const first = i++;
          i = quoteAfter(bytes, i, to);
          if (i >= to || i - first > MAX_TOKEN) {
            i = first;
            break;
          }
          i++;
        } else break;
      }
      if (depth <= limit) limit = maxDepth;
      if (i >= to) break;
      if (depth > MAX_DEPTH) {
        problems.push(problemAt(bytes, i - 1, `lists nested more than ${MAX_DEPTH} deep`));
        break;
      }
    }
    const b = bytes[i]!;
    if (b <= SPACE) {
      if (b === 0) problems.push(problemAt(bytes, i, "a NUL byte"));
      i = endOf(BLANK, bytes, i + 1, to);
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
      if (depth <= limit) {
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
      if (depth <= limit) limit = maxDepth;
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
      i = quoteAfter(bytes, i + 1, to);
      if (i >= to) {
        i = to;
        problems.push(problemAt(bytes, first, "a string that is never closed"));
      } else i++;
    } else if (b === HASH && startsLine(bytes, i)) {
      while (i < to && bytes[i] !== 10) i++;
      continue;
    } else {
      i = endOf(IN_ATOM, bytes, i + 1, to);
      if (b === LETTER_F && bytes[first - 1] === CLOSE && isFilterRatio(bytes, first, i)) {
        if (depth <= limit) {
          kind[count] = LIST;
          start[count] = first;
          open.push(count++);
        } else open.push(~first);
        depth++;
      } else if (opaque && (b === LETTER_E || b === LETTER_P) && isOpaque(bytes, first, i)) {
        // Its head has a slot, what follows has none.
        if (depth <= limit) {
          kind[count] = ATOM;
          start[count] = first;
          end[count] = i;
          next[count] = ++count;
          limit = depth - 1;
        }
        continue;
      }
    }
    if (i - first > MAX_TOKEN)
      problems.push(
        problemAt(bytes, first, `a text of ${Math.round((i - first) / 1e6)} MB: more than ${MAX_TOKEN >> 20}`),
      );
    if (depth <= limit) {
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
  return { bytes, count, kind, start, end, next, problems, kept: { start: 0, end: 0, text: "" } };
}

/** Long files are what the reader must be quick with from their first byte. */
const LONG = 1 << 20;

/** Something of everything, as files have it. */
const SAMPLE =
  '(a (b "c \\"d" -1.5 e)\n\t(effects (f (g 1 2) "h"))\n# note\n (pts (xy 1 2) (k "l") (arc (m 1 2))) (eee fff) (ppp))';

let isTried = false;

/**
 * Reads a little of everything, so that the machine has seen every path before it compiles the loop: it would throw that
 * away, and be slow again, for each path that a long file first comes to later.
 */
function tryOut(): void {
  isTried = true;
  const sample = Uint8Array.from(SAMPLE, (letter) => letter.charCodeAt(0));
  for (let i = 0; i < 40; i++) parseTree(sample, i % 2 === 0 ? { opaque: true } : { maxDepth: 1 });
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

/** 1 for each byte that may stand inside a bare word. */
const IN_ATOM = new Uint8Array(256).fill(1);
IN_ATOM.fill(0, 0, SPACE + 1);
IN_ATOM[OPEN] = 0;
IN_ATOM[CLOSE] = 0;
IN_ATOM[QUOTE] = 0;

/** 1 for the blanks that need no look. */
const BLANK = new Uint8Array(256).fill(1, 1, SPACE + 1);

/** 1 for each byte that tells nothing of the brackets. */
const PLAIN = new Uint8Array(256).fill(1);
for (const byte of [0, QUOTE, HASH, OPEN, CLOSE]) PLAIN[byte] = 0;

/** Where a run of bytes of one class ends. The innermost loops are functions of their own: those are compiled first. */
function endOf(isIn: Uint8Array, bytes: Uint8Array, from: number, to: number): number {
  let i = from;
  while (i < to && isIn[bytes[i]!] === 1) i++;
  return i;
}

/** Where the quote stands that ends a string; at the end or beyond where none does. */
function quoteAfter(bytes: Uint8Array, from: number, to: number): number {
  let i = from;
  while (i < to && bytes[i] !== QUOTE) i += bytes[i] === BACKSLASH ? 2 : 1;
  return i;
}

/** Whether a word is the head of a list that is read from its bytes. */
function isOpaque(bytes: Uint8Array, start: number, end: number): boolean {
  const word = bytes[start] === LETTER_P ? "pts" : "effects";
  return bytes[start - 1] === OPEN && isWord(bytes, start, end, word);
}

function isWord(bytes: Uint8Array, start: number, end: number, word: string): boolean {
  if (end - start !== word.length) return false;
  for (let k = 0; k < word.length; k++) if (bytes[start + k] !== word.charCodeAt(k)) return false;
  return true;
}

/**
 * KiCad 8.99 wrote teardrops as `(curved_edges no)filter_ratio 0.9)`, the bracket missing, and KiCad reads them so:
 * that word opens its own list.
 */
function isFilterRatio(bytes: Uint8Array, start: number, end: number): boolean {
  return isWord(bytes, start, end, "filter_ratio");
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
