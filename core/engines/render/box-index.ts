import type { Box } from "../../base/nm.ts";

/**
 * A packed tree of boxes over flat arrays: built once, searched often. Boxes are sorted into tiles (columns by x, then
 * by y), so that neighbours share a node; nodes hold up to 16 entries.
 */
export interface BoxIndex {
  readonly count: number;
  /** minX, minY, maxX, maxY of the leaves, then of each level up to the root. */
  readonly boxes: Float64Array;
  /** For a leaf the caller's number; for a node the place of its first child. */
  readonly refs: Int32Array;
  /** Where each level ends, in entries. */
  readonly levels: readonly number[];
}

const NODE = 16;

export function buildBoxIndex(items: readonly Box[]): BoxIndex {
  const order = tiled(items);
  const n = order.length;
  const levels = [n];
  let total = n;
  for (let count = n; count > 1; ) {
    count = Math.ceil(count / NODE);
    total += count;
    levels.push(total);
  }
  const boxes = new Float64Array(total * 4);
  const refs = new Int32Array(total);
  for (let i = 0; i < n; i++) {
    const box = items[order[i]!]!;
    put(boxes, i, box.minX, box.minY, box.maxX, box.maxY);
    refs[i] = order[i]!;
  }
  let child = 0;
  let at = n;
  for (let level = 0; level + 1 < levels.length; level++) {
    const end = levels[level]!;
    while (child < end) {
      refs[at] = child;
      let minX = Number.POSITIVE_INFINITY;
      let minY = Number.POSITIVE_INFINITY;
      let maxX = Number.NEGATIVE_INFINITY;
      let maxY = Number.NEGATIVE_INFINITY;
      for (let k = 0; k < NODE && child < end; k++, child++) {
        minX = Math.min(minX, boxes[child * 4]!);
        minY = Math.min(minY, boxes[child * 4 + 1]!);
        maxX = Math.max(maxX, boxes[child * 4 + 2]!);
        maxY = Math.max(maxY, boxes[child * 4 + 3]!);
      }
      put(boxes, at, minX, minY, maxX, maxY);
      at++;
    }
  }
  return { count: n, boxes, refs, levels };
}

function put(boxes: Float64Array, i: number, minX: number, minY: number, maxX: number, maxY: number): void {
  const at = i * 4;
  boxes[at] = minX;
  boxes[at + 1] = minY;
  boxes[at + 2] = maxX;
  boxes[at + 3] = maxY;
}

/** Calls `found` with the number of every box that touches `box`, until it answers true. */
// biome-ignore lint/suspicious/noConfusingVoidType: whoever wants all of them answers nothing.
export function searchBoxIndex(index: BoxIndex, box: Box, found: (i: number) => true | void): void {
  const { boxes, refs, levels, count } = index;
  if (count === 0) return;
  const { minX, minY, maxX, maxY } = box;
  // Nodes that are open, as place and level; searches may nest, so each has its own.
  const open: number[] = [levels.at(-1)! - 1, levels.length - 1];
  while (open.length > 0) {
    const level = open.pop()!;
    const node = open.pop()!;
    if (level === 0) {
      // The only entry of all.
      if (meets(boxes, node, minX, minY, maxX, maxY)) found(refs[node]!);
      continue;
    }
    const from = refs[node]!;
    const to = Math.min(from + NODE, levels[level - 1]!);
    if (level === 1) {
      for (let c = from; c < to; c++) if (meets(boxes, c, minX, minY, maxX, maxY) && found(refs[c]!) === true) return;
      continue;
    }
    // The first child is taken up first.
    for (let c = to - 1; c >= from; c--) if (meets(boxes, c, minX, minY, maxX, maxY)) open.push(c, level - 1);
  }
}

function meets(boxes: Float64Array, i: number, minX: number, minY: number, maxX: number, maxY: number): boolean {
  const at = i * 4;
  return boxes[at]! <= maxX && boxes[at + 1]! <= maxY && boxes[at + 2]! >= minX && boxes[at + 3]! >= minY;
}

/** The numbers of the boxes that are not empty, neighbours together. */
function tiled(items: readonly Box[]): number[] {
  const all: number[] = [];
  for (let i = 0; i < items.length; i++) if (items[i]!.minX <= items[i]!.maxX) all.push(i);
  const midX = (i: number) => items[i]!.minX + items[i]!.maxX;
  const midY = (i: number) => items[i]!.minY + items[i]!.maxY;
  all.sort((a, b) => midX(a) - midX(b));
  const columns = Math.max(1, Math.ceil(Math.sqrt(all.length / NODE)));
  const size = Math.ceil(all.length / columns / NODE) * NODE || 1;
  const order: number[] = [];
  for (let from = 0; from < all.length; from += size)
    order.push(...all.slice(from, from + size).sort((a, b) => midY(a) - midY(b)));
  return order;
}
