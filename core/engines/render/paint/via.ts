import type { Via } from "../../../model/board/via.ts";
import { viaHole } from "../../../model/shape/item-shapes.ts";
import { boredVia } from "../../../model/shape/joined-rings.ts";
import { viaSizeOn } from "../../../model/shape/pad-stack.ts";
import type { PaintContext } from "../context.ts";
import type { BoardPainter } from "./frame.ts";

/** A disc on each copper layer it joins, `via` for views that show vias in a colour of their own, and `hole.via`. */
export const paintVia: BoardPainter = (cx, item, sink) => {
  const via = item as unknown as Via;
  const { x, y } = via.at;
  const hole = viaHole(via);
  let joined: ReadonlySet<string> | null = null;
  const isJoined = (layer: string) => (joined ??= cx.joined(via.id, boredVia(via))).has(layer);
  const isReached = (layer: string) => cx.reached(layer, via.net, hole) || isJoined(layer);
  for (const layer of flashedLayers(passedLayers(cx, via.layers), via, isReached)) {
    sink.layer(layer);
    sink.disc(x, y, viaSizeOn(via, layer) / 2);
  }
  const through = via.type === "" || via.type === "through";
  for (const side of ["front", "back"] as const) {
    const mask = side === "front" ? "F.Mask" : "B.Mask";
    const copper = side === "front" ? "F.Cu" : "B.Cu";
    const tented = via.tenting?.[side] ?? (side === "front" ? cx.tentFront : cx.tentBack);
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
function passedLayers(cx: PaintContext, named: readonly string[]): readonly string[] {
  const a = cx.copper.indexOf(named[0] ?? "F.Cu");
  const b = cx.copper.indexOf(named[1] ?? "B.Cu");
  if (a < 0 || b < 0) return named;
  return cx.copper.slice(Math.min(a, b), Math.max(a, b) + 1);
}

/** What an item says of the layers that nothing connects to. */
interface Unused {
  readonly removeUnusedLayers: boolean | null;
  readonly keepEndLayers: boolean | null;
  readonly startEndOnly?: boolean | null;
  readonly zoneLayerConnections: readonly string[] | null;
}

/** The layers that have a ring: all, or the ends only, or the ends if kept and where something comes to it. */
export function flashedLayers(
  layers: readonly string[],
  unused: Unused,
  isReached: (layer: string) => boolean,
): readonly string[] {
  const isEnd = (i: number) => i === 0 || i === layers.length - 1;
  if (unused.startEndOnly === true) return layers.filter((_, i) => isEnd(i));
  if (unused.removeUnusedLayers !== true) return layers;
  const touched = unused.zoneLayerConnections;
  const ends = unused.keepEndLayers === true;
  return layers.filter((layer, i) => (ends && isEnd(i)) || touched?.includes(layer) === true || isReached(layer));
}
