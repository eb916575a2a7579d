import type { Nm, Point } from "../../base/nm.ts";
import { rotatePoint } from "../../base/nm.ts";
import { sinCos } from "../../geometry/placed.ts";
import type { Ring, Rings } from "../../geometry/ring.ts";
import { boxOf } from "../../geometry/shape.ts";
import type { Pad } from "../../model/board/pad.ts";
import type { Placement } from "../../model/field.ts";
import { padCentre, padCopper } from "../../model/shape/pad-copper.ts";
import { padShapeOn } from "../../model/shape/pad-stack.ts";
import { insideRing } from "./point-tests.ts";

/**
 * The four spokes of a pad on a thermal relief: bars from its middle to just beyond the gap, five corners each, the
 * fourth in the middle of the far end.
 */
export function padSpokes(
  pad: Pad,
  at: Placement,
  layer: string,
  gap: Nm,
  width: Nm,
  angle: number,
  beyond: Nm,
): Ring[] {
  const shape = padShapeOn(pad, layer);
  const { x: w, y: h } = shape.size;
  const circular = shape.shape === "circle" || (shape.shape === "oval" && w === h);
  const straight = { ...pad, at: { x: 0, y: 0, angle: 0 }, drill: null } as Pad;
  const box = boxOf(padCopper({ ...straight, ...shapeFields(shape) } as Pad, ORIGIN));
  const center = { x: Math.trunc((box.minX + box.maxX) / 2), y: Math.trunc((box.minY + box.maxY) / 2) };
  const grow = gap + beyond;
  const half = {
    x: Math.trunc((box.maxX - box.minX + 2 * grow) / 2),
    y: Math.trunc((box.maxY - box.minY + 2 * grow) / 2),
  };
  const place = padCentre(pad, at, layer);
  return [0, 90, 180, 270].map((quarter) => {
    // A circle's box would overshoot when turned, so its spokes are made straight and turned afterwards.
    const local = spoke(center, half, width, circular ? quarter : quarter + angle);
    const turned = circular && angle !== 0 ? turn(local, angle) : local;
    return moved(turn(turned, pad.at.angle), place.x, place.y);
  });
}

/**
 * The spokes of a custom pad whose author drew them as lines (`gr_vector`), each from the end that lies in the pad
 * (`border`) to the relief's edge (`relief`) and on by the zone's minimum width; null when none is drawn, so that it
 * gets four as other pads do. A line that does not reach from one to the other makes no spoke.
 */
export function drawnSpokes(
  pad: Pad,
  at: Placement,
  layer: string,
  { border, relief }: { readonly border: Rings; readonly relief: Rings },
  width: Nm,
  beyond: Nm,
): Ring[] | null {
  const lines = padShapeOn(pad, layer).primitives.filter((each) => each.shape === "vector");
  if (padShapeOn(pad, layer).shape !== "custom" || lines.length === 0) return null;
  const place = padCentre(pad, at, layer);
  const isInside = (p: Point) => border.some((ring) => insideRing(ring, p.x, p.y));
  const half = Math.trunc(width / 2);
  const spokes: Ring[] = [];
  for (const { points } of lines) {
    let [from, to] = points.map((p) => {
      const turned = rotatePoint(p as Point, pad.at.angle);
      return { x: turned.x + place.x, y: turned.y + place.y };
    }) as [Point, Point];
    if (!isInside(from)) {
      if (!isInside(to)) continue;
      [from, to] = [to, from];
    }
    const end = firstCut(from, to, border) === null ? null : firstCut(from, to, relief);
    if (end === null) continue;
    const length = Math.hypot(end.x - from.x, end.y - from.y);
    if (length === 0) continue;
    const [ux, uy] = [(end.x - from.x) / length, (end.y - from.y) / length];
    const moved = (p: Point, along: Nm, aside: Nm): Point => ({
      x: Math.round(p.x + ux * along - uy * aside),
      y: Math.round(p.y + uy * along + ux * aside),
    });
    // The sides begin and end half a width further out, which takes in pads that narrow by up to 45 degrees.
    const sides = [-half, half].map((aside) => {
      const [a, b] = [moved(from, -half, aside), moved(end, half, aside)];
      return firstCut(a, b, border) === null ? null : firstCut(a, b, relief);
    });
    const [left, right] = sides as [Point | null, Point | null];
    if (left === null || right === null) continue;
    const corners = [
      moved(from, 0, half),
      moved(from, 0, -half),
      moved(left, beyond, 0),
      moved(end, beyond, 0),
      moved(right, beyond, 0),
    ];
    spokes.push(Int32Array.from(corners.flatMap((p) => [p.x, p.y])));
  }
  return spokes;
}

/** Where a line first meets a ring, seen from its start. */
function firstCut(from: Point, to: Point, rings: Rings): Point | null {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  let best = Infinity;
  for (const ring of rings) {
    const n = ring.length;
    for (let i = 0; i < n; i += 2) {
      const j = i + 2 === n ? 0 : i + 2;
      const [ax, ay] = [ring[i]! - from.x, ring[i + 1]! - from.y];
      const [ex, ey] = [ring[j]! - ring[i]!, ring[j + 1]! - ring[i + 1]!];
      const cross = dx * ey - dy * ex;
      if (cross === 0) continue;
      const along = (ax * ey - ay * ex) / cross;
      const onEdge = (ax * dy - ay * dx) / cross;
      if (along >= 0 && along <= 1 && onEdge >= 0 && onEdge <= 1) best = Math.min(best, along);
    }
  }
  return best === Infinity ? null : { x: Math.round(from.x + best * dx), y: Math.round(from.y + best * dy) };
}

const ORIGIN: Placement = { x: 0, y: 0, angle: 0 };

/** The layer's own shape as the pad's, so that a padstack counts; without the shift of the copper. */
function shapeFields(shape: ReturnType<typeof padShapeOn>): Partial<Pad> {
  return {
    shape: shape.shape,
    size: shape.size,
    rectDelta: shape.rectDelta,
    roundrectRatio: shape.roundrectRatio,
    chamferRatio: shape.chamferRatio,
    chamfer: shape.chamfer,
    primitives: shape.primitives,
  };
}

function spoke(
  center: { readonly x: number; readonly y: number },
  half: { readonly x: number; readonly y: number },
  width: Nm,
  angle: number,
): Ring {
  const { s, c } = sinCos(angle);
  const along = Math.min(c === 0 ? Infinity : half.x / Math.abs(c), s === 0 ? Infinity : half.y / Math.abs(s));
  const endX = Math.trunc(c * along);
  const endY = Math.trunc(s * along);
  const side = Math.trunc(width / 2);
  const sideX = Math.round(-s * side);
  const sideY = Math.round(c * side);
  return Int32Array.of(
    center.x + sideX,
    center.y + sideY,
    center.x - sideX,
    center.y - sideY,
    center.x + endX - sideX,
    center.y + endY - sideY,
    center.x + endX,
    center.y + endY,
    center.x + endX + sideX,
    center.y + endY + sideY,
  );
}

function turn(ring: Ring, angle: number): Ring {
  if (angle % 360 === 0) return ring;
  const out = new Int32Array(ring.length);
  for (let i = 0; i < ring.length; i += 2) {
    const p = rotatePoint({ x: ring[i]!, y: ring[i + 1]! }, angle);
    out[i] = p.x;
    out[i + 1] = p.y;
  }
  return out;
}

function moved(ring: Ring, dx: number, dy: number): Ring {
  return ring.map((v, i) => v + (i % 2 === 0 ? dx : dy));
}
