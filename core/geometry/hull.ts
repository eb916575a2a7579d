import type { Ring } from "./ring.ts";
import { ringOf } from "./ring.ts";

/** The convex hull of places x, y, x, y …, as a border (monotone chain). */
export function convexHull(points: readonly number[]): Ring {
  const places: [number, number][] = [];
  for (let i = 0; i + 1 < points.length; i += 2) places.push([points[i]!, points[i + 1]!]);
  places.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const half = (ordered: readonly [number, number][]): [number, number][] => {
    const chain: [number, number][] = [];
    for (const p of ordered) {
      while (chain.length >= 2) {
        const [ax, ay] = chain.at(-2)!;
        const [bx, by] = chain.at(-1)!;
        if ((bx - ax) * (p[1] - ay) - (by - ay) * (p[0] - ax) > 0) break;
        chain.pop();
      }
      chain.push(p);
    }
    chain.pop();
    return chain;
  };
  return ringOf([...half(places), ...half([...places].reverse())].flat());
}
