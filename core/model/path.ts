import type { Nm, Point } from "../base/nm.ts";
import { formatNm, headOf, nmIn } from "../format/text.ts";
import type { Tree } from "../format/tree.ts";
import { LIST, parseTree } from "../format/tree.ts";
import type { Field } from "./field.ts";
import { listOf, pointOf } from "./field.ts";
import { mmPath } from "./surface.ts";

/** A chain of points with arcs kept as arcs. */
export type PathNode = Point | { readonly start: Point; readonly mid: Point; readonly end: Point };

/** Coordinates of the `(pts …)` list that was read last; grows with the longest. */
let scratch = new Int32Array(1 << 12);

/** Nanometres of the last of so many decimal places of a millimetre. */
const SCALES = Int32Array.of(1_000_000, 100_000, 10_000, 1000, 100, 10, 1);

/** How far {@link scratch} can count: longer numbers are read the slow way. */
const REACH = 2 ** 31;

/**
 * The coordinates of a `(pts (xy …) …)` list between two bytes, into `scratch`: how many numbers, or -1 where there is
 * anything but plain points (arcs, comments), or a number out of reach.
 */
function scanPoints(bytes: Uint8Array, start: number, end: number): number {
  let count = 0;
  let i = start + 4; // "(pts"
  const last = end - 1;
  for (;;) {
    while (bytes[i]! <= 32) i++;
    if (i >= last) return i === last ? count : -1;
    // "(xy "
    if (bytes[i] !== 40 || bytes[i + 1] !== 120 || bytes[i + 2] !== 121 || bytes[i + 3]! > 32) return -1;
    i += 3;
    if (count + 2 > scratch.length) {
      const grown = new Int32Array(scratch.length * 2);
      grown.set(scratch);
      scratch = grown;
    }
    for (let n = 0; n < 2; n++) {
      while (bytes[i]! <= 32) i++;
      const from = i;
      // Numbers as KiCad writes them: `-12.345678`; others the slower way.
      const isNegative = bytes[i] === 45;
      if (isNegative) i++;
      const first = i;
      let whole = 0;
      let digit = bytes[i]! - 48;
      while (digit >= 0 && digit <= 9 && i - first < 4) {
        whole = whole * 10 + digit;
        digit = bytes[++i]! - 48;
      }
      const point = i;
      let parts = 0;
      if (digit === -2 && point > first) {
        digit = bytes[++i]! - 48;
        while (digit >= 0 && digit <= 9 && i - point < 7) {
          parts = parts * 10 + digit;
          digit = bytes[++i]! - 48;
        }
      }
      const places = i === point ? 0 : i - point - 1;
      let value = whole * 1_000_000 + parts * SCALES[places]!;
      if (isNegative) value = 0 - value;
      if (point === first || bytes[i]! > 41) {
        while (bytes[i]! > 41) i++;
        if (i === from || bytes[i]! > 41) return -1;
        value = nmIn(bytes, from, i);
      }
      if (!(Math.abs(value) < REACH)) return -1;
      scratch[count++] = value;
    }
    while (bytes[i]! <= 32) i++;
    if (bytes[i] !== 41) return -1;
    i++;
  }
}

/** The nodes of a `(pts …)` list. */
export function pathOf(tree: Tree, pts: number): PathNode[] {
  const start = tree.start[pts]!;
  const end = tree.end[pts]!;
  const count = scanPoints(tree.bytes, start, end);
  if (count >= 0) {
    const found: PathNode[] = new Array(count >> 1);
    for (let i = 0; i < count; i += 2) found[i >> 1] = { x: scratch[i]!, y: scratch[i + 1]! };
    return found;
  }
  return nodesOf(parseTree(tree.bytes, { from: start, to: end }));
}

/** The points of a `(pts …)` list as x, y, x, y …; of an arc none. */
export function flatPoints(tree: Tree, pts: number): Nm[] {
  const start = tree.start[pts]!;
  const end = tree.end[pts]!;
  const count = scanPoints(tree.bytes, start, end);
  if (count < 0)
    return nodesOf(parseTree(tree.bytes, { from: start, to: end })).flatMap((n) => ("start" in n ? [] : [n.x, n.y]));
  const found: Nm[] = new Array(count);
  for (let i = 0; i < count; i++) found[i] = scratch[i]!;
  return found;
}

function nodesOf(tree: Tree): PathNode[] {
  const found: PathNode[] = [];
  for (let c = 1; c < tree.next[0]!; c = tree.next[c]!) {
    if (tree.kind[c] !== LIST) continue;
    const head = headOf(tree, c);
    if (head === "xy") found.push(pointOf(tree, c));
    else if (head === "arc") {
      const [start, mid, end] = ["start", "mid", "end"].map((name) => {
        const node = listOf(tree, c, name);
        return node < 0 ? { x: 0, y: 0 } : pointOf(tree, node);
      });
      found.push({ start: start!, mid: mid!, end: end! });
    }
  }
  return found;
}

function writePathNode(node: PathNode): string {
  const at = (p: Point) => `${formatNm(p.x)} ${formatNm(p.y)}`;
  return "start" in node
    ? `(arc (start ${at(node.start)}) (mid ${at(node.mid)}) (end ${at(node.end)}))`
    : `(xy ${at(node)})`;
}

/** A path as a compact `(pts …)` list. */
export function writePath(path: readonly PathNode[]): string {
  return `(pts ${path.map(writePathNode).join(" ")})`;
}

/** `(pts (xy …) (arc …) …)`. */
export function path(about: string): Field<readonly PathNode[]> {
  return {
    about: `${about} (mm)`,
    tokens: ["pts"],
    absent: [],
    surface: mmPath,
    read: (tree, [node]) => pathOf(tree, node!),
    write: (value) => (value.length === 0 ? null : writePath(value)),
  };
}
