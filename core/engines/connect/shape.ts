import type { Box, Degrees, Nm, Point } from "../../base/nm.ts";
import type { PathNode } from "../../model/field.ts";

/**
 * Copper as the set of all places within `radius` of a point, a chain of segments or (`area`) a filled polygon.
 * `points` are x, y, x, y … in nanometres. Every pad, track and via is one or a few of these.
 */
export interface Shape {
  readonly points: readonly number[];
  readonly radius: Nm;
  readonly area: boolean;
  readonly box: Box;
}

/** Largest distance between an arc and the chords that stand for it. */
const CHORD_ERROR: Nm = 500;

export function shape(points: readonly number[], radius: Nm, area: boolean): Shape {
  let minX = Infinity;
  let minY = Infinity;
  let maxX = -Infinity;
  let maxY = -Infinity;
  for (let i = 0; i + 1 < points.length; i += 2) {
    const x = points[i]!;
    const y = points[i + 1]!;
    if (x < minX) minX = x;
    if (x > maxX) maxX = x;
    if (y < minY) minY = y;
    if (y > maxY) maxY = y;
  }
  return {
    points,
    radius,
    area,
    box: { minX: minX - radius, minY: minY - radius, maxX: maxX + radius, maxY: maxY + radius },
  };
}

export function boxesMeet(a: Box, b: Box): boolean {
  return a.minX <= b.maxX && b.minX <= a.maxX && a.minY <= b.maxY && b.minY <= a.maxY;
}

/** Whether two pieces of copper overlap. Touching at the rim is no contact, as KiCad has it; crossing lines are. */
export function shapesMeet(a: Shape, b: Shape): boolean {
  if (!boxesMeet(a.box, b.box)) return false;
  const reach = a.radius + b.radius;
  const square = chainsDistance2(a, b);
  return square === 0 || square < reach * reach;
}

/** Squared distance of two shapes' skeletons; 0 when one lies in the other's area. */
function chainsDistance2(a: Shape, b: Shape): number {
  if (a.area && contains(a.points, b.points[0]!, b.points[1]!)) return 0;
  if (b.area && contains(b.points, a.points[0]!, a.points[1]!)) return 0;
  let best = Infinity;
  const p = a.points;
  const q = b.points;
  const n = segmentsOf(a);
  const m = segmentsOf(b);
  for (let i = 0; i < n; i++) {
    const i2 = (2 * i + 2) % p.length;
    for (let j = 0; j < m; j++) {
      const j2 = (2 * j + 2) % q.length;
      const d = segmentDistance2(
        p[2 * i]!,
        p[2 * i + 1]!,
        p[i2]!,
        p[i2 + 1]!,
        q[2 * j]!,
        q[2 * j + 1]!,
        q[j2]!,
        q[j2 + 1]!,
      );
      if (d < best) best = d;
      if (best === 0) return 0;
    }
  }
  return best;
}

/** How many segments a shape's skeleton has; a point counts as one. */
export function segmentsOf({ points, area }: Shape): number {
  const corners = points.length / 2;
  return area ? corners : Math.max(1, corners - 1);
}

/** Whether a place lies inside a polygon (even-odd). */
export function contains(points: readonly number[], x: number, y: number): boolean {
  let inside = false;
  const n = points.length;
  for (let i = 0, j = n - 2; i < n; j = i, i += 2) {
    const yi = points[i + 1]!;
    const yj = points[j + 1]!;
    if (yi > y !== yj > y) {
      const xi = points[i]!;
      if (x < ((points[j]! - xi) * (y - yi)) / (yj - yi) + xi) inside = !inside;
    }
  }
  return inside;
}

/** Squared distance of the segments ab and cd; 0 when they cross. */
export function segmentDistance2(
  ax: number,
  ay: number,
  bx: number,
  by: number,
  cx: number,
  cy: number,
  dx: number,
  dy: number,
): number {
  const d1 = cross(ax, ay, bx, by, cx, cy);
  const d2 = cross(ax, ay, bx, by, dx, dy);
  const d3 = cross(cx, cy, dx, dy, ax, ay);
  const d4 = cross(cx, cy, dx, dy, bx, by);
  if (d1 > 0 !== d2 > 0 && d3 > 0 !== d4 > 0 && d1 !== d2 && d3 !== d4) return 0;
  return Math.min(
    pointDistance2(ax, ay, cx, cy, dx, dy),
    pointDistance2(bx, by, cx, cy, dx, dy),
    pointDistance2(cx, cy, ax, ay, bx, by),
    pointDistance2(dx, dy, ax, ay, bx, by),
  );
}

function cross(ax: number, ay: number, bx: number, by: number, px: number, py: number): number {
  return (bx - ax) * (py - ay) - (by - ay) * (px - ax);
}

function pointDistance2(px: number, py: number, ax: number, ay: number, bx: number, by: number): number {
  const vx = bx - ax;
  const vy = by - ay;
  const length2 = vx * vx + vy * vy;
  let t = length2 === 0 ? 0 : ((px - ax) * vx + (py - ay) * vy) / length2;
  t = Math.min(1, Math.max(0, t));
  const ex = ax + t * vx - px;
  const ey = ay + t * vy - py;
  const square = ex * ex + ey * ey;
  // Below a nanometre's fraction it is rounding.
  return square < 1e-3 ? 0 : square;
}

/** Appends the chords of an arc through three places; its first point too. */
export function pushArc(out: number[], start: Point, mid: Point, end: Point): void {
  out.push(start.x, start.y);
  const ax = start.x - mid.x;
  const ay = start.y - mid.y;
  const bx = end.x - mid.x;
  const by = end.y - mid.y;
  const full = start.x === end.x && start.y === end.y;
  const det = 2 * (ax * by - ay * bx);
  if (!full && Math.abs(det) < 1e-3) {
    out.push(mid.x, mid.y, end.x, end.y);
    return;
  }
  const a2 = ax * ax + ay * ay;
  const b2 = bx * bx + by * by;
  const cx = full ? (start.x + mid.x) / 2 : mid.x + (by * a2 - ay * b2) / det;
  const cy = full ? (start.y + mid.y) / 2 : mid.y + (ax * b2 - bx * a2) / det;
  const radius = Math.hypot(start.x - cx, start.y - cy);
  const from = Math.atan2(start.y - cy, start.x - cx);
  const turn = (p: Point) => (((Math.atan2(p.y - cy, p.x - cx) - from) % TURN) + TURN) % TURN;
  const toMid = turn(mid);
  const toEnd = full ? TURN : turn(end);
  const sweep = full || toMid <= toEnd ? toEnd : toEnd - TURN;
  const steps = chords(radius, Math.abs(sweep));
  for (let i = 1; i < steps; i++) {
    const angle = from + (sweep * i) / steps;
    out.push(cx + radius * Math.cos(angle), cy + radius * Math.sin(angle));
  }
  out.push(end.x, end.y);
}

const TURN = 2 * Math.PI;

function chords(radius: Nm, sweep: number): number {
  if (radius <= CHORD_ERROR) return 2;
  return Math.min(720, Math.max(2, Math.ceil(sweep / (2 * Math.acos(1 - CHORD_ERROR / radius)))));
}

/** Points of a whole circle. */
export function circlePoints(cx: Nm, cy: Nm, radius: Nm): number[] {
  const steps = chords(radius, TURN);
  const out: number[] = [];
  for (let i = 0; i < steps; i++)
    out.push(cx + radius * Math.cos((TURN * i) / steps), cy + radius * Math.sin((TURN * i) / steps));
  return out;
}

/** Points of a cubic curve of four control points. */
export function curvePoints(controls: readonly Point[]): number[] {
  const [a, b, c, d] = controls;
  if (a === undefined || b === undefined || c === undefined || d === undefined) return [];
  const out: number[] = [];
  for (let i = 0; i <= 32; i++) {
    const t = i / 32;
    const u = 1 - t;
    const [k0, k1, k2, k3] = [u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t];
    out.push(k0 * a.x + k1 * b.x + k2 * c.x + k3 * d.x, k0 * a.y + k1 * b.y + k2 * c.y + k3 * d.y);
  }
  return out;
}

/** A path's points, arcs as chords. */
export function pathPoints(path: readonly PathNode[]): number[] {
  const out: number[] = [];
  for (const node of path) {
    if ("start" in node) pushArc(out, node.start, node.mid, node.end);
    else out.push(node.x, node.y);
  }
  return out;
}

/** Points turned by `angle` about the origin and then shifted. */
export function placed(points: readonly number[], angle: Degrees, to: Point): number[] {
  const rad = (angle * Math.PI) / 180;
  const quarter = ((angle % 360) + 360) % 360;
  const s = quarter % 90 === 0 ? [0, 1, 0, -1][quarter / 90]! : Math.sin(rad);
  const c = quarter % 90 === 0 ? [1, 0, -1, 0][quarter / 90]! : Math.cos(rad);
  const out = new Array<number>(points.length);
  for (let i = 0; i + 1 < points.length; i += 2) {
    const x = points[i]!;
    const y = points[i + 1]!;
    out[i] = to.x + y * s + x * c;
    out[i + 1] = to.y + y * c - x * s;
  }
  return out;
}
