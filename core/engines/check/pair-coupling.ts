import type { Nm, Point } from "../../base/nm.ts";
import { holds, nearest } from "../../geometry/distance.ts";
import { segment } from "../../geometry/shape.ts";
import type { BoardItem } from "../../model/board/board-items.ts";
import { layerOf } from "../../model/board/board-items.ts";
import { hasLayer } from "../../model/board/layer-set.ts";
import type { Track } from "../../model/board/track.ts";
import type { CheckBoard } from "./check-board.ts";

/** Two tracks of a pair that run beside each other for a stretch. */
export interface Coupling {
  readonly p: BoardItem;
  readonly n: BoardItem;
  /** Of the stretch on N. */
  readonly length: Nm;
  /** Between the copper of both. */
  readonly gap: Nm;
}

interface Line {
  readonly a: Point;
  readonly b: Point;
}

/**
 * The stretches of straight tracks of P that run parallel to tracks of N on one layer with nothing between them. Curves
 * do not count.
 */
export function couplingsOf(board: CheckBoard, ofP: readonly BoardItem[], ofN: readonly BoardItem[]): Coupling[] {
  const found: Coupling[] = [];
  const straight = (item: BoardItem) => item.type === "track";
  for (const p of ofP.filter(straight)) {
    for (const n of ofN.filter(straight)) {
      const layer = layerOf(p);
      if (layerOf(n) !== layer) continue;
      const sides = sideBySide(lineOf(p), lineOf(n));
      if (sides === null) continue;
      const [own, other] = sides;
      const apart = nearest(
        segment(own.a.x, own.a.y, own.b.x, own.b.y, 0),
        segment(other.a.x, other.a.y, other.b.x, other.b.y, 0),
      );
      if (apart === null || isParted(board, layer, p, n, own, other, apart.a, apart.b)) continue;
      const pens = (widthOf(p) + widthOf(n)) / 2;
      const length = Math.floor(Math.hypot(other.b.x - other.a.x, other.b.y - other.a.y));
      found.push({ p, n, length, gap: Math.trunc(apart.distance) - Math.trunc(pens) });
    }
  }
  return found;
}

function lineOf({ item }: BoardItem): Line {
  const { start, end } = item as unknown as Track;
  return { a: start, b: end };
}

function widthOf({ item }: BoardItem): Nm {
  return (item as unknown as Track).width;
}

/** The parts of two parallel lines that lie beside each other; null when they are not parallel or do not. */
function sideBySide(p: Line, n: Line): readonly [Line, Line] | null {
  const [dx, dy] = [p.b.x - p.a.x, p.b.y - p.a.y];
  const square = dx * dx + dy * dy;
  if (square <= 2 || (n.b.x - n.a.x) ** 2 + (n.b.y - n.a.y) ** 2 <= 2) return null;
  const off = (q: Point) => ((q.x - p.a.x) * dy - (q.y - p.a.y) * dx) / Math.sqrt(square);
  if (Math.abs(off(n.a) - off(n.b)) > 1) return null;
  const along = (q: Point) => (q.x - p.a.x) * dx + (q.y - p.a.y) * dy;
  const [first, last] = [Math.min(along(n.a), along(n.b)), Math.max(along(n.a), along(n.b))];
  if (square <= first || last <= 0) return null;
  const at = (t: number) => ({ x: Math.round(p.a.x + (dx * t) / square), y: Math.round(p.a.y + (dy * t) / square) });
  const own = { a: at(Math.max(0, first)), b: at(Math.min(square, last)) };
  return [own, { a: project(own.a, n), b: project(own.b, n) }];
}

function project(q: Point, { a, b }: Line): Point {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const t = ((q.x - a.x) * dx + (q.y - a.y) * dy) / (dx * dx + dy * dy);
  return { x: Math.round(a.x + t * dx), y: Math.round(a.y + t * dy) };
}

/** Whether copper lies between two stretches. What goes on from their ends does not count, nor a pad that one leaves. */
function isParted(
  board: CheckBoard,
  layer: string,
  p: BoardItem,
  n: BoardItem,
  own: Line,
  other: Line,
  from: Point,
  to: Point,
): boolean {
  const between = segment(from.x, from.y, to.x, to.y, 0);
  let parted = false;
  board.near(layer, between.box, 0, (item) => {
    if (parted || item === p || item === n || item.type === "image") return;
    const shapes = board.copper(item, layer);
    const has = (q: Point) => shapes.some((shape) => holds(shape, q.x, q.y));
    if (item.type === "track" || item.type === "arc" || item.type === "via") {
      if ([own.a, own.b, other.a, other.b].some(has)) return;
    } else if (item.type === "pad" && hasLayer(item.layers, layer)) {
      const leaves = (track: BoardItem) => has(lineOf(track).a) !== has(lineOf(track).b);
      if (leaves(p) || leaves(n)) return;
    }
    parted = shapes.some((shape) => nearest(shape, between, 0) !== null);
  });
  return parted;
}
