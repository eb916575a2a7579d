import type { Nm } from "../../base/nm.ts";
import type { PolygonShape } from "../../geometry/shape.ts";
import { boxOf } from "../../geometry/shape.ts";

/** Cells in half of the least width, and at most in one letter. */
const CELLS = 8;
const MOST = 1 << 18;
/** How much of a letter may be thinner than the least width: KiCad's tenth. */
const LOSS = 0.1;

/**
 * Whether a letter of an outline font is in part thinner than `least`: taken off by half of it all around, it falls into
 * pieces or its holes open, or what is left, grown back, has lost a tenth of its area. Looked at on a grid of
 * `least` / 16, coarser for large letters.
 */
export function isThin(letter: readonly PolygonShape[], least: Nm): boolean {
  const half = least / 2;
  const { minX, minY, maxX, maxY } = boxOf(letter);
  const [width, height] = [maxX - minX + least, maxY - minY + least];
  const cell = Math.max(half / CELLS, Math.sqrt((width * height) / MOST));
  const [columns, rows] = [Math.ceil(width / cell) + 1, Math.ceil(height / cell) + 1];
  const ink = new Uint8Array(columns * rows);
  for (const { rings } of letter) paint(ink, columns, rows, cell, minX - half, minY - half, rings);
  const depth = distances(ink, columns, rows, 0);
  const core = new Uint8Array(ink.length);
  // A cell's middle lies up to half a cell inside its edge.
  const reach = half / cell;
  for (let i = 0; i < core.length; i++) core[i] = Math.sqrt(depth[i]!) - 0.25 >= reach ? 1 : 0;
  if (pieces(core, columns, rows, 1) !== pieces(ink, columns, rows, 1)) return true;
  if (pieces(core, columns, rows, 0) !== pieces(ink, columns, rows, 0)) return true;
  const back = distances(core, columns, rows, 1);
  let [before, after] = [0, 0];
  for (let i = 0; i < ink.length; i++) {
    if (ink[i] === 0) continue;
    before++;
    if (Math.sqrt(back[i]!) - 0.5 <= reach) after++;
  }
  return before > 0 && (before - after) / before > LOSS;
}

/** Sets the cells whose middle lies in the rings (even-odd). */
function paint(
  ink: Uint8Array,
  columns: number,
  rows: number,
  cell: number,
  left: Nm,
  top: Nm,
  rings: PolygonShape["rings"],
): void {
  const crossings: number[] = [];
  for (let row = 0; row < rows; row++) {
    const y = top + (row + 0.5) * cell;
    crossings.length = 0;
    for (const ring of rings)
      for (let i = 0, j = ring.length - 2; i < ring.length; j = i, i += 2) {
        const [ay, by] = [ring[j + 1]!, ring[i + 1]!];
        if (ay > y === by > y) continue;
        crossings.push(ring[j]! + ((ring[i]! - ring[j]!) * (y - ay)) / (by - ay));
      }
    crossings.sort((a, b) => a - b);
    for (let k = 0; k + 1 < crossings.length; k += 2) {
      const from = Math.max(0, Math.ceil((crossings[k]! - left) / cell - 0.5));
      const to = Math.min(columns - 1, Math.floor((crossings[k + 1]! - left) / cell - 0.5));
      for (let column = from; column <= to; column++) ink[row * columns + column] = 1;
    }
  }
}

/** The square of how many cells each cell is from the nearest one with this value; by rows, then by columns. */
function distances(grid: Uint8Array, columns: number, rows: number, value: 0 | 1): Float64Array {
  const far = columns + rows;
  const across = new Float64Array(grid.length);
  for (let row = 0; row < rows; row++) {
    let last = far;
    for (let column = 0; column < columns; column++) {
      const i = row * columns + column;
      last = grid[i] === value ? 0 : last + 1;
      across[i] = last;
    }
    last = far;
    for (let column = columns - 1; column >= 0; column--) {
      const i = row * columns + column;
      last = grid[i] === value ? 0 : last + 1;
      across[i] = Math.min(across[i]!, last);
    }
  }
  // Down each column the lower envelope of parabolas.
  const out = new Float64Array(grid.length);
  const at = new Int32Array(rows);
  const from = new Float64Array(rows + 1);
  for (let column = 0; column < columns; column++) {
    const height = (row: number) => across[row * columns + column]! ** 2;
    let k = 0;
    at[0] = 0;
    from[0] = -Infinity;
    from[1] = Infinity;
    for (let row = 1; row < rows; row++) {
      let s = meeting(row, at[k]!);
      while (s <= from[k]!) s = meeting(row, at[--k]!);
      at[++k] = row;
      from[k] = s;
      from[k + 1] = Infinity;
    }
    k = 0;
    for (let row = 0; row < rows; row++) {
      while (from[k + 1]! < row) k++;
      out[row * columns + column] = (row - at[k]!) ** 2 + height(at[k]!);
    }

    function meeting(q: number, p: number): number {
      return (height(q) + q * q - height(p) - p * p) / (2 * (q - p));
    }
  }
  return out;
}

/** How many pieces of this value hang together: ink by its sides, what is around it by its corners too. */
function pieces(grid: Uint8Array, columns: number, rows: number, value: 0 | 1): number {
  const met = new Uint8Array(grid.length);
  const stack: number[] = [];
  let count = 0;
  for (let start = 0; start < grid.length; start++) {
    if (grid[start] !== value || met[start] === 1) continue;
    count++;
    met[start] = 1;
    stack.push(start);
    for (let i = stack.pop(); i !== undefined; i = stack.pop()) {
      const [row, column] = [Math.floor(i / columns), i % columns];
      for (let dr = -1; dr <= 1; dr++)
        for (let dc = -1; dc <= 1; dc++) {
          if ((dr === 0 && dc === 0) || (value === 1 && dr !== 0 && dc !== 0)) continue;
          const [r, c] = [row + dr, column + dc];
          if (r < 0 || c < 0 || r >= rows || c >= columns) continue;
          const next = r * columns + c;
          if (grid[next] !== value || met[next] === 1) continue;
          met[next] = 1;
          stack.push(next);
        }
    }
  }
  return count;
}
