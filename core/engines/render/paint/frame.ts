import type { Footprint } from "../../../model/board/footprint.ts";
import type { Item } from "../../../model/item.ts";
import type { Lookup } from "../../../model/text-variables.ts";
import type { PaintContext } from "../context.ts";
import type { Sink } from "../sink.ts";
import { identity, type Transform } from "../transform.ts";

/** Where an item stands: on the board itself, or in a footprint. */
export interface Frame {
  readonly transform: Transform;
  readonly footprint: Footprint | null;
  readonly resolve: Lookup | undefined;
}

export const boardFrame: Frame = { transform: identity, footprint: null, resolve: undefined };

/** Draws one item of a board, in its frame. */
export type BoardPainter = (cx: PaintContext, item: Item, sink: Sink, frame: Frame) => void;
