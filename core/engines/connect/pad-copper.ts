import type { Point } from "../../base/nm.ts";
import { rotatePoint } from "../../base/nm.ts";
import type { Pad, Primitive } from "../../model/board/pad.ts";
import type { Placement } from "../../model/field.ts";
import type { Shape } from "./shape.ts";
import { circlePoints, curvePoints, pathPoints, placed, pushArc, shape } from "./shape.ts";

/** Where a pad's hole lies on the board. */
export function padPlace(pad: Pad, footprint: Placement): Point {
  const turned = rotatePoint({ x: pad.at.x, y: pad.at.y }, footprint.angle);
  return { x: footprint.x + turned.x, y: footprint.y + turned.y };
}

/** Where the middle of a pad's copper lies: the hole, moved by the drill's offset. */
export function padCentre(pad: Pad, footprint: Placement): Point {
  const place = padPlace(pad, footprint);
  const offset = pad.drill?.offset;
  if (offset === undefined || (offset.x === 0 && offset.y === 0)) return place;
  const turned = rotatePoint(offset, pad.at.angle);
  return { x: place.x + turned.x, y: place.y + turned.y };
}

/** A pad's copper on the board, on a layer where it has any. */
export function padCopper(pad: Pad, footprint: Placement): Shape[] {
  const centre = padCentre(pad, footprint);
  return padShapes(pad).map(({ points, radius, area }) => shape(placed(points, pad.at.angle, centre), radius, area));
}

/** A pad's hole, which stands for it on layers where it has no ring. */
export function padHole(pad: Pad, footprint: Placement): Shape[] {
  if (pad.drill === null) return [];
  const { x, y } = pad.drill;
  return [place(oval(x, y), pad, padPlace(pad, footprint))];
}

function place({ points, radius, area }: Local, pad: Pad, to: Point): Shape {
  return shape(placed(points, pad.at.angle, to), radius, area);
}

interface Local {
  readonly points: readonly number[];
  readonly radius: number;
  readonly area: boolean;
}

/** The shapes of a pad about its own centre, not turned. */
function padShapes(pad: Pad): Local[] {
  const { x: w, y: h } = pad.size;
  switch (pad.shape) {
    case "circle":
      return [{ points: [0, 0], radius: w / 2, area: false }];
    case "oval":
      return [oval(w, h)];
    case "trapezoid": {
      const dx = (pad.rectDelta?.x ?? 0) / 2;
      const dy = (pad.rectDelta?.y ?? 0) / 2;
      const [hx, hy] = [w / 2, h / 2];
      const points = [-hx - dy, hy + dx, hx + dy, hy - dx, hx - dy, -hy + dx, -hx + dy, -hy - dx];
      return [{ points, radius: 0, area: true }];
    }
    case "roundrect":
      return [roundRect(pad)];
    case "custom":
      return [anchor(pad), ...pad.primitives.flatMap(primitiveShapes)];
    default:
      return [{ points: corners(w / 2, h / 2), radius: 0, area: true }];
  }
}

function corners(hx: number, hy: number): number[] {
  return [-hx, -hy, hx, -hy, hx, hy, -hx, hy];
}

function oval(w: number, h: number): Local {
  const radius = Math.min(w, h) / 2;
  const [dx, dy] = [w / 2 - radius, h / 2 - radius];
  return { points: dx === 0 && dy === 0 ? [0, 0] : [-dx, -dy, dx, dy], radius, area: false };
}

function anchor(pad: Pad): Local {
  const { x: w, y: h } = pad.size;
  if (pad.options?.anchor === "circle") return { points: [0, 0], radius: w / 2, area: false };
  return { points: corners(w / 2, h / 2), radius: 0, area: true };
}

function roundRect(pad: Pad): Local {
  const { x: w, y: h } = pad.size;
  const radius = Math.min(w, h) * Math.min(0.5, pad.roundrectRatio ?? 0.25);
  const cut = Math.min(w, h) * Math.min(0.5, pad.chamferRatio ?? 0);
  if (pad.chamfer.length === 0 || cut === 0)
    return { points: corners(w / 2 - radius, h / 2 - radius), radius, area: true };
  const points: number[] = [];
  const [hx, hy] = [w / 2, h / 2];
  // Clockwise on screen from the top left; each corner comes in along one side and leaves along the next.
  const sides = [
    ["top_left", -1, -1, 0, 1, 1, 0],
    ["top_right", 1, -1, -1, 0, 0, 1],
    ["bottom_right", 1, 1, 0, -1, -1, 0],
    ["bottom_left", -1, 1, 1, 0, 0, -1],
  ] as const;
  for (const [name, sx, sy, ix, iy, ox, oy] of sides) {
    const [x, y] = [sx * hx, sy * hy];
    const reach = pad.chamfer.includes(name) ? cut : radius;
    const start = { x: x + ix * reach, y: y + iy * reach };
    const end = { x: x + ox * reach, y: y + oy * reach };
    if (pad.chamfer.includes(name) || radius === 0) points.push(start.x, start.y, end.x, end.y);
    else {
      const k = radius * (1 - Math.SQRT1_2);
      pushArc(points, start, { x: x - sx * k, y: y - sy * k }, end);
    }
  }
  return { points, radius: 0, area: true };
}

function primitiveShapes(p: Primitive): Local[] {
  const pen = p.width / 2;
  const [a, b, c] = p.points as readonly Point[];
  if (p.shape === "poly") {
    const points = pathPoints(p.points);
    if (points.length === 0) return [];
    return [
      p.filled
        ? { points, radius: pen, area: true }
        : { points: [...points, points[0]!, points[1]!], radius: pen, area: false },
    ];
  }
  if (p.shape === "curve") return [{ points: curvePoints(p.points as readonly Point[]), radius: pen, area: false }];
  if (a === undefined || b === undefined) return [];
  if (p.shape === "circle") {
    const radius = Math.hypot(b.x - a.x, b.y - a.y);
    if (p.filled) return [{ points: [a.x, a.y], radius: radius + pen, area: false }];
    const ring = circlePoints(a.x, a.y, radius);
    return [{ points: [...ring, ring[0]!, ring[1]!], radius: pen, area: false }];
  }
  if (p.shape === "rect") {
    const points = [a.x, a.y, b.x, a.y, b.x, b.y, a.x, b.y];
    return [
      p.filled ? { points, radius: pen, area: true } : { points: [...points, a.x, a.y], radius: pen, area: false },
    ];
  }
  if (p.shape === "arc" && c !== undefined) {
    const points: number[] = [];
    pushArc(points, a, b, c);
    return [{ points, radius: pen, area: false }];
  }
  return [{ points: [a.x, a.y, b.x, b.y], radius: pen, area: false }];
}
