import type { Nm, Point } from "../../base/nm.ts";
import { offsetCurves } from "../../geometry/offset.ts";
import { ringOf, turnedAs } from "../../geometry/ring.ts";
import type { PolygonShape, Shape } from "../../geometry/shape.ts";
import { polygon, skeletonOf } from "../../geometry/shape.ts";
import type { BoardItem } from "../../model/board/board-items.ts";
import type { Graphic } from "../../model/board/graphic.ts";
import { shapeOf } from "../../model/board/graphic.ts";
import { graphicShapes } from "../../model/shape/item-shapes.ts";
import type { CheckBoard } from "./check-board.ts";
import { frameOf } from "./check-board.ts";
import { edgeFaults } from "./edge-faults.ts";

/** A footprint's courtyards as closed areas, and what keeps its lines from closing. */
export interface Courtyards {
  readonly front: readonly PolygonShape[];
  readonly back: readonly PolygonShape[];
  readonly malformed: readonly { readonly at: Point; readonly layer: string }[];
}

/** How far apart the ends of courtyard lines may be and still join. */
const CHAIN: Nm = 20_000;
/** How far chords may be from a courtyard's arc. */
const ARC_ERROR: Nm = 5_000;
/** KiCad takes this off a courtyard all around, so that courtyards that touch are right. */
const RIM: Nm = 5_000;

export function courtyardsOf(board: CheckBoard, footprint: BoardItem): Courtyards {
  const malformed: { at: Point; layer: string }[] = [];
  const of = (layer: string): PolygonShape[] => {
    const graphics = board.items
      .childrenOf(footprint)
      .filter((each) => each.type === "graphic" && each.item["layer"] === layer);
    const parts = graphics.flatMap(outlinesOf);
    const { rings, open } = ringsOf(parts, CHAIN);
    if (open === null) return nested(rings).map(withoutRim);
    for (const { at } of edgeFaults(parts, CHAIN)) malformed.push({ at, layer });
    if (malformed.length === 0) malformed.push({ at: open, layer });
    return [];
  };
  return { front: of("F.CrtYd"), back: of("B.CrtYd"), malformed };
}

function withoutRim({ rings }: PolygonShape): PolygonShape {
  const turned = rings.map((ring, i) => turnedAs(ringOf(ring), i === 0));
  return polygon(offsetCurves(turned, -RIM, "miter", 8).map((ring) => [...ring]));
}

/** A graphic's line without its pen: x, y, x, y …; `closed` when it is a ring by itself. */
export interface OutlinePart {
  readonly points: readonly number[];
  readonly closed: boolean;
  /** Of a circle. */
  readonly middle: Point | null;
  readonly item: BoardItem;
}

/** The lines of a graphic on an outline layer. */
export function outlinesOf(item: BoardItem): OutlinePart[] {
  const graphic = item.item as unknown as Graphic;
  const shape = shapeOf(graphic);
  const shapes = graphicShapes(graphic, frameOf(item));
  if (shapes.length === 0) return [];
  if (shape === "circle")
    return [{ points: circlePoints(shapes[0]!), closed: true, middle: centreOf(shapes[0]!), item }];
  const points: number[] = [];
  for (const each of shapes) {
    const part = skeletonOf(each, ARC_ERROR);
    // Strokes of one graphic follow each other: the end of one is the start of the next.
    points.push(...(points.length === 0 ? part : part.slice(2)));
  }
  const closed = shape === "rect" || shape === "poly";
  if (closed && points.length > 4 && points[0] === points.at(-2) && points[1] === points.at(-1)) points.length -= 2;
  return [{ points, closed, middle: null, item }];
}

function circlePoints(shape: Shape): number[] {
  const radius = shape.kind === "circle" ? shape.radius : shape.kind === "arc" ? shape.bend : 0;
  const { x, y } = centreOf(shape);
  const steps = Math.max(
    8,
    Math.ceil(Math.PI / Math.acos(Math.max(0, 1 - ARC_ERROR / Math.max(radius, ARC_ERROR * 2)))),
  );
  const points: number[] = [];
  for (let i = 0; i < steps; i++) {
    const angle = (2 * Math.PI * i) / steps;
    points.push(Math.round(x + radius * Math.cos(angle)), Math.round(y + radius * Math.sin(angle)));
  }
  return points;
}

function centreOf(shape: Shape): Point {
  if (shape.kind === "circle") return { x: shape.x, y: shape.y };
  return shape.kind === "arc" ? { x: shape.cx, y: shape.cy } : { x: 0, y: 0 };
}

/** Joins lines end to end to rings. `open` is a place where a line ends and none goes on. */
export function ringsOf(
  parts: readonly OutlinePart[],
  reach: Nm,
): { readonly rings: number[][]; readonly open: Point | null; readonly openItems: readonly BoardItem[] } {
  const rings = parts.filter((part) => part.closed).map((part) => [...part.points]);
  const rest = parts.filter((part) => !part.closed && part.points.length >= 4);
  const used = new Set<OutlinePart>();
  let open: Point | null = null;
  const openItems: BoardItem[] = [];
  for (const first of rest) {
    if (used.has(first)) continue;
    used.add(first);
    const ring = [...first.points];
    let last = first;
    for (;;) {
      const x = ring.at(-2)!;
      const y = ring.at(-1)!;
      if (ring.length > 4 && Math.hypot(x - ring[0]!, y - ring[1]!) <= reach && last !== first) break;
      const next = nearestEnd(rest, used, x, y, reach);
      if (next === null) break;
      used.add(next.part);
      last = next.part;
      ring.push(...(next.reversed ? reversed(next.part.points) : next.part.points).slice(2));
    }
    if (Math.hypot(ring.at(-2)! - ring[0]!, ring.at(-1)! - ring[1]!) <= reach && ring.length > 4) {
      ring.length -= 2;
      rings.push(ring);
    } else {
      open ??= { x: ring.at(-2)!, y: ring.at(-1)! };
      openItems.push(last.item, first.item);
    }
  }
  return { rings, open, openItems };
}

function nearestEnd(
  parts: readonly OutlinePart[],
  used: ReadonlySet<OutlinePart>,
  x: number,
  y: number,
  reach: Nm,
): { part: OutlinePart; reversed: boolean } | null {
  let best: { part: OutlinePart; reversed: boolean } | null = null;
  let least = reach;
  for (const part of parts) {
    if (used.has(part)) continue;
    const { points } = part;
    const start = Math.hypot(points[0]! - x, points[1]! - y);
    const end = Math.hypot(points.at(-2)! - x, points.at(-1)! - y);
    if (Math.min(start, end) > least || (best !== null && Math.min(start, end) === least)) continue;
    least = Math.min(start, end);
    best = { part, reversed: end < start };
  }
  return best;
}

function reversed(points: readonly number[]): number[] {
  const out: number[] = [];
  for (let i = points.length - 2; i >= 0; i -= 2) out.push(points[i]!, points[i + 1]!);
  return out;
}

/** Rings as areas: a ring inside another is a hole of it. */
export function nested(rings: readonly number[][]): PolygonShape[] {
  const shapes = rings.map((ring) => polygon([ring]));
  const order = shapes.map((_, i) => i).sort((a, b) => areaOf(rings[b]!) - areaOf(rings[a]!));
  const areas: { rings: number[][]; outer: number }[] = [];
  for (const i of order) {
    const [x, y] = rings[i]!;
    const holder = areas.find(({ outer }) => insideRing(rings[outer]!, x!, y!));
    if (holder === undefined) areas.push({ rings: [rings[i]!], outer: i });
    else holder.rings.push(rings[i]!);
  }
  return areas.map((area) => polygon(area.rings));
}

export function areaOf(ring: readonly number[]): number {
  let sum = 0;
  for (let i = 0; i < ring.length; i += 2) {
    const j = (i + 2) % ring.length;
    sum += ring[i]! * ring[j + 1]! - ring[j]! * ring[i + 1]!;
  }
  return Math.abs(sum / 2);
}

function insideRing(ring: readonly number[], x: number, y: number): boolean {
  let inside = false;
  for (let i = 0, j = ring.length - 2; i < ring.length; j = i, i += 2) {
    const yi = ring[i + 1]!;
    const yj = ring[j + 1]!;
    if (yi > y !== yj > y && x < ((ring[j]! - ring[i]!) * (y - yi)) / (yj - yi) + ring[i]!) inside = !inside;
  }
  return inside;
}
