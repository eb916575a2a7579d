import type { Nm } from "../../base/nm.ts";
import { rotatePoint } from "../../base/nm.ts";
import { sinCos } from "../../geometry/placed.ts";
import type { Ring } from "../../geometry/ring.ts";
import { boxOf } from "../../geometry/shape.ts";
import type { Pad } from "../../model/board/pad.ts";
import type { Placement } from "../../model/field.ts";
import { padCentre, padCopper } from "../../model/shape/pad-copper.ts";
import { padShapeOn } from "../../model/shape/pad-stack.ts";

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

/** A via's spokes, in hatched zones. */
export function viaSpokes(x: Nm, y: Nm, size: Nm, gap: Nm, width: Nm, angle: number, beyond: Nm): Ring[] {
  const reach = Math.trunc(size / 2) + gap + beyond;
  return [0, 90, 180, 270].map((quarter) =>
    moved(turn(spoke({ x: 0, y: 0 }, { x: reach, y: reach }, width, quarter), angle), x, y),
  );
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
