/** The three shapes that everything is drawn with. A disc is a stroke of no length. */
export type Shape = "fill" | "arc" | "stroke";

export const shapes: readonly Shape[] = ["fill", "arc", "stroke"];

/**
 * Numbers of one element. stroke: x0 y0 x1 y1 half-width, three unused · arc: cx cy radius half-width start-angle sweep
 * (radians, y down), two unused · fill: one corner of a triangle, x y. Lengths in nanometres. Strokes and arcs are two
 * texels of a texture, from which shaders take them.
 */
export const floatsOf: Readonly<Record<Shape, number>> = { fill: 2, arc: 8, stroke: 8 };

/** Numbers in one row of a texture of strokes or arcs: 2048 texels of four. */
export const ROW_FLOATS = 8192;

/** Where a half-width stands in an element; a negative one draws nothing. */
const widthAt: Readonly<Record<Shape, number>> = { fill: -1, arc: 3, stroke: 4 };

interface Span {
  readonly start: number;
  readonly count: number;
}

/**
 * The elements of one shape on one layer: what the GPU buffer holds, kept here too for hit tests and for the day the
 * context is lost. Items own ranges; freed ranges are reused, so an edit touches its own numbers only.
 */
export class Batch {
  readonly shape: Shape;
  data = new Float32Array(0);
  /** Elements up to the last used one. */
  count = 0;
  /** Elements to be sent again: start, count. */
  readonly dirty: Span[] = [];
  private free: Span[] = [];
  private readonly blank: Float32Array;

  constructor(shape: Shape) {
    this.shape = shape;
    this.blank = new Float32Array(floatsOf[shape]);
    if (widthAt[shape] >= 0) this.blank[widthAt[shape]] = -1;
  }

  /** Stores the elements in `values[0, length)` and answers where. */
  add(values: Float32Array, length: number): Span {
    const size = floatsOf[this.shape];
    const count = length / size;
    const span = this.take(count);
    this.data.set(values.subarray(0, length), span.start * size);
    this.touch(span);
    return span;
  }

  /** Frees a range. */
  remove(span: Span): void {
    this.clear(span);
    if (span.start + span.count === this.count) this.count = span.start;
    else this.free.push(span);
    this.touch(span);
  }

  private take(count: number): Span {
    for (let i = 0; i < this.free.length; i++) {
      const hole = this.free[i]!;
      if (hole.count < count) continue;
      if (hole.count === count) this.free.splice(i, 1);
      else this.free[i] = { start: hole.start + count, count: hole.count - count };
      return { start: hole.start, count };
    }
    const start = this.count;
    this.count += count;
    const need = this.count * floatsOf[this.shape];
    if (need > this.data.length) {
      const room = Math.max(need, Math.ceil(this.data.length * 1.5), 60);
      const grown = new Float32Array(this.shape === "fill" ? room : Math.ceil(room / ROW_FLOATS) * ROW_FLOATS);
      grown.set(this.data);
      this.data = grown;
    }
    return { start, count };
  }

  private clear(span: Span): void {
    const size = floatsOf[this.shape];
    for (let i = span.start; i < span.start + span.count; i++) this.data.set(this.blank, i * size);
  }

  private touch(span: Span): void {
    const last = this.dirty.at(-1);
    if (last !== undefined && last.start + last.count === span.start) {
      this.dirty[this.dirty.length - 1] = { start: last.start, count: last.count + span.count };
    } else this.dirty.push(span);
    // Very many scattered edits are cheaper as one stretch.
    if (this.dirty.length > 64) {
      let from = Number.POSITIVE_INFINITY;
      let to = 0;
      for (const { start, count } of this.dirty) {
        from = Math.min(from, start);
        to = Math.max(to, start + count);
      }
      this.dirty.length = 0;
      this.dirty.push({ start: from, count: to - from });
    }
  }
}
