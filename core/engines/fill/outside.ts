import type { Clipper } from "../../geometry/clip.ts";
import type { EdgeGrid } from "../../geometry/edge-grid.ts";
import { edgeGridOf, edgesNear, insideEdges, insideGrid } from "../../geometry/edge-grid.ts";
import { segmentsCross } from "../../geometry/predicates.ts";
import type { Ring, Rings } from "../../geometry/ring.ts";
import { ringArea, ringBox } from "../../geometry/ring.ts";

/**
 * Whether a piece of fill lies mostly beyond the board's edge (KiCad takes such pieces away; of very small ones it does not
 * ask). `board` are the rings of the board's borders and cut-outs, none when its lines do not close.
 */
export function outsideTest(clipper: Clipper, board: Rings): (piece: Ring, minThickness: number) => boolean {
  if (board.length === 0) return () => false;
  const rings = board.map((ring) => Array.from(ring));
  const grid = edgeGridOf(rings);
  return (piece, minThickness) => {
    const area = Math.abs(ringArea(piece));
    if (area < 3 * minThickness * minThickness) return false;
    // Fills keep off the edge, so that nearly all lie on one side of it altogether.
    if (!crosses(grid, piece) && !surrounds(piece, rings)) return !insideGrid(grid, piece[0]!, piece[1]!);
    const inside = clipper.intersection([piece], board).reduce((sum, each) => sum + ringArea(each), 0);
    return inside < area / 2;
  };
}

/** Whether a ring meets an edge of the grid. */
function crosses(grid: EdgeGrid, ring: Ring): boolean {
  for (let i = 0; i < ring.length; i += 2) {
    const j = i + 2 === ring.length ? 0 : i + 2;
    const [ax, ay, bx, by] = [ring[i]!, ring[i + 1]!, ring[j]!, ring[j + 1]!];
    const box = { minX: Math.min(ax, bx), minY: Math.min(ay, by), maxX: Math.max(ax, bx), maxY: Math.max(ay, by) };
    let met = false;
    edgesNear(grid, box, (e) => {
      met ||= segmentsCross(ax, ay, bx, by, grid.ax[e]!, grid.ay[e]!, grid.bx[e]!, grid.by[e]!);
    });
    if (met) return true;
  }
  return false;
}

/** Whether one of the board's rings lies in the area of a piece that crosses none of them. */
function surrounds(piece: Ring, board: readonly (readonly number[])[]): boolean {
  const box = ringBox(piece);
  let own: number[] | null = null;
  return board.some((ring) => {
    const x = ring[0]!;
    const y = ring[1]!;
    if (x < box.minX || x > box.maxX || y < box.minY || y > box.maxY) return false;
    own ??= Array.from(piece);
    return insideEdges([own], x, y);
  });
}
