import type { Item } from "../../../model/item.ts";
import type { SchematicText, SchematicTextBox } from "../../../model/schematic/text.ts";
import type { PaintContext } from "../context.ts";
import { strokeRing } from "../pen.ts";
import type { Sink } from "../sink.ts";
import { expandText } from "../text-variables.ts";
import { apply, placed } from "../transform.ts";
import { marginsIn, wrapText } from "./board-text-box.ts";
import { drawPlainText, drawSheetText, onLayer, widthOf } from "./sheet-pen.ts";

export function paintSheetText(cx: PaintContext, item: Item, sink: Sink): void {
  const t = item as unknown as SchematicText;
  if (t.effects.hide) return;
  onLayer(sink, "sch.text", t.effects.color);
  drawSheetText(cx, sink, expandText(t.text, cx), t.at, t.effects, { kind: "text", angle: t.at.angle });
}

export function paintSheetTextBox(cx: PaintContext, item: Item, sink: Sink): void {
  const t = item as unknown as SchematicTextBox;
  const { effects: e } = t;
  const { x, y } = t.at;
  const ring = [x, y, x + t.size.x, y, x + t.size.x, y + t.size.y, x, y + t.size.y];
  if (t.fill.type !== "none") {
    onLayer(sink, "sch.graphic.background", t.fill.type === "color" ? t.fill.color : null);
    sink.polygon(ring);
  }
  const pen = widthOf(cx, t.stroke);
  if (t.stroke.width >= 0) {
    onLayer(sink, "sch.graphic", t.stroke.color);
    strokeRing(sink, ring, pen, t.stroke.type);
  }
  const m = e.height * 0.75 + pen / 2;
  const margins = t.margins.length < 4 ? { left: m, top: m, right: m, bottom: m } : marginsIn(t.margins);
  const upright = Math.abs(t.at.angle % 180) === 90;
  const width = Math.abs(upright ? t.size.y : t.size.x);
  const height = Math.abs(upright ? t.size.x : t.size.y);
  const left = -width / 2 + margins.left;
  const right = width / 2 - margins.right;
  const top = -height / 2 + margins.top;
  const bottom = height / 2 - margins.bottom;
  const local = {
    x: e.hAlign === "left" ? left : e.hAlign === "right" ? right : (left + right) / 2,
    y: e.vAlign === "top" ? top : e.vAlign === "bottom" ? bottom : (top + bottom) / 2,
  };
  const center = { x: x + t.size.x / 2, y: y + t.size.y / 2 };
  onLayer(sink, "sch.text", e.color);
  const text = wrapText(expandText(t.text, cx), right - left, e);
  drawPlainText(cx, sink, text, apply(placed(center, t.at.angle), local), e, t.at.angle);
}
