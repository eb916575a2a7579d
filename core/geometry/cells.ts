import type { Box, Nm } from "../base/nm.ts";

/** Side of a cell. */
const CELL: Nm = 1_000_000;

/** Boxes that reach over more cells than this are looked at for every question. */
const MANY = 400;

/** Boxes by the squares of a grid that they meet; answers which meet another box. */
export class Cells {
  private readonly boxes: readonly Box[];
  private readonly cells = new Map<number, number[]>();
  private readonly large: number[] = [];
  private readonly seen: Int32Array;
  private round = 0;

  constructor(boxes: readonly Box[]) {
    this.boxes = boxes;
    this.seen = new Int32Array(boxes.length);
    for (const [i, box] of boxes.entries()) {
      const [x1, y1, x2, y2] = span(box);
      if ((x2 - x1 + 1) * (y2 - y1 + 1) > MANY) {
        this.large.push(i);
        continue;
      }
      for (let y = y1; y <= y2; y++) {
        for (let x = x1; x <= x2; x++) {
          const key = keyOf(x, y);
          const list = this.cells.get(key);
          if (list === undefined) this.cells.set(key, [i]);
          else list.push(i);
        }
      }
    }
  }

  /** Indices of the boxes that meet `box`, each once. */
  search(box: Box): number[] {
    const found: number[] = [];
    const round = ++this.round;
    const take = (i: number) => {
      if (this.seen[i] === round) return;
      this.seen[i] = round;
      const own = this.boxes[i]!;
      if (own.minX <= box.maxX && own.maxX >= box.minX && own.minY <= box.maxY && own.maxY >= box.minY) found.push(i);
    };
    for (const i of this.large) take(i);
    const [x1, y1, x2, y2] = span(box);
    if ((x2 - x1 + 1) * (y2 - y1 + 1) > this.cells.size) for (const list of this.cells.values()) list.forEach(take);
    else for (let y = y1; y <= y2; y++) for (let x = x1; x <= x2; x++) this.cells.get(keyOf(x, y))?.forEach(take);
    return found;
  }
}

function span({ minX, minY, maxX, maxY }: Box): [number, number, number, number] {
  return [Math.floor(minX / CELL), Math.floor(minY / CELL), Math.floor(maxX / CELL), Math.floor(maxY / CELL)];
}

function keyOf(x: number, y: number): number {
  return x * 65_536 + y;
}
