import type { Point } from "../../../base/nm.ts";
import type { Graphic } from "../../../model/board/graphic.ts";
import { shapeOf } from "../../../model/board/graphic.ts";
import type { PaintContext } from "../context.ts";
import { arcThrough, flatten, flattenCubic } from "../curves.ts";
import { strokeArc, strokeLine, strokeRing } from "../pen.ts";
import type { Sink } from "../sink.ts";
import { apply, applyPath, type Transform } from "../transform.ts";
import type { BoardPainter } from "./frame.ts";

export const paintGraphic: BoardPainter = (cx, item, sink, frame) => {
  const g = item as unknown as Graphic;
  if (g.layers.length === 0) {
    sink.layer(g.layer);
    drawGraphic(sink, g, frame.transform);
    return;
  }
  for (const layer of g.layers) {
    sink.layer(layer);
    drawGraphic(sink, layer.endsWith(".Mask") ? openingOf(cx, g) : g, frame.transform);
  }
};

/** The opening over copper that is free of mask: the shape, grown by its own margin or else the board's. */
function openingOf(cx: PaintContext, g: Graphic): Graphic {
  const margin = g.maskMargin ?? cx.maskMargin;
  return margin === 0 ? g : { ...g, stroke: { ...g.stroke, width: Math.max(0, g.stroke.width + 2 * margin) } };
}

function drawGraphic(sink: Sink, g: Graphic, t: Transform): void {
  const { width, type } = g.stroke;
  const filled = g.fill !== "none" && g.fill !== "";
  const start = g.start === null ? null : apply(t, g.start);
  const end = g.end === null ? null : apply(t, g.end);
  switch (shapeOf(g)) {
    case "line":
      if (start !== null && end !== null) strokeLine(sink, [start.x, start.y, end.x, end.y], width, type);
      return;
    case "arc": {
      if (start === null || end === null || g.mid === null) return;
      const arc = arcThrough(start, apply(t, g.mid), end);
      if (arc === null) strokeLine(sink, [start.x, start.y, end.x, end.y], width, type);
      else strokeArc(sink, arc, width, type);
      return;
    }
    case "circle": {
      if (g.center === null || end === null) return;
      const c = apply(t, g.center);
      const radius = Math.hypot(end.x - c.x, end.y - c.y);
      if (filled) sink.disc(c.x, c.y, radius + width / 2);
      else strokeArc(sink, { cx: c.x, cy: c.y, radius, from: 0, sweep: 360 }, width, type);
      return;
    }
    case "rect":
      if (g.start !== null && g.end !== null) drawPolygon(sink, rectPoints(g.start, g.end, t), g, filled);
      return;
    case "poly":
      drawPolygon(sink, flatten(applyPath(t, g.pts)), g, filled);
      return;
    case "curve":
      strokeLine(sink, flattenCubic(applyPath(t, g.pts) as Point[]), width, type);
      return;
    default:
      return;
  }
}

function drawPolygon(sink: Sink, points: readonly number[], g: Graphic, filled: boolean): void {
  if (filled) sink.polygon(points);
  if (g.stroke.width > 0 || !filled) strokeRing(sink, points, g.stroke.width, filled ? "solid" : g.stroke.type);
}

export function rectPoints(a: Point, b: Point, t: Transform): number[] {
  return [a, { x: b.x, y: a.y }, b, { x: a.x, y: b.y }].flatMap((p) => {
    const q = apply(t, p);
    return [q.x, q.y];
  });
}
