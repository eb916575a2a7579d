import type { Nm, Point } from "../../base/nm.ts";
import type { BoardItem } from "../../model/board/board-items.ts";
import type { OutlinePart } from "./courtyards.ts";

/**
 * open: an edge ends and none goes on. branch: it ends where two others already meet, or one that belongs to an open
 * line. crossing: two edges that close cross each other. point: a line without a length.
 */
export interface OutlineFault {
  readonly kind: "open" | "branch" | "crossing" | "point";
  readonly at: Point;
  readonly items: readonly BoardItem[];
}

/**
 * Follows the edges as KiCad does: from each in turn that was not met before, backwards from its end over its start, on
 * to whichever unmet edge has the nearest end. The faults are where the way ends and is not back at its beginning.
 */
export function edgeFaults(parts: readonly OutlinePart[], reach: Nm): OutlineFault[] {
  const edges = parts.filter((part) => !part.closed && part.points.length >= 4 && !isPoint(part));
  // KiCad takes the middle of a circle for one of its ends.
  const circles = parts.filter((part) => part.middle !== null);
  const met = new Set<OutlinePart>(circles);
  const faults: OutlineFault[] = [];
  for (const first of edges) {
    if (met.has(first)) continue;
    let last = first;
    const begin = { x: first.points.at(-2)!, y: first.points.at(-1)! };
    let at = { x: first.points[0]!, y: first.points[1]! };
    for (;;) {
      met.add(last);
      const next = nearestOf([...edges, ...circles], last, at, met, reach);
      if (next !== null && !met.has(next.part)) {
        const { points } = next.part;
        at = next.reversed ? { x: points[0]!, y: points[1]! } : { x: points.at(-2)!, y: points.at(-1)! };
        last = next.part;
        continue;
      }
      if (Math.hypot(at.x - begin.x, at.y - begin.y) <= reach) break;
      const items = next === null ? [last.item] : [last.item, next.part.item];
      faults.push({ kind: next === null ? "open" : "branch", at, items });
      break;
    }
  }
  return faults;
}

/** The edge with the end nearest to a place, one that was not met before if there is any within reach. */
function nearestOf(
  edges: readonly OutlinePart[],
  last: OutlinePart,
  { x, y }: Point,
  met: ReadonlySet<OutlinePart>,
  reach: Nm,
): { part: OutlinePart; reversed: boolean } | null {
  let best: { part: OutlinePart; reversed: boolean } | null = null;
  for (const wanted of [false, true]) {
    let least = reach;
    for (const part of edges) {
      if (part === last || met.has(part) !== wanted) continue;
      const { points, middle } = part;
      const start = middle ?? { x: points[0]!, y: points[1]! };
      const end = middle ?? { x: points.at(-2)!, y: points.at(-1)! };
      const [toStart, toEnd] = [Math.hypot(start.x - x, start.y - y), Math.hypot(end.x - x, end.y - y)];
      const distance = Math.min(toStart, toEnd);
      if (distance > least || (best !== null && distance === least)) continue;
      least = distance;
      best = { part, reversed: toEnd < toStart };
    }
    if (best !== null) return best;
  }
  return best;
}

export function isPoint({ points, closed }: OutlinePart): boolean {
  return !closed && points.every((value, i) => value === points[i % 2]);
}
