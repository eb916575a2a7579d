import type { Box, Nm } from "../../base/nm.ts";
import type { Shape } from "./shape.ts";
import { boxesMeet, contains, segmentDistance2, segmentsOf, shape } from "./shape.ts";

/** Edges a strip holds on average. */
const PER_STRIP = 8;

/**
 * A zone's filled polygon, of up to many thousand corners, that answers quickly what it touches: its edges lie in
 * horizontal strips, which are made when first needed.
 */
export class FillShape {
  readonly points: readonly number[];
  readonly box: Box;
  private readonly pen: Nm;
  private strips: Int32Array | null = null;
  private starts = new Int32Array(0);
  private height = 1;

  /** `pen` widens the area (old files draw the edge of a fill with a pen). */
  constructor(points: readonly number[], pen: Nm) {
    this.points = points;
    this.pen = pen;
    this.box = shape(points, pen, true).box;
  }

  /** Whether a place lies in the area (even-odd; the pen does not count). */
  contains(x: number, y: number): boolean {
    const { points, box } = this;
    if (x < box.minX || x > box.maxX || y < box.minY || y > box.maxY) return false;
    const strips = this.index();
    const s = this.stripOf(y);
    let inside = false;
    const n = points.length;
    for (let k = this.starts[s]!; k < this.starts[s + 1]!; k++) {
      const i = strips[k]!;
      const j = i + 2 === n ? 0 : i + 2;
      const yi = points[i + 1]!;
      const yj = points[j + 1]!;
      if (yi > y === yj > y) continue;
      const xi = points[i]!;
      if (x < ((points[j]! - xi) * (y - yi)) / (yj - yi) + xi) inside = !inside;
    }
    return inside;
  }

  /** Whether copper overlaps the area. */
  meets(other: Shape): boolean {
    if (!boxesMeet(this.box, other.box)) return false;
    const q = other.points;
    if (this.contains(q[0]!, q[1]!)) return true;
    const { points } = this;
    const n = points.length;
    if (other.area && contains(q, points[0]!, points[1]!)) return true;
    const reach = other.radius + this.pen;
    const reach2 = reach * reach;
    const strips = this.index();
    const m = segmentsOf(other);
    const first = this.stripOf(other.box.minY - this.pen);
    const last = this.stripOf(other.box.maxY + this.pen);
    for (let k = this.starts[first]!; k < this.starts[last + 1]!; k++) {
      const i = strips[k]!;
      const j = i + 2 === n ? 0 : i + 2;
      const ax = points[i]!;
      const bx = points[j]!;
      if (Math.max(ax, bx) < other.box.minX - this.pen || Math.min(ax, bx) > other.box.maxX + this.pen) continue;
      for (let e = 0; e < m; e++) {
        const e2 = (2 * e + 2) % q.length;
        const d = segmentDistance2(
          ax,
          points[i + 1]!,
          bx,
          points[j + 1]!,
          q[2 * e]!,
          q[2 * e + 1]!,
          q[e2]!,
          q[e2 + 1]!,
        );
        if (d === 0 || d < reach2) return true;
      }
    }
    return false;
  }

  /** Whether a corner of one area lies in the other or on its edge: zones that only share an edge are joined too. */
  meetsFill(other: FillShape): boolean {
    return boxesMeet(this.box, other.box) && (this.holdsCornerOf(other) || other.holdsCornerOf(this));
  }

  private holdsCornerOf(other: FillShape): boolean {
    const { points } = other;
    const { box } = this;
    for (let i = 0; i + 1 < points.length; i += 2) {
      const x = points[i]!;
      const y = points[i + 1]!;
      if (x < box.minX || x > box.maxX || y < box.minY || y > box.maxY) continue;
      if (this.meets(shape([x, y], 0, false))) return true;
    }
    return false;
  }

  private stripOf(y: number): number {
    const s = Math.floor((y - this.box.minY) / this.height);
    return s < 0 ? 0 : s >= this.starts.length - 1 ? this.starts.length - 2 : s;
  }

  /** Edges by strip: those of strip s are `strips[starts[s] .. starts[s + 1])`, each as the index of its first x. */
  private index(): Int32Array {
    if (this.strips !== null) return this.strips;
    const { points, box } = this;
    const n = points.length;
    const count = Math.max(1, Math.min(4096, Math.floor(n / 2 / PER_STRIP)));
    this.height = (box.maxY - box.minY) / count || 1;
    this.starts = new Int32Array(count + 1);
    const first = new Int32Array(n / 2);
    const last = new Int32Array(n / 2);
    for (let i = 0; i < n; i += 2) {
      const j = i + 2 === n ? 0 : i + 2;
      const a = this.stripOf(points[i + 1]!);
      const b = this.stripOf(points[j + 1]!);
      first[i / 2] = Math.min(a, b);
      last[i / 2] = Math.max(a, b);
      for (let s = first[i / 2]!; s <= last[i / 2]!; s++) this.starts[s + 1]!++;
    }
    for (let s = 0; s < count; s++) this.starts[s + 1]! += this.starts[s]!;
    const strips = new Int32Array(this.starts[count]!);
    const next = this.starts.slice(0, count);
    for (let e = 0; e < n / 2; e++) for (let s = first[e]!; s <= last[e]!; s++) strips[next[s]!++] = 2 * e;
    this.strips = strips;
    return strips;
  }
}
