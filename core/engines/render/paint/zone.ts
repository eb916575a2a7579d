import type { Nm } from "../../../base/nm.ts";
import type { Zone } from "../../../model/board/zone.ts";
import { zoneLayers } from "../../../model/board/zone.ts";
import type { PaintContext } from "../context.ts";
import { flatten } from "../curves.ts";
import type { Sink } from "../sink.ts";
import type { BoardPainter } from "./frame.ts";

/** The outline's pen: a hair, since it is no copper. */
const OUTLINE_PEN: Nm = 0;

/** The filled copper on its layers; the outline with its hatch on `<layer>.zone-outline`. */
export const paintZone: BoardPainter = (cx, item, sink) => {
  const zone = item as unknown as Zone;
  const layers = zoneLayers(zone).flatMap((layer) => spelledOut(cx, layer));
  const stroked = zone.filledAreasThickness === null || zone.filledAreasThickness;
  for (const fill of zone.fills) {
    sink.layer(fill.layer === "" ? (layers[0] ?? "F.Cu") : fill.layer);
    sink.polygon(fill.points);
    const pen = zone.minThickness ?? 0;
    if (stroked && pen > 0) sink.polyline([...fill.points, fill.points[0] ?? 0, fill.points[1] ?? 0], pen);
  }
  const style = zone.hatch.style || "edge";
  const pitch = zone.hatch.pitch ?? 500_000;
  const rings = zone.outlines.map(flatten).filter((ring) => ring.length >= 6);
  for (const layer of layers) {
    sink.layer(`${layer}.zone-outline`);
    for (const ring of rings) sink.polyline([...ring, ring[0]!, ring[1]!], OUTLINE_PEN);
    if (style !== "none" && pitch > 0) hatch(sink, rings, pitch, style === "full");
  }
};

function spelledOut(cx: PaintContext, layer: string): readonly string[] {
  if (layer === "*.Cu") return cx.copper;
  if (layer === "F&B.Cu") return ["F.Cu", "B.Cu"];
  return [layer];
}

/** Slanted lines across the area: whole, or only their ends at the border. */
function hatch(sink: Sink, rings: readonly number[][], pitch: Nm, full: boolean): void {
  const step = pitch * Math.SQRT2;
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const ring of rings) {
    for (let i = 0; i < ring.length; i += 2) {
      low = Math.min(low, ring[i]! + ring[i + 1]!);
      high = Math.max(high, ring[i]! + ring[i + 1]!);
    }
  }
  // A line is x + y = k; along it x grows. Each border side tells the lines that it cuts.
  const first = Math.ceil(low / step);
  const count = Math.max(0, Math.floor(high / step) - first + 1);
  const cutsOf: number[][] = Array.from({ length: count }, () => []);
  for (const ring of rings) {
    for (let i = 0; i < ring.length; i += 2) {
      const j = (i + 2) % ring.length;
      const a = ring[i]! + ring[i + 1]!;
      const b = ring[j]! + ring[j + 1]!;
      const to = Math.ceil(Math.max(a, b) / step);
      for (let n = Math.ceil(Math.min(a, b) / step); n < to; n++)
        cutsOf[n - first]?.push(ring[i]! + ((ring[j]! - ring[i]!) * (n * step - a)) / (b - a));
    }
  }
  for (let n = 0; n < count; n++) {
    const k = (first + n) * step;
    const cuts = cutsOf[n]!;
    cuts.sort((a, b) => a - b);
    for (let i = 0; i + 1 < cuts.length; i += 2) {
      const from = cuts[i]!;
      const to = cuts[i + 1]!;
      const line = (x1: Nm, x2: Nm) => sink.polyline([x1, k - x1, x2, k - x2], OUTLINE_PEN);
      if (full || to - from < pitch * 2) line(from, to);
      else {
        line(from, from + pitch);
        line(to - pitch, to);
      }
    }
  }
}
