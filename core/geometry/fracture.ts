import type { Ring, Rings } from "./ring.ts";
import { ringArea, ringBox } from "./ring.ts";

/** A border with the holes right inside it. */
export interface Area {
  readonly border: Ring;
  readonly holes: readonly Ring[];
}

/** Sorts rings that do not cross (as Clipper gives them) into borders, each with its own holes. */
export function areasOf(rings: Rings): Area[] {
  const borders: { border: Ring; holes: Ring[]; box: ReturnType<typeof ringBox>; size: number }[] = [];
  const holes: Ring[] = [];
  for (const ring of rings) {
    const size = ringArea(ring);
    if (size > 0) borders.push({ border: ring, holes: [], box: ringBox(ring), size });
    else if (size < 0) holes.push(ring);
  }
  if (borders.length === 1) {
    borders[0]!.holes.push(...holes);
    return borders;
  }
  // The smallest border around a hole is its own.
  const bySize = [...borders].sort((a, b) => a.size - b.size);
  const index = new Map(bySize.map((each) => [each, null as ReturnType<typeof stripsOf> | null]));
  for (const hole of holes) {
    const box = ringBox(hole);
    const owner = bySize.find((each) => {
      if (each.box.minX > box.minX || each.box.maxX < box.maxX) return false;
      if (each.box.minY > box.minY || each.box.maxY < box.maxY) return false;
      let strips = index.get(each)!;
      if (strips === null) {
        strips = stripsOf(each.border);
        index.set(each, strips);
      }
      return ringInside(strips, hole);
    });
    owner?.holes.push(hole);
  }
  return borders;
}

interface Strips {
  readonly ring: Ring;
  readonly minY: number;
  readonly height: number;
  readonly lists: readonly number[][];
}

function stripsOf(ring: Ring): Strips {
  const { minY, maxY } = ringBox(ring);
  const count = Math.max(1, Math.min(2048, ring.length >> 4));
  const height = (maxY - minY) / count || 1;
  const lists: number[][] = Array.from({ length: count }, () => []);
  for (let i = 0; i < ring.length; i += 2) {
    const j = i + 2 === ring.length ? 0 : i + 2;
    const low = Math.min(ring[i + 1]!, ring[j + 1]!);
    const high = Math.max(ring[i + 1]!, ring[j + 1]!);
    const last = Math.min(count - 1, Math.floor((high - minY) / height));
    for (let s = Math.max(0, Math.floor((low - minY) / height)); s <= last; s++) lists[s]!.push(i);
  }
  return { ring, minY, height, lists };
}

/** Whether a ring that does not cross another lies in it: any corner that is not on its edge tells. */
function ringInside(strips: Strips, inner: Ring): boolean {
  for (let i = 0; i < inner.length; i += 2) {
    const side = pointSide(strips, inner[i]!, inner[i + 1]!);
    if (side !== 0) return side > 0;
  }
  return true;
}

/** 1 inside, 0 on the edge, -1 outside. */
function pointSide({ ring, minY, height, lists }: Strips, x: number, y: number): number {
  const s = Math.floor((y - minY) / height);
  const list = lists[Math.min(lists.length - 1, Math.max(0, s))]!;
  let inside = false;
  for (const i of list) {
    const j = i + 2 === ring.length ? 0 : i + 2;
    const ax = ring[i]!;
    const ay = ring[i + 1]!;
    const bx = ring[j]!;
    const by = ring[j + 1]!;
    const cross = (bx - ax) * (y - ay) - (by - ay) * (x - ax);
    if (cross === 0 && Math.min(ax, bx) <= x && x <= Math.max(ax, bx) && Math.min(ay, by) <= y && y <= Math.max(ay, by))
      return 0;
    if (ay > y === by > y) continue;
    if (x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
  }
  return inside ? 1 : -1;
}

/**
 * One ring for an area: each hole is joined, from its leftmost corner, by a cut of no width to the nearest edge on its
 * left. KiCad keeps fills like that: without holes.
 */
export function fractured({ border, holes }: Area): Ring {
  if (holes.length === 0) return border;
  const cutter = new Cutter(border, holes);
  return cutter.cut();
}

/** All borders of the rings with their holes cut in. */
export function fracture(rings: Rings): Ring[] {
  return areasOf(rings).map(fractured);
}

/** The edges of an area as linked lists; strips of equal height find the edges at some y. */
class Cutter {
  private ax: Float64Array;
  private ay: Float64Array;
  private bx: Float64Array;
  private by: Float64Array;
  private next: Int32Array;
  private count = 0;
  private readonly minY: number;
  private readonly height: number;
  private readonly strips: number[][];
  private readonly waiting: { readonly first: number; readonly last: number; readonly leftmost: number }[] = [];

  constructor(border: Ring, holes: readonly Ring[]) {
    const corners = holes.reduce((sum, hole) => sum + hole.length / 2, border.length / 2);
    const room = corners + 3 * holes.length;
    this.ax = new Float64Array(room);
    this.ay = new Float64Array(room);
    this.bx = new Float64Array(room);
    this.by = new Float64Array(room);
    this.next = new Int32Array(room);
    const { minY, maxY } = ringBox(border);
    const count = Math.max(1, Math.min(4096, corners >> 4));
    this.minY = minY;
    this.height = (maxY - minY) / count || 1;
    this.strips = Array.from({ length: count }, () => []);
    const first = this.addRing(border);
    for (let e = first; e < this.count; e++) this.list(e);
    for (const hole of holes) {
      const from = this.addRing(hole);
      let leftmost = from;
      for (let e = from; e < this.count; e++) if (this.ax[e]! < this.ax[leftmost]!) leftmost = e;
      this.waiting.push({ first: from, last: this.count, leftmost });
    }
    this.waiting.sort((a, b) => this.ax[a.leftmost]! - this.ax[b.leftmost]!);
  }

  cut(): Ring {
    for (const hole of this.waiting) {
      this.join(hole.leftmost);
      for (let e = hole.first; e < hole.last; e++) this.list(e);
    }
    const points: number[] = [];
    let e = 0;
    do {
      const x = this.ax[e]!;
      const y = this.ay[e]!;
      const n = points.length;
      if (n === 0 || points[n - 2] !== x || points[n - 1] !== y) points.push(x, y);
      e = this.next[e]!;
    } while (e !== 0);
    return Int32Array.from(points);
  }

  private addRing(ring: Ring): number {
    const first = this.count;
    const n = ring.length / 2;
    for (let i = 0; i < n; i++) {
      const j = i + 1 === n ? 0 : i + 1;
      this.add(ring[2 * i]!, ring[2 * i + 1]!, ring[2 * j]!, ring[2 * j + 1]!, first + j);
    }
    return first;
  }

  private add(ax: number, ay: number, bx: number, by: number, next: number): number {
    const e = this.count++;
    this.ax[e] = ax;
    this.ay[e] = ay;
    this.bx[e] = bx;
    this.by[e] = by;
    this.next[e] = next;
    return e;
  }

  private stripOf(y: number): number {
    return Math.min(this.strips.length - 1, Math.max(0, Math.floor((y - this.minY) / this.height)));
  }

  private list(e: number): void {
    const last = this.stripOf(Math.max(this.ay[e]!, this.by[e]!));
    for (let s = this.stripOf(Math.min(this.ay[e]!, this.by[e]!)); s <= last; s++) this.strips[s]!.push(e);
  }

  /** Cuts from the corner where edge `start` begins to the nearest edge on its left. */
  private join(start: number): void {
    const x = this.ax[start]!;
    const y = this.ay[start]!;
    let nearest = -1;
    let distance = Infinity;
    let meet = 0;
    for (const e of this.strips[this.stripOf(y)]!) {
      const ay = this.ay[e]!;
      const by = this.by[e]!;
      if (y < Math.min(ay, by) || y > Math.max(ay, by)) continue;
      const ax = this.ax[e]!;
      const bx = this.bx[e]!;
      const at = ay === by ? Math.max(ax, bx) : ax + Math.round(((bx - ax) * (y - ay)) / (by - ay));
      const away = x - at;
      if (away >= 0 && away < distance) {
        distance = away;
        nearest = e;
        meet = at;
      }
    }
    if (nearest < 0) return;
    // Outline … → meet → hole's corner → around the hole → back → the rest of the edge.
    const out = this.add(meet, y, x, y, start);
    const back = this.add(x, y, meet, y, out + 2);
    const rest = this.add(meet, y, this.bx[nearest]!, this.by[nearest]!, this.next[nearest]!);
    this.bx[nearest] = meet;
    this.by[nearest] = y;
    this.next[nearest] = out;
    let last = start;
    while (this.next[last] !== start) last = this.next[last]!;
    this.next[last] = back;
    for (const e of [out, back, rest]) this.list(e);
  }
}
