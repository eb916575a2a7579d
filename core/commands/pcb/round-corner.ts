import type { Nm, Point } from "../../base/nm.ts";

/** A corner between two sides, rounded. */
export interface Turn {
  readonly corner: Point;
  /** How much of each side the round corner takes. */
  readonly reach: Nm;
  /** The arc that stands for the corner; null where the sides go straight on. */
  readonly arc: { readonly start: Point; readonly mid: Point; readonly end: Point } | null;
}

/** The arc of a radius that touches the sides from `corner` to `before` and to `after`; null when they lie on each other. */
export function roundCorner(before: Point, corner: Point, after: Point, radius: Nm): Turn | null {
  const u = unit(corner, before);
  const v = unit(corner, after);
  const half = Math.acos(Math.max(-1, Math.min(1, u.x * v.x + u.y * v.y))) / 2;
  if (half > Math.PI / 2 - 1e-6) return { corner, reach: 0, arc: null };
  if (half < 1e-6) return null;
  const reach = radius / Math.tan(half);
  const bisector = unit({ x: 0, y: 0 }, { x: u.x + v.x, y: u.y + v.y });
  const deep = radius / Math.sin(half) - radius;
  const on = (d: Point, length: number) => ({
    x: Math.round(corner.x + d.x * length),
    y: Math.round(corner.y + d.y * length),
  });
  return { corner, reach, arc: { start: on(u, reach), mid: on(bisector, deep), end: on(v, reach) } };
}

function unit(a: Point, b: Point): Point {
  const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
  return { x: (b.x - a.x) / length, y: (b.y - a.y) / length };
}
