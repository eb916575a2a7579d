import { edgeStripsOf, insideStrips, stripAt } from "../../geometry/edge-strips.ts";
import type { Ring, Rings } from "../../geometry/ring.ts";

/** How near to an edge a place counts as inside. */
const NEAR = 1;

/** Whether a place lies in a ring or within a nanometre of its edge. */
export function insideRing(ring: Ring, x: number, y: number): boolean {
  const n = ring.length;
  let inside = false;
  for (let i = 0, j = n - 2; i < n; j = i, i += 2) {
    const ax = ring[j]!;
    const ay = ring[j + 1]!;
    const bx = ring[i]!;
    const by = ring[i + 1]!;
    if (onEdge(ax, ay, bx, by, x, y)) return true;
    if (by > y !== ay > y && x < ((ax - bx) * (y - by)) / (ay - by) + bx) inside = !inside;
  }
  return inside;
}

/** The same for an area of many rings (borders and holes), made once for many places. */
export function insideRings(rings: Rings): (x: number, y: number) => boolean {
  if (rings.length === 0) return () => false;
  const lists = rings.map((ring) => Array.from(ring));
  // The strips take their height from the first ring: the one that reaches farthest has to come first.
  const flat = [spanning(rings), ...lists];
  const strips = edgeStripsOf(flat);
  return (x, y) => {
    if (insideStrips(strips, x, y)) return true;
    const last = stripAt(strips, y + NEAR);
    for (let s = stripAt(strips, y - NEAR); s <= last; s++)
      for (let k = strips.starts[s]!; k < strips.starts[s + 1]!; k++) {
        const e = strips.edges[k]!;
        if (onEdge(strips.ax[e]!, strips.ay[e]!, strips.bx[e]!, strips.by[e]!, x, y)) return true;
      }
    return false;
  };
}

/** A ring of no area from the lowest left to the highest right corner of all. */
function spanning(rings: Rings): number[] {
  let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const ring of rings) {
    for (let i = 0; i < ring.length; i += 2) {
      minX = Math.min(minX, ring[i]!);
      maxX = Math.max(maxX, ring[i]!);
      minY = Math.min(minY, ring[i + 1]!);
      maxY = Math.max(maxY, ring[i + 1]!);
    }
  }
  return [minX - 10, minY - 10, maxX + 10, maxY + 10];
}

function onEdge(ax: number, ay: number, bx: number, by: number, x: number, y: number): boolean {
  const vx = bx - ax;
  const vy = by - ay;
  const length2 = vx * vx + vy * vy;
  const t = length2 === 0 ? 0 : Math.max(0, Math.min(1, ((x - ax) * vx + (y - ay) * vy) / length2));
  const dx = ax + t * vx - x;
  const dy = ay + t * vy - y;
  return dx * dx + dy * dy <= NEAR * NEAR;
}
