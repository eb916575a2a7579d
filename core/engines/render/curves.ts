import type { Degrees, Nm, Point } from "../../base/nm.ts";
import { curvePoints } from "../../geometry/arc.ts";
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
  const ax = start.x - mid.x;
  const ay = start.y - mid.y;
  const bx = end.x - mid.x;
  const by = end.y - mid.y;
  if (start.x === end.x && start.y === end.y) {
    // A full circle: the middle lies opposite.
    const radius = Math.hypot(ax, ay) / 2;
    if (radius === 0) return null;
    const cx = mid.x + ax / 2;
    const cy = mid.y + ay / 2;
    return { cx, cy, radius, from: angleOf(cx, cy, start), sweep: 360 };
  }
  const cross = 2 * (ax * by - ay * bx);
  if (Math.abs(cross) < 1e-3) return null;
  const a2 = ax * ax + ay * ay;
  const b2 = bx * bx + by * by;
  const cx = mid.x + (by * a2 - ay * b2) / cross;
  const cy = mid.y + (ax * b2 - bx * a2) / cross;
  const radius = Math.hypot(start.x - cx, start.y - cy);
  const from = angleOf(cx, cy, start);
  const toMid = positive(angleOf(cx, cy, mid) - from);
  const toEnd = positive(angleOf(cx, cy, end) - from);
  return { cx, cy, radius, from, sweep: toMid <= toEnd ? toEnd : toEnd - 360 };
}

/** Direction from a centre, counter-clockwise on screen, in degrees. */
export function angleOf(cx: Nm, cy: Nm, p: Point): Degrees {
  return (Math.atan2(cy - p.y, p.x - cx) * 180) / Math.PI;
}

function positive(angle: Degrees): Degrees {
  return ((angle % 360) + 360) % 360;
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
