import type { Doc } from "../../model/document.ts";
import type { Item } from "../../model/item.ts";
import type { Behind } from "../../model/library/parts-sheet.ts";
import { partsSheet, rootOf } from "../../model/library/parts-sheet.ts";
import { contextOf, type PaintContext } from "./context.ts";
import { paintText } from "./paint/board-text.ts";
import { paintTextBox } from "./paint/board-text-box.ts";
import { paintDimension } from "./paint/dimension.ts";
import { paintDrawingSheet } from "./paint/drawing-sheet.ts";
import { paintFootprint, paintFootprintChild } from "./paint/footprint.ts";
import { type BoardPainter, boardFrame } from "./paint/frame.ts";
import { paintGraphic } from "./paint/graphic.ts";
import { paintImage } from "./paint/image.ts";
import { paintLabel } from "./paint/label.ts";
import { paintSheet } from "./paint/sheet.ts";
import { paintRuleArea, paintSheetGraphic } from "./paint/sheet-graphic.ts";
import { paintSheetText, paintSheetTextBox } from "./paint/sheet-text.ts";
import { paintSymbol } from "./paint/symbol.ts";
import { paintSymbolPart } from "./paint/symbol-part.ts";
import { paintSheetTable, paintTable } from "./paint/table.ts";
import { paintArcTrack, paintTrack } from "./paint/track.ts";
import { paintVia } from "./paint/via.ts";
import { paintBus, paintBusEntry, paintJunction, paintNoConnect, paintWire } from "./paint/wire.ts";
import { paintZone } from "./paint/zone.ts";
import type { Sink } from "./sink.ts";

const boardPainters: Readonly<Record<string, BoardPainter>> = {
  track: paintTrack,
  arcTrack: paintArcTrack,
  via: paintVia,
  graphic: paintGraphic,
  text: paintText,
  textBox: paintTextBox,
  footprint: paintFootprint,
  zone: paintZone,
  dimension: paintDimension,
  image: paintImage,
  table: paintTable,
};

const sheetPainters: Readonly<Record<string, (cx: PaintContext, item: Item, sink: Sink) => void>> = {
  symbol: paintSymbol,
  wire: paintWire,
  bus: paintBus,
  busEntry: paintBusEntry,
  junction: paintJunction,
  noConnect: paintNoConnect,
  label: paintLabel,
  text: paintSheetText,
  textBox: paintSheetTextBox,
  graphic: paintSheetGraphic,
  sheet: paintSheet,
  image: paintImage,
  table: paintSheetTable,
  ruleArea: paintRuleArea,
};

/**
 * Draws one top-level item, whole: `begin(id)`, its shapes, `end()`; the parts inside it again between `begin(id, part)`
 * and `end()`. Depends on the item and the context only, so a changed item can be drawn again alone. Items that show
 * nothing make no call but `begin` and `end`.
 */
export function paintItem(cx: PaintContext, item: Item, sink: Sink): void {
  if (cx.symbol !== null) paintSymbolPart(cx, cx.symbol.symbol, item, sink);
  else if (cx.footprint !== null) paintFootprintChild(cx, cx.footprint, item, sink);
  else paintTopItem(cx, item, sink);
}

function paintTopItem(cx: PaintContext, item: Item, sink: Sink): void {
  sink.begin(item.id);
  if (cx.kind === "board") boardPainters[item.kind]?.(cx, item, sink, boardFrame);
  else sheetPainters[item.kind]?.(cx, item, sink);
  sink.end();
}

/** What lies below the items: a schematic's frame and title block, as the item `worksheet`; of a board nothing. */
export function paintPage(cx: PaintContext, sink: Sink): void {
  if (cx.symbol !== null) paintRootParts(cx, cx.symbol, sink);
  else if (cx.kind === "schematic") paintDrawingSheet(cx, sink);
}

/** The drawing that a library symbol takes from the one it derives from. */
function paintRootParts(cx: PaintContext, { library, symbol, shown }: Behind, sink: Sink): void {
  const root = rootOf(library, symbol);
  const sheet = root === symbol ? null : partsSheet(library, { ...shown, name: String(root["name"]) });
  for (const entry of sheet?.items.entries ?? [])
    if (entry.kind !== "property") paintSymbolPart(cx, root, entry.item(), sink);
}

/** Draws what lies below, then all items in file order. */
export function paintDoc(doc: Doc, sink: Sink, cx: PaintContext = contextOf(doc)): void {
  paintPage(cx, sink);
  for (const entry of doc.items.entries) paintItem(cx, entry.item(), sink);
}
