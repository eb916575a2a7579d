import type { Item } from "../../../model/item.ts";
import type { Property } from "../../../model/schematic/property.ts";
import type { Sheet, SheetPin } from "../../../model/schematic/sheet.ts";
import type { PaintContext } from "../context.ts";
import { strokeRing } from "../pen.ts";
import type { Sink } from "../sink.ts";
import { expandText } from "../text-variables.ts";
import { hierarchicalOutline } from "./label.ts";
import { colorFrom, drawPlainText, drawSheetText, onLayer, widthOf } from "./sheet-pen.ts";

/** The box of a sheet, its pins and fields. */
export function paintSheet(cx: PaintContext, item: Item, sink: Sink): void {
  const sheet = item as unknown as Sheet;
  const { x, y } = sheet.at;
  const ring = [x, y, x + sheet.size.x, y, x + sheet.size.x, y + sheet.size.y, x, y + sheet.size.y];
  if (colorFrom(sheet.fill.color) !== null) {
    onLayer(sink, "sch.sheet.background", sheet.fill.color);
    sink.polygon(ring);
  }
  onLayer(sink, "sch.sheet", sheet.stroke.color);
  strokeRing(sink, ring, widthOf(cx, sheet.stroke), sheet.stroke.type);
  for (const child of item.children) {
    sink.begin(item.id, child.id);
    if (child.kind === "sheetPin") paintPin(cx, child as unknown as SheetPin, sink);
    else if (child.kind === "property") paintField(cx, item, child as unknown as Property, sink);
    sink.end();
  }
}

function paintPin(cx: PaintContext, pin: SheetPin, sink: Sink): void {
  const { effects: e } = pin;
  // The file's angle points out of the sheet; flag and text stand inside.
  const angle = (pin.at.angle + 180) % 360;
  const pen = e.thickness ?? cx.sheetSettings.lineWidth;
  onLayer(sink, "sch.sheet.pin", e.color);
  // Seen from inside, what comes in goes out.
  const shape = pin.shape === "input" ? "output" : pin.shape === "output" ? "input" : pin.shape;
  hierarchicalOutline(sink, pin.at, angle, shape, e.height, pen);
  drawSheetText(cx, sink, expandText(pin.name, cx), pin.at, e, { kind: "hierarchicalLabel", angle });
}

function paintField(cx: PaintContext, item: Item, field: Property, sink: Sink): void {
  if (field.hide || field.effects.hide) return;
  const own = (name: string) => {
    const found = item.children.find((c) => c.kind === "property" && foldName(c["name"] as string) === foldName(name));
    return found?.["value"] as string | undefined;
  };
  const name = foldName(field.name);
  const layer = name === "SHEETNAME" ? "sch.sheet.name" : name === "SHEETFILE" ? "sch.sheet.file" : "sch.sheet.field";
  onLayer(sink, layer, field.effects.color);
  const value = expandText(field.value, cx, own);
  const text = name === "SHEETFILE" ? `File: ${value}` : field.showName === true ? `${field.name}: ${value}` : value;
  drawPlainText(cx, sink, text, field.at, field.effects, field.at.angle);
}

/** KiCad 6 wrote "Sheet name" and "Sheet file". */
function foldName(name: string): string {
  return name.toUpperCase().replace(" ", "");
}
