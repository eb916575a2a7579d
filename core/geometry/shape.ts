import type { Box, Nm, Point } from "../base/nm.ts";
import { arcThrough, pushChords, sweeps } from "./arc.ts";

/**
 * A piece of copper, of a hole or of ink: all places within `radius` of a skeleton (a point, a segment, an arc, or a
 * filled polygon). Every pad, track, via and graphic is one or a few of these. Nanometres, y down.
 */
export type Shape = CircleShape | SegmentShape | ArcShape | PolygonShape;

interface ShapeBase {
  /** How far the shape goes beyond its skeleton: half a pen's width, the radius of round corners. */
  readonly radius: Nm;
  readonly box: Box;
}

export interface CircleShape extends ShapeBase {
  readonly kind: "circle";
  readonly x: number;
  readonly y: number;
}

/** A straight stroke with round ends: a track, an oval pad, a slot. */
export interface SegmentShape extends ShapeBase {
  readonly kind: "segment";
  readonly ax: number;
  readonly ay: number;
  readonly bx: number;
  readonly by: number;
}

/** A stroke with round ends along an arc; angles in radians as {@link arcThrough} has them. */
export interface ArcShape extends ShapeBase {
  readonly kind: "arc";
  readonly cx: number;
  readonly cy: number;
  /** Radius of the centre line. */
  readonly bend: number;
  readonly from: number;
  readonly sweep: number;
  readonly ax: number;
  readonly ay: number;
  readonly bx: number;
  readonly by: number;
}

/**
 * A filled polygon, x, y, x, y … a ring; even-odd, so that further rings are holes, and a fill whose holes are joined
 * to its border by cuts is one ring.
 */
export interface PolygonShape extends ShapeBase {
  readonly kind: "polygon";
  readonly rings: readonly (readonly number[])[];
}

export function circle(x: number, y: number, radius: Nm): CircleShape {
  return {
    kind: "circle",
    x,
    y,
    radius,
    box: { minX: x - radius, minY: y - radius, maxX: x + radius, maxY: y + radius },
  };
}

export function segment(ax: number, ay: number, bx: number, by: number, radius: Nm): SegmentShape {
  return { kind: "segment", ax, ay, bx, by, radius, box: boxAround([ax, ay, bx, by], radius) };
}

/** The stroke along the arc through three places; a segment when they lie on a line. */
export function arc(start: Point, mid: Point, end: Point, radius: Nm): ArcShape | SegmentShape {
  const through = arcThrough(start, mid, end);
  if (through === null) return segment(start.x, start.y, end.x, end.y, radius);
  const { cx, cy, radius: bend, from, sweep } = through;
  const reached = [start.x, start.y, end.x, end.y];
  for (let quarter = 0; quarter < 4; quarter++) {
    const angle = (quarter * Math.PI) / 2;
    if (sweeps(from, sweep, angle))
      reached.push(cx + [bend, 0, -bend, 0][quarter]!, cy + [0, bend, 0, -bend][quarter]!);
  }
  const ends = { ax: start.x, ay: start.y, bx: end.x, by: end.y };
  return { kind: "arc", cx, cy, bend, from, sweep, ...ends, radius, box: boxAround(reached, radius) };
}

/** A filled polygon, grown by `radius` with round corners. */
export function polygon(rings: readonly (readonly number[])[], radius: Nm = 0): PolygonShape {
  return { kind: "polygon", rings, radius, box: boxAround(rings[0] ?? [], radius) };
}

/** The strokes along a chain of places, x, y, x, y …; one dot when there is one place. */
export function chain(points: readonly number[], radius: Nm): Shape[] {
  if (points.length === 2) return [circle(points[0]!, points[1]!, radius)];
  const strokes: Shape[] = [];
  for (let i = 0; i + 3 < points.length; i += 2)
    strokes.push(segment(points[i]!, points[i + 1]!, points[i + 2]!, points[i + 3]!, radius));
  return strokes;
}

/** The same shape grown (or, with a negative gap, shrunk no further than its skeleton). */
export function grown<S extends Shape>(shape: S, gap: Nm): S {
  const radius = Math.max(0, shape.radius + gap);
  const by = radius - shape.radius;
  const { minX, minY, maxX, maxY } = shape.box;
  return { ...shape, radius, box: { minX: minX - by, minY: minY - by, maxX: maxX + by, maxY: maxY + by } };
}

/** The same shape somewhere else. */
export function shifted(shape: Shape, dx: Nm, dy: Nm): Shape {
  const { minX, minY, maxX, maxY } = shape.box;
  const box = { minX: minX + dx, minY: minY + dy, maxX: maxX + dx, maxY: maxY + dy };
  switch (shape.kind) {
    case "circle":
      return { ...shape, x: shape.x + dx, y: shape.y + dy, box };
    case "segment":
      return { ...shape, ax: shape.ax + dx, ay: shape.ay + dy, bx: shape.bx + dx, by: shape.by + dy, box };
    case "arc": {
      const { cx, cy, ax, ay, bx, by } = shape;
      return { ...shape, cx: cx + dx, cy: cy + dy, ax: ax + dx, ay: ay + dy, bx: bx + dx, by: by + dy, box };
    }
    case "polygon":
      return { ...shape, rings: shape.rings.map((ring) => ring.map((v, i) => v + (i % 2 === 0 ? dx : dy))), box };
  }
}

/** A place in the middle of a shape's skeleton: where to point at it. */
export function middleOf(shape: Shape): Point {
  switch (shape.kind) {
    case "circle":
      return { x: shape.x, y: shape.y };
    case "segment":
      return { x: (shape.ax + shape.bx) / 2, y: (shape.ay + shape.by) / 2 };
    case "arc": {
      const angle = shape.from + shape.sweep / 2;
      return { x: shape.cx + shape.bend * Math.cos(angle), y: shape.cy + shape.bend * Math.sin(angle) };
    }
    case "polygon":
      return { x: (shape.box.minX + shape.box.maxX) / 2, y: (shape.box.minY + shape.box.maxY) / 2 };
  }
}

/** Places along a shape's skeleton, arcs as chords that stray by at most `error`: x, y, x, y … */
export function skeletonOf(shape: Shape, error: Nm): number[] {
  switch (shape.kind) {
    case "circle":
      return [shape.x, shape.y];
    case "segment":
      return [shape.ax, shape.ay, shape.bx, shape.by];
    case "arc": {
      const out: number[] = [];
      pushChords(out, { ...shape, radius: shape.bend }, error);
      return out;
    }
    case "polygon":
      return [...(shape.rings[0] ?? [])];
  }
}

export const EMPTY_BOX: Box = { minX: Infinity, minY: Infinity, maxX: -Infinity, maxY: -Infinity };

/** The box of places x, y, x, y …, grown by `by`. */
export function boxAround(points: readonly number[], by: Nm = 0): Box {
  let { minX, minY, maxX, maxY } = EMPTY_BOX;
  for (let i = 0; i + 1 < points.length; i += 2) {
    const x = points[i]!;
    const y = points[i + 1]!;
    if (x < minX) minX = x;
    if (x > maxX) maxX = x;
    if (y < minY) minY = y;
    if (y > maxY) maxY = y;
  }
  return { minX: minX - by, minY: minY - by, maxX: maxX + by, maxY: maxY + by };
}

/** The box of several shapes. */
export function boxOf(shapes: readonly { readonly box: Box }[]): Box {
  let { minX, minY, maxX, maxY } = EMPTY_BOX;
  for (const { box } of shapes) {
    minX = Math.min(minX, box.minX);
    minY = Math.min(minY, box.minY);
    maxX = Math.max(maxX, box.maxX);
    maxY = Math.max(maxY, box.maxY);
  }
  return { minX, minY, maxX, maxY };
}

export function grownBox(box: Box, by: Nm): Box {
  return { minX: box.minX - by, minY: box.minY - by, maxX: box.maxX + by, maxY: box.maxY + by };
}

/** Whether two boxes overlap or touch. */
export function boxesMeet(a: Box, b: Box): boolean {
  return a.minX <= b.maxX && b.minX <= a.maxX && a.minY <= b.maxY && b.minY <= a.maxY;
}
