import type { Box, Nm, Point } from "../../core/base/nm.ts";
import type { ItemId } from "../../core/model/item.ts";
import { floatsOf } from "./gl/batch.ts";
import type { Lasso } from "./lasso.ts";
import type { Drawn, Range, Scene } from "./scene.ts";

/** Which layers can be hit. */
export type LayerFilter = (layer: string) => boolean;

/** Width of a cell of the index: 5 mm. Items over very many cells are looked at always. */
const CELL = 5_000_000;
const MANY_CELLS = 256;

/** Finds items by place: a grid over their boxes, then their very shapes. */
export class HitIndex {
  private readonly scene: Scene;
  private readonly cells = new Map<string, Set<ItemId>>();
  private readonly wide = new Set<ItemId>();
  private readonly boxes = new Map<ItemId, Box>();

  constructor(scene: Scene) {
    this.scene = scene;
  }

  /** Takes note that an item was drawn, drawn anew, or is gone. */
  update(id: ItemId): void {
    const old = this.boxes.get(id);
    if (old !== undefined) {
      this.wide.delete(id);
      for (const key of cellsOf(old) ?? []) this.cells.get(key)?.delete(id);
      this.boxes.delete(id);
    }
    const drawn = this.scene.get(id);
    if (drawn === undefined) return;
    this.boxes.set(id, drawn.box);
    const keys = cellsOf(drawn.box);
    if (keys === null) this.wide.add(id);
    for (const key of keys ?? []) {
      const cell = this.cells.get(key);
      if (cell === undefined) this.cells.set(key, new Set([id]));
      else cell.add(id);
    }
  }

  clear(): void {
    this.cells.clear();
    this.wide.clear();
    this.boxes.clear();
  }

  /**
   * Items at a place, the one meant most likely first: shapes under the cursor before bodies around it, small before
   * large, zones last.
   */
  at(p: Point, tolerance: Nm, isVisible: LayerFilter): Drawn[] {
    const box = { minX: p.x - tolerance, minY: p.y - tolerance, maxX: p.x + tolerance, maxY: p.y + tolerance };
    const found: { drawn: Drawn; rank: number }[] = [];
    for (const drawn of this.near(box)) {
      const isExact = overlaps(drawn.box, box) && distanceTo(drawn, p, isVisible) <= tolerance;
      const isInside =
        (drawn.kind === "footprint" || drawn.kind === "symbol" || drawn.kind === "sheet") &&
        contains(drawn.body, p) &&
        drawn.ranges.some((range) => isVisible(range.layer));
      if (!isExact && !isInside) continue;
      found.push({ drawn, rank: (isExact ? 0 : 1) + (drawn.kind === "zone" ? 2 : 0) });
    }
    return found
      .sort((a, b) => a.rank - b.rank || areaOf(a.drawn.body) - areaOf(b.drawn.body))
      .map(({ drawn }) => drawn);
  }

  /** Items in a box: wholly inside, or at least touching it. */
  in(box: Box, whole: boolean, isVisible: LayerFilter): Drawn[] {
    const found: Drawn[] = [];
    for (const drawn of this.near(box)) {
      if (!drawn.ranges.some((range) => isVisible(range.layer))) continue;
      if (whole ? isWithin(drawn.body, box) : touches(drawn, box, isVisible)) found.push(drawn);
    }
    return found;
  }

  /** Items in a line drawn by hand: wholly inside, or reaching in. */
  inLasso(lasso: Lasso, whole: boolean, isVisible: LayerFilter): Drawn[] {
    return [...this.near(lasso.box)].filter((drawn) => lasso.holds(drawn, whole, isVisible));
  }

  private *near(box: Box): Iterable<Drawn> {
    const keys = cellsOf(box);
    if (keys === null) {
      yield* this.scene.items();
      return;
    }
    const seen = new Set<ItemId>(this.wide);
    for (const key of keys) for (const id of this.cells.get(key) ?? []) seen.add(id);
    for (const id of seen) {
      const drawn = this.scene.get(id);
      if (drawn !== undefined && overlaps(drawn.box, box)) yield drawn;
    }
  }
}

function cellsOf(box: Box): string[] | null {
  const x0 = Math.floor(box.minX / CELL);
  const y0 = Math.floor(box.minY / CELL);
  const x1 = Math.floor(box.maxX / CELL);
  const y1 = Math.floor(box.maxY / CELL);
  if ((x1 - x0 + 1) * (y1 - y0 + 1) > MANY_CELLS) return null;
  const keys: string[] = [];
  for (let x = x0; x <= x1; x++) for (let y = y0; y <= y1; y++) keys.push(`${x},${y}`);
  return keys;
}

export function overlaps(a: Box, b: Box): boolean {
  return a.minX <= b.maxX && a.maxX >= b.minX && a.minY <= b.maxY && a.maxY >= b.minY;
}

function isWithin(inner: Box, outer: Box): boolean {
  return inner.minX >= outer.minX && inner.maxX <= outer.maxX && inner.minY >= outer.minY && inner.maxY <= outer.maxY;
}

function contains(box: Box, p: Point): boolean {
  return p.x >= box.minX && p.x <= box.maxX && p.y >= box.minY && p.y <= box.maxY;
}

function areaOf(box: Box): number {
  return (box.maxX - box.minX) * (box.maxY - box.minY);
}

/** From a place to the nearest edge of an item's shapes; 0 or less inside. */
function distanceTo(drawn: Drawn, p: Point, isVisible: LayerFilter): Nm {
  let best = Number.POSITIVE_INFINITY;
  for (const range of drawn.ranges) {
    if (!isVisible(range.layer)) continue;
    best = Math.min(best, rangeDistance(range, p.x, p.y));
    if (best <= 0) return best;
  }
  return best;
}

function rangeDistance({ batch, start, count }: Range, x: Nm, y: Nm): Nm {
  const { data } = batch;
  let best = Number.POSITIVE_INFINITY;
  if (batch.shape === "stroke") {
    for (let i = start * 8; i < (start + count) * 8; i += 8)
      best = Math.min(best, segmentDistance(x, y, data[i]!, data[i + 1]!, data[i + 2]!, data[i + 3]!) - data[i + 4]!);
  } else if (batch.shape === "arc") {
    for (let i = start * 8; i < (start + count) * 8; i += 8) best = Math.min(best, arcDistance(data, i, x, y));
  } else {
    for (let i = start * 2; i < (start + count) * 2; i += 6) if (isInTriangle(data, i, x, y)) return 0;
  }
  return best;
}

function segmentDistance(x: Nm, y: Nm, x0: Nm, y0: Nm, x1: Nm, y1: Nm): Nm {
  const dx = x1 - x0;
  const dy = y1 - y0;
  const square = dx * dx + dy * dy;
  const t = square === 0 ? 0 : Math.max(0, Math.min(1, ((x - x0) * dx + (y - y0) * dy) / square));
  return Math.hypot(x - x0 - t * dx, y - y0 - t * dy);
}

function arcDistance(d: Float32Array, i: number, x: Nm, y: Nm): Nm {
  const px = x - d[i]!;
  const py = y - d[i + 1]!;
  const radius = d[i + 2]!;
  const middle = d[i + 4]! + d[i + 5]! / 2;
  const open = Math.abs(d[i + 5]!) / 2;
  let turn = Math.abs(Math.atan2(py, px) - middle) % (2 * Math.PI);
  if (turn > Math.PI) turn = 2 * Math.PI - turn;
  if (turn <= open) return Math.abs(Math.hypot(px, py) - radius) - d[i + 3]!;
  const ends = [middle - open, middle + open].map((a) =>
    Math.hypot(px - radius * Math.cos(a), py - radius * Math.sin(a)),
  );
  return Math.min(ends[0]!, ends[1]!) - d[i + 3]!;
}

function isInTriangle(d: Float32Array, i: number, x: Nm, y: Nm): boolean {
  const side = (a: number, b: number) => (d[b]! - d[a]!) * (y - d[a + 1]!) - (d[b + 1]! - d[a + 1]!) * (x - d[a]!);
  const s0 = side(i, i + 2);
  const s1 = side(i + 2, i + 4);
  const s2 = side(i + 4, i);
  return (s0 >= 0 && s1 >= 0 && s2 >= 0) || (s0 <= 0 && s1 <= 0 && s2 <= 0);
}

/** Whether any shape of an item reaches into a box. */
function touches(drawn: Drawn, box: Box, isVisible: LayerFilter): boolean {
  if (isWithin(drawn.box, box)) return true;
  for (const { layer, batch, start, count } of drawn.ranges) {
    if (!isVisible(layer)) continue;
    const { data } = batch;
    const size = floatsOf[batch.shape];
    if (batch.shape === "stroke") {
      for (let i = start * size; i < (start + count) * size; i += size)
        if (meetsBox(data[i]!, data[i + 1]!, data[i + 2]!, data[i + 3]!, data[i + 4]!, box)) return true;
    } else if (batch.shape === "arc") {
      for (let i = start * size; i < (start + count) * size; i += size) if (arcMeetsBox(data, i, box)) return true;
    } else {
      const middle = { x: (box.minX + box.maxX) / 2, y: (box.minY + box.maxY) / 2 };
      for (let i = start * 2; i < (start + count) * 2; i += 6) {
        if (isInTriangle(data, i, middle.x, middle.y)) return true;
        for (let k = 0; k < 3; k++) {
          const a = i + 2 * k;
          const b = i + 2 * ((k + 1) % 3);
          if (meetsBox(data[a]!, data[a + 1]!, data[b]!, data[b + 1]!, 0, box)) return true;
        }
      }
    }
  }
  return false;
}

/** Whether a line comes into a box grown by `half` on all sides. */
function meetsBox(x0: Nm, y0: Nm, x1: Nm, y1: Nm, half: Nm, box: Box): boolean {
  let from = 0;
  let to = 1;
  for (const [start, step, low, high] of [
    [x0, x1 - x0, box.minX - half, box.maxX + half],
    [y0, y1 - y0, box.minY - half, box.maxY + half],
  ] as const) {
    if (step === 0) {
      if (start < low || start > high) return false;
      continue;
    }
    const a = (low - start) / step;
    const b = (high - start) / step;
    from = Math.max(from, Math.min(a, b));
    to = Math.min(to, Math.max(a, b));
    if (from > to) return false;
  }
  return true;
}

function arcMeetsBox(d: Float32Array, i: number, box: Box): boolean {
  const steps = 16;
  const point = (k: number) => {
    const a = d[i + 4]! + (d[i + 5]! * k) / steps;
    return [d[i]! + d[i + 2]! * Math.cos(a), d[i + 1]! + d[i + 2]! * Math.sin(a)] as const;
  };
  for (let k = 0; k < steps; k++) {
    const [x0, y0] = point(k);
    const [x1, y1] = point(k + 1);
    if (meetsBox(x0, y0, x1, y1, d[i + 3]!, box)) return true;
  }
  return false;
}
