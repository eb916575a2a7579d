import type { Clipper } from "../../geometry/clip.ts";
import { areasOf, fracture } from "../../geometry/fracture.ts";
import { chordsOfTurn } from "../../geometry/offset.ts";
import type { Ring, Rings } from "../../geometry/ring.ts";
import { ringBox } from "../../geometry/ring.ts";
import type { Hatch } from "./hatch.ts";
import { hatched } from "./hatch.ts";
import { joinNearby } from "./nearby.ts";
import { insideRing, insideRings } from "./point-tests.ts";

/**
 * One zone on one layer, as plain data: what a worker needs to fill it. Rings are as in `core/geometry/ring.ts`; those
 * of knockouts may overlap.
 */
export interface FillTask {
  readonly zone: string;
  readonly layer: string;
  readonly copper: boolean;
  /** The outline to fill, corners smoothed; it goes on into same-net zones that touch. */
  readonly outline: Rings;
  /** What the fill may never leave. */
  readonly extents: Rings;
  readonly minThickness: number;
  readonly maxError: number;
  /** Taken away before spokes are put in: thermal reliefs. */
  readonly reliefs: Rings;
  /** Taken away after: clearances. */
  readonly clearances: Rings;
  /** Five corners each; the fourth, in the middle of the far end, has to reach copper. */
  readonly spokes: Rings;
  /** Holes of pads on thermal reliefs, open even where spokes cross them. */
  readonly reliefHoles: Rings;
  /** Outlines of same-net zones of higher priority, which fill their own area. */
  readonly ceded: Rings;
  /** Fills of higher-priority zones of other nets, each to be kept away from by `gap`; by index of their task. */
  readonly after: readonly { readonly task: number; readonly gap: number }[];
  readonly hatch: Hatch | null;
}

/** Features of the minimum width itself have to survive, so widths are taken this much smaller. */
const EPSILON = 1_000;

/** Fills one zone on one layer: rings without holes, as KiCad keeps them. `others` are the fills of `task.after`. */
export function runFillTask(clipper: Clipper, task: FillTask, others: readonly Rings[]): Ring[] {
  if (task.outline.length === 0) return [];
  return task.copper ? fillCopper(clipper, task, others) : fillTechnical(clipper, task);
}

function fillCopper(clipper: Clipper, task: FillTask, others: readonly Rings[]): Ring[] {
  const { minThickness, maxError } = task;
  const half = Math.trunc(minThickness / 2) - EPSILON;
  const prunes = half > EPSILON;
  const chords = chordsOfTurn(half, maxError);
  const clearances = [...task.clearances, ...zoneClearances(clipper, task, others)];
  let fill = task.reliefs.length === 0 ? task.outline : clipper.difference(task.outline, task.reliefs);
  const spokes = connectedSpokes(clipper, task, fill, clearances, prunes ? half : 0);
  fill = clipper.difference([...fill, ...spokes], clearances);
  if (prunes) fill = clipper.offset(fill, -half, "square", chords);
  fill = withoutSpecks(fill, minThickness);
  if (task.hatch !== null) fill = hatched(clipper, task.hatch, fill, minThickness, maxError);
  else fill = joinNearby(fracture(fill), minThickness);
  if (prunes) fill = clipper.offset(fill, half, "round", chords);
  fill = clipper.intersection(fill, task.extents);
  fill = clipper.difference(fill, [...clearances, ...task.reliefHoles, ...task.ceded]);
  return fracture(fill);
}

function fillTechnical(clipper: Clipper, task: FillTask): Ring[] {
  const half = Math.trunc(task.minThickness / 2) - EPSILON;
  const chords = chordsOfTurn(Math.abs(half), task.maxError);
  let fill = clipper.difference(task.outline, task.clearances);
  fill = clipper.offset(fill, -half, "square", chords);
  if (task.hatch !== null) fill = hatched(clipper, task.hatch, fill, task.minThickness, task.maxError);
  if (half > EPSILON) fill = clipper.offset(fill, half, "round", chords);
  return fracture(fill);
}

/** The fills of other zones, grown by what has to be kept from each. */
function zoneClearances(clipper: Clipper, task: FillTask, others: readonly Rings[]): Ring[] {
  return task.after.flatMap(({ gap }, i) => {
    const fill = others[i] ?? [];
    if (gap <= 0) return fill;
    // Cuts that join holes to the border close when the rings are merged.
    const reach = gap + task.maxError;
    return clipper.offset(clipper.union(fill), reach, "round", chordsOfTurn(reach, task.maxError));
  });
}

/**
 * The spokes whose far end reaches copper that will stay (wide enough), or another spoke that reaches back. Only the
 * surroundings of the far ends are worked out for that.
 */
function connectedSpokes(
  clipper: Clipper,
  task: FillTask,
  fill: Rings,
  clearances: Rings,
  half: number,
): readonly Ring[] {
  if (task.spokes.length === 0) return [];
  const reach = 2 * half + 20_000;
  const windows = clipper.union(
    task.spokes.map((spoke) => {
      const [x, y] = [spoke[6]!, spoke[7]!];
      return Int32Array.of(x - reach, y - reach, x + reach, y - reach, x + reach, y + reach, x - reach, y + reach);
    }),
  );
  const chords = chordsOfTurn(half, task.maxError);
  let test = clipper.difference(clipper.intersection(fill, windows), clearances);
  if (half > 0) test = clipper.offset(clipper.offset(test, -half, "square", chords), half, "square", chords);
  const inTest = insideRings(test);
  return task.spokes.filter((spoke) => {
    const [x, y] = [spoke[6]!, spoke[7]!];
    if (inTest(x, y)) return true;
    return task.spokes.some(
      (other) => other !== spoke && insideRing(other, x, y) && insideRing(spoke, other[6]!, other[7]!),
    );
  });
}

/** Leaves out pieces that are, while shrunk, smaller than the minimum width on both axes. */
function withoutSpecks(rings: Rings, minThickness: number): Rings {
  return areasOf(rings).flatMap(({ border, holes }) => {
    const { minX, minY, maxX, maxY } = ringBox(border);
    return Math.max(maxX - minX, maxY - minY) < minThickness ? [] : [border, ...holes];
  });
}
