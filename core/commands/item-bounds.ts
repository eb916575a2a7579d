import type { Box, Point } from "../base/nm.ts";
import { rotatePoint } from "../base/nm.ts";
import { curvePoints } from "../geometry/arc.ts";
import type { Pad } from "../model/board/pad.ts";
import type { Effects } from "../model/effects.ts";
import type { PathNode, Placement, Stroke } from "../model/field.ts";
import type { Item } from "../model/item.ts";
import { padCopper } from "../model/shape/pad-copper.ts";
import { pathPoints } from "../model/shape/path.ts";
import type { Found } from "./item-refs.ts";

export const emptyBox: Box = { minX: Infinity, minY: Infinity, maxX: -Infinity, maxY: -Infinity };

export function joinBoxes(a: Box, b: Box): Box {
  return {
    minX: Math.min(a.minX, b.minX),
    minY: Math.min(a.minY, b.minY),
    maxX: Math.max(a.maxX, b.maxX),
    maxY: Math.max(a.maxY, b.maxY),
  };
}

const boxes = new WeakMap<Item, { readonly owner: Item | undefined; readonly box: Box }>();

/**
 * The box of an item in the document's coordinates, with its pen; texts are estimated. Empty for what has no place.
 * Items never change, so each is measured once (in an owner, as long as that is the same).
 */
export function boundsOf({ item, owner }: Found): Box {
  const known = boxes.get(item);
  if (known !== undefined && known.owner === owner) return known.box;
  const box = measured({ item, ...(owner === undefined ? {} : { owner }) });
  boxes.set(item, { owner, box });
  return box;
}

function measured({ item, owner }: Found): Box {
  const frame = owner?.kind === "footprint" && item.kind !== "zone" ? (owner["at"] as Placement) : null;
  if (item.kind === "pad" && frame !== null) return padBox(item as unknown as Pad, frame);
  if (item.kind === "footprint" || item.kind === "symbol" || item.kind === "dimension") {
    const own = boxAround(pointsOf(item), 0);
    const inside = item.kind === "symbol" ? [] : item.children.filter((child) => child.kind !== "property");
    return inside.reduce((box, child) => joinBoxes(box, boundsOf({ item: child, owner: item })), own);
  }
  const points = pointsOf(item);
  const placed = frame === null ? points : points.map((p) => onBoard(p, frame));
  return boxAround(placed, penOf(item) / 2);
}

function onBoard(p: Point, frame: Placement): Point {
  const turned = rotatePoint({ x: p.x, y: p.y }, frame.angle);
  return { x: frame.x + turned.x, y: frame.y + turned.y };
}

function padBox(pad: Pad, frame: Placement): Box {
  return padCopper(pad, frame).reduce((box, each) => joinBoxes(box, each.box), emptyBox);
}

function boxAround(points: readonly Point[], margin: number): Box {
  return points.reduce(
    (box, { x, y }) => joinBoxes(box, { minX: x - margin, minY: y - margin, maxX: x + margin, maxY: y + margin }),
    emptyBox,
  );
}

function penOf(item: Item): number {
  const stroke = item["stroke"] as Stroke | undefined;
  const width = item["width"] ?? item["size"];
  return typeof width === "number" ? width : (stroke?.width ?? 0);
}

function pointsOf(item: Item): Point[] {
  const [start, mid, end, center] = ["start", "mid", "end", "center"].map(
    (key) => item[key] as Point | null | undefined,
  );
  if (center && end) {
    const radius = Math.hypot(end.x - center.x, end.y - center.y);
    return [
      { x: center.x - radius, y: center.y - radius },
      { x: center.x + radius, y: center.y + radius },
    ];
  }
  if (start && mid && end) {
    return pairs(pathPoints([{ start, mid, end }]));
  }
  const pts = (item["pts"] ?? []) as readonly PathNode[];
  const outlines = (item["outlines"] ?? []) as readonly (readonly PathNode[])[];
  const curve = String(item["token"] ?? "").endsWith("curve");
  const points = [start, end].filter((p): p is Point => p !== null && p !== undefined);
  points.push(...pairs(curve ? curvePoints(pts as readonly Point[]) : pathPoints(pts)));
  for (const outline of outlines) points.push(...pairs(pathPoints(outline)));
  const at = item["at"] as Placement | undefined;
  if (at !== undefined) points.push(...(typeof item["text"] === "string" ? textBox(item, at) : [at]));
  return points;
}

/** A text's rough extent: KiCad's letters are about as wide as the size says, lines 1.6 times as high. */
function textBox(item: Item, at: Placement): Point[] {
  const effects = item["effects"] as Effects;
  const lines = String(item["text"]).split("\n");
  const width = Math.max(...lines.map((line) => line.length)) * effects.width;
  const height = (lines.length - 1) * effects.height * 1.6 + effects.height;
  const left = effects.hAlign === "left" ? 0 : effects.hAlign === "right" ? -width : -width / 2;
  const top = effects.vAlign === "top" ? 0 : effects.vAlign === "bottom" ? -height : -height / 2;
  const corners = [0, 1].flatMap((i) => [0, 1].map((j) => ({ x: left + i * width, y: top + j * height })));
  return corners.map((corner) => {
    const turned = rotatePoint(effects.mirror ? { x: -corner.x, y: corner.y } : corner, at.angle);
    return { x: at.x + turned.x, y: at.y + turned.y };
  });
}

function pairs(flat: readonly number[]): Point[] {
  const points: Point[] = [];
  for (let i = 0; i + 1 < flat.length; i += 2) points.push({ x: flat[i]!, y: flat[i + 1]! });
  return points;
}
