import type { Point } from "../../base/nm.ts";
import { rotatePoint } from "../../base/nm.ts";
import type { PathNode, Placement } from "../field.ts";
import type { Item } from "../item.ts";

/** A footprint's parts in the order in which KiCad writes them. */
export interface SortedParts {
  readonly fields: readonly Item[];
  /** Graphics, texts, pads, zones, groups. */
  readonly drawn: readonly Item[];
  readonly models: readonly Item[];
}

/** Numbers to be compared one after the other. */
type Key = readonly (number | string)[];

/** Kinds in KiCad's order; what is not here keeps its place at the end. */
const kinds = ["graphic", "image", "text", "textBox", "table", "dimension", "pad", "zone", "group"];
const fieldNames = ["Reference", "Value", "Footprint", "Datasheet", "Description"];
const shapes = ["line", "rect", "arc", "circle", "poly", "curve"];
const padShapes = ["circle", "rect", "oval", "trapezoid", "roundrect", "custom"];

/** KiCad sorts shapes by layer and by their places on the board, pads by number. Source: what it writes. */
export function sortedParts(footprint: Item): SortedParts {
  const at = footprint["at"] as Placement;
  const toBoard = (p: Point): Point => {
    const turned = rotatePoint(p, at.angle);
    return { x: turned.x + at.x, y: turned.y + at.y };
  };
  const keyed = footprint.children.map((item, index) => ({ item, index, key: keyOf(item, toBoard) }));
  const sorted = keyed.sort((a, b) => compareKeys(a.key, b.key) || a.index - b.index).map(({ item }) => item);
  return {
    fields: sorted.filter((item) => item.kind === "property"),
    drawn: sorted.filter((item) => item.kind !== "property" && item.kind !== "model"),
    models: sorted.filter((item) => item.kind === "model"),
  };
}

function keyOf(item: Item, toBoard: (p: Point) => Point): Key {
  const kind = kinds.indexOf(item.kind);
  const rank = kind < 0 ? kinds.length : kind;
  if (item.kind === "property") {
    const field = fieldNames.indexOf(item["name"] as string);
    return [rank, field < 0 ? fieldNames.length : field];
  }
  if (item.kind === "text") {
    const role = ["reference", "value", "user"].indexOf(item["role"] as string);
    return [rank, role, layerRank(item["layer"] as string)];
  }
  if (item.kind === "graphic") return [rank, layerRank(item["layer"] as string), ...shapeKey(item, toBoard)];
  if (item.kind !== "pad") return [rank];
  const own = item["at"] as Placement;
  const size = item["size"] as Point;
  const shape = padShapes.indexOf(item["shape"] as string);
  const layers = (item["layers"] as readonly string[]).map((name) => (name.startsWith("*") ? -1 : layerRank(name)));
  return [rank, `#${item["number"] as string}`, own.x, own.y, size.x, size.y, shape, ...layers.sort((a, b) => a - b)];
}

function shapeKey(item: Item, toBoard: (p: Point) => Point): Key {
  const name = String(item["token"]).replace(/^[a-z]+_/, "");
  const flat = (p: Point | null) => {
    const on = toBoard(p ?? { x: 0, y: 0 });
    return [on.x, on.y];
  };
  const pts = item["pts"] as readonly PathNode[];
  const shape = shapes.indexOf(name);
  if (name === "poly") {
    const corners = pts.flatMap((node) => ("start" in node ? [node.start, node.mid, node.end] : [node]));
    return [shape, corners.length, ...corners.flatMap(flat)];
  }
  if (name === "curve") {
    const [start, c1, c2, end] = pts as readonly Point[];
    return [shape, ...[start, end, c1, c2].flatMap((p) => flat(p ?? null))];
  }
  const start = (name === "circle" ? item["center"] : item["start"]) as Point | null;
  const width = (item["stroke"] as { width: number }).width;
  return [
    shape,
    ...flat(start),
    ...flat(item["end"] as Point | null),
    ...(name === "arc" ? flat(item["mid"] as Point) : []),
    width,
  ];
}

const outer = ["Cu", "Mask", "SilkS", "Adhes", "Paste"];
const technical = [
  "Dwgs.User",
  "Cmts.User",
  "Eco1.User",
  "Eco2.User",
  "Edge.Cuts",
  "Margin",
  "B.CrtYd",
  "F.CrtYd",
  "B.Fab",
  "F.Fab",
];

/** KiCad 9's numbers of layers, of which it writes the lower first. */
export function layerRank(name: string): number {
  const side = outer.indexOf(name.slice(2));
  if (side >= 0 && (name[0] === "F" || name[0] === "B")) {
    const rank = [0, 1, 5, 9, 13][side]!;
    return name[0] === "F" ? rank : rank + 2;
  }
  const inner = /^In(\d+)\.Cu$/.exec(name);
  if (inner !== null) return 2 + 2 * Number(inner[1]);
  const fixed = technical.indexOf(name);
  if (fixed >= 0) return 17 + 2 * fixed;
  const user = /^User\.(\d+)$/.exec(name);
  return user === null ? 1000 : 37 + 2 * Number(user[1]);
}

function compareKeys(a: Key, b: Key): number {
  for (let i = 0; i < a.length && i < b.length; i++) {
    const [x, y] = [a[i]!, b[i]!];
    const order = typeof x === "string" || typeof y === "string" ? compareNumbers(String(x), String(y)) : x - y;
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

/** Texts with the numbers in them compared as numbers: A2 before A10. */
function compareNumbers(a: string, b: string): number {
  const parts = (text: string) => text.match(/\d+|\D+/g) ?? [];
  const [pa, pb] = [parts(a), parts(b)];
  for (let i = 0; i < pa.length && i < pb.length; i++) {
    const [x, y] = [pa[i]!, pb[i]!];
    const order = /^\d/.test(x) && /^\d/.test(y) ? Number(x) - Number(y) : x < y ? -1 : x > y ? 1 : 0;
    if (order !== 0) return order;
  }
  return pa.length - pb.length;
}
