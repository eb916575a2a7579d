import type { Nm } from "../../base/nm.ts";
import type { PolygonShape } from "../../geometry/shape.ts";
import type { CheckBoard } from "./check-board.ts";
import type { OutlinePart } from "./courtyards.ts";
import { nested, outlinesOf, ringsOf } from "./courtyards.ts";
import type { OutlineFault } from "./edge-faults.ts";
import { edgeFaults, isPoint } from "./edge-faults.ts";
import { ringCrossings } from "./ring-crossings.ts";

/** How far apart the ends of edges may be and still join. */
const CHAIN: Nm = 10_000;

/** A board's areas, and what is wrong with its edges. */
export interface BoardOutline {
  readonly areas: readonly PolygonShape[];
  readonly faults: readonly OutlineFault[];
}

/** Joins what is drawn on Edge.Cuts, in footprints too, to closed areas. */
export function boardOutline(board: CheckBoard): BoardOutline {
  const parts = board.items.all
    .filter((item) => item.type === "graphic" && item.item["layer"] === "Edge.Cuts")
    .flatMap(outlinesOf);
  const { rings, open } = ringsOf(parts, CHAIN);
  const points = parts.filter(isPoint).map((part): OutlineFault => fault("point", part.points, 0, part));
  if (open !== null) return { areas: [], faults: [...points, ...edgeFaults(parts, CHAIN)] };
  const crossings = ringCrossings(
    parts.filter((part) => part.points.length >= 4),
    CHAIN,
  ).map(({ at, a, b }): OutlineFault => ({ kind: "crossing", at, items: a === b ? [a.item] : [a.item, b.item] }));
  return { areas: nested(rings), faults: [...points, ...crossings] };
}

function fault(kind: OutlineFault["kind"], points: readonly number[], i: number, part: OutlinePart): OutlineFault {
  return { kind, at: { x: points[i]!, y: points[i + 1]! }, items: [part.item] };
}
