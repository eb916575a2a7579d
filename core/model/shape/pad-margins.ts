import type { Nm, Point } from "../../base/nm.ts";
import type { Pad } from "../board/pad.ts";

/** What a pad's footprint, or the board, says where the pad says nothing. */
export interface MarginSource {
  readonly solderMaskMargin: Nm | null;
  readonly solderPasteMargin: Nm | null;
  readonly solderPasteRatio: number | null;
}

/**
 * How far a mask opening goes beyond the copper of a pad of that size: never less than nothing is left open. A pad without
 * copper is an opening of just its size.
 */
export function padMaskMargin(pad: Pad, size: Point, footprint: MarginSource | null, board: Nm): Nm {
  if (!isOnCopper(pad)) return 0;
  const own = pad.solderMaskMargin ?? footprint?.solderMaskMargin ?? board;
  return Math.max(own, -Math.floor(Math.min(size.x, size.y) / 2));
}

/** The same for paste, in x and y: a part of the pad's size may be in it. */
export function padPasteMargin(
  pad: Pad,
  size: Point,
  footprint: MarginSource | null,
  board: { readonly pasteMargin: Nm; readonly pasteRatio: number },
): Point {
  if (!isOnCopper(pad)) return { x: 0, y: 0 };
  const own = pad.solderPasteMargin ?? footprint?.solderPasteMargin ?? board.pasteMargin;
  const ratio = pad.solderPasteRatio ?? footprint?.solderPasteRatio ?? board.pasteRatio;
  const along = (side: Nm) => Math.max(own + Math.round(side * ratio), -Math.floor(side / 2));
  return { x: along(size.x), y: along(size.y) };
}

function isOnCopper(pad: Pad): boolean {
  return pad.layers.some((layer) => layer.endsWith(".Cu"));
}

/**
 * Corner radius of a round rectangle that a margin is added to: a grown one keeps the middles of its corners, a shrunk one
 * its proportion.
 */
export function marginedRadius(shape: { readonly size: Point; readonly roundrectRatio: number }, margin: Point): Nm {
  const { size, roundrectRatio } = shape;
  if (margin.x > 0 && margin.x === margin.y) return Math.min(size.x, size.y) * roundrectRatio + margin.x;
  return Math.trunc(Math.min(size.x + 2 * margin.x, size.y + 2 * margin.y) * roundrectRatio);
}
