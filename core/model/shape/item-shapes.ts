import type { Point } from "../../base/nm.ts";
import { rotatePoint } from "../../base/nm.ts";
import { curvePoints } from "../../geometry/arc.ts";
import type { PolygonShape, Shape } from "../../geometry/shape.ts";
import { arc, chain, circle, polygon, segment } from "../../geometry/shape.ts";
import type { Graphic } from "../board/graphic.ts";
import { shapeOf } from "../board/graphic.ts";
import type { ArcTrack, Track } from "../board/track.ts";
import type { Via } from "../board/via.ts";
import type { Fill } from "../board/zone.ts";
import type { PathNode, Placement } from "../field.ts";
import { viaSizeOn } from "./pad-stack.ts";
import { pathPoints } from "./path.ts";

/** A track's copper. */
export function trackShape(item: Track | ArcTrack): Shape {
  const { start, end } = item;
  if (item.kind === "arcTrack") return arc(start, item.mid, end, item.width / 2);
  return segment(start.x, start.y, end.x, end.y, item.width / 2);
}

/** A via's ring on a layer where it has one. */
export function viaShape(via: Via, layer?: string): Shape {
  const size = layer === undefined ? via.size : viaSizeOn(via, layer);
  return circle(via.at.x, via.at.y, size / 2);
}

export function viaHole(via: Via): Shape {
  return circle(via.at.x, via.at.y, via.drill / 2);
}

/** The copper layers that a via passes, of the board's `copper` layers from front to back. */
export function viaSpan(via: Via, copper: readonly string[]): readonly string[] {
  if (via.type === "" || via.type === "through" || via.layers.length !== 2) return copper;
  const first = copper.indexOf(via.layers[0]!);
  const last = copper.indexOf(via.layers[1]!);
  return copper.slice(Math.max(0, Math.min(first, last)), Math.max(first, last) + 1);
}

/** The ink of a graphic; `frame` is its footprint's place when it belongs to one. Hatched fills count as filled. */
export function graphicShapes(item: Graphic, frame: Placement | null = null): Shape[] {
  const pen = item.stroke.width / 2;
  const filled = item.fill !== "none";
  const start = onBoard(item.start, frame);
  const mid = onBoard(item.mid, frame);
  const end = onBoard(item.end, frame);
  const center = onBoard(item.center, frame);
  switch (shapeOf(item)) {
    case "poly":
      return closed(pathPoints(nodesOnBoard(item.pts, frame)), pen, filled);
    case "curve":
      return chain(curvePoints(nodesOnBoard(item.pts, frame) as readonly Point[]), pen);
    case "circle": {
      if (center === null || end === null) return [];
      if (filled) return [circle(center.x, center.y, Math.hypot(end.x - center.x, end.y - center.y) + pen)];
      return [arc(end, { x: 2 * center.x - end.x, y: 2 * center.y - end.y }, end, pen)];
    }
    case "rect": {
      // Turned with its footprint a rectangle is four corners.
      if (item.start === null || item.end === null) return [];
      const { x: ax, y: ay } = item.start;
      const { x: bx, y: by } = item.end;
      const corners = [item.start, { x: bx, y: ay }, item.end, { x: ax, y: by }];
      return closed(
        corners.flatMap((p) => {
          const at = onBoard(p, frame)!;
          return [at.x, at.y];
        }),
        pen,
        filled,
      );
    }
    default:
      if (start === null || end === null) return [];
      return [mid === null ? segment(start.x, start.y, end.x, end.y, pen) : arc(start, mid, end, pen)];
  }
}

function closed(points: number[], pen: number, filled: boolean): Shape[] {
  if (points.length < 2) return [];
  return filled ? [polygon([points], pen)] : chain([...points, points[0]!, points[1]!], pen);
}

/** A piece of a zone's filled copper; `pen` is half the width of its edge in files that draw one. */
export function fillShape(fill: Fill, pen = 0): PolygonShape {
  return polygon([fill.points], pen);
}

/** A place of a footprint's item on the board, in whole nanometres. */
export function onBoard<P extends Point | null>(p: P, frame: Placement | null): P {
  if (p === null || frame === null) return p;
  const turned = rotatePoint(p, frame.angle);
  return { x: frame.x + turned.x, y: frame.y + turned.y } as P;
}

/** A path of a footprint's item on the board. */
export function nodesOnBoard(path: readonly PathNode[], frame: Placement | null): readonly PathNode[] {
  if (frame === null) return path;
  return path.map((node) =>
    "start" in node
      ? { start: onBoard(node.start, frame), mid: onBoard(node.mid, frame), end: onBoard(node.end, frame) }
      : onBoard(node, frame),
  );
}
