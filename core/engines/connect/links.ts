import type { Copper } from "./copper.ts";
import type { Link } from "./net-state.ts";

/**
 * The shortest connections that join a net's clusters, anchor to anchor: a minimum spanning tree over clusters
 * (Prim, in the square of the number of anchors).
 */
export function missingLinks(clusters: readonly (readonly Copper[])[]): Link[] {
  if (clusters.length < 2) return [];
  const xs: number[] = [];
  const ys: number[] = [];
  const owner: Copper[] = [];
  const starts: number[] = [];
  for (const cluster of clusters) {
    starts.push(xs.length);
    for (const copper of cluster) {
      for (const p of copper.anchors) {
        xs.push(p.x);
        ys.push(p.y);
        owner.push(copper);
      }
    }
  }
  starts.push(xs.length);
  const n = xs.length;
  const X = Float64Array.from(xs);
  const Y = Float64Array.from(ys);
  const best = new Float64Array(n).fill(Infinity);
  const from = new Int32Array(n);
  const clusterOf = new Int32Array(n);
  for (let c = 0; c < clusters.length; c++) clusterOf.fill(c, starts[c]!, starts[c + 1]!);
  const joined = new Uint8Array(clusters.length);
  const links: Link[] = [];
  // Anchors not yet reached, kept together so that the inner loop shrinks.
  const open = Int32Array.from({ length: n }, (_, i) => i);
  let left = n;
  // The biggest cluster first: its many anchors are then gone over once.
  let next = clusters.reduce((big, cluster, c) => (cluster.length > clusters[big]!.length ? c : big), 0);
  for (let round = 1; round < clusters.length; round++) {
    joined[next] = 1;
    let kept = 0;
    for (let k = 0; k < left; k++) if (clusterOf[open[k]!] !== next) open[kept++] = open[k]!;
    left = kept;
    let nearest = -1;
    for (let k = 0; k < left; k++) {
      const i = open[k]!;
      const x = X[i]!;
      const y = Y[i]!;
      let least = best[i]!;
      for (let j = starts[next]!; j < starts[next + 1]!; j++) {
        const dx = X[j]! - x;
        const dy = Y[j]! - y;
        const d = dx * dx + dy * dy;
        if (d < least) {
          least = d;
          from[i] = j;
        }
      }
      best[i] = least;
      if (nearest < 0 || least < best[nearest]!) nearest = i;
    }
    if (nearest < 0) break;
    const j = from[nearest]!;
    links.push({
      from: owner[j]!,
      to: owner[nearest]!,
      fromPlace: { x: X[j]!, y: Y[j]! },
      toPlace: { x: X[nearest]!, y: Y[nearest]! },
      length: Math.round(Math.sqrt(best[nearest]!)),
    });
    next = clusterOf[nearest]!;
  }
  return links;
}
