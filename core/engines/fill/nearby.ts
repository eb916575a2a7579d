import type { Ring } from "../../geometry/ring.ts";
import { ringArea } from "../../geometry/ring.ts";

/**
 * Joins corners that point at each other across less than `reach` by lines of no width: grown again, the pieces hang
 * together there. Rings are borders with their holes cut in. A corner is taken once, and so are its two neighbours on
 * either side.
 */
export function joinNearby(rings: readonly Ring[], reach: number): Ring[] {
  const corners = new Corners(rings, reach);
  const spikes = corners.pairs();
  if (spikes.size === 0) return [...rings];
  return rings.map((ring, r) => {
    const added = spikes.get(r);
    if (added === undefined) return ring;
    added.sort((a, b) => a.after - b.after);
    const points: number[] = [];
    let next = 0;
    for (let i = 0; i < ring.length / 2; i++) {
      points.push(ring[2 * i]!, ring[2 * i + 1]!);
      for (; next < added.length && added[next]!.after === i; next++)
        points.push(added[next]!.x, added[next]!.y, ring[2 * i]!, ring[2 * i + 1]!);
    }
    return Int32Array.from(points);
  });
}

interface Spike {
  readonly after: number;
  readonly x: number;
  readonly y: number;
}

/** All corners in one list, each ring clockwise or counter-clockwise alike, in square cells as wide as the reach. */
class Corners {
  private readonly x: Float64Array;
  private readonly y: Float64Array;
  private readonly ring: Int32Array;
  /** Place in its ring. */
  private readonly place: Int32Array;
  private readonly prev: Int32Array;
  private readonly next: Int32Array;
  private readonly reach: number;
  private readonly cells = new Map<number, number[]>();
  private readonly minX: number;
  private readonly minY: number;
  private readonly columns: number;

  constructor(rings: readonly Ring[], reach: number) {
    const n = rings.reduce((sum, each) => sum + each.length / 2, 0);
    this.x = new Float64Array(n);
    this.y = new Float64Array(n);
    this.ring = new Int32Array(n);
    this.place = new Int32Array(n);
    this.prev = new Int32Array(n);
    this.next = new Int32Array(n);
    this.reach = reach;
    let [minX, minY, maxX] = [Infinity, Infinity, -Infinity];
    let at = 0;
    for (const [r, ring] of rings.entries()) {
      const count = ring.length / 2;
      const forward = ringArea(ring) > 0;
      for (let k = 0; k < count; k++) {
        const i = forward ? k : count - 1 - k;
        const x = ring[2 * i]!;
        const y = ring[2 * i + 1]!;
        this.x[at + k] = x;
        this.y[at + k] = y;
        this.ring[at + k] = r;
        this.place[at + k] = i;
        this.prev[at + k] = at + (k === 0 ? count - 1 : k - 1);
        this.next[at + k] = at + (k + 1 === count ? 0 : k + 1);
        if (x < minX) minX = x;
        if (x > maxX) maxX = x;
        if (y < minY) minY = y;
      }
      at += count;
    }
    this.minX = minX;
    this.minY = minY;
    this.columns = Math.floor((maxX - minX) / reach) + 3;
    for (let i = 0; i < n; i++) {
      const key = this.cellOf(this.x[i]!, this.y[i]!);
      const cell = this.cells.get(key);
      if (cell === undefined) this.cells.set(key, [i]);
      else cell.push(i);
    }
  }

  /** For each ring the spikes to put in. */
  pairs(): Map<number, Spike[]> {
    const taken = new Uint8Array(this.x.length);
    const spikes = new Map<number, Spike[]>();
    for (let p = 0; p < this.x.length; p++) {
      if (taken[p] === 1 || !this.isEar(p, false)) continue;
      const q = this.nearestTo(p);
      if (q < 0) continue;
      taken[p] = 1;
      if (taken[q] === 1) continue;
      const list = spikes.get(this.ring[p]!) ?? [];
      spikes.set(this.ring[p]!, list);
      list.push({ after: this.place[p]!, x: this.x[q]!, y: this.y[q]! });
      for (const c of [p, q]) {
        taken[c] = 1;
        taken[this.prev[c]!] = 1;
        taken[this.prev[this.prev[c]!]!] = 1;
        taken[this.next[c]!] = 1;
        taken[this.next[this.next[c]!]!] = 1;
      }
    }
    return spikes;
  }

  private cellOf(x: number, y: number): number {
    return Math.floor((x - this.minX) / this.reach) + 1 + (Math.floor((y - this.minY) / this.reach) + 1) * this.columns;
  }

  private nearestTo(p: number): number {
    const x = this.x[p]!;
    const y = this.y[p]!;
    const home = this.cellOf(x, y);
    let best = this.reach * this.reach;
    let found = -1;
    for (let row = -1; row <= 1; row++) {
      for (let column = -1; column <= 1; column++) {
        for (const q of this.cells.get(home + row * this.columns + column) ?? []) {
          const dx = this.x[q]! - x;
          const dy = this.y[q]! - y;
          const square = dx * dx + dy * dy;
          if (square === 0 || square >= best || !this.isEar(q, true)) continue;
          best = square;
          found = q;
        }
      }
    }
    return found;
  }

  /** Whether a corner points outwards and its triangle holds no corner (with `own`: of its own ring) that points in. */
  private isEar(b: number, own: boolean): boolean {
    const a = this.prev[b]!;
    const c = this.next[b]!;
    if (this.turn(a, b, c) >= 0) return false;
    const [ax, ay, bx, by, cx, cy] = [this.x[a]!, this.y[a]!, this.x[b]!, this.y[b]!, this.x[c]!, this.y[c]!];
    const minX = Math.min(ax, bx, cx);
    const maxX = Math.max(ax, bx, cx);
    const minY = Math.min(ay, by, cy);
    const maxY = Math.max(ay, by, cy);
    for (const q of this.within(minX, minY, maxX, maxY)) {
      if (q === a || q === b || q === c || (own && this.ring[q] !== this.ring[b])) continue;
      const x = this.x[q]!;
      const y = this.y[q]!;
      if (x < minX || x > maxX || y < minY || y > maxY) continue;
      if (!inTriangle(ax, ay, bx, by, cx, cy, x, y)) continue;
      if (this.turn(this.prev[q]!, q, this.next[q]!) >= 0) return false;
    }
    return true;
  }

  private *within(minX: number, minY: number, maxX: number, maxY: number): Generator<number> {
    const from = this.cellOf(minX, minY);
    const columns = this.cellOf(maxX, minY) - from;
    const rows = Math.round((this.cellOf(minX, maxY) - from) / this.columns);
    // A triangle that spans very many cells: going over all corners is quicker.
    if ((columns + 1) * (rows + 1) > this.cells.size) {
      for (let i = 0; i < this.x.length; i++) yield i;
      return;
    }
    for (let row = 0; row <= rows; row++)
      for (let column = 0; column <= columns; column++) yield* this.cells.get(from + row * this.columns + column) ?? [];
  }

  private turn(a: number, b: number, c: number): number {
    return (
      (this.y[b]! - this.y[a]!) * (this.x[c]! - this.x[b]!) - (this.x[b]! - this.x[a]!) * (this.y[c]! - this.y[b]!)
    );
  }
}

function inTriangle(
  ax: number,
  ay: number,
  bx: number,
  by: number,
  cx: number,
  cy: number,
  x: number,
  y: number,
): boolean {
  return (
    (cx - x) * (ay - y) - (ax - x) * (cy - y) >= 0 &&
    (ax - x) * (by - y) - (bx - x) * (ay - y) >= 0 &&
    (bx - x) * (cy - y) - (cx - x) * (by - y) >= 0
  );
}
