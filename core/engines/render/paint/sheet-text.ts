import type { Nm } from "../../../base/nm.ts";
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
  fillBox(sink, t);
  const pen = widthOf(cx, t.stroke);
  if (t.stroke.width >= 0) {
    onLayer(sink, "sch.graphic", t.stroke.color);
    strokeRing(sink, ringOf(t), pen, t.stroke.type);
  }
  drawBoxedText(cx, sink, t, pen);
}

/** What a text box and a cell of a table have in common. */
type Box = Pick<SchematicTextBox, "text" | "at" | "size" | "margins" | "fill" | "effects">;

function ringOf({ at: { x, y }, size }: Box): number[] {
  return [x, y, x + size.x, y, x + size.x, y + size.y, x, y + size.y];
}

/** The ground of a box, where it has one. */
export function fillBox(sink: Sink, box: Box): void {
  if (box.fill.type === "none") return;
  onLayer(sink, "sch.graphic.background", box.fill.type === "color" ? box.fill.color : null);
  sink.polygon(ringOf(box));
}

/** The text of a box, broken into lines that fit; `pen` is the width of the line around it. */
export function drawBoxedText(cx: PaintContext, sink: Sink, t: Box, pen: Nm): void {
  const { effects: e } = t;
  const { x, y } = t.at;
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
