import type { Nm, Point } from "../../base/nm.ts";
import type { Pad } from "../board/pad.ts";

/** What a pad's footprint, or the board, says where the pad says nothing. */
export interface MarginSource {
  readonly solderMaskMargin: Nm | null;
  readonly solderPasteMargin: Nm | null;
  readonly solderPasteRatio: number | null;
}

/** How far a mask opening goes beyond the copper of a pad of that size: never less than nothing is left open. */
export function padMaskMargin(pad: Pad, size: Point, footprint: MarginSource | null, board: Nm): Nm {
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
  const own = pad.solderPasteMargin ?? footprint?.solderPasteMargin ?? board.pasteMargin;
  const ratio = pad.solderPasteRatio ?? footprint?.solderPasteRatio ?? board.pasteRatio;
  const along = (side: Nm) => Math.max(own + Math.round(side * ratio), -Math.floor(side / 2));
  return { x: along(size.x), y: along(size.y) };
}
