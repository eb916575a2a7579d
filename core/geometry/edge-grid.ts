import type { Box } from "../base/nm.ts";

/** Edges a cell holds on average, before long ones are counted in every cell that they pass. */
const PER_CELL = 2;
const MOST_CELLS = 1 << 16;
/** Where in a cell its reference lies: so odd a share that no edge of whole nanometres passes through it. */
const ODD_X = 0.4871340917;
const ODD_Y = 0.5127719033;

/**
 * The edges of a polygon's rings sorted into the cells of a grid, so that a fill of many thousand corners answers
 * quickly which edges are near a place, and whether a place lies inside. Edge e goes from (ax[e], ay[e]) to
 * (bx[e], by[e]).
 */
export interface EdgeGrid {
  readonly ax: Float64Array;
  readonly ay: Float64Array;
  readonly bx: Float64Array;
  readonly by: Float64Array;
  /** Edges of cell c, row by row: `edges[starts[c] .. starts[c + 1])`; an edge lies in every cell that it passes. */
  readonly edges: Int32Array;
  readonly starts: Int32Array;
  /** Whether each cell's reference lies inside. */
  readonly inside: Uint8Array;
  readonly cols: number;
  readonly rows: number;
  readonly width: number;
  readonly height: number;
  readonly minX: number;
  readonly minY: number;
  readonly maxX: number;
  readonly maxY: number;
}

const made = new WeakMap<object, EdgeGrid>();

/** The grid of a polygon's rings, made once for each; all that share a single ring share its grid. */
export function edgeGridOf(rings: readonly (readonly number[])[]): EdgeGrid {
  const key = rings.length === 1 ? rings[0]! : rings;
  let grid = made.get(key);
  if (grid === undefined) made.set(key, (grid = buildEdgeGrid(rings)));
  return grid;
}

function buildEdgeGrid(rings: readonly (readonly number[])[]): EdgeGrid {
  let n = 0;
  for (const ring of rings) n += ring.length >> 1;
  const ax = new Float64Array(n);
  const ay = new Float64Array(n);
  const bx = new Float64Array(n);
  const by = new Float64Array(n);
  let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
  let e = 0;
  for (const ring of rings) {
    for (let i = 0; i + 1 < ring.length; i += 2, e++) {
      const j = i + 3 < ring.length ? i + 2 : 0;
      const x = ring[i]!;
      const y = ring[i + 1]!;
      ax[e] = x;
      ay[e] = y;
      bx[e] = ring[j]!;
      by[e] = ring[j + 1]!;
      if (x < minX) minX = x;
      if (x > maxX) maxX = x;
      if (y < minY) minY = y;
      if (y > maxY) maxY = y;
    }
  }
  const cells = Math.max(1, Math.min(MOST_CELLS, n / PER_CELL));
  const [wide, high] = [Math.max(1, maxX - minX), Math.max(1, maxY - minY)];
  const cols = Math.max(1, Math.min(cells, Math.round(Math.sqrt((cells * wide) / high)))) | 0;
  const rows = Math.max(1, Math.min(cells, Math.round(cells / cols))) | 0;
  const [width, height] = [wide / cols, high / rows];
  const starts = new Int32Array(cols * rows + 1);
  const grid = { ax, ay, bx, by, cols, rows, width, height, minX, minY, maxX, maxY, starts };
  for (let i = 0; i < n; i++) eachCell(grid, i, (c) => starts[c + 1]!++);
  for (let c = 0; c < cols * rows; c++) starts[c + 1]! += starts[c]!;
  const edges = new Int32Array(starts[cols * rows]!);
  const next = starts.slice(0, cols * rows);
  for (let i = 0; i < n; i++) eachCell(grid, i, (c) => (edges[next[c]!++] = i));
  return { ...grid, edges, inside: referencesInside(grid) };
}

type Frame = Omit<EdgeGrid, "edges" | "inside">;

/** Calls `found` for every cell that an edge passes, row by row; a nanometre's slack goes for rounding. */
function eachCell(grid: Frame, e: number, found: (cell: number) => void): void {
  const { cols } = grid;
  const [x0, y0, x1, y1] = [grid.ax[e]!, grid.ay[e]!, grid.bx[e]!, grid.by[e]!];
  const first = rowAt(grid, Math.min(y0, y1) - 1);
  const last = rowAt(grid, Math.max(y0, y1) + 1);
  if (first === last) {
    // Most edges are short.
    const end = colAt(grid, Math.max(x0, x1) + 1);
    for (let c = colAt(grid, Math.min(x0, x1) - 1); c <= end; c++) found(first * cols + c);
    return;
  }
  for (let r = first; r <= last; r++) {
    const top = grid.minY + r * grid.height - 1;
    const from = spanAt(x0, y0, x1, y1, top);
    const to = spanAt(x0, y0, x1, y1, top + grid.height + 2);
    const end = colAt(grid, Math.max(from, to) + 1);
    for (let c = colAt(grid, Math.min(from, to) - 1); c <= end; c++) found(r * cols + c);
  }
}

/** The x of a segment at a height, or of the end next to it. */
function spanAt(ax: number, ay: number, bx: number, by: number, y: number): number {
  if (ay === by) return y < ay ? ax : bx;
  const t = (y - ay) / (by - ay);
  return t <= 0 ? ax : t >= 1 ? bx : ax + t * (bx - ax);
}

/** Row by row how often the way from the left crosses edges before it comes to each cell's reference. */
function referencesInside(grid: Frame): Uint8Array {
  const { ax, ay, bx, by, cols, rows, width, height, minX, minY } = grid;
  const inside = new Uint8Array(cols * rows);
  for (let e = 0; e < ax.length; e++) {
    const [y0, y1] = [ay[e]!, by[e]!];
    const last = rowAt(grid, Math.max(y0, y1));
    for (let r = rowAt(grid, Math.min(y0, y1)); r <= last; r++) {
      const y = minY + (r + ODD_Y) * height;
      if (y0 > y === y1 > y) continue;
      const x = ((bx[e]! - ax[e]!) * (y - y0)) / (y1 - y0) + ax[e]!;
      const c = Math.max(0, Math.ceil((x - minX) / width - ODD_X));
      if (c < cols) inside[r * cols + c]! ^= 1;
    }
  }
  for (let r = 0; r < rows; r++) for (let c = 1; c < cols; c++) inside[r * cols + c]! ^= inside[r * cols + c - 1]!;
  return inside;
}

/** The row that a height lies in, or the nearest one. */
export function rowAt({ minY, height, rows }: Pick<EdgeGrid, "minY" | "height" | "rows">, y: number): number {
  const r = Math.floor((y - minY) / height);
  return r < 0 ? 0 : r >= rows ? rows - 1 : r;
}

/** The column that a place lies in, or the nearest one. */
export function colAt({ minX, width, cols }: Pick<EdgeGrid, "minX" | "width" | "cols">, x: number): number {
  const c = Math.floor((x - minX) / width);
  return c < 0 ? 0 : c >= cols ? cols - 1 : c;
}

/** Whether a place lies inside (even-odd): along its height to the cell's reference, then up or down to it. */
export function insideGrid(grid: EdgeGrid, x: number, y: number): boolean {
  if (x < grid.minX || x > grid.maxX || y < grid.minY || y > grid.maxY) return false;
  const { ax, ay, bx, by, edges, starts } = grid;
  const c = colAt(grid, x);
  const r = rowAt(grid, y);
  const refX = grid.minX + (c + ODD_X) * grid.width;
  const refY = grid.minY + (r + ODD_Y) * grid.height;
  const cell = r * grid.cols + c;
  let inside = grid.inside[cell] === 1;
  for (let k = starts[cell]!; k < starts[cell + 1]!; k++) {
    const e = edges[k]!;
    const [x0, y0, x1, y1] = [ax[e]!, ay[e]!, bx[e]!, by[e]!];
    if (y0 > y !== y1 > y) {
      const at = ((x1 - x0) * (y - y0)) / (y1 - y0) + x0;
      if (x < at !== refX < at) inside = !inside;
    }
    if (x0 > refX !== x1 > refX) {
      const at = ((y1 - y0) * (refX - x0)) / (x1 - x0) + y0;
      if (y < at !== refY < at) inside = !inside;
    }
  }
  return inside;
}

/** The same without a grid, for polygons of few corners. */
export function insideEdges(rings: readonly (readonly number[])[], x: number, y: number): boolean {
  let inside = false;
  for (const ring of rings)
    for (let i = 0, j = ring.length - 2; i < ring.length; j = i, i += 2) {
      const yi = ring[j + 1]!;
      const yj = ring[i + 1]!;
      if (yi > y === yj > y) continue;
      if (x < ((ring[i]! - ring[j]!) * (y - yi)) / (yj - yi) + ring[j]!) inside = !inside;
    }
  return inside;
}

/** Calls `found` for the edges that may come into a box; some more than once. */
export function edgesNear(grid: EdgeGrid, { minX, minY, maxX, maxY }: Box, found: (e: number) => void): void {
  const { ax, ay, bx, by, edges, starts, cols } = grid;
  const [from, to] = [colAt(grid, minX), colAt(grid, maxX)];
  const last = rowAt(grid, maxY);
  for (let r = rowAt(grid, minY); r <= last; r++) {
    const end = starts[r * cols + to + 1]!;
    for (let k = starts[r * cols + from]!; k < end; k++) {
      const e = edges[k]!;
      const [x0, y0, x1, y1] = [ax[e]!, ay[e]!, bx[e]!, by[e]!];
      if ((x0 < minX && x1 < minX) || (x0 > maxX && x1 > maxX)) continue;
      if ((y0 < minY && y1 < minY) || (y0 > maxY && y1 > maxY)) continue;
      found(e);
    }
  }
}
