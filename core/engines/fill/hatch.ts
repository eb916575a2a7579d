import type { Nm, Point } from "../../base/nm.ts";
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
  const places = gridPlaces(local, pitch, hatch.gap + minThickness);
  if (places === null) return fill;
  const holes = places.map(({ x, y }) => {
    const moved = hole.ring.map((v, i) => v + (i % 2 === 0 ? x : y));
    return turnedRing(moved, hatch.orientation);
  });
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

/**
 * The corners of a grid's squares of a size that may meet some rings, column by column; null for more than could be made.
 * The grid begins at the rings' corner (KiCad 9; its successor begins at the page's). Of a column only what lies between
 * the lowest and the highest place of the rings in it is looked at: a thin zone across the grid has few of its squares.
 */
export function gridPlaces(rings: Rings, pitch: Nm, size: Nm): Point[] | null {
  const { minX, minY, maxX } = ringBox(joined(rings));
  const columns = Math.floor((maxX - minX) / pitch) + 1;
  if (columns > MOST_HOLES) return null;
  const low = new Float64Array(columns).fill(Infinity);
  const high = new Float64Array(columns).fill(-Infinity);
  for (const ring of rings) {
    for (let i = 0, k = ring.length - 2; i < ring.length; k = i, i += 2) {
      const [x1, y1, x2, y2] = [ring[k]!, ring[k + 1]!, ring[i]!, ring[i + 1]!];
      const [left, right] = [Math.min(x1, x2), Math.max(x1, x2)];
      const first = Math.max(0, Math.ceil((left - size - minX) / pitch));
      const last = Math.min(columns - 1, Math.floor((right - minX) / pitch));
      for (let column = first; column <= last; column++) {
        const at = minX + column * pitch;
        const a = heightAt(x1, y1, x2, y2, Math.max(left, at));
        const b = heightAt(x1, y1, x2, y2, Math.min(right, at + size));
        low[column] = Math.min(low[column]!, a, b);
        high[column] = Math.max(high[column]!, a, b);
        if (x1 !== x2) continue;
        low[column] = Math.min(low[column]!, y1, y2);
        high[column] = Math.max(high[column]!, y1, y2);
      }
    }
  }
  const places: Point[] = [];
  for (let column = 0; column < columns; column++) {
    // A place more on either side: heights are rounded.
    const first = Math.max(0, Math.ceil((low[column]! - 1 - size - minY) / pitch));
    const last = Math.floor((high[column]! + 1 - minY) / pitch);
    if (places.length + (last - first) > MOST_HOLES) return null;
    for (let row = first; row <= last; row++) places.push({ x: minX + column * pitch, y: minY + row * pitch });
  }
  return places;
}

/** How high a line is where it passes an x. */
function heightAt(x1: Nm, y1: Nm, x2: Nm, y2: Nm, x: Nm): number {
  return x1 === x2 ? y1 : y1 + ((y2 - y1) * (x - x1)) / (x2 - x1);
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
