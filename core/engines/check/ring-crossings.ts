import type { Nm, Point } from "../../base/nm.ts";
import { orient } from "../../geometry/predicates.ts";
import { boxAround, boxesMeet } from "../../geometry/shape.ts";
import type { OutlinePart } from "./courtyards.ts";

/** Two edges of a board that cross, once for each two of them. */
export interface Crossing {
  readonly at: Point;
  readonly a: OutlinePart;
  readonly b: OutlinePart;
}

/** Where edges cross each other or themselves, further than `reach` from their ends. */
export function ringCrossings(parts: readonly OutlinePart[], reach: Nm): Crossing[] {
  const boxes = parts.map(({ points }) => boxAround(points));
  const found: Crossing[] = [];
  for (const [i, a] of parts.entries())
    for (let j = i; j < parts.length; j++) {
      const b = parts[j]!;
      if (!boxesMeet(boxes[i]!, boxes[j]!)) continue;
      const at = crossing(a, b, reach);
      if (at !== null) found.push({ at, a, b });
    }
  return found;
}

function isEnd({ points, closed }: OutlinePart, { x, y }: Point, reach: Nm): boolean {
  if (closed) return false;
  const near = (i: number) => Math.hypot(points.at(i)! - x, points.at(i + 1)! - y) <= reach;
  return near(0) || near(-2);
}

function crossing(a: OutlinePart, b: OutlinePart, reach: Nm): Point | null {
  const [p, q] = [edgesOf(a), edgesOf(b)];
  // Chords of curves lie beside each other's ends: only a true crossing counts.
  for (let i = 0; i < p.length; i++)
    for (let k = a === b ? i + 2 : 0; k < q.length; k++) {
      const [ax, ay, bx, by] = p[i]!;
      const [cx, cy, dx, dy] = q[k]!;
      if (Math.max(ax, bx) < Math.min(cx, dx) || Math.max(cx, dx) < Math.min(ax, bx)) continue;
      if (Math.max(ay, by) < Math.min(cy, dy) || Math.max(cy, dy) < Math.min(ay, by)) continue;
      if (orient(ax, ay, bx, by, cx, cy) * orient(ax, ay, bx, by, dx, dy) >= 0) continue;
      if (orient(cx, cy, dx, dy, ax, ay) * orient(cx, cy, dx, dy, bx, by) >= 0) continue;
      const det = (bx - ax) * (dy - cy) - (by - ay) * (dx - cx);
      const t = ((cx - ax) * (dy - cy) - (cy - ay) * (dx - cx)) / det;
      const at = { x: Math.round(ax + t * (bx - ax)), y: Math.round(ay + t * (by - ay)) };
      if (!isEnd(a, at, reach) && !isEnd(b, at, reach)) return at;
    }
  return null;
}

function edgesOf({ points, closed }: OutlinePart): (readonly [number, number, number, number])[] {
  const edges: (readonly [number, number, number, number])[] = [];
  for (let i = 0; i + 3 < points.length; i += 2)
    edges.push([points[i]!, points[i + 1]!, points[i + 2]!, points[i + 3]!]);
  if (closed && points.length > 4) edges.push([points.at(-2)!, points.at(-1)!, points[0]!, points[1]!]);
  return edges;
}
