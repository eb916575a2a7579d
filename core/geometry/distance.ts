import type { Nm, Point } from "../base/nm.ts";
import { sweeps } from "./arc.ts";
import { colAt, edgeGridOf, insideEdges, insideGrid, rowAt } from "./edge-grid.ts";
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
  return inPolygon(shape.rings, x, y);
}

/** How far a place is from the edge of a polygon's rings, on whichever side; Infinity where it is more than `within`. */
export function rimDistance(shape: PolygonShape, x: number, y: number, within: Nm): number {
  best = Infinity;
  pointEdges(x, y, shape.rings, within, false);
  return best <= within * within ? Math.sqrt(best) : Infinity;
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
      if (inPolygon(shape.rings, x, y)) {
        offer(x, y, x, y, swap);
        return;
      }
      pointEdges(x, y, shape.rings, reach, swap);
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

/** Polygons of no more corners are looked at edge by edge. */
const FEW = 40;

function cornersOf(rings: readonly (readonly number[])[]): number {
  let n = 0;
  for (const ring of rings) n += ring.length >> 1;
  return n;
}

function inPolygon(rings: readonly (readonly number[])[], x: number, y: number): boolean {
  return cornersOf(rings) <= FEW ? insideEdges(rings, x, y) : insideGrid(edgeGridOf(rings), x, y);
}

function polygonShape(area: PolygonShape, other: Shape, reach: number, swap: boolean): void {
  const x = firstX(other);
  const y = firstY(other);
  if (inPolygon(area.rings, x, y)) {
    offer(x, y, x, y, swap);
    return;
  }
  switch (other.kind) {
    case "circle":
      pointEdges(other.x, other.y, area.rings, reach, !swap);
      return;
    case "segment":
      segmentEdges(other.ax, other.ay, other.bx, other.by, area.rings, reach, !swap);
      return;
    case "arc":
      arcEdges(other, area.rings, reach, swap);
      return;
    case "polygon": {
      const ring = area.rings[0];
      if (ring !== undefined && ring.length >= 2 && inPolygon(other.rings, ring[0]!, ring[1]!)) {
        offer(ring[0]!, ring[1]!, ring[0]!, ring[1]!, swap);
        return;
      }
      // The edges of the one with fewer corners look for those of the other.
      if (cornersOf(area.rings) <= cornersOf(other.rings)) polygonEdges(area, other, reach, swap);
      else polygonEdges(other, area, reach, !swap);
    }
  }
}

/** The edges of a polygon against those of another; those of the first that are out of reach are left out. */
function polygonEdges(few: PolygonShape, many: PolygonShape, reach: number, swap: boolean): void {
  const { radius, box } = many;
  const slack = reach - radius;
  const [minX, minY, maxX, maxY] = [box.minX - slack, box.minY - slack, box.maxX + slack, box.maxY + slack];
  const edge = (ax: number, ay: number, bx: number, by: number) => {
    if ((ax < minX && bx < minX) || (ax > maxX && bx > maxX)) return;
    if ((ay < minY && by < minY) || (ay > maxY && by > maxY)) return;
    segmentEdges(ax, ay, bx, by, many.rings, reach, swap);
  };
  if (cornersOf(few.rings) <= FEW) {
    for (const ring of few.rings)
      for (let i = 0, j = ring.length - 2; i < ring.length; j = i, i += 2) {
        edge(ring[j]!, ring[j + 1]!, ring[i]!, ring[i + 1]!);
        if (best === 0) return;
      }
    return;
  }
  const grid = edgeGridOf(few.rings);
  const [from, to] = [colAt(grid, minX), colAt(grid, maxX)];
  const last = rowAt(grid, maxY);
  for (let r = rowAt(grid, minY); r <= last; r++) {
    const end = grid.starts[r * grid.cols + to + 1]!;
    for (let k = grid.starts[r * grid.cols + from]!; k < end; k++) {
      const e = grid.edges[k]!;
      edge(grid.ax[e]!, grid.ay[e]!, grid.bx[e]!, grid.by[e]!);
      if (best === 0) return;
    }
  }
}

/** A place against the edges of rings; `swap` tells that the place belongs to the second shape. */
function pointEdges(x: number, y: number, rings: PolygonShape["rings"], reach: number, swap: boolean): void {
  if (cornersOf(rings) <= FEW) {
    for (const ring of rings)
      for (let i = 0, j = ring.length - 2; i < ring.length; j = i, i += 2)
        pointSegment(x, y, ring[j]!, ring[j + 1]!, ring[i]!, ring[i + 1]!, swap);
    return;
  }
  const grid = edgeGridOf(rings);
  const { ax, ay, bx, by, edges, starts, cols } = grid;
  const [from, to] = [colAt(grid, x - reach), colAt(grid, x + reach)];
  const last = rowAt(grid, y + reach);
  for (let r = rowAt(grid, y - reach); r <= last; r++) {
    const end = starts[r * cols + to + 1]!;
    for (let k = starts[r * cols + from]!; k < end; k++) {
      const e = edges[k]!;
      pointSegment(x, y, ax[e]!, ay[e]!, bx[e]!, by[e]!, swap);
    }
  }
}

/** A segment against the edges of rings; `swap` tells that the segment belongs to the second shape. */
function segmentEdges(
  ax: number,
  ay: number,
  bx: number,
  by: number,
  rings: PolygonShape["rings"],
  reach: number,
  swap: boolean,
): void {
  if (cornersOf(rings) <= FEW) {
    for (const ring of rings)
      for (let i = 0, j = ring.length - 2; i < ring.length; j = i, i += 2) {
        segmentSegment(ax, ay, bx, by, ring[j]!, ring[j + 1]!, ring[i]!, ring[i + 1]!, swap);
        if (best === 0) return;
      }
    return;
  }
  const grid = edgeGridOf(rings);
  const { edges, starts, cols, height } = grid;
  // In each row only the columns that the segment may reach there.
  const [minX, maxX] = ax < bx ? [ax - reach, bx + reach] : [bx - reach, ax + reach];
  const [minY, maxY] = ay < by ? [ay - reach, by + reach] : [by - reach, ay + reach];
  const slope = ay === by ? 0 : (bx - ax) / (by - ay);
  const last = rowAt(grid, maxY);
  for (let r = rowAt(grid, minY); r <= last; r++) {
    let [left, right] = [minX, maxX];
    if (slope !== 0 && reach !== Infinity) {
      const top = grid.minY + r * height - reach - 1;
      const x0 = ax + (top - ay) * slope;
      const x1 = x0 + (height + 2 * reach + 2) * slope;
      left = Math.max(left, Math.min(x0, x1) - reach);
      right = Math.min(right, Math.max(x0, x1) + reach);
    }
    const end = starts[r * cols + colAt(grid, right) + 1]!;
    for (let k = starts[r * cols + colAt(grid, left)]!; k < end; k++) {
      const e = edges[k]!;
      const [cx, cy, dx, dy] = [grid.ax[e]!, grid.ay[e]!, grid.bx[e]!, grid.by[e]!];
      if ((cx < minX && dx < minX) || (cx > maxX && dx > maxX)) continue;
      if ((cy < minY && dy < minY) || (cy > maxY && dy > maxY)) continue;
      segmentSegment(ax, ay, bx, by, cx, cy, dx, dy, swap);
      if (best === 0) return;
    }
  }
}

/** The edges of rings against an arc; `swap` tells that the edges belong to the second shape. */
function arcEdges(arc: ArcShape, rings: PolygonShape["rings"], reach: number, swap: boolean): void {
  if (cornersOf(rings) <= FEW) {
    for (const ring of rings)
      for (let i = 0, j = ring.length - 2; i < ring.length; j = i, i += 2)
        segmentArc(ring[j]!, ring[j + 1]!, ring[i]!, ring[i + 1]!, arc, swap);
    return;
  }
  const grid = edgeGridOf(rings);
  const { ax, ay, bx, by, edges, starts, cols } = grid;
  const slack = reach - arc.radius;
  const { box } = arc;
  const [from, to] = [colAt(grid, box.minX - slack), colAt(grid, box.maxX + slack)];
  const last = rowAt(grid, box.maxY + slack);
  for (let r = rowAt(grid, box.minY - slack); r <= last; r++) {
    const end = starts[r * cols + to + 1]!;
    for (let k = starts[r * cols + from]!; k < end; k++) {
      const e = edges[k]!;
      segmentArc(ax[e]!, ay[e]!, bx[e]!, by[e]!, arc, swap);
      if (best === 0) return;
    }
  }
}

function firstX(shape: Shape): number {
  return shape.kind === "circle" ? shape.x : shape.kind === "polygon" ? (shape.rings[0]?.[0] ?? NaN) : shape.ax;
}

function firstY(shape: Shape): number {
  return shape.kind === "circle" ? shape.y : shape.kind === "polygon" ? (shape.rings[0]?.[1] ?? NaN) : shape.ay;
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
