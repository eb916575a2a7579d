import type { Nm, Point } from "../../../base/nm.ts";
import type { Primitive } from "../../../model/board/pad.ts";
import { isCopper } from "../../../model/board/pad-shape.ts";
import { marginedRadius } from "../../../model/shape/pad-margins.ts";
import type { PadShape } from "../../../model/shape/pad-stack.ts";
import { arcThrough, flatten, flattenCubic, pushArc, roundedBox } from "../curves.ts";
import type { Sink } from "../sink.ts";
import { apply, applyPath, type Transform } from "../transform.ts";

/** Draws a shape grown by `margin` on each side, in the frame of the pad. */
export function paintPadShape(sink: Sink, s: PadShape, t: Transform, margin: Point): void {
  const halfX = s.size.x / 2 + margin.x;
  const halfY = s.size.y / 2 + margin.y;
  if (s.shape !== "custom" && (halfX <= 0 || halfY <= 0)) return;
  switch (s.shape) {
    case "circle":
      sink.disc(t.dx, t.dy, halfX);
      return;
    case "oval":
      oval(sink, halfX, halfY, t);
      return;
    case "trapezoid":
      trapezoid(sink, s, t, margin);
      return;
    case "roundrect": {
      if (s.chamfer.length > 0 && s.chamferRatio > 0) chamfered(sink, s, halfX, halfY, t, margin.x);
      else placedPolygon(sink, roundedBox(halfX, halfY, marginedRadius(s, margin)), t);
      return;
    }
    case "custom":
      custom(sink, s, t, margin);
      return;
    default:
      placedPolygon(sink, roundedBox(halfX, halfY, 0), t);
  }
}

function placedPolygon(sink: Sink, local: readonly number[], t: Transform): void {
  const points = new Float64Array(local.length);
  for (let i = 0; i < local.length; i += 2) {
    points[i] = t.xx * local[i]! + t.xy * local[i + 1]! + t.dx;
    points[i + 1] = t.yx * local[i]! + t.yy * local[i + 1]! + t.dy;
  }
  sink.polygon(points);
}

function oval(sink: Sink, halfX: Nm, halfY: Nm, t: Transform): void {
  if (halfX === halfY) {
    sink.disc(t.dx, t.dy, halfX);
    return;
  }
  const reach = halfX - halfY;
  const a = apply(t, reach > 0 ? { x: -reach, y: 0 } : { x: 0, y: reach });
  const b = apply(t, reach > 0 ? { x: reach, y: 0 } : { x: 0, y: -reach });
  sink.polyline([a.x, a.y, b.x, b.y], 2 * Math.min(halfX, halfY));
}

function trapezoid(sink: Sink, s: PadShape, t: Transform, margin: Point): void {
  const x = s.size.x / 2;
  const y = s.size.y / 2;
  const dx = s.rectDelta.x / 2;
  const dy = s.rectDelta.y / 2;
  grownPolygon(sink, [-x - dy, y + dx, x + dy, y - dx, x - dy, -y + dx, -x + dy, -y - dx], t, margin.x);
}

function chamfered(sink: Sink, s: PadShape, halfX: Nm, halfY: Nm, t: Transform, margin: Nm): void {
  const cut = Math.min(s.size.x, s.size.y) * s.chamferRatio + (margin > 0 ? margin * (2 - Math.SQRT2) : 0);
  const radius = marginedRadius(s, { x: margin, y: margin });
  const points: number[] = [];
  // Clockwise on screen from the top left corner; `ux`, `uy` point from the corner inwards.
  const corner = (name: string, x: Nm, y: Nm, from: number) => {
    const ux = x < 0 ? 1 : -1;
    const uy = y < 0 ? 1 : -1;
    const along = ux === uy ? [x, y + uy * cut, x + ux * cut, y] : [x + ux * cut, y, x, y + uy * cut];
    if (s.chamfer.includes(name)) points.push(...along);
    else if (radius > 0) pushArc(points, { cx: x + ux * radius, cy: y + uy * radius, radius, from, sweep: -90 }, true);
    else points.push(x, y);
  };
  corner("top_left", -halfX, -halfY, 180);
  corner("top_right", halfX, -halfY, 90);
  corner("bottom_right", halfX, halfY, 0);
  corner("bottom_left", -halfX, halfY, 270);
  placedPolygon(sink, points, t);
}

/** A polygon with `margin` added all round by a pen along its edge. */
function grownPolygon(sink: Sink, local: readonly number[], t: Transform, margin: Nm): void {
  placedPolygon(sink, local, t);
  if (margin > 0) ring(sink, local, t, 2 * margin);
}

function ring(sink: Sink, local: readonly number[], t: Transform, width: Nm): void {
  const points: number[] = [];
  for (let i = 0; i <= local.length; i += 2) {
    const p = apply(t, { x: local[i % local.length]!, y: local[(i + 1) % local.length]! });
    points.push(p.x, p.y);
  }
  sink.polyline(points, width);
}

function custom(sink: Sink, s: PadShape, t: Transform, margin: Point): void {
  if (s.anchor === "circle") sink.disc(t.dx, t.dy, s.size.x / 2 + margin.x);
  else placedPolygon(sink, roundedBox(s.size.x / 2 + margin.x, s.size.y / 2 + margin.y, 0), t);
  for (const primitive of s.primitives) paintPrimitive(sink, primitive, t, Math.max(0, margin.x));
}

function paintPrimitive(sink: Sink, p: Primitive, t: Transform, margin: Nm): void {
  const path = applyPath(t, p.points);
  const [a, b, c] = path as readonly (Point | undefined)[];
  const pen = p.width + 2 * margin;
  if (!isCopper(p)) return;
  switch (p.shape) {
    case "line":
      if (a !== undefined && b !== undefined) sink.polyline([a.x, a.y, b.x, b.y], pen);
      return;
    case "arc": {
      const arc = a !== undefined && b !== undefined && c !== undefined ? arcThrough(a, b, c) : null;
      if (arc !== null) sink.arc(arc.cx, arc.cy, arc.radius, arc.from, arc.sweep, pen);
      return;
    }
    case "circle": {
      if (a === undefined || b === undefined) return;
      const radius = Math.hypot(b.x - a.x, b.y - a.y);
      if (p.filled) sink.disc(a.x, a.y, radius + pen / 2);
      else sink.arc(a.x, a.y, radius, 0, 360, pen);
      return;
    }
    case "curve":
      sink.polyline(flattenCubic(path as readonly Point[]), pen);
      return;
    default: {
      const points = p.shape === "rect" ? rectPoints(p.points, t) : flatten(path);
      if (p.filled) sink.polygon(points);
      if (pen > 0) sink.polyline([...points, points[0] ?? 0, points[1] ?? 0], pen);
    }
  }
}

function rectPoints(corners: Primitive["points"], t: Transform): number[] {
  const [a, b] = corners as readonly (Point | undefined)[];
  if (a === undefined || b === undefined) return [];
  return [a, { x: b.x, y: a.y }, b, { x: a.x, y: b.y }].flatMap((p) => {
    const q = apply(t, p);
    return [q.x, q.y];
  });
}
