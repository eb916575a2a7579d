import type { Nm, Point } from "../../base/nm.ts";
import type { PolygonShape } from "../../geometry/shape.ts";
import type { BoardItem } from "../../model/board/board-items.ts";
import type { CheckBoard } from "./check-board.ts";
import type { OutlinePart } from "./courtyards.ts";
import { nested, outlinesOf, ringsOf } from "./courtyards.ts";

/** How far apart the ends of edges may be and still join. */
const CHAIN: Nm = 10_000;

/** A board's areas, and the places where its edges do not close. */
export interface BoardOutline {
  readonly areas: readonly PolygonShape[];
  readonly gaps: readonly OutlineGap[];
}

export interface OutlineGap {
  readonly at: Point;
  readonly items: readonly BoardItem[];
  readonly distance: Nm;
}

/** Joins what is drawn on Edge.Cuts, in footprints too, to closed areas. */
export function boardOutline(board: CheckBoard): BoardOutline {
  const parts = board.items.all
    .filter((item) => item.type === "graphic" && item.item["layer"] === "Edge.Cuts")
    .flatMap(outlinesOf);
  const { rings, open } = ringsOf(parts, CHAIN);
  if (open === null) return { areas: nested(rings), gaps: [] };
  return { areas: [], gaps: gapsOf(parts) };
}

/** The open ends, each with the end nearest to it. */
function gapsOf(parts: readonly OutlinePart[]): OutlineGap[] {
  const ends = parts
    .filter((part) => !part.closed && part.points.length >= 4)
    .flatMap((part) => [
      { part, x: part.points[0]!, y: part.points[1]! },
      { part, x: part.points.at(-2)!, y: part.points.at(-1)! },
    ]);
  const gaps: OutlineGap[] = [];
  const told = new Set<string>();
  for (const end of ends) {
    let best: { part: OutlinePart; x: number; y: number } | null = null;
    let least = Infinity;
    for (const other of ends) {
      if (other === end || (other.part === end.part && other.x === end.x && other.y === end.y)) continue;
      const distance = Math.hypot(other.x - end.x, other.y - end.y);
      if (distance < least) [best, least] = [other, distance];
    }
    if (best === null || least <= CHAIN) continue;
    const items = best.part === end.part ? [end.part.item] : [end.part.item, best.part.item];
    const key = items
      .map((item) => item.id)
      .sort()
      .join();
    if (told.has(key)) continue;
    told.add(key);
    gaps.push({ at: { x: (end.x + best.x) / 2, y: (end.y + best.y) / 2 }, items, distance: Math.round(least) });
  }
  return gaps;
}
