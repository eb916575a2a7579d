import { inRings } from "../../geometry/distance.ts";
import type { PolygonShape } from "../../geometry/shape.ts";
import { boxesMeet } from "../../geometry/shape.ts";

/** Whether two areas have more in common than edges and corners. */
export function areasOverlap(a: PolygonShape, b: PolygonShape): boolean {
  return boxesMeet(a.box, b.box) && (edgesCross(a, b) || pokesInto(a, b) || pokesInto(b, a));
}

/** Whether an edge of one goes through an edge of the other, not merely touching it. */
function edgesCross(a: PolygonShape, b: PolygonShape): boolean {
  for (const p of a.rings)
    for (let i = 0; i < p.length; i += 2) {
      const j = (i + 2) % p.length;
      const [ax, ay, bx, by] = [p[i]!, p[i + 1]!, p[j]!, p[j + 1]!];
      if (Math.max(ax, bx) < b.box.minX || Math.min(ax, bx) > b.box.maxX) continue;
      if (Math.max(ay, by) < b.box.minY || Math.min(ay, by) > b.box.maxY) continue;
      for (const q of b.rings)
        for (let k = 0; k < q.length; k += 2) {
          const l = (k + 2) % q.length;
          const [cx, cy, dx, dy] = [q[k]!, q[k + 1]!, q[l]!, q[l + 1]!];
          const d1 = side(ax, ay, bx, by, cx, cy) * side(ax, ay, bx, by, dx, dy);
          if (d1 >= 0) continue;
          if (side(cx, cy, dx, dy, ax, ay) * side(cx, cy, dx, dy, bx, by) < 0) return true;
        }
    }
  return false;
}

function side(ax: number, ay: number, bx: number, by: number, px: number, py: number): number {
  return Math.sign((bx - ax) * (py - ay) - (by - ay) * (px - ax));
}

/** Whether a corner of one, the middle of an edge, or a place inside it lies well inside the other. */
function pokesInto(a: PolygonShape, b: PolygonShape): boolean {
  for (const ring of a.rings) {
    for (let i = 0; i < ring.length; i += 2) {
      const j = (i + 2) % ring.length;
      if (isDeep(b, ring[i]!, ring[i + 1]!)) return true;
      if (isDeep(b, (ring[i]! + ring[j]!) / 2, (ring[i + 1]! + ring[j + 1]!) / 2)) return true;
      const k = (j + 2) % ring.length;
      const x = (ring[i]! + ring[j]! + ring[k]!) / 3;
      const y = (ring[i + 1]! + ring[j + 1]! + ring[k + 1]!) / 3;
      if (isDeep(b, x, y) && inRings(a, x, y)) return true;
    }
  }
  return false;
}

/** Whether a place lies inside an area by more than rounding. */
function isDeep(area: PolygonShape, x: number, y: number): boolean {
  if (!inRings(area, x, y)) return false;
  for (const ring of area.rings)
    for (let i = 0; i < ring.length; i += 2) {
      const j = (i + 2) % ring.length;
      const [ax, ay] = [ring[i]!, ring[i + 1]!];
      const [dx, dy] = [ring[j]! - ax, ring[j + 1]! - ay];
      const t = Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1)));
      if (Math.hypot(x - ax - t * dx, y - ay - t * dy) < 2) return false;
    }
  return true;
}
