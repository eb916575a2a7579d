import type { Clipper } from "../../geometry/clip.ts";
import { chordsOfTurn } from "../../geometry/offset.ts";
import { sinCos } from "../../geometry/placed.ts";
import type { Ring, Rings } from "../../geometry/ring.ts";
import { ringArea, ringBox } from "../../geometry/ring.ts";
import { chamfered, filleted } from "../../geometry/smooth.ts";

/** How a hatched zone is drawn: lengths in nanometres, the angle in degrees. */
export interface Hatch {
  readonly thickness: number;
  readonly gap: number;
  readonly orientation: number;
  /** 0 none, 1 chamfer, 2 fillet, 3 finer fillet. */
  readonly smoothingLevel: number;
  readonly smoothingValue: number;
  /** Holes smaller than this part of a whole one are filled. */
  readonly minHoleArea: number;
  /** The zone's outline, which holes keep the minimum width away from. */
  readonly outline: Rings;
}

/** Cuts the grid's holes out of a fill that is shrunk by half the minimum width. */
export function hatched(clipper: Clipper, hatch: Hatch, fill: Rings, minThickness: number, maxError: number): Rings {
  if (fill.length === 0) return fill;
  const thickness = Math.max(hatch.thickness, minThickness + 1_000);
  const pitch = thickness + hatch.gap;
  const hole = holeShape(hatch, minThickness, maxError);
  const error = hole.error;
  const local = fill.map((ring) => turnedRing(ring, -hatch.orientation));
  const box = ringBox(joined(local));
  const holes: Ring[] = [];
  const startX = box.minX - (box.minX % pitch) - pitch;
  const startY = box.minY - (box.minY % pitch) - pitch;
  for (let x = startX; x <= box.maxX; x += pitch) {
    for (let y = startY; y <= box.maxY; y += pitch) {
      const moved = hole.ring.map((v, i) => v + (i % 2 === 0 ? x : y));
      holes.push(turnedRing(moved, hatch.orientation));
    }
  }
  const deflate = Math.max(hatch.thickness - minThickness, error * 2);
  const shrunk = clipper.offset(fill, -deflate, "square", chordsOfTurn(deflate, error));
  const outline = clipper.offset(hatch.outline, -minThickness, "square", chordsOfTurn(minThickness, error));
  const least = hole.area * hatch.minHoleArea;
  const kept = clipper
    .intersection(clipper.intersection(holes, shrunk), outline)
    .filter((ring) => Math.abs(ringArea(ring)) >= least);
  return clipper.difference(fill, kept);
}

function joined(rings: Rings): Ring {
  const first = rings[0]!;
  return rings.length === 1 ? first : Int32Array.from(rings.flatMap((ring) => Array.from(ring)));
}

function turnedRing(ring: Ring, angle: number): Ring {
  if (angle % 360 === 0) return ring;
  const { s, c } = sinCos(angle);
  const out = new Int32Array(ring.length);
  for (let i = 0; i < ring.length; i += 2) {
    out[i] = Math.round(ring[i + 1]! * s + ring[i]! * c);
    out[i + 1] = Math.round(ring[i + 1]! * c - ring[i]! * s);
  }
  return out;
}

/** Smoothing below this is left out; below twice that, corners are only chamfered. */
const SMALL = 20_000;

/** One hole at the origin: square, or with its corners smoothed. */
function holeShape(hatch: Hatch, minThickness: number, maxError: number): { ring: Ring; area: number; error: number } {
  const size = hatch.gap + minThickness;
  const square = Int32Array.of(0, 0, size, 0, size, size, 0, size);
  const area = size * size;
  let smooth = Math.round((hatch.gap * hatch.smoothingValue) / 2);
  if (hatch.smoothingLevel <= 0 || smooth <= SMALL) return { ring: square, area, error: maxError };
  const level = smooth < 2 * SMALL && hatch.smoothingLevel > 1 ? 1 : hatch.smoothingLevel;
  smooth = Math.min(smooth + Math.trunc(minThickness / 2), Math.trunc(hatch.gap / 2));
  let error = Math.max(maxError * 2, Math.trunc(smooth / 20));
  if (level === 1) return { ring: chamfered(square, smooth), area, error };
  if (hatch.smoothingLevel > 2) error = Math.trunc(error / 2);
  return { ring: filleted(square, smooth, error), area, error };
}
