import type { Box, Point } from "../../base/nm.ts";
import { rotatePoint } from "../../base/nm.ts";
import type { Placement, Stroke } from "../../model/field.ts";
import type { Item } from "../../model/item.ts";
import { boundsOf, emptyBox, joinBoxes } from "../item-bounds.ts";

/**
 * The box by which KiCad aligns and spaces an item: a footprint's is that of its pads, drawings and zones without its
 * texts; others have all of their ink. Empty for what has no extent.
 */
export function bodyBox(item: Item): Box {
  if (item.kind !== "footprint") return item.kind === "graphic" ? shapeBox(item, (p) => p) : boundsOf({ item });
  const at = item["at"] as Placement;
  const place = (p: Point): Point => {
    const turned = rotatePoint({ x: p.x, y: p.y }, at.angle);
    return { x: at.x + turned.x, y: at.y + turned.y };
  };
  let box = emptyBox;
  for (const child of item.children) {
    if (child.kind === "graphic") box = joinBoxes(box, shapeBox(child, place));
    else if (child.kind === "pad" || child.kind === "zone")
      box = joinBoxes(box, boundsOf({ item: child, owner: item }));
  }
  return box.minX > box.maxX ? { minX: at.x, minY: at.y, maxX: at.x, maxY: at.y } : box;
}

/** The middle of a box, in whole nanometres. */
export function middleOfBox(box: Box): Point {
  return { x: Math.round((box.minX + box.maxX) / 2), y: Math.round((box.minY + box.maxY) / 2) };
}

/** A drawn shape's exact box with its pen. */
function shapeBox(item: Item, place: (p: Point) => Point): Box {
  const pen = ((item["stroke"] as Stroke | undefined)?.width ?? 0) / 2;
  const points = pointsOf(item, place);
  return points.reduce(
    (box, { x, y }) => joinBoxes(box, { minX: x - pen, minY: y - pen, maxX: x + pen, maxY: y + pen }),
    emptyBox,
  );
}

function pointsOf(item: Item, place: (p: Point) => Point): Point[] {
  const start = item["start"] as Point | null;
  const mid = item["mid"] as Point | null;
  const end = item["end"] as Point | null;
  const center = item["center"] as Point | null;
  if (center !== null && end !== null) {
    const c = place(center);
    const radius = Math.round(Math.hypot(end.x - center.x, end.y - center.y));
    return [
      { x: c.x - radius, y: c.y - radius },
      { x: c.x + radius, y: c.y + radius },
    ];
  }
  if (start !== null && mid !== null && end !== null) return arcExtremes(place(start), place(mid), place(end));
  if (start !== null && end !== null) {
    const corners = String(item["token"]).endsWith("rect")
      ? [start, { x: end.x, y: start.y }, end, { x: start.x, y: end.y }]
      : [start, end];
    return corners.map(place);
  }
  const pts = item["pts"] as readonly (Point | { start: Point; mid: Point; end: Point })[];
  return pts.flatMap((node) =>
    "start" in node ? arcExtremes(place(node.start), place(node.mid), place(node.end)) : [place(node)],
  );
}

/** Ends of an arc and where it is farthest left, right, up and down. */
export function arcExtremes(start: Point, mid: Point, end: Point): Point[] {
  const circle = circleThrough(start, mid, end);
  if (circle === null) return [start, mid, end];
  const { x, y, radius } = circle;
  const turn = (p: Point) => Math.atan2(p.y - y, p.x - x);
  const from = turn(start);
  const after = (angle: number) => (((angle - from) % TURN) + TURN) % TURN;
  const clockwise = after(turn(mid)) <= after(turn(end));
  const sweep = clockwise ? after(turn(end)) : TURN - after(turn(end));
  const found = [start, end];
  for (let k = 0; k < 4; k++) {
    const angle = (k * Math.PI) / 2;
    const along = clockwise ? after(angle) : TURN - after(angle);
    if (along > sweep) continue;
    found.push({ x: Math.round(x + radius * Math.cos(angle)), y: Math.round(y + radius * Math.sin(angle)) });
  }
  return found;
}

const TURN = 2 * Math.PI;

/** The circle through three places; null when they are in a line. */
export function circleThrough(a: Point, b: Point, c: Point): { x: number; y: number; radius: number } | null {
  const [bx, by, cx, cy] = [b.x - a.x, b.y - a.y, c.x - a.x, c.y - a.y];
  const d = 2 * (bx * cy - by * cx);
  if (Math.abs(d) < 1e-3) return null;
  const x = (cy * (bx * bx + by * by) - by * (cx * cx + cy * cy)) / d;
  const y = (bx * (cx * cx + cy * cy) - cx * (bx * bx + by * by)) / d;
  return { x: a.x + x, y: a.y + y, radius: Math.hypot(x, y) };
}
