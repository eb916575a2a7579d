import type { Point } from "../../../base/nm.ts";
import type { Item } from "../../../model/item.ts";
import type { SchematicGraphic } from "../../../model/schematic/graphic.ts";
import type { RuleArea } from "../../../model/schematic/rule-area.ts";
import type { PaintContext } from "../context.ts";
import { arcThrough, flatten, flattenCubic, pushArc } from "../curves.ts";
import { strokeArc, strokeLine, strokeRing } from "../pen.ts";
import type { Sink } from "../sink.ts";
import { apply, applyPath, identity, type Transform } from "../transform.ts";
import { rectPoints } from "./graphic.ts";
import { onLayer, widthOf } from "./sheet-pen.ts";

export function paintSheetGraphic(cx: PaintContext, item: Item, sink: Sink): void {
  drawSheetGraphic(cx, item as unknown as SchematicGraphic, sink, identity, "sch.graphic");
}

/** A rule area: its border, closed. */
export function paintRuleArea(cx: PaintContext, item: Item, sink: Sink): void {
  const { outline } = item as unknown as RuleArea;
  const points = flatten(outline.pts);
  if (outline.fill.type !== "none" && points.length >= 6) {
    onLayer(sink, "sch.graphic.background", outline.fill.type === "color" ? outline.fill.color : null);
    sink.polygon(points);
  }
  onLayer(sink, "sch.ruleArea", outline.stroke.color);
  strokeRing(sink, points, widthOf(cx, outline.stroke), outline.stroke.type);
}

/** A graphic of a sheet or a symbol: its filling on `<layer>.background`, its line on `layer`. */
export function drawSheetGraphic(cx: PaintContext, g: SchematicGraphic, sink: Sink, t: Transform, layer: string): void {
  const shape = outlineOf(g, t);
  if (shape === null) return;
  fill(g, shape, sink, layer);
  if (g.stroke.width < 0) return;
  onLayer(sink, layer, g.stroke.color);
  const width = widthOf(cx, g.stroke);
  const style = g.stroke.type;
  if (shape.arc !== null) strokeArc(sink, shape.arc, width, style);
  else if (shape.closed) strokeRing(sink, shape.points, width, style);
  else strokeLine(sink, shape.points, width, style);
}

interface Outline {
  readonly points: readonly number[];
  readonly closed: boolean;
  readonly arc: ReturnType<typeof arcThrough>;
}

function outlineOf(g: SchematicGraphic, t: Transform): Outline | null {
  switch (g.token) {
    case "polyline":
      return { points: flatten(applyPath(t, g.pts)), closed: false, arc: null };
    case "bezier":
      return { points: flattenCubic(applyPath(t, g.pts) as Point[]), closed: false, arc: null };
    case "rectangle":
      if (g.start === null || g.end === null) return null;
      return { points: rectPoints(g.start, g.end, t), closed: true, arc: null };
    case "circle": {
      if (g.center === null || g.radius === null) return null;
      const c = apply(t, g.center);
      return { points: [], closed: true, arc: { cx: c.x, cy: c.y, radius: g.radius, from: 0, sweep: 360 } };
    }
    default: {
      if (g.start === null || g.mid === null || g.end === null) return null;
      const [a, b, c] = [g.start, g.mid, g.end].map((p) => apply(t, p)) as [Point, Point, Point];
      const arc = arcThrough(a, b, c);
      return { points: [a.x, a.y, c.x, c.y], closed: false, arc };
    }
  }
}

function fill(g: SchematicGraphic, shape: Outline, sink: Sink, layer: string): void {
  const { type, color } = g.fill;
  if (type === "none" || type === "") return;
  if (type === "outline") onLayer(sink, layer, g.stroke.color);
  else onLayer(sink, `${layer}.background`, type === "background" ? null : color);
  if (shape.arc === null) {
    if (shape.points.length >= 6) sink.polygon(shape.points);
    return;
  }
  const { arc } = shape;
  if (arc.sweep === 360) sink.disc(arc.cx, arc.cy, arc.radius);
  else {
    const points: number[] = [];
    pushArc(points, arc, true);
    sink.polygon(points);
  }
}
