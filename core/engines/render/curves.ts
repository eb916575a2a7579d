import type { Degrees, Nm, Point } from "../../base/nm.ts";
import { arcThrough as circleThrough, curvePoints, TURN } from "../../geometry/arc.ts";
import type { PathNode } from "../../model/field.ts";
import { sinCos } from "./transform.ts";

/** A circular arc as sinks take it: from `from` by `sweep`, positive counter-clockwise on screen. */
export interface Arc {
  readonly cx: Nm;
  readonly cy: Nm;
  readonly radius: Nm;
  readonly from: Degrees;
  readonly sweep: Degrees;
}

/** Largest distance between a curve and its chords. */
const CHORD_ERROR: Nm = 5_000;

/** The arc through three points; null when they lie on a line. */
export function arcThrough(start: Point, mid: Point, end: Point): Arc | null {
  const arc = circleThrough(start, mid, end);
  if (arc === null) return null;
  const { cx, cy, radius, from, sweep } = arc;
  const isWhole = Math.abs(sweep) === TURN;
  return { cx, cy, radius, from: 0 - (from * 180) / Math.PI, sweep: isWhole ? 360 : 0 - (sweep * 180) / Math.PI };
}

/** Direction from a centre, counter-clockwise on screen, in degrees. */
export function angleOf(cx: Nm, cy: Nm, p: Point): Degrees {
  return (Math.atan2(cy - p.y, p.x - cx) * 180) / Math.PI;
}

/** Number of chords for an arc, so that none strays far. */
export function chordsOf(radius: Nm, sweep: Degrees): number {
  if (radius <= CHORD_ERROR) return Math.max(2, Math.ceil(Math.abs(sweep) / 60));
  const step = 2 * Math.acos(1 - CHORD_ERROR / radius);
  return Math.max(2, Math.ceil((Math.abs(sweep) * Math.PI) / 180 / step));
}

/** Appends the points of an arc, the first one only when asked for. */
export function pushArc(points: number[], arc: Arc, withFirst: boolean): void {
  const n = chordsOf(arc.radius, arc.sweep);
  for (let i = withFirst ? 0 : 1; i <= n; i++) {
    const { s, c } = sinCos(arc.from + (arc.sweep * i) / n);
    points.push(arc.cx + arc.radius * c, arc.cy - arc.radius * s);
  }
}

/** A path as x, y, x, y …, arcs as chords. */
export function flatten(path: readonly PathNode[]): number[] {
  const points: number[] = [];
  for (const node of path) {
    if (!("start" in node)) {
      points.push(node.x, node.y);
      continue;
    }
    const arc = arcThrough(node.start, node.mid, node.end);
    if (arc === null) points.push(node.start.x, node.start.y, node.end.x, node.end.y);
    else pushArc(points, arc, true);
  }
  return points;
}

/** A cubic curve as points. */
export function flattenCubic(path: readonly Point[]): number[] {
  const [a, b, c, d] = path;
  if (a === undefined || b === undefined || c === undefined || d === undefined) return flatten(path);
  const reach = Math.hypot(b.x - a.x, b.y - a.y) + Math.hypot(c.x - b.x, c.y - b.y) + Math.hypot(d.x - c.x, d.y - c.y);
  return curvePoints(path, Math.max(8, Math.min(128, Math.ceil(Math.sqrt(reach / CHORD_ERROR)))));
}

/** The outline of a box with round corners, about its centre before `place`. Radius 0 gives four corners. */
export function roundedBox(halfX: Nm, halfY: Nm, radius: Nm): number[] {
  const r = Math.min(radius, halfX, halfY);
  if (r <= 0) return [-halfX, -halfY, halfX, -halfY, halfX, halfY, -halfX, halfY];
  const points: number[] = [];
  const corner = (cx: Nm, cy: Nm, from: Degrees) => pushArc(points, { cx, cy, radius: r, from, sweep: -90 }, true);
  corner(halfX - r, -(halfY - r), 90);
  corner(halfX - r, halfY - r, 0);
  corner(-(halfX - r), halfY - r, 270);
  corner(-(halfX - r), -(halfY - r), 180);
  return points;
}
