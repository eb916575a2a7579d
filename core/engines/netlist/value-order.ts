/** What stands before the last number of a value, the number, and what stands behind it. */
interface Split {
  readonly head: string;
  readonly number: number;
  readonly tail: string;
}

/**
 * Compares values as KiCad's tables sort them: by what stands before the last number, then by the number with its
 * prefix (820pF before 1K), then, where it has none, by what stands behind. Case does not count.
 */
export function compareValues(a: string, b: string): number {
  const [p, q] = [split(a), split(b)];
  const heads = compareFolded(p.head, q.head);
  if (heads !== 0) return heads;
  const [m, n] = [factorOf(p.tail), factorOf(q.tail)];
  const difference = p.number * (m ?? 1) - q.number * (n ?? 1);
  if (difference !== 0) return difference < 0 ? -1 : 1;
  return m === null && n === null ? compareFolded(p.tail, q.tail) : 0;
}

function split(text: string): Split {
  let end = text.length;
  while (end > 0 && !isDigit(text, end - 1)) end--;
  if (end === 0) return { head: text, number: 0, tail: "" };
  let start = end;
  while (start > 0 && NUMBER.test(text.slice(start - 1, end))) start--;
  return {
    head: text.slice(0, start),
    number: Number(text.slice(start, end).replace(",", ".")),
    tail: text.slice(end),
  };
}

const NUMBER = /^(?:\d+[.,]?\d*|[.,]\d+)(?:[eE][+-]?\d+)?$/;

function isDigit(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 48 && code <= 57;
}

const FACTORS: Readonly<Record<string, number>> = {
  p: 1e-12,
  n: 1e-9,
  u: 1e-6,
  "\u00b5": 1e-6,
  "\u03bc": 1e-6,
  m: 1e-3,
  k: 1e3,
  K: 1e3,
  M: 1e6,
};

/** The factor of a prefix that nothing follows but a unit; null where there is none. */
function factorOf(tail: string): number | null {
  const factor = FACTORS[tail.charAt(0)];
  if (factor === undefined) return null;
  const unit = tail.slice(1).trim().toLowerCase();
  return unit === "" || UNITS.has(unit) ? factor : null;
}

const UNITS: ReadonlySet<string> = new Set(["f", "hz", "w", "v", "a", "h"]);

function compareFolded(a: string, b: string): number {
  const [m, n] = [a.toLowerCase(), b.toLowerCase()];
  return m < n ? -1 : m > n ? 1 : 0;
}
