import { Type } from "typebox";
import { CommandError } from "../../base/error.ts";
import type { Box, Nm, Point } from "../../base/nm.ts";
import { toMm } from "../../base/nm.ts";
import { obstaclesOf } from "../../engines/route/obstacles.ts";
import type { Graphic } from "../../model/board/graphic.ts";
import type { Doc } from "../../model/document.ts";
import type { Placement } from "../../model/field.ts";
import type { Item } from "../../model/item.ts";
import { boardOutline } from "../../model/shape/board-outline.ts";
import { graphicShapes } from "../../model/shape/item-shapes.ts";
import { defineCommand } from "../define.ts";
import { emptyBox, joinBoxes } from "../item-bounds.ts";
import { resolveTopLevel } from "../item-refs.ts";
import { bodyBox } from "../pcb/body-box.ts";
import { anchorOf } from "../pcb/selection.ts";
import { mm, pointMm, toPoint } from "../schemas.ts";

export const freeSpace = defineCommand({
  id: "query.freeSpace",
  title: "Free space",
  about:
    "Places where a part fits: its courtyard (or a size) as a box, clear of other courtyards of that side, of tracks, vias " +
    "and holes when `copper` says so, and inside the board by the given margin. The nearest to `near` first. For a footprint " +
    "the places are for its anchor, at its present angle.",
  kind: "query",
  scope: "board",
  args: {
    item: Type.Optional(Type.String({ description: "A footprint that is to be placed.", minLength: 1 })),
    size: Type.Optional(pointMm("Instead: width and height of a box")),
    side: Type.Optional(
      Type.Union([Type.Literal("front"), Type.Literal("back")], { description: "front (default) or back." }),
    ),
    near: Type.Optional(pointMm("Where it should be; its present place, or the board's middle, when left out")),
    margin: Type.Optional(mm("Distance to the board's edge and to others; 0.25 when left out", { minimum: 0 })),
    copper: Type.Optional(Type.Boolean({ description: "Keep clear of tracks and vias too; false when left out." })),
    step: Type.Optional(mm("Grid of the places; 0.5 when left out", { exclusiveMinimum: 0 })),
    limit: Type.Optional(Type.Integer({ description: "At most so many; 5 when left out.", minimum: 1, maximum: 100 })),
  },
  result: Type.Object({
    places: Type.Array(
      Type.Object({
        at: Type.Array(Type.Number(), { description: "For the anchor, or the box's middle (mm)." }),
        box: Type.Array(Type.Number(), { description: "[x1, y1, x2, y2] that it takes." }),
        distance: Type.Number({ description: "From near (mm)." }),
      }),
    ),
  }),
  examples: [
    {
      about: "Where does R3 fit near U1?",
      fixture: "board-tools/board-tools.kicad_pcb",
      args: { item: "R3", near: [120, 92] },
    },
    { about: "Room for a box.", fixture: "board-tools/board-tools.kicad_pcb", args: { size: [6, 4], limit: 2 } },
  ],
  run(cx, args) {
    if ((args.item === undefined) === (args.size === undefined)) throw refused("give either item or size");
    const { doc } = cx;
    const item = args.item === undefined ? null : resolveTopLevel(doc, args.item, "find room for")[0]!;
    const side = args.side ?? (item?.["layer"] === "B.Cu" ? "back" : "front");
    const margin = Math.round((args.margin ?? 0.25) * 1e6);
    const own = item === null ? boxOfSize(toPoint(args.size!)) : relative(yardOf(item), anchorOf(item)!);
    const edge = edgeOf(doc);
    if (edge === null) throw refused("the board has no outline");
    const middle = { x: (edge.box.minX + edge.box.maxX) / 2, y: (edge.box.minY + edge.box.maxY) / 2 };
    const near = args.near === undefined ? (item === null ? middle : anchorOf(item)!) : toPoint(args.near);
    const taken = takenOn(doc, side, item, args.copper === true);
    const step = Math.round((args.step ?? 0.5) * 1e6);
    const limit = args.limit ?? 5;
    const places: { at: number[]; box: number[]; distance: number }[] = [];
    const chosen: Box[] = [];
    for (const p of spiral(near, step, edge.box)) {
      if (places.length >= limit) break;
      const box = { minX: own.minX + p.x, minY: own.minY + p.y, maxX: own.maxX + p.x, maxY: own.maxY + p.y };
      const wide = {
        minX: box.minX - margin,
        minY: box.minY - margin,
        maxX: box.maxX + margin,
        maxY: box.maxY + margin,
      };
      if (!edge.holds(wide) || taken.some((each) => meets(each, wide)) || chosen.some((each) => meets(each, box)))
        continue;
      chosen.push(box);
      places.push({
        at: [toMm(p.x), toMm(p.y)],
        box: [box.minX, box.minY, box.maxX, box.maxY].map(toMm),
        distance: toMm(Math.round(Math.hypot(p.x - near.x, p.y - near.y))),
      });
    }
    return { places };
  },
});

function meets(a: Box, b: Box): boolean {
  return a.minX < b.maxX && b.minX < a.maxX && a.minY < b.maxY && b.minY < a.maxY;
}

function boxOfSize({ x, y }: Point): Box {
  if (x <= 0 || y <= 0) throw refused("a size is greater than 0");
  return { minX: -x / 2, minY: -y / 2, maxX: x / 2, maxY: y / 2 };
}

function relative(box: Box, at: Point): Box {
  return { minX: box.minX - at.x, minY: box.minY - at.y, maxX: box.maxX - at.x, maxY: box.maxY - at.y };
}

/** The box of a footprint's courtyard, or of its body when it has none. */
function yardOf(footprint: Item): Box {
  if (footprint.kind !== "footprint") throw refused(`a ${footprint.kind} is not placed`);
  let box = emptyBox;
  for (const child of footprint.children) {
    if (child.kind !== "graphic" || !String(child["layer"]).endsWith(".CrtYd")) continue;
    const line = { ...(child as unknown as Graphic), stroke: { width: 0, type: "solid", color: null } };
    for (const shape of graphicShapes(line, footprint["at"] as Placement)) box = joinBoxes(box, shape.box);
  }
  return box.minX > box.maxX ? bodyBox(footprint) : box;
}

function takenOn(doc: Doc, side: string, except: Item | null, copper: boolean): Box[] {
  const boxes: Box[] = [];
  for (const each of doc.items.ofKind("footprint")) {
    if (each.id === except?.id) continue;
    const through = each.children.some((child) => child.kind === "pad" && child["type"] === "thru_hole");
    if ((each["layer"] === "B.Cu") === (side === "back")) boxes.push(yardOf(each));
    else if (through) boxes.push(bodyBox(each));
  }
  const bit = side === "front" ? 1 : -1;
  for (const each of obstaclesOf(doc).all) {
    const counts =
      each.kind === "hole" || (copper && (each.kind === "track" || each.kind === "via") && (each.layers & bit) !== 0);
    if (counts && each.id !== except?.id) boxes.push(each.shape.box);
  }
  return boxes;
}

interface Edge {
  readonly box: Box;
  holds(box: Box): boolean;
}

/** Whether boxes lie on the board: their corners inside, and no line of the edge through them. */
function edgeOf(doc: Doc): Edge | null {
  const { rings } = boardOutline(doc, 5000);
  if (rings.length === 0) return null;
  let box = emptyBox;
  for (const ring of rings)
    for (let i = 0; i + 1 < ring.length; i += 2)
      box = joinBoxes(box, { minX: ring[i]!, minY: ring[i + 1]!, maxX: ring[i]!, maxY: ring[i + 1]! });
  const inside = (x: Nm, y: Nm) => {
    let odd = false;
    for (const ring of rings) {
      for (let i = 0, j = ring.length - 2; i + 1 < ring.length; j = i, i += 2) {
        const [xi, yi, xj, yj] = [ring[i]!, ring[i + 1]!, ring[j]!, ring[j + 1]!];
        if (yi > y !== yj > y && x < ((xj - xi) * (y - yi)) / (yj - yi) + xi) odd = !odd;
      }
    }
    return odd;
  };
  return {
    box,
    holds(b) {
      const corners = [
        [b.minX, b.minY],
        [b.maxX, b.minY],
        [b.maxX, b.maxY],
        [b.minX, b.maxY],
      ] as const;
      if (!corners.every(([x, y]) => inside(x, y))) return false;
      return !rings.some((ring) => {
        for (let i = 0; i + 1 < ring.length; i += 2)
          if (ring[i]! > b.minX && ring[i]! < b.maxX && ring[i + 1]! > b.minY && ring[i + 1]! < b.maxY) return true;
        return false;
      });
    },
  };
}

/** Places of a grid around one, in rings of growing distance, as far as a box reaches. */
function* spiral(from: Point, step: Nm, within: Box): Iterable<Point> {
  const reach = Math.ceil(
    Math.max(from.x - within.minX, within.maxX - from.x, from.y - within.minY, within.maxY - from.y) / step,
  );
  for (let r = 0; r <= Math.min(reach, 1000); r++) {
    const ring: Point[] = [];
    for (let i = -r; i <= r; i++)
      for (let j = -r; j <= r; j++)
        if (Math.max(Math.abs(i), Math.abs(j)) === r)
          ring.push({ x: Math.round(from.x + i * step), y: Math.round(from.y + j * step) });
    ring.sort((a, b) => Math.hypot(a.x - from.x, a.y - from.y) - Math.hypot(b.x - from.x, b.y - from.y));
    yield* ring;
  }
}

function refused(reason: string): CommandError {
  return new CommandError({
    code: "invalid-args",
    message: `Cannot find free space: ${reason}.`,
    hint: 'Examples: { "item": "R1" } or { "size": [5, 3], "near": [100, 80] }. An outline comes from pcb.setOutline.',
  });
}
