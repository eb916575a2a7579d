import type { Via } from "../../../model/board/via.ts";
import { type RawList, rawItem, sub, textAt, words } from "../../../model/raw-list.ts";
import { viaSizeOn } from "../../../model/shape/pad-stack.ts";
import type { PaintContext } from "../context.ts";
import { tents } from "../context.ts";
import { type BoardPainter, sourceHas } from "./frame.ts";

/** A disc on each copper layer it joins, `via` for views that show vias in a colour of their own, and `hole.via`. */
export const paintVia: BoardPainter = (cx, item, sink) => {
  const via = item as unknown as Via;
  const special = ["padstack", "tenting", "remove_unused"].some((word) => sourceHas(item, word));
  const raw = special ? rawItem(item) : null;
  const { x, y } = via.at;
  for (const layer of flashedLayers(joinedLayers(cx, via.layers), raw)) {
    sink.layer(layer);
    sink.disc(x, y, viaSizeOn(via, layer) / 2);
  }
  const own = sub(raw, "tenting");
  const through = via.type === "" || via.type === "through";
  for (const side of ["front", "back"] as const) {
    const mask = side === "front" ? "F.Mask" : "B.Mask";
    const copper = side === "front" ? "F.Cu" : "B.Cu";
    const tented = own === null ? (side === "front" ? cx.tentFront : cx.tentBack) : tents(own, side, true);
    if (tented || !(through || via.layers.includes(copper))) continue;
    sink.layer(mask);
    sink.disc(x, y, via.size / 2 + cx.maskMargin);
  }
  sink.layer("via");
  sink.disc(x, y, via.size / 2);
  sink.layer("hole.via");
  sink.disc(x, y, via.drill / 2);
};

/** The copper layers between the two that a via names. */
function joinedLayers(cx: PaintContext, named: readonly string[]): readonly string[] {
  const a = cx.copper.indexOf(named[0] ?? "F.Cu");
  const b = cx.copper.indexOf(named[1] ?? "B.Cu");
  if (a < 0 || b < 0) return named;
  return cx.copper.slice(Math.min(a, b), Math.max(a, b) + 1);
}

/** Without `remove_unused_layers` all; else the ends if kept, and where a zone touches. */
export function flashedLayers(layers: readonly string[], raw: RawList | null): readonly string[] {
  const remove = sub(raw, "remove_unused_layers");
  const on = remove !== null ? textAt(remove, 1, "yes") !== "no" : words(raw).includes("remove_unused_layers");
  if (!on) return layers;
  const keep = sub(raw, "keep_end_layers");
  const ends = keep !== null ? textAt(keep, 1, "yes") !== "no" : words(raw).includes("keep_end_layers");
  const touched = new Set(words(sub(raw, "zone_layer_connections")));
  return layers.filter((layer, i) => touched.has(layer) || (ends && (i === 0 || i === layers.length - 1)));
}
