import type { Nm } from "../../base/nm.ts";
import type { PolygonShape, Shape } from "../../geometry/shape.ts";
import type { BoardItem } from "../../model/board/board-items.ts";
import { hasLayer } from "../../model/board/layer-set.ts";
import type { Pad } from "../../model/board/pad.ts";
import type { CheckBoard } from "./check-board.ts";
import { isSamePad } from "./pads.ts";

/**
 * The narrowest place of the copper around a pad's hole; null where there is nothing to measure. Pads of the same number
 * in the same footprint count with it: thermal vias lie in a larger pad.
 */
export function ringWidth(board: CheckBoard, item: BoardItem): Nm | null {
  const pad = item.item as unknown as Pad;
  if (pad.drill === null) return null;
  const offset = pad.drill.offset.x !== 0 || pad.drill.offset.y !== 0;
  if (!offset && pad.shape !== "custom" && pad.shape !== "trapezoid" && pad.chamfer.length === 0) {
    const least = Math.min(pad.size.x - pad.drill.x, pad.size.y - pad.drill.y);
    const own = Math.max(0, Math.floor(least / 2));
    return Math.max(own, inOthers(board, item));
  }
  const [hole] = board.hole(item);
  if (hole === undefined) return null;
  const ring = Math.max(...board.shapes(item, "F.Cu").map((shape) => depth(shape, hole)));
  return Math.max(0, Math.floor(ring), inOthers(board, item));
}

/** How far the hole stays inside another pad of the same number. */
function inOthers(board: CheckBoard, item: BoardItem): Nm {
  const [hole] = board.hole(item);
  if (hole === undefined || item.footprint === null) return 0;
  let most = 0;
  for (const other of board.items.childrenOf(item.footprint)) {
    if (other === item || other.type !== "pad" || !isSamePad(item, other)) continue;
    for (const layer of ["F.Cu", "B.Cu"])
      if (hasLayer(other.layers, layer))
        for (const shape of board.shapes(other, layer)) most = Math.max(most, Math.floor(depth(shape, hole)));
  }
  return most;
}

/** How far a hole stays inside a shape; negative when it sticks out. */
function depth(shape: Shape, hole: Shape): number {
  const ends =
    hole.kind === "segment"
      ? [
          { x: hole.ax, y: hole.ay },
          { x: hole.bx, y: hole.by },
        ]
      : hole.kind === "circle"
        ? [{ x: hole.x, y: hole.y }]
        : [];
  return Math.min(...ends.map((p) => insideBy(shape, p.x, p.y) - hole.radius));
}

function insideBy(shape: Shape, x: number, y: number): number {
  switch (shape.kind) {
    case "circle":
      return shape.radius - Math.hypot(x - shape.x, y - shape.y);
    case "segment":
      return shape.radius - toSegment(x, y, shape.ax, shape.ay, shape.bx, shape.by);
    case "polygon":
      return polygonDepth(shape, x, y) + shape.radius;
    default:
      return -Infinity;
  }
}

function polygonDepth({ rings }: PolygonShape, x: number, y: number): number {
  const ring = rings[0] ?? [];
  let least = Infinity;
  let inside = false;
  for (let i = 0, j = ring.length - 2; i < ring.length; j = i, i += 2) {
    least = Math.min(least, toSegment(x, y, ring[i]!, ring[i + 1]!, ring[j]!, ring[j + 1]!));
    const [yi, yj] = [ring[i + 1]!, ring[j + 1]!];
    if (yi > y !== yj > y && x < ((ring[j]! - ring[i]!) * (y - yi)) / (yj - yi) + ring[i]!) inside = !inside;
  }
  return inside ? least : -least;
}

function toSegment(x: number, y: number, ax: number, ay: number, bx: number, by: number): number {
  const [dx, dy] = [bx - ax, by - ay];
  const t = Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1)));
  return Math.hypot(x - ax - t * dx, y - ay - t * dy);
}
