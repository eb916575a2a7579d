import type { Nm, Point } from "../base/nm.ts";
import { arcThrough } from "../geometry/arc.ts";
import type { Item } from "../model/item.ts";

/** Length of a track's centre line (straight or along an arc), not rounded. */
export function trackLength(track: Item): Nm {
  const start = track["start"] as Point;
  const end = track["end"] as Point;
  const mid = track["mid"] as Point | undefined;
  const arc = mid === undefined ? null : arcThrough(start, mid, end);
  return arc === null ? Math.hypot(end.x - start.x, end.y - start.y) : Math.abs(arc.sweep) * arc.radius;
}
