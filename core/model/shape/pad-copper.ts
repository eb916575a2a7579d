import type { Point } from "../../base/nm.ts";
import { rotatePoint } from "../../base/nm.ts";
import { curvePoints, pushChords, TURN } from "../../geometry/arc.ts";
import { boxCorners, placed } from "../../geometry/placed.ts";
import type { Shape } from "../../geometry/shape.ts";
import { arc, chain, circle, polygon, segment } from "../../geometry/shape.ts";
import type { Pad, Primitive } from "../board/pad.ts";
import { isCopper } from "../board/pad-shape.ts";
import type { Placement } from "../field.ts";
import type { PadShape } from "./pad-stack.ts";
import { padShapeOn } from "./pad-stack.ts";
import { CHORD_ERROR, pathPoints } from "./path.ts";

/** Where a pad's hole lies on the board. */
export function padPlace(pad: Pad, footprint: Placement): Point {
  const turned = rotatePoint({ x: pad.at.x, y: pad.at.y }, footprint.angle);
  return { x: footprint.x + turned.x, y: footprint.y + turned.y };
}

/** Where the middle of a pad's copper lies: the hole, moved by the drill's offset. */
export function padCentre(pad: Pad, footprint: Placement, layer?: string): Point {
  return centreOf(pad, footprint, padShapeOn(pad, layer));
}

function centreOf(pad: Pad, footprint: Placement, { offset }: PadShape): Point {
  const place = padPlace(pad, footprint);
  if (offset.x === 0 && offset.y === 0) return place;
  const turned = rotatePoint(offset, pad.at.angle);
  return { x: place.x + turned.x, y: place.y + turned.y };
}

/** A pad's copper on the board, on a layer where it has any (`layer` counts for pads with a stack of their own). */
export function padCopper(pad: Pad, footprint: Placement, layer?: string): Shape[] {
  const shape = padShapeOn(pad, layer);
  const onBoard = new Frame(pad.at.angle, centreOf(pad, footprint, shape));
  const { x: w, y: h } = shape.size;
  switch (shape.shape) {
    case "circle":
      return [onBoard.circle(0, 0, w / 2)];
    case "oval":
      return [onBoard.oval(w, h)];
    case "trapezoid": {
      const [hx, hy, dx, dy] = [w / 2, h / 2, shape.rectDelta.x / 2, shape.rectDelta.y / 2];
      return [onBoard.area([-hx - dy, hy + dx, hx + dy, hy - dx, hx - dy, -hy + dx, -hx + dy, -hy - dx], 0)];
    }
    case "roundrect":
      return [roundRect(onBoard, shape)];
    case "custom":
      return [
        shape.anchor === "circle" ? onBoard.circle(0, 0, w / 2) : onBoard.area(boxCorners(w / 2, h / 2), 0),
        ...shape.primitives.flatMap((primitive) => primitiveShapes(onBoard, primitive)),
      ];
    default:
      return [onBoard.area(boxCorners(w / 2, h / 2), 0)];
  }
}

/** A pad's hole; empty when it has none. */
export function padHole(pad: Pad, footprint: Placement): Shape[] {
  if (pad.drill === null || pad.drill.x <= 0) return [];
  const { x, y } = pad.drill;
  return [new Frame(pad.at.angle, padPlace(pad, footprint)).oval(x, y)];
}

/** Where a shape lies that is given about its own middle. Corners become whole nanometres, as KiCad's do. */
class Frame {
  private readonly angle: number;
  private readonly to: Point;

  constructor(angle: number, to: Point) {
    this.angle = angle;
    this.to = to;
  }

  points(local: readonly number[]): number[] {
    return placed(local, this.angle, this.to).map(Math.round);
  }

  point(p: Point): Point {
    const [x, y] = this.points([p.x, p.y]);
    return { x: x!, y: y! };
  }

  circle(x: number, y: number, radius: number): Shape {
    const at = this.point({ x, y });
    return circle(at.x, at.y, radius);
  }

  oval(w: number, h: number): Shape {
    const radius = Math.min(w, h) / 2;
    const [dx, dy] = [w / 2 - radius, h / 2 - radius];
    if (dx === 0 && dy === 0) return this.circle(0, 0, radius);
    const [ax, ay, bx, by] = this.points([-dx, -dy, dx, dy]);
    return segment(ax!, ay!, bx!, by!, radius);
  }

  area(local: readonly number[], radius: number): Shape {
    return polygon([this.points(local)], radius);
  }

  strokes(local: readonly number[], radius: number): Shape[] {
    return chain(this.points(local), radius);
  }

  arc(start: Point, mid: Point, end: Point, radius: number): Shape {
    return arc(this.point(start), this.point(mid), this.point(end), radius);
  }
}

function roundRect(onBoard: Frame, { size, roundrectRatio, chamferRatio, chamfer }: PadShape): Shape {
  const { x: w, y: h } = size;
  const radius = Math.min(w, h) * Math.min(0.5, roundrectRatio);
  const cut = Math.min(w, h) * Math.min(0.5, chamferRatio);
  if (chamfer.length === 0 || cut === 0) {
    const [dx, dy] = [w / 2 - radius, h / 2 - radius];
    return dx <= 0 || dy <= 0 ? onBoard.oval(w, h) : onBoard.area(boxCorners(dx, dy), radius);
  }
  const points: number[] = [];
  // Clockwise on screen from the top left; each corner comes in along one side and leaves along the next.
  const sides = [
    ["top_left", -1, -1, 0, 1, 1, 0],
    ["top_right", 1, -1, -1, 0, 0, 1],
    ["bottom_right", 1, 1, 0, -1, -1, 0],
    ["bottom_left", -1, 1, 1, 0, 0, -1],
  ] as const;
  for (const [name, sx, sy, ix, iy, ox, oy] of sides) {
    const [x, y] = [(sx * w) / 2, (sy * h) / 2];
    const reach = chamfer.includes(name) ? cut : radius;
    if (chamfer.includes(name) || radius === 0)
      points.push(x + ix * reach, y + iy * reach, x + ox * reach, y + oy * reach);
    else {
      const [cx, cy] = [x - sx * radius, y - sy * radius];
      const from = Math.atan2(y + iy * reach - cy, x + ix * reach - cx);
      pushChords(points, { cx, cy, radius, from, sweep: TURN / 4 }, CHORD_ERROR);
    }
  }
  return onBoard.area(points, 0);
}

function primitiveShapes(onBoard: Frame, p: Primitive): Shape[] {
  if (!isCopper(p)) return [];
  const pen = p.width / 2;
  const [a, b, c] = p.points as readonly Point[];
  if (p.shape === "poly") {
    const points = pathPoints(p.points);
    if (points.length === 0) return [];
    return p.filled ? [onBoard.area(points, pen)] : onBoard.strokes([...points, points[0]!, points[1]!], pen);
  }
  if (p.shape === "curve") return onBoard.strokes(curvePoints(p.points as readonly Point[]), pen);
  if (a === undefined || b === undefined) return [];
  if (p.shape === "circle") {
    const radius = Math.hypot(b.x - a.x, b.y - a.y);
    if (p.filled) return [onBoard.circle(a.x, a.y, radius + pen)];
    return [onBoard.arc(b, { x: 2 * a.x - b.x, y: 2 * a.y - b.y }, b, pen)];
  }
  if (p.shape === "rect") {
    const points = [a.x, a.y, b.x, a.y, b.x, b.y, a.x, b.y];
    return p.filled ? [onBoard.area(points, pen)] : onBoard.strokes([...points, a.x, a.y], pen);
  }
  if (p.shape === "arc" && c !== undefined) return [onBoard.arc(a, b, c, pen)];
  return onBoard.strokes([a.x, a.y, b.x, b.y], pen);
}
