import type { Item } from "../../../model/item.ts";
import type { Property } from "../../../model/schematic/property.ts";
import type { PaintContext } from "../context.ts";
import type { Sink } from "../sink.ts";
import type { Transform } from "../transform.ts";
import { apply } from "../transform.ts";
import { drawSheetText, onLayer } from "./sheet-pen.ts";
import { drawPart, fieldLayers } from "./symbol.ts";

/** The library's y points up, the sheet's down. */
const upright: Transform = { xx: 1, xy: 0, yx: 0, yy: -1, dx: 0, dy: 0, angle: 0 };

/** One pin, drawing, text or field of a library symbol, as it stands in the library. */
export function paintSymbolPart(cx: PaintContext, symbol: Item, part: Item, sink: Sink): void {
  if (part.kind === "property") paintField(cx, symbol, part, sink);
  else {
    sink.begin(symbol.id, part.id);
    drawPart(cx, part, { ...symbol, children: [] } as Item, symbol, sink, upright);
    sink.end();
  }
}

function paintField(cx: PaintContext, symbol: Item, part: Item, sink: Sink): void {
  const field = part as unknown as Property;
  if (field.hide || field.effects.hide) return;
  sink.begin(symbol.id, part.id);
  onLayer(sink, fieldLayers[field.name] ?? "sch.field", field.effects.color);
  const at = { ...apply(upright, field.at), angle: field.at.angle };
  drawSheetText(cx, sink, field.value, at, field.effects, {
    kind: "field",
    angle: field.at.angle,
    transform: [1, 0, 0, 1],
  });
  sink.end();
}
