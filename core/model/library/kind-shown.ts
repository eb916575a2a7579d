import { footprint } from "../board/footprint.ts";
import type { Doc } from "../document.ts";
import { kindOfItem } from "../document.ts";
import type { Item } from "../item.ts";
import { childKindOf } from "../item.ts";
import type { Kind } from "../kind.ts";
import { kindInside } from "../step.ts";
import { footprintBehind } from "./parts-board.ts";
import { symbolBehind } from "./parts-sheet.ts";

/** The kind of an item of a document, or of the parts of a footprint or a symbol that are shown as one. */
export function kindShown(doc: Doc, item: Item): Kind {
  if (footprintBehind(doc) !== null) return childKindOf(footprint, item);
  const symbol = symbolBehind(doc);
  const owners = symbol?.parts.get(item.id)?.owners;
  return symbol === null || owners === undefined ? kindOfItem(doc, item) : kindInside(symbol.library, owners, item);
}
