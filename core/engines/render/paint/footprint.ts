import type { Footprint } from "../../../model/board/footprint.ts";
import { fieldValue } from "../../../model/board/footprint.ts";
import type { Item } from "../../../model/item.ts";
import type { PaintContext } from "../context.ts";
import type { Sink } from "../sink.ts";
import { placed } from "../transform.ts";
import { paintFootprintProperty, paintFootprintText } from "./board-text.ts";
import { paintTextBox } from "./board-text-box.ts";
import { paintDimension } from "./dimension.ts";
import { type BoardPainter, boardFrame, type Frame } from "./frame.ts";
import { paintGraphic } from "./graphic.ts";
import { paintImage } from "./image.ts";
import { paintPad } from "./pad.ts";
import { paintTable } from "./table.ts";
import { paintZone } from "./zone.ts";

const inside: Readonly<Record<string, BoardPainter>> = {
  pad: paintPad,
  graphic: paintGraphic,
  text: paintFootprintText,
  property: paintFootprintProperty,
  textBox: paintTextBox,
  // The file gives these in the board's own coordinates.
  zone: (cx, item, sink) => paintZone(cx, item, sink, boardFrame),
  dimension: (cx, item, sink) => paintDimension(cx, item, sink, boardFrame),
  image: paintImage,
  table: paintTable,
};

/** Everything inside, each with its own id as part. */
export const paintFootprint: BoardPainter = (cx, item, sink) => {
  const frame = frameOf(item);
  for (const child of item.children) paintChild(cx, item, child, sink, frame);
};

/** One thing inside a footprint alone. */
export function paintFootprintChild(cx: PaintContext, footprint: Item, child: Item, sink: Sink): void {
  paintChild(cx, footprint, child, sink, frameOf(footprint));
}

function paintChild(cx: PaintContext, footprint: Item, child: Item, sink: Sink, frame: Frame): void {
  const paint = inside[child.kind];
  if (paint === undefined) return;
  sink.begin(footprint.id, child.id);
  paint(cx, child, sink, frame);
  sink.end();
}

function frameOf(item: Item): Frame {
  const fp = item as unknown as Footprint;
  return {
    transform: placed(fp.at, fp.at.angle),
    footprint: fp,
    resolve: (name) => footprintVariable(item, fp, name),
  };
}

/** What a footprint says for a variable of its own texts. */
export function footprintVariable(item: Item, fp: Footprint, name: string): string | undefined {
  const [library, own] = fp.libId.includes(":") ? fp.libId.split(":", 2) : ["", fp.libId];
  if (name === "REFERENCE") return fieldValue(item, "Reference");
  if (name === "VALUE") return fieldValue(item, "Value");
  if (name === "FOOTPRINT_LIBRARY") return library;
  if (name === "FOOTPRINT_NAME") return own;
  const field = item.children.find(
    (child) => child.kind === "property" && (child["name"] as string).toUpperCase() === name.toUpperCase(),
  );
  return field === undefined ? undefined : (field["value"] as string);
}
