import type { Nm } from "../../base/nm.ts";
import type { Clipper } from "../../geometry/clip.ts";
import { chordsOfTurn } from "../../geometry/offset.ts";
import { sinCos } from "../../geometry/placed.ts";
import type { Ring, Rings } from "../../geometry/ring.ts";
import { ringArea, ringBox } from "../../geometry/ring.ts";
import { chamfered, filleted } from "../../geometry/smooth.ts";

/** How a hatched zone is drawn: lengths in nanometres, the angle in degrees. */
export interface HatchGrid {
  readonly thickness: number;
  readonly gap: number;
  readonly orientation: number;
  /** 0 none, 1 chamfer, 2 fillet, 3 finer fillet. */
  readonly smoothingLevel: number;
  readonly smoothingValue: number;
  /** Holes smaller than this part of a whole one are filled. */
  readonly minHoleArea: number;
  /** Whether the border along the fill's edge is as wide as the lines, not only the minimum width. */
  readonly thickBorder: boolean;
}

/** The hatch of one zone. */
export interface Hatch extends HatchGrid {
  /** The zone's outline, which holes keep the minimum width away from. */
  readonly outline: Rings;
  /** Copper around pads and vias of the zone's net, wide enough to reach a line of the hatch. */
  readonly aprons: Rings;
}

/** A hatch of more holes than this is none that could be made. */
const MOST_HOLES = 1_000_000;

/**
 * Cuts the grid's holes out of a fill that is shrunk by half the minimum width. A hatch without a gap, or one too fine to
 * be one, leaves the fill whole.
 */
export function hatched(clipper: Clipper, hatch: Hatch, fill: Rings, minThickness: number, maxError: number): Rings {
  if (fill.length === 0 || hatch.gap <= 0) return fill;
  const pitch = lineWidth(hatch, minThickness) + hatch.gap;
  const hole = holeShape(hatch, minThickness, maxError);
  const error = hatchError(hatch, minThickness, maxError);
  const border = borderWidth(hatch, minThickness);
  const local = fill.map((ring) => turnedRing(ring, -hatch.orientation));
  const box = ringBox(joined(local));
  if (((box.maxX - box.minX) / pitch + 1) * ((box.maxY - box.minY) / pitch + 1) > MOST_HOLES) return fill;
  const holes: Ring[] = [];
  // The grid begins at the corner of what is filled (KiCad 9; its successor begins at the page's).
  for (let x = box.minX; x <= box.maxX; x += pitch) {
    for (let y = box.minY; y <= box.maxY; y += pitch) {
      const moved = hole.ring.map((v, i) => v + (i % 2 === 0 ? x : y));
      holes.push(turnedRing(moved, hatch.orientation));
    }
  }
  const deflate = border - minThickness;
  const shrunk = clipper.offset(fill, -deflate, "square", chordsOfTurn(deflate, error));
  const outline = clipper.offset(hatch.outline, -border, "square", chordsOfTurn(border, error));
  const least = hole.area * hatch.minHoleArea;
  const kept = clipper
    .difference(clipper.intersection(clipper.intersection(holes, shrunk), outline), hatch.aprons)
    .filter((ring) => Math.abs(ringArea(ring)) >= least);
  return clipper.difference(fill, kept);
}

/** The width of the hatch's lines: a little more than the minimum at least. */
export function lineWidth({ thickness }: HatchGrid, minThickness: Nm): Nm {
  return Math.max(thickness, minThickness + 1_000);
}

/** How far holes of the hatch stay from the edge of what is filled. */
export function borderWidth(hatch: HatchGrid, minThickness: Nm): Nm {
  const least = Math.trunc(minThickness * 1.1);
  return hatch.thickBorder ? Math.max(hatch.thickness, least) : least;
}

/** The radius that copper around a pad or via has at least, so that it reaches over a hole of the hatch: 10/19 of it. */
export function apronRadius({ gap }: HatchGrid): Nm {
  return Math.trunc((gap * 10) / 19);
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
function holeShape(hatch: Hatch, minThickness: Nm, maxError: Nm): { ring: Ring; area: number } {
  const size = hatch.gap + minThickness;
  const square = Int32Array.of(0, 0, size, 0, size, size, 0, size);
  const area = size * size;
  const { level, radius } = smoothingOf(hatch, minThickness);
  if (level === 0) return { ring: square, area };
  if (level === 1) return { ring: chamfered(square, radius), area };
  return { ring: filleted(square, radius, hatchError(hatch, minThickness, maxError)), area };
}

function smoothingOf({ gap, smoothingLevel, smoothingValue }: HatchGrid, minThickness: Nm) {
  const asked = Math.round((gap * smoothingValue) / 2);
  if (smoothingLevel <= 0 || asked <= SMALL) return { level: 0, radius: 0 };
  const level = asked < 2 * SMALL && smoothingLevel > 1 ? 1 : smoothingLevel;
  return { level, radius: Math.min(asked + Math.trunc(minThickness / 2), Math.trunc(gap / 2)) };
}

/** How far outlines may lie from round shapes in a hatch: more than elsewhere where its corners are smoothed. */
export function hatchError(hatch: HatchGrid, minThickness: Nm, maxError: Nm): Nm {
  const { level, radius } = smoothingOf(hatch, minThickness);
  if (level === 0) return maxError;
  const error = Math.max(maxError * 2, Math.trunc(radius / 20));
  return level > 1 && hatch.smoothingLevel > 2 ? Math.trunc(error / 2) : error;
}
