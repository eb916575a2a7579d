import type { EdgeStrips } from "../../geometry/edge-strips.ts";
import { edgeStripsOf, stripAt } from "../../geometry/edge-strips.ts";
import type { Ring, Rings } from "../../geometry/ring.ts";

/*
 * Whether places lie inside, by KiCad's rule for those on an edge: upper and right ones count as outside. Spokes hang
 * on it where pads lie on each other.
 */

export function insideRing(ring: Ring, x: number, y: number): boolean {
  const n = ring.length;
  let inside = false;
  for (let i = 0; i < n; i += 2) {
    const j = i + 2 === n ? 0 : i + 2;
    if (crosses(ring[i]!, ring[i + 1]!, ring[j]!, ring[j + 1]!, x, y)) inside = !inside;
  }
  return inside;
}

/** The same for an area of many rings (borders and holes), made once for many places. */
export function insideRings(rings: Rings): (x: number, y: number) => boolean {
  if (rings.length === 0) return () => false;
  // The strips take their height from the first ring: one that spans all the others comes first.
  const strips: EdgeStrips = edgeStripsOf([spanning(rings), ...rings.map((ring) => Array.from(ring))]);
  const { ax, ay, bx, by, edges, starts } = strips;
  return (x, y) => {
    const s = stripAt(strips, y);
    let inside = false;
    for (let k = starts[s]!; k < starts[s + 1]!; k++) {
      const e = edges[k]!;
      // The first two edges are the spanning ring's, which has no inside.
      if (e > 1 && crosses(ax[e]!, ay[e]!, bx[e]!, by[e]!, x, y)) inside = !inside;
    }
    return inside;
  };
}

/** Whether the way to the right from a place crosses an edge. */
function crosses(ax: number, ay: number, bx: number, by: number, x: number, y: number): boolean {
  if (ay >= y === by >= y) return false;
  return x - ax < Math.round(((bx - ax) * (y - ay)) / (by - ay));
}

/** Two corners, the lowest left and the highest right of all. */
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
  return [minX, minY, maxX, maxY];
}
