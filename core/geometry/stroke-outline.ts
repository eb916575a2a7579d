import type { Degrees, Point } from "../base/nm.ts";
import { TURN } from "./arc.ts";
import { chordsOfTurn } from "./offset.ts";
import { sinCos } from "./placed.ts";
import type { Ring } from "./ring.ts";
import { ringOf } from "./ring.ts";

/**
 * Outlines of round things as KiCad approximates them by chords: the number of chords follows from the largest error
 * that is allowed, and with `outside` the polygon goes around the true shape, else its corners lie on it.
 */
export interface Chords {
  /** How far a chord may be from its arc, in nanometres. */
  readonly error: number;
  readonly outside: boolean;
}

/** Chords of a circle of that radius: a multiple of 8, so that the polygon is symmetric. */
function circleChords(radius: number, error: number, least: number): number {
  return Math.ceil(Math.max(least, chordsOfTurn(radius, error)) / 8) * 8;
}

/** How much farther out the corners lie when the chords' middles lie on the circle. */
export function outwards(radius: number, chords: number): number {
  return Math.round(Math.abs(radius * (1 - 1 / Math.cos(Math.PI / Math.max(3, chords)))));
}

export function circleRing(x: number, y: number, radius: number, { error, outside }: Chords, least = 0): Ring {
  const r = Math.trunc(radius);
  const n = circleChords(r, error, least);
  const reach = outside ? r + outwards(r, n) : r;
  const ring = new Int32Array(2 * n);
  for (let i = 0; i < n; i++) {
    const angle = (TURN * (i + 0.5)) / n;
    ring[2 * i] = x + Math.round(reach * Math.cos(angle));
    ring[2 * i + 1] = y - Math.round(reach * Math.sin(angle));
  }
  return ring;
}

/** A straight stroke with round ends; its sides are exact, its ends go out by the chords' error. */
export function strokeRing(
  ax: number,
  ay: number,
  bx: number,
  by: number,
  width: number,
  { error, outside }: Chords,
  least = 0,
): Ring {
  const half = Math.trunc(width / 2);
  const n = circleChords(half, error, least);
  const reach = outside ? half + outwards(half, n) : half;
  const length = Math.trunc(Math.hypot(bx - ax, by - ay));
  const angle = Math.atan2(by - ay, bx - ax);
  const c = Math.cos(angle);
  const s = Math.sin(angle);
  const points: number[] = [];
  const put = (x: number, y: number) => points.push(ax + x * c - y * s, ay + x * s + y * c);
  // In the stroke's own frame: an arc from +y over +x to -y about its end, then the same about its start; what goes
  // beyond the sides is cut off.
  const step = TURN / n;
  const cap = (cx: number, sign: number) => {
    const cut = reach === half ? [] : cutAt(reach, half, step);
    if (cut.length === 0) put(cx, sign * half);
    else put(cx + sign * cut[0]!, sign * half);
    for (let a = step / 2; a < Math.PI - 1e-9; a += step) {
      const px = Math.round(reach * Math.sin(a)) * sign;
      const py = Math.round(reach * Math.cos(a)) * sign;
      if (Math.abs(py) < half) put(cx + px, py);
    }
    if (cut.length === 0) put(cx, -sign * half);
    else put(cx + sign * cut[0]!, -sign * half);
  };
  cap(length, 1);
  cap(0, -1);
  return ringOf(points);
}

/** Where the cap's polygon, from (0, reach) by corners at step / 2, step · 3 / 2 …, comes down to the side's height. */
function cutAt(reach: number, half: number, step: number): number[] {
  let px = 0;
  let py = reach;
  for (let a = step / 2; a < Math.PI; a += step) {
    const x = reach * Math.sin(a);
    const y = reach * Math.cos(a);
    if (y < half) return [px + ((x - px) * (py - half)) / (py - y)];
    px = x;
    py = y;
  }
  return [];
}

/** A stroke with round ends along an arc; `from` and `sweep` in radians (y down), `width` of the whole stroke. */
export function arcStrokeRing(
  arc: {
    readonly cx: number;
    readonly cy: number;
    readonly radius: number;
    readonly from: number;
    readonly sweep: number;
  },
  width: number,
  { error, outside }: Chords,
): Ring {
  const half = Math.trunc(width / 2);
  const from = arc.sweep < 0 ? arc.from + arc.sweep : arc.from;
  const sweep = Math.abs(arc.sweep);
  const to = from + sweep;
  const radius = Math.round(arc.radius);
  const points: number[] = [];
  const end = (angle: number) => ({
    x: arc.cx + arc.radius * Math.cos(angle),
    y: arc.cy + arc.radius * Math.sin(angle),
  });
  const start = end(from);
  const stop = end(to);
  polyline(points, start.x, start.y, half, from - Math.PI, Math.PI, error, outside);
  polyline(points, arc.cx, arc.cy, radius + half, from, sweep, error, outside);
  polyline(points, stop.x, stop.y, half, to, Math.PI, error, outside);
  if (radius - half > 0) polyline(points, arc.cx, arc.cy, radius - half, to, -sweep, error, !outside);
  return ringOf(points);
}

/** Appends an arc's chords: corners on the arc, or with `outside` middles on it and half a chord at each end. */
function polyline(
  points: number[],
  cx: number,
  cy: number,
  radius: number,
  from: number,
  sweep: number,
  error: number,
  outside: boolean,
): void {
  const n = radius >= error ? arcChords(radius, error, sweep) + 1 : 2;
  const at = (r: number, angle: number) => points.push(cx + r * Math.cos(angle), cy + r * Math.sin(angle));
  if (!outside) {
    for (let i = 0; i <= n; i++) at(radius, from + (sweep * i) / n);
    return;
  }
  const reach = radius + outwards(radius, Math.abs(Math.round((n * TURN) / sweep)));
  at(radius, from);
  for (let i = 0; i < n; i++) at(reach, from + (sweep * (i + 0.5)) / n);
  at(radius, from + sweep);
}

/** Number of chords for a part of a circle. */
export function arcChords(radius: number, error: number, sweep: number): number {
  const r = Math.max(1, Math.trunc(radius));
  const widest = Math.PI / 4;
  const step = Math.min(widest, 2 * Math.acos(1 - error / r));
  return Math.max(2, Math.round(Math.abs(sweep) / (Number.isNaN(step) ? widest : step)));
}

/** A corner of a convex outline, and how round it is. */
export interface RoundCorner {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
}

/**
 * A convex polygon with round corners, grown by `grow`: corners clockwise on screen, turned by `angle` and put at
 * `place`. Rectangles, rounded and chamfered ones and trapezoids are made so.
 */
export function cornersRing(
  corners: readonly RoundCorner[],
  grow: number,
  angle: Degrees,
  place: Point,
  { error, outside }: Chords,
): Ring {
  const points: number[] = [];
  const n = corners.length;
  for (let i = 0; i < n; i++) {
    const corner = corners[i]!;
    if (grow === 0 && corner.radius === 0) {
      points.push(corner.x, corner.y);
      continue;
    }
    roundCorner(points, corners[(i + n - 1) % n]!, corner, corners[(i + 1) % n]!, grow, error, outside);
  }
  const { s, c } = sinCos(angle);
  const ring = new Int32Array(points.length);
  for (let i = 0; i < points.length; i += 2) {
    const x = Math.round(points[i]!);
    const y = Math.round(points[i + 1]!);
    ring[i] = place.x + Math.round(y * s + x * c);
    ring[i + 1] = place.y + Math.round(y * c - x * s);
  }
  return ring;
}

function roundCorner(
  points: number[],
  before: RoundCorner,
  corner: RoundCorner,
  after: RoundCorner,
  grow: number,
  error: number,
  outside: boolean,
): void {
  const inX = corner.x - before.x;
  const inY = corner.y - before.y;
  const outX = after.x - corner.x;
  const outY = after.y - corner.y;
  const inLength = Math.hypot(inX, inY);
  const ux = inX / inLength;
  const uy = inY / inLength;
  const cos = (inX * outX + inY * outY) / (inLength * Math.hypot(outX, outY));
  const turn = Math.acos(Math.max(-1, Math.min(1, cos)));
  const tan = Math.tan((Math.PI - turn) / 2);
  const radius = corner.radius + grow;
  // The corner of the grown outline, on the side that lies left of the way in (outside).
  const cx = corner.x + (ux * grow) / tan + uy * grow;
  const cy = corner.y + (uy * grow) / tan - ux * grow;
  const chords = Math.max(16, chordsOfTurn(radius, error));
  const step = TURN / chords;
  let last = turn;
  while (last > step) last -= step;
  let at = last < 1e-9 ? step : (step + last) / 2;
  let end = turn;
  const startX = cx - (ux * radius) / tan;
  const startY = cy - (uy * radius) / tan;
  const middleX = startX - uy * radius;
  const middleY = startY + ux * radius;
  const reach = outside ? radius + outwards(radius, chords) : radius;
  const on = (angle: number): [number, number] => {
    // Turned clockwise on screen from the start of the arc, which lies outwards of the way in.
    const sx = uy * reach;
    const sy = -ux * reach;
    const c = Math.cos(angle);
    const s = Math.sin(angle);
    return [middleX + sx * c - sy * s, middleY + sx * s + sy * c];
  };
  // Mirrors a place on the bisector of the corner.
  const mirrored = (x: number, y: number): [number, number] => {
    const bx = middleX - cx;
    const by = middleY - cy;
    const k = (2 * ((x - cx) * bx + (y - cy) * by)) / (bx * bx + by * by);
    return [cx + k * bx - (x - cx), cy + k * by - (y - cy)];
  };
  let finish: [number, number] = [cx, cy];
  if (!outside) {
    points.push(startX, startY);
    finish = mirrored(startX, startY);
  } else {
    let [px, py] = on(0);
    while (at < end) {
      const [x, y] = on(at);
      at += step;
      const side = ux * (y - cy) - uy * (x - cx);
      if (side > 0) {
        // The outline leaves the straight side where the chord crosses it.
        const before = ux * (py - cy) - uy * (px - cx);
        const t = before / (before - side);
        const mx = px + (x - px) * t;
        const my = py + (y - py) * t;
        points.push(mx, my, x, y);
        finish = mirrored(mx, my);
        break;
      }
      end -= step;
      px = x;
      py = y;
    }
  }
  for (; at < end - 1e-12; at += step) points.push(...on(at));
  points.push(...finish);
}

/** The corners of a rectangle, all equally round; with cuts, chamfered ones become two. */
export function boxCornersOf(size: Point, radius: number, cut: number, chamfered: readonly string[]): RoundCorner[] {
  const hx = Math.trunc(size.x / 2);
  const hy = Math.trunc(size.y / 2);
  const sides = [
    ["top_left", -1, -1, 0, 1, 1, 0],
    ["top_right", 1, -1, -1, 0, 0, 1],
    ["bottom_right", 1, 1, 0, -1, -1, 0],
    ["bottom_left", -1, 1, 1, 0, 0, -1],
  ] as const;
  const corners: RoundCorner[] = [];
  for (const [name, sx, sy, ix, iy, ox, oy] of sides) {
    const [x, y] = [sx * hx, sy * hy];
    if (!chamfered.includes(name)) corners.push({ x, y, radius });
    else if (cut === 0) corners.push({ x, y, radius: 0 });
    else {
      corners.push({ x: x + ix * cut, y: y + iy * cut, radius: 0 });
      corners.push({ x: x + ox * cut, y: y + oy * cut, radius: 0 });
    }
  }
  return withoutRepeats(corners);
}

function withoutRepeats(corners: readonly RoundCorner[]): RoundCorner[] {
  return corners.filter(({ x, y }, i) => {
    const next = corners[(i + 1) % corners.length]!;
    return next.x !== x || next.y !== y;
  });
}

/** The corners of a trapezoid, whose sides differ by `delta`. */
export function trapezoidCorners(size: Point, delta: Point): RoundCorner[] {
  const hx = Math.trunc(size.x / 2);
  const hy = Math.trunc(size.y / 2);
  const dx = Math.trunc(delta.x / 2);
  const dy = Math.trunc(delta.y / 2);
  return withoutRepeats([
    { x: -hx + dy, y: -hy - dx, radius: 0 },
    { x: hx - dy, y: -hy + dx, radius: 0 },
    { x: hx + dy, y: hy - dx, radius: 0 },
    { x: -hx - dy, y: hy + dx, radius: 0 },
  ]);
}
