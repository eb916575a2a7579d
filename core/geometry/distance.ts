import type { Nm, Point } from "../base/nm.ts";
import { sweeps } from "./arc.ts";
import { edgeStripsOf, insideStrips, stripAt } from "./edge-strips.ts";
import { segmentsCross } from "./predicates.ts";
import type { ArcShape, PolygonShape, SegmentShape, Shape } from "./shape.ts";
import { boxesMeet } from "./shape.ts";

/** How near two shapes come: 0 and one common place when they overlap, else the gap and its two ends. */
export interface Nearest {
  readonly distance: number;
  readonly a: Point;
  readonly b: Point;
}

/**
 * The gap between two shapes with its two ends; null when it is more than `within`. Shapes whose rims touch have a
 * gap of 0.
 */
export function nearest(a: Shape, b: Shape, within: Nm = Infinity): Nearest | null {
  if (boxesGap(a, b) > within) return null;
  skeletons(a, b, within + a.radius + b.radius);
  if (best === Infinity) return null;
  const between = Math.sqrt(best);
  const gap = between - a.radius - b.radius;
  if (gap > within) return null;
  const [fromX, fromY, toX, toY] = [pX, pY, qX, qY];
  const ux = between === 0 ? 0 : (toX - fromX) / between;
  const uy = between === 0 ? 0 : (toY - fromY) / between;
  if (gap <= 0) {
    // A place that both hold: from a's skeleton towards b's, no further than either's rim.
    const reach = Math.min(a.radius, between);
    const common = { x: fromX + ux * reach, y: fromY + uy * reach };
    return { distance: 0, a: common, b: common };
  }
  return {
    distance: gap,
    a: { x: fromX + ux * a.radius, y: fromY + uy * a.radius },
    b: { x: toX - ux * b.radius, y: toY - uy * b.radius },
  };
}

/** The gap between two shapes, 0 when they overlap or touch. */
export function distance(a: Shape, b: Shape): number {
  skeletons(a, b, Infinity);
  return Math.max(0, Math.sqrt(best) - a.radius - b.radius);
}

/** Whether two shapes overlap. Touching at the rim is no overlap, as KiCad has it; skeletons that touch are. */
export function shapesMeet(a: Shape, b: Shape): boolean {
  if (!boxesMeet(a.box, b.box)) return false;
  const reach = a.radius + b.radius;
  skeletons(a, b, reach);
  return best === 0 || best < reach * reach;
}

/** Whether two shapes come nearer than `gap`; at exactly `gap` they do not. */
export function nearerThan(a: Shape, b: Shape, gap: Nm): boolean {
  if (boxesGap(a, b) > gap) return false;
  const reach = gap + a.radius + b.radius;
  skeletons(a, b, reach);
  return best === 0 || best < reach * reach;
}

/** Whether a place lies in a shape, its rim included. */
export function holds(shape: Shape, x: number, y: number): boolean {
  const { box } = shape;
  if (x < box.minX || x > box.maxX || y < box.minY || y > box.maxY) return false;
  best = Infinity;
  pointSkeleton(x, y, shape, shape.radius, false);
  return best <= shape.radius * shape.radius;
}

/** Whether a place lies inside a polygon's rings (even-odd), however much the polygon is grown. */
export function inRings(shape: PolygonShape, x: number, y: number): boolean {
  return insideStrips(edgeStripsOf(shape.rings), x, y);
}

function boxesGap(a: Shape, b: Shape): number {
  const dx = Math.max(a.box.minX - b.box.maxX, b.box.minX - a.box.maxX, 0);
  const dy = Math.max(a.box.minY - b.box.maxY, b.box.minY - a.box.maxY, 0);
  return Math.max(dx, dy);
}

// The best pair so far: its squared distance, and its ends on the first and the second skeleton. Kernels below write
// here, so that the inner loops allocate nothing.
let best = Infinity;
let pX = 0;
let pY = 0;
let qX = 0;
let qY = 0;

function offer(ax: number, ay: number, bx: number, by: number, swap: boolean): void {
  const dx = bx - ax;
  const dy = by - ay;
  const square = dx * dx + dy * dy;
  if (square >= best) return;
  // Below a nanometre's fraction it is rounding.
  best = square < 1e-3 ? 0 : square;
  pX = swap ? bx : ax;
  pY = swap ? by : ay;
  qX = swap ? ax : bx;
  qY = swap ? ay : by;
}

/** Finds the nearest pair of the two skeletons; pairs farther than `reach` may be left out. */
function skeletons(a: Shape, b: Shape, reach: number): void {
  best = Infinity;
  if (a.kind === "polygon") polygonShape(a, b, reach, false);
  else if (b.kind === "polygon") polygonShape(b, a, reach, true);
  else if (a.kind === "circle") pointSkeleton(a.x, a.y, b, reach, false);
  else if (b.kind === "circle") pointSkeleton(b.x, b.y, a, reach, true);
  else if (a.kind === "segment") segmentStroke(a.ax, a.ay, a.bx, a.by, b, false);
  else if (b.kind === "segment") segmentStroke(b.ax, b.ay, b.bx, b.by, a, true);
  else arcArc(a, b);
}

function pointSkeleton(x: number, y: number, shape: Shape, reach: number, swap: boolean): void {
  switch (shape.kind) {
    case "circle":
      offer(x, y, shape.x, shape.y, swap);
      return;
    case "segment":
      pointSegment(x, y, shape.ax, shape.ay, shape.bx, shape.by, swap);
      return;
    case "arc":
      pointArc(x, y, shape, swap);
      return;
    case "polygon": {
      const strips = edgeStripsOf(shape.rings);
      if (insideStrips(strips, x, y)) {
        offer(x, y, x, y, swap);
        return;
      }
      const first = stripAt(strips, y - reach);
      const last = stripAt(strips, y + reach);
      for (let k = strips.starts[first]!; k < strips.starts[last + 1]!; k++) {
        const e = strips.edges[k]!;
        pointSegment(x, y, strips.ax[e]!, strips.ay[e]!, strips.bx[e]!, strips.by[e]!, swap);
      }
    }
  }
}

function segmentStroke(
  ax: number,
  ay: number,
  bx: number,
  by: number,
  stroke: SegmentShape | ArcShape,
  swap: boolean,
): void {
  if (stroke.kind === "segment") segmentSegment(ax, ay, bx, by, stroke.ax, stroke.ay, stroke.bx, stroke.by, swap);
  else segmentArc(ax, ay, bx, by, stroke, swap);
}

function polygonShape(area: PolygonShape, other: Shape, reach: number, swap: boolean): void {
  const strips = edgeStripsOf(area.rings);
  const [x, y] = firstPlace(other);
  if (insideStrips(strips, x, y)) {
    offer(x, y, x, y, swap);
    return;
  }
  if (other.kind === "polygon") {
    const ring = area.rings[0];
    if (ring !== undefined && ring.length >= 2 && inRings(other, ring[0]!, ring[1]!)) {
      offer(ring[0]!, ring[1]!, ring[0]!, ring[1]!, swap);
      return;
    }
  }
  // Only edges in strips that the other's skeleton may reach are looked at, and of those only such as come near in x.
  const { minX, minY, maxX, maxY } = other.box;
  const slack = reach - other.radius;
  const first = stripAt(strips, minY - slack);
  const last = stripAt(strips, maxY + slack);
  for (let k = strips.starts[first]!; k < strips.starts[last + 1]!; k++) {
    const e = strips.edges[k]!;
    const ax = strips.ax[e]!;
    const bx = strips.bx[e]!;
    if (Math.max(ax, bx) < minX - slack || Math.min(ax, bx) > maxX + slack) continue;
    edgeShape(ax, strips.ay[e]!, bx, strips.by[e]!, other, reach, swap);
    if (best === 0) return;
  }
}

/** An edge against the second skeleton; `swap` tells that the edge belongs to the second shape. */
function edgeShape(ax: number, ay: number, bx: number, by: number, other: Shape, reach: number, swap: boolean): void {
  switch (other.kind) {
    case "circle":
      pointSegment(other.x, other.y, ax, ay, bx, by, !swap);
      return;
    case "segment":
      segmentSegment(ax, ay, bx, by, other.ax, other.ay, other.bx, other.by, swap);
      return;
    case "arc":
      segmentArc(ax, ay, bx, by, other, swap);
      return;
    case "polygon": {
      const strips = edgeStripsOf(other.rings);
      const first = stripAt(strips, Math.min(ay, by) - reach);
      const last = stripAt(strips, Math.max(ay, by) + reach);
      for (let k = strips.starts[first]!; k < strips.starts[last + 1]!; k++) {
        const e = strips.edges[k]!;
        segmentSegment(ax, ay, bx, by, strips.ax[e]!, strips.ay[e]!, strips.bx[e]!, strips.by[e]!, swap);
        if (best === 0) return;
      }
    }
  }
}

function firstPlace(shape: Shape): readonly [number, number] {
  switch (shape.kind) {
    case "circle":
      return [shape.x, shape.y];
    case "polygon":
      return [shape.rings[0]?.[0] ?? NaN, shape.rings[0]?.[1] ?? NaN];
    default:
      return [shape.ax, shape.ay];
  }
}

function pointSegment(px: number, py: number, ax: number, ay: number, bx: number, by: number, swap: boolean): void {
  const vx = bx - ax;
  const vy = by - ay;
  const length2 = vx * vx + vy * vy;
  let t = length2 === 0 ? 0 : ((px - ax) * vx + (py - ay) * vy) / length2;
  t = Math.max(0, Math.min(1, t));
  offer(px, py, ax + t * vx, ay + t * vy, swap);
}

function segmentSegment(
  ax: number,
  ay: number,
  bx: number,
  by: number,
  cx: number,
  cy: number,
  dx: number,
  dy: number,
  swap: boolean,
): void {
  if (segmentsCross(ax, ay, bx, by, cx, cy, dx, dy)) {
    const ux = bx - ax;
    const uy = by - ay;
    const vx = dx - cx;
    const vy = dy - cy;
    const det = ux * vy - uy * vx;
    // Parallel and overlapping: an end of one lies on the other, found below.
    if (det !== 0) {
      const t = Math.min(1, Math.max(0, ((cx - ax) * vy - (cy - ay) * vx) / det));
      offer(ax + t * ux, ay + t * uy, ax + t * ux, ay + t * uy, swap);
      return;
    }
  }
  pointSegment(ax, ay, cx, cy, dx, dy, swap);
  pointSegment(bx, by, cx, cy, dx, dy, swap);
  pointSegment(cx, cy, ax, ay, bx, by, !swap);
  pointSegment(dx, dy, ax, ay, bx, by, !swap);
}

function pointArc(px: number, py: number, arc: ArcShape, swap: boolean): void {
  const vx = px - arc.cx;
  const vy = py - arc.cy;
  const length = Math.hypot(vx, vy);
  if (length === 0) {
    offer(px, py, arc.ax, arc.ay, swap);
    return;
  }
  if (sweeps(arc.from, arc.sweep, Math.atan2(vy, vx)))
    offer(px, py, arc.cx + (vx / length) * arc.bend, arc.cy + (vy / length) * arc.bend, swap);
  offer(px, py, arc.ax, arc.ay, swap);
  offer(px, py, arc.bx, arc.by, swap);
}

function segmentArc(ax: number, ay: number, bx: number, by: number, arc: ArcShape, swap: boolean): void {
  const vx = bx - ax;
  const vy = by - ay;
  const length2 = vx * vx + vy * vy;
  pointArc(ax, ay, arc, swap);
  pointArc(bx, by, arc, swap);
  pointSegment(arc.ax, arc.ay, ax, ay, bx, by, !swap);
  pointSegment(arc.bx, arc.by, ax, ay, bx, by, !swap);
  if (length2 === 0) return;
  const t = ((arc.cx - ax) * vx + (arc.cy - ay) * vy) / length2;
  const footX = ax + t * vx;
  const footY = ay + t * vy;
  const away2 = (footX - arc.cx) ** 2 + (footY - arc.cy) ** 2;
  if (t >= 0 && t <= 1) pointArc(footX, footY, arc, swap);
  const half2 = arc.bend * arc.bend - away2;
  if (half2 < 0) return;
  const half = Math.sqrt(half2 / length2);
  for (const at of [t - half, t + half]) {
    if (at < 0 || at > 1) continue;
    const x = ax + at * vx;
    const y = ay + at * vy;
    if (sweeps(arc.from, arc.sweep, Math.atan2(y - arc.cy, x - arc.cx))) offer(x, y, x, y, swap);
  }
}

function arcArc(a: ArcShape, b: ArcShape): void {
  pointArc(a.ax, a.ay, b, false);
  pointArc(a.bx, a.by, b, false);
  pointArc(b.ax, b.ay, a, true);
  pointArc(b.bx, b.by, a, true);
  const dx = b.cx - a.cx;
  const dy = b.cy - a.cy;
  const apart = Math.hypot(dx, dy);
  if (apart === 0) return;
  const ux = dx / apart;
  const uy = dy / apart;
  // Nearest places of two circles lie on the line of their centres …
  for (const s of [1, -1]) pointArcOnCircle(a, s * ux, s * uy, b);
  // … unless the circles cross.
  const along = (apart * apart + a.bend * a.bend - b.bend * b.bend) / (2 * apart);
  const half2 = a.bend * a.bend - along * along;
  if (half2 < 0) return;
  const half = Math.sqrt(half2);
  for (const s of [half, -half]) {
    const x = a.cx + along * ux - s * uy;
    const y = a.cy + along * uy + s * ux;
    if (!sweeps(a.from, a.sweep, Math.atan2(y - a.cy, x - a.cx))) continue;
    if (sweeps(b.from, b.sweep, Math.atan2(y - b.cy, x - b.cx))) offer(x, y, x, y, false);
  }
}

function pointArcOnCircle(a: ArcShape, ux: number, uy: number, b: ArcShape): void {
  if (sweeps(a.from, a.sweep, Math.atan2(uy, ux))) pointArc(a.cx + a.bend * ux, a.cy + a.bend * uy, b, false);
}
