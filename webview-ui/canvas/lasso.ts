import type { Box, Nm, Point } from "../../core/base/nm.ts";
import { floatsOf } from "./gl/batch.ts";
import type { LayerFilter } from "./hit.ts";
import type { Drawn, Range } from "./scene.ts";

/** Pieces that an arc is taken for. */
const ARC_STEPS = 12;

/** A closed line drawn around things by hand. */
export class Lasso {
  readonly points: readonly Point[];
  readonly box: Box;

  constructor(points: readonly Point[]) {
    this.points = points;
    const xs = points.map(({ x }) => x);
    const ys = points.map(({ y }) => y);
    this.box = { minX: Math.min(...xs), minY: Math.min(...ys), maxX: Math.max(...xs), maxY: Math.max(...ys) };
  }

  /** Whether it was drawn clockwise, as it is seen where x runs to the right and y down. */
  get isClockwise(): boolean {
    let area = 0;
    this.sides((a, b) => {
      area += a.x * b.y - b.x * a.y;
    });
    return area > 0;
  }

  /** Whether an item lies wholly inside, or at least reaches in. The middle lines of strokes count, not their widths. */
  holds(drawn: Drawn, whole: boolean, isVisible: LayerFilter): boolean {
    let seen = false;
    for (const range of drawn.ranges) {
      if (!isVisible(range.layer)) continue;
      for (const [a, b] of linesOf(range)) {
        seen = true;
        const isIn = this.contains(a);
        if (whole && (!isIn || this.crosses(a, b))) return false;
        if (!whole && (isIn || this.crosses(a, b))) return true;
      }
    }
    return whole && seen;
  }

  private contains(p: Point): boolean {
    let isIn = false;
    this.sides((a, b) => {
      if (a.y > p.y !== b.y > p.y && p.x < ((b.x - a.x) * (p.y - a.y)) / (b.y - a.y) + a.x) isIn = !isIn;
    });
    return isIn;
  }

  private crosses(a: Point, b: Point): boolean {
    let found = false;
    this.sides((c, d) => {
      found ||= side(a, b, c) !== side(a, b, d) && side(c, d, a) !== side(c, d, b);
    });
    return found;
  }

  private sides(each: (a: Point, b: Point) => void): void {
    for (let i = 0; i < this.points.length; i++)
      each(this.points[i]!, this.points[i + 1 === this.points.length ? 0 : i + 1]!);
  }
}

function side(a: Point, b: Point, p: Point): boolean {
  return (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x) > 0;
}

function* linesOf({ batch, start, count }: Range): Iterable<readonly [Point, Point]> {
  const { data, shape } = batch;
  const size = floatsOf[shape];
  const at = (x: Nm | undefined, y: Nm | undefined): Point => ({ x: x ?? 0, y: y ?? 0 });
  if (shape === "fill") {
    for (let i = start * size; i < (start + count) * size; i += 3 * size)
      for (let k = 0; k < 3; k++) {
        const [a, b] = [i + k * size, i + ((k + 1) % 3) * size];
        yield [at(data[a], data[a + 1]), at(data[b], data[b + 1])];
      }
    return;
  }
  for (let i = start * size; i < (start + count) * size; i += size) {
    if (shape === "stroke") yield [at(data[i], data[i + 1]), at(data[i + 2], data[i + 3])];
    else
      for (let k = 0; k < ARC_STEPS; k++) {
        const place = (part: number) => {
          const angle = data[i + 4]! + (data[i + 5]! * part) / ARC_STEPS;
          return at(data[i]! + data[i + 2]! * Math.cos(angle), data[i + 1]! + data[i + 2]! * Math.sin(angle));
        };
        yield [place(k), place(k + 1)];
      }
  }
}
