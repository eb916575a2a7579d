import type { Nm, Point } from "../../base/nm.ts";
import { uncut } from "./uncut.ts";

/** A place where copper is narrow: two corners with copper between them, and less of it than on either side. */
export interface Neck {
  readonly a: Point;
  readonly b: Point;
  readonly width: Nm;
}

/** A corner of a ring with the indices of its neighbours. */
interface Corner {
  readonly x: Nm;
  readonly y: Nm;
  readonly prev: number;
  readonly next: number;
}

/**
 * Necks of a fill narrower than `limit`, one for each place: its ring may have its holes joined to the border by cuts.
 * As KiCad sees it, a neck lies between two corners, and on both sides the copper goes on for more than `limit` in x and
 * in y. Time grows with the number of corners and of those within `limit` of each.
 */
export function necksOf(fill: readonly Nm[], limit: Nm, pause: () => void): Neck[] {
  const corners = cornersOf(fill);
  const grid = gridOf(corners, limit);
  const met = new Set<number>();
  const found: Neck[] = [];
  for (let i = 0; i < corners.length; i++) {
    if (met.has(i)) continue;
    if (i % 1000 === 0) pause();
    const corner = corners[i]!;
    // Where the ring goes straight on or turns away from the copper nothing narrows.
    if (isLocallyInside(corners, corner.prev, corner.next)) continue;
    const other = nearestAcross(corners, grid, i, limit);
    if (other < 0 || met.has(other)) continue;
    for (const each of [i, other]) for (const one of [each, corners[each]!.prev, corners[each]!.next]) met.add(one);
    const { x, y } = corners[other]!;
    const width = Math.hypot(x - corner.x, y - corner.y);
    found.push({ a: { x: corner.x, y: corner.y }, b: { x, y }, width });
  }
  return found;
}

/** The corners of all rings, borders and holes turned alike so that copper lies on one side. */
function cornersOf(fill: readonly Nm[]): Corner[] {
  const corners: Corner[] = [];
  const points = areaOf(fill) < 0 ? reversed(fill) : fill;
  for (const ring of uncut(points)) {
    const n = ring.length / 2;
    const from = corners.length;
    if (n < 3) continue;
    for (let i = 0; i < n; i++)
      corners.push({
        x: ring[2 * i]!,
        y: ring[2 * i + 1]!,
        prev: from + ((i + n - 1) % n),
        next: from + ((i + 1) % n),
      });
  }
  return corners;
}

function areaOf(points: readonly Nm[]): number {
  let sum = 0;
  for (let i = 0; i < points.length; i += 2) {
    const j = (i + 2) % points.length;
    sum += points[i]! * points[j + 1]! - points[j]! * points[i + 1]!;
  }
  return sum;
}

function reversed(points: readonly Nm[]): Nm[] {
  const found: Nm[] = [];
  for (let i = points.length - 2; i >= 0; i -= 2) found.push(points[i]!, points[i + 1]!);
  return found;
}

type Grid = ReadonlyMap<string, readonly number[]>;

function gridOf(corners: readonly Corner[], cell: Nm): Grid {
  const grid = new Map<string, number[]>();
  for (const [i, { x, y }] of corners.entries()) {
    const key = `${Math.floor(x / cell)},${Math.floor(y / cell)}`;
    const list = grid.get(key);
    if (list === undefined) grid.set(key, [i]);
    else list.push(i);
  }
  return grid;
}

/** The nearest corner across copper that is narrow there; -1 for none. */
function nearestAcross(corners: readonly Corner[], grid: Grid, i: number, limit: Nm): number {
  const { x, y } = corners[i]!;
  const [cx, cy] = [Math.floor(x / limit), Math.floor(y / limit)];
  let best = -1;
  let least = limit * limit;
  for (let dx = -1; dx <= 1; dx++)
    for (let dy = -1; dy <= 1; dy++)
      for (const j of grid.get(`${cx + dx},${cy + dy}`) ?? []) {
        const other = corners[j]!;
        if (j === i || j === corners[i]!.prev || j === corners[i]!.next) continue;
        const square = (other.x - x) ** 2 + (other.y - y) ** 2;
        if (square === 0 || square >= least || !isLocallyInside(corners, j, i)) continue;
        if (!isSubstantial(corners, j, i, limit) || !isSubstantial(corners, i, j, limit)) continue;
        least = square;
        best = j;
      }
  return best;
}

function turn(p: Corner, q: Corner, r: Corner): number {
  return (q.y - p.y) * (r.x - q.x) - (q.x - p.x) * (r.y - q.y);
}

/** Whether the way from a corner to another begins inside the copper. */
function isLocallyInside(corners: readonly Corner[], i: number, j: number): boolean {
  const a = corners[i]!;
  const b = corners[j]!;
  const [prev, next] = [corners[a.prev]!, corners[a.next]!];
  return turn(prev, a, next) < 0
    ? turn(a, b, next) >= 0 && turn(a, prev, b) >= 0
    : turn(a, b, prev) < 0 || turn(a, next, b) < 0;
}

/** Whether the copper goes on for more than the limit on both sides of the way from a corner to another. */
function isSubstantial(corners: readonly Corner[], from: number, to: number, limit: Nm): boolean {
  for (const way of ["next", "prev"] as const) {
    const start = corners[from]!;
    let wide = false;
    let high = false;
    let i = start[way];
    while (i !== to && i !== from && !(wide && high)) {
      const { x, y } = corners[i]!;
      if (Math.abs(x - start.x) > limit) wide = true;
      if (Math.abs(y - start.y) > limit) high = true;
      i = corners[i]![way];
    }
    if (i === to && !(wide && high)) return false;
  }
  return true;
}
