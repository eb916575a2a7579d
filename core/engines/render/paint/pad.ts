import type { Nm, Point } from "../../../base/nm.ts";
import type { Pad } from "../../../model/board/pad.ts";
import { expandLayers } from "../../../model/board/pad.ts";
import { boredPad } from "../../../model/shape/joined-rings.ts";
import { padHole } from "../../../model/shape/pad-copper.ts";
import { padMaskMargin, padPasteMargin } from "../../../model/shape/pad-margins.ts";
import { type PadShape, padShapeOn, shapeOfPad } from "../../../model/shape/pad-stack.ts";
import type { PaintContext } from "../context.ts";
import type { Sink } from "../sink.ts";
import { apply, placed } from "../transform.ts";
import type { BoardPainter, Frame } from "./frame.ts";
import { paintPadShape } from "./pad-shape.ts";
import { flashedLayers } from "./via.ts";

/**
 * The pad on each of its layers; a plated pad also on `pad.through` (for views that show those in a colour of their
 * own), its hole on `hole.plated` or `hole.npth`.
 */
export const paintPad: BoardPainter = (cx, item, sink, frame) => {
  const pad = item as unknown as Pad;
  const at = apply(frame.transform, pad.at);
  const shape = shapeOfPad(pad);
  const layers = expandLayers(pad.layers, cx.layerNames);
  const hole = holeOf(pad);
  const copper = layers.filter((layer) => layer.endsWith(".Cu"));
  const bare = pad.type === "np_thru_hole" && hole !== null && isHoleOnly(pad, hole);
  const place = frame.footprint?.at ?? { x: 0, y: 0, angle: 0 };
  const [bored] = padHole(pad, place);
  let joined: ReadonlySet<string> | null = null;
  const isJoined = (layer: string) =>
    pad.type === "thru_hole" && (joined ??= cx.joined(pad.id, boredPad(pad, place))).has(layer);
  const flashed = new Set(
    bare
      ? []
      : flashedLayers(
          cx.copper.filter((name) => copper.includes(name)),
          pad,
          (layer) => bored !== undefined && (cx.reached(layer, pad.net, bored) || isJoined(layer)),
        ),
  );
  for (const layer of layers) {
    const onCopper = layer.endsWith(".Cu");
    if (onCopper && !flashed.has(layer)) continue;
    sink.layer(layer);
    const own = padShapeOn(pad, layer);
    drawAt(sink, own, at, pad.at.angle, marginOn(cx, pad, own.size, frame, layer));
  }
  if (hole === null) return;
  if (pad.type === "thru_hole") {
    sink.layer("pad.through");
    drawAt(sink, shape, at, pad.at.angle, { x: 0, y: 0 });
  }
  sink.layer(pad.type === "np_thru_hole" ? "hole.npth" : "hole.plated");
  drawHole(sink, at, pad.at.angle, hole);
};

function marginOn(cx: PaintContext, pad: Pad, size: Point, frame: Frame, layer: string): Point {
  if (layer.endsWith(".Paste")) return padPasteMargin(pad, size, frame.footprint, cx);
  const mask = layer.endsWith(".Mask") ? padMaskMargin(pad, size, frame.footprint, cx.maskMargin) : 0;
  return { x: mask, y: mask };
}

function drawAt(sink: Sink, shape: PadShape, at: Point, angle: number, margin: Point): void {
  const turned = placed(at, angle);
  paintPadShape(sink, shape, { ...turned, ...shift(apply(turned, shape.offset)) }, margin);
}

function shift(p: Point): { dx: Nm; dy: Nm } {
  return { dx: p.x, dy: p.y };
}

function holeOf(pad: Pad): Point | null {
  const { drill } = pad;
  if (drill === null || drill.x <= 0) return null;
  return drill.oval ? { x: drill.x, y: drill.y } : { x: drill.x, y: drill.x };
}

function isHoleOnly(pad: Pad, hole: Point): boolean {
  return (pad.shape === "circle" || pad.shape === "oval") && pad.size.x <= hole.x && pad.size.y <= hole.y;
}

/** A round hole as a disc, a slot as a line with round ends. */
function drawHole(sink: Sink, at: Point, angle: number, hole: Point): void {
  if (hole.x === hole.y) {
    sink.disc(at.x, at.y, hole.x / 2);
    return;
  }
  const t = placed(at, angle);
  const half = (hole.x - hole.y) / 2;
  const a = apply(t, half > 0 ? { x: -half, y: 0 } : { x: 0, y: half });
  const b = apply(t, half > 0 ? { x: half, y: 0 } : { x: 0, y: -half });
  sink.polyline([a.x, a.y, b.x, b.y], Math.min(hole.x, hole.y));
}
