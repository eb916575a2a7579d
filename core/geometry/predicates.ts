/** Beyond this share of the products' sum the sign of their difference is certain in double precision. */
const CERTAIN = 4 * Number.EPSILON;

/**
 * On which side of the line a→b the place c lies: 1, 0 or -1, positive when a, b, c turn clockwise on screen (y down).
 * Exact for whole numbers of any size that a double holds; for others as exact as doubles are.
 */
export function orient(ax: number, ay: number, bx: number, by: number, cx: number, cy: number): number {
  const left = (bx - ax) * (cy - ay);
  const right = (by - ay) * (cx - ax);
  const det = left - right;
  if (Math.abs(det) > CERTAIN * (Math.abs(left) + Math.abs(right))) return det > 0 ? 1 : -1;
  if (left === 0 && right === 0) return 0;
  if (!allWhole(ax, ay, bx, by, cx, cy)) return Math.sign(det);
  const exact =
    (BigInt(bx) - BigInt(ax)) * (BigInt(cy) - BigInt(ay)) - (BigInt(by) - BigInt(ay)) * (BigInt(cx) - BigInt(ax));
  return exact > 0n ? 1 : exact < 0n ? -1 : 0;
}

function allWhole(...values: number[]): boolean {
  return values.every(Number.isInteger);
}

/** Whether the segments ab and cd have a place in common; ends count. */
export function segmentsCross(
  ax: number,
  ay: number,
  bx: number,
  by: number,
  cx: number,
  cy: number,
  dx: number,
  dy: number,
): boolean {
  if (Math.max(ax, bx) < Math.min(cx, dx) || Math.max(cx, dx) < Math.min(ax, bx)) return false;
  if (Math.max(ay, by) < Math.min(cy, dy) || Math.max(cy, dy) < Math.min(ay, by)) return false;
  const o1 = orient(ax, ay, bx, by, cx, cy);
  const o2 = orient(ax, ay, bx, by, dx, dy);
  if (o1 * o2 > 0) return false;
  const o3 = orient(cx, cy, dx, dy, ax, ay);
  const o4 = orient(cx, cy, dx, dy, bx, by);
  if (o3 * o4 > 0) return false;
  // All on one line: the boxes, which overlap, decide.
  return true;
}
