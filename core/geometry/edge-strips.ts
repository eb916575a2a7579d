import { boxAround } from "./shape.ts";

/** Edges a strip holds on average. */
const PER_STRIP = 8;

/**
 * The edges of a polygon's rings, sorted into horizontal strips, so that a fill of many thousand corners answers
 * quickly which edges are near a place. Edge e goes from (ax[e], ay[e]) to (bx[e], by[e]).
 */
export interface EdgeStrips {
  readonly ax: Float64Array;
  readonly ay: Float64Array;
  readonly bx: Float64Array;
  readonly by: Float64Array;
  /** Edges of strip s: `edges[starts[s] .. starts[s + 1])`; an edge lies in every strip that it passes. */
  readonly edges: Int32Array;
  readonly starts: Int32Array;
  readonly minY: number;
  readonly height: number;
}

const made = new WeakMap<object, EdgeStrips>();

/** The strips of a polygon's rings, made once for each. */
export function edgeStripsOf(rings: readonly (readonly number[])[]): EdgeStrips {
  let strips = made.get(rings);
  if (strips === undefined) {
    strips = buildEdgeStrips(rings);
    made.set(rings, strips);
  }
  return strips;
}

function buildEdgeStrips(rings: readonly (readonly number[])[]): EdgeStrips {
  let n = 0;
  for (const ring of rings) n += ring.length >> 1;
  const ax = new Float64Array(n);
  const ay = new Float64Array(n);
  const bx = new Float64Array(n);
  const by = new Float64Array(n);
  let e = 0;
  for (const ring of rings) {
    for (let i = 0; i + 1 < ring.length; i += 2, e++) {
      const j = i + 3 < ring.length ? i + 2 : 0;
      ax[e] = ring[i]!;
      ay[e] = ring[i + 1]!;
      bx[e] = ring[j]!;
      by[e] = ring[j + 1]!;
    }
  }
  const box = boxAround(rings[0] ?? []);
  const count = Math.max(1, Math.min(4096, Math.floor(n / PER_STRIP)));
  const height = (box.maxY - box.minY) / count || 1;
  const strips = { ax, ay, bx, by, minY: box.minY, height };
  const starts = new Int32Array(count + 1);
  for (let i = 0; i < n; i++) {
    const to = stripOf(strips.minY, height, count, Math.max(ay[i]!, by[i]!));
    for (let s = stripOf(strips.minY, height, count, Math.min(ay[i]!, by[i]!)); s <= to; s++) starts[s + 1]!++;
  }
  for (let s = 0; s < count; s++) starts[s + 1]! += starts[s]!;
  const edges = new Int32Array(starts[count]!);
  const next = starts.slice(0, count);
  for (let i = 0; i < n; i++) {
    const to = stripOf(strips.minY, height, count, Math.max(ay[i]!, by[i]!));
    for (let s = stripOf(strips.minY, height, count, Math.min(ay[i]!, by[i]!)); s <= to; s++) edges[next[s]!++] = i;
  }
  return { ...strips, edges, starts };
}

function stripOf(minY: number, height: number, count: number, y: number): number {
  const s = Math.floor((y - minY) / height);
  return s < 0 ? 0 : s >= count ? count - 1 : s;
}

/** The number of the strip that a height lies in, or of the nearest one. */
export function stripAt(strips: EdgeStrips, y: number): number {
  return stripOf(strips.minY, strips.height, strips.starts.length - 1, y);
}
