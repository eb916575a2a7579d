import type { Degrees, Point } from "../../base/nm.ts";
import { fromMm, normalizeDegrees } from "../../base/nm.ts";
import { formatDegrees, formatNm } from "../../format/text.ts";
import { copperLayers, layersOf } from "../../model/board/layer-table.ts";
import type { Drill, Primitive } from "../../model/board/pad.ts";
import type { Fill } from "../../model/board/zone.ts";
import type { Doc } from "../../model/document.ts";
import type { Effects } from "../../model/effects.ts";
import type { PathNode, Placement } from "../../model/field.ts";
import type { Item } from "../../model/item.ts";
import type { Patch } from "../../model/step.ts";
import type { Edit } from "../../session/edit.ts";
import type { Alteration } from "./transform.ts";
import { alter, dimensionText, full, isOnBoard, pictureAfter, placesAfter, rotateItem } from "./transform.ts";

/** Which way an item is turned over: about a vertical axis (as a page is turned) or a horizontal one. */
export type FlipDirection = "left-right" | "top-bottom";

/** Turns an item over to the other side of the board about an axis through `center`, as KiCad's Flip does. */
export function flipItem(edit: Edit, item: Item, center: Point, direction: FlipDirection): void {
  const swap = layerSwap(edit.doc);
  if (item.kind !== "footprint") {
    alter(edit, flipFree(item, mirror(center, direction), direction, swap));
    return;
  }
  // KiCad mirrors a footprint top to bottom and turns it by half a turn for left to right.
  alter(edit, flipFootprint(item, mirror(center, "top-bottom"), swap));
  if (direction === "left-right") alter(edit, rotateItem(edit.doc.items.get(item.id)!, 180, center));
}

type Place = (p: Point) => Point;

function mirror(center: Point, direction: FlipDirection): Place {
  return direction === "left-right"
    ? (p) => ({ x: 2 * center.x - p.x, y: p.y })
    : (p) => ({ x: p.x, y: 2 * center.y - p.y });
}

/** The layer on the other side, as this board's stack has it: inner layers change places too. */
export interface LayerSwap {
  (layer: string): string;
  /** The numbers of the board's layers. */
  readonly ranks: LayerRanks;
}

type LayerRanks = ReadonlyMap<string, number>;

export function layerSwap(doc: Doc): LayerSwap {
  const pairs = new Map<string, string>();
  const copper = copperLayers(doc);
  for (const [i, name] of copper.entries()) pairs.set(name, copper[copper.length - 1 - i]!);
  for (const [front, back] of userPairs(doc)) {
    pairs.set(front, back);
    pairs.set(back, front);
  }
  const swap = (layer: string) => {
    const known = pairs.get(layer);
    if (known !== undefined) return known;
    if (layer.startsWith("F.")) return `B.${layer.slice(2)}`;
    return layer.startsWith("B.") ? `F.${layer.slice(2)}` : layer;
  };
  return Object.assign(swap, { ranks: new Map(layersOf(doc).map((layer) => [layer.name, layer.ordinal])) });
}

/** User layers of a front and a back side: those of one name behind the dot (`F.Glue`, `B.Glue`), else neighbours. */
function userPairs(doc: Doc): [string, string][] {
  const own = layersOf(doc).filter(({ name }) => name.startsWith("User."));
  const stem = (name: string) => (name.includes(".") ? name.slice(name.indexOf(".") + 1) : "");
  const found: [string, string][] = [];
  for (const [i, front] of own.entries()) {
    if (front.type !== "front") continue;
    const named = own.find((each) => each.type === "back" && stem(each.userName) === stem(front.userName));
    const next = own[i + 1];
    const back = front.userName === front.name || named === undefined ? (next?.type === "back" ? next : named) : named;
    if (back !== undefined) found.push([front.name, back.name]);
  }
  return found;
}

/** Whether a layer belongs to one side, so that its texts are mirrored when it changes. */
function isSided(layer: string): boolean {
  return /^[FB]\./.test(layer);
}

function flipFree(item: Item, to: Place, direction: FlipDirection, swap: LayerSwap): Alteration[] {
  const own: Record<string, unknown> = { ...flipPlaces(item, to, swap) };
  const inside: Alteration[] = [];
  switch (item.kind) {
    case "graphic":
    case "textBox":
      Object.assign(own, swapEnds(item, own));
      if (item.kind === "textBox") Object.assign(own, flipBox(item));
      break;
    case "text":
      Object.assign(own, flipText(item, own, direction));
      break;
    case "image":
      Object.assign(own, pictureAfter(item, 0, direction));
      break;
    case "dimension":
      Object.assign(own, flipMeasure(item, direction));
      for (const child of item.children)
        inside.push({ id: child.id, owner: item.id, patch: flipLabel(item, { ...item, ...own }, child, to, swap) });
      break;
  }
  return [{ id: item.id, patch: own }, ...inside];
}

/** An item's places mirrored and its layers changed for those of the other side. */
function flipPlaces(item: Item, to: Place, swap: LayerSwap): Record<string, unknown> {
  const patch: Record<string, unknown> = { ...placesAfter(item, to) };
  if (typeof item["layer"] === "string" && item["layer"] !== "") patch["layer"] = swap(item["layer"]);
  const layers = item["layers"] as readonly string[] | undefined;
  if (layers !== undefined && layers.length > 0) {
    const through = item.kind === "via" && (item["type"] === "" || item["type"] === "through");
    const flipped = layers.map(swap);
    patch["layers"] =
      item.kind === "via"
        ? through
          ? layers
          : flipped.reverse()
        : item.kind === "zone"
          ? inOrder(flipped, (name) => name, swap.ranks)
          : flipped;
  }
  const fills = patch["fills"] as readonly Fill[] | undefined;
  if (fills !== undefined)
    patch["fills"] = inOrder(
      fills.map((fill) => ({ ...fill, layer: swap(fill.layer) })),
      (fill) => fill.layer,
      swap.ranks,
    );
  return patch;
}

/** By the layers' numbers, as KiCad lists those of a zone. */
function inOrder<T>(rows: readonly T[], layerOf: (row: T) => string, ranks: LayerRanks): T[] {
  const rank = (row: T) => ranks.get(layerOf(row)) ?? 1000;
  return [...rows].sort((a, b) => rank(a) - rank(b));
}

/** An arc goes on counter-clockwise: its ends change places. */
function swapEnds(item: Item, moved: Patch): Patch {
  if (!String(item["token"]).endsWith("_arc")) return {};
  return { start: moved["end"], end: moved["start"] };
}

function flipText(item: Item, moved: Patch, direction: FlipDirection): Patch {
  const at = item["at"] as Placement;
  const place = moved["at"] as Placement;
  const angle = full(direction === "left-right" ? -at.angle : 180 - at.angle);
  const effects = item["effects"] as Effects;
  return {
    at: { ...place, angle },
    effects: isSided(String(item["layer"])) ? { ...effects, mirror: !effects.mirror } : effects,
    ...turnedCache(moved["renderCache"], angle),
  };
}

/** The cache says what angle it was drawn for; KiCad draws it anew when that is not the text's. */
function turnedCache(cache: unknown, angle: Degrees): Patch {
  if (typeof cache !== "string") return {};
  return { renderCache: cache.replace(/^(\(render_cache\s+"(?:[^"\\]|\\.)*"\s+)\S+/, `$1${formatDegrees(angle)}`) };
}

/** Whichever way it is flipped, a text box's angle changes its sign. */
function flipBox(item: Item): Patch {
  const angle = item["angle"] as number;
  const effects = item["effects"] as Effects;
  return {
    angle: full(0 - angle),
    ...(isSided(String(item["layer"])) ? { effects: { ...effects, mirror: !effects.mirror } } : {}),
  };
}

function flipMeasure(item: Item, direction: FlipDirection): Patch {
  const height = item["height"] as number | null;
  if (height === null) return {};
  if (item["type"] === "aligned") return { height: 0 - height };
  if (item["type"] !== "orthogonal") return {};
  const horizontal = (item["orientation"] ?? 0) === 0;
  return horizontal === (direction === "top-bottom") ? { height: 0 - height } : {};
}

function flipLabel(before: Item, after: Item, child: Item, to: Place, swap: LayerSwap): Patch {
  const patch: Record<string, unknown> = flipPlaces(child, to, swap);
  const effects = child["effects"] as Effects;
  Object.assign(patch, dimensionText(before, after, child, to));
  if (isSided(String(before["layer"]))) patch["effects"] = { ...effects, mirror: !effects.mirror };
  return patch;
}

/** A footprint mirrored top to bottom: `to` is the board's mirror, what is inside is relative to the footprint. */
function flipFootprint(item: Item, to: Place, swap: LayerSwap): Alteration[] {
  const at = item["at"] as Placement;
  const turned = { ...to({ x: at.x, y: at.y }), angle: normalizeDegrees(0 - at.angle) };
  const out: Alteration[] = [{ id: item.id, patch: { at: turned, layer: swap(String(item["layer"])) } }];
  for (const child of item.children) {
    if (child.kind === "dimension") {
      out.push({ id: child.id, owner: item.id, patch: {}, rewrite: (text) => mirrorText(text, to, swap) });
      continue;
    }
    if (child.kind === "model" || child.kind === "group") continue;
    const patch = isOnBoard(item, child) ? flipPlaces(child, to, swap) : flipInside(child, swap);
    if (patch !== null) out.push({ id: child.id, owner: item.id, patch });
  }
  return out;
}

const upsideDown: Place = (p) => ({ x: p.x, y: 0 - p.y });

function flipInside(child: Item, swap: LayerSwap): Patch | null {
  const own: Record<string, unknown> = { ...flipPlaces(child, upsideDown, swap) };
  switch (child.kind) {
    case "pad":
      return { ...own, ...flipPad(child) };
    case "property":
      if (child["name"] === "ki_fp_filters" || child["layer"] === "") return null;
      return { ...own, ...flipText(child, own, "top-bottom") };
    case "text":
      return { ...own, ...flipText(child, own, "top-bottom") };
    case "textBox":
      return { ...own, ...flipBox(child) };
    case "graphic":
      return { ...own, ...swapEnds(child, own) };
    default:
      return own;
  }
}

function flipPad(pad: Item): Patch {
  const at = pad["at"] as Placement;
  const patch: Record<string, unknown> = { at: { x: at.x, y: 0 - at.y, angle: full(0 - at.angle) } };
  const drill = pad["drill"] as Drill | null;
  if (drill !== null && drill.offset.y !== 0)
    patch["drill"] = { ...drill, offset: { x: drill.offset.x, y: 0 - drill.offset.y } };
  const delta = pad["rectDelta"] as Point | null;
  if (delta !== null) patch["rectDelta"] = { x: delta.x, y: 0 - delta.y };
  const chamfer = pad["chamfer"] as readonly string[];
  if (chamfer.length > 0) {
    const flipped = chamfer.map((corner) =>
      corner.startsWith("top") ? corner.replace("top", "bottom") : corner.replace("bottom", "top"),
    );
    patch["chamfer"] = ["top_left", "top_right", "bottom_left", "bottom_right"].filter((c) => flipped.includes(c));
  }
  const primitives = pad["primitives"] as readonly Primitive[];
  if (primitives.length > 0) patch["primitives"] = primitives.map(flipPrimitive);
  return patch;
}

function flipPrimitive(primitive: Primitive): Primitive {
  const flipped = primitive.points.map((node: PathNode) =>
    "start" in node
      ? { start: upsideDown(node.start), mid: upsideDown(node.mid), end: upsideDown(node.end) }
      : upsideDown(node),
  );
  return { ...primitive, points: primitive.shape === "arc" ? flipped.reverse() : flipped };
}

/** A footprint's dimension is read as text: its places and layers. */
function mirrorText(text: string, to: Place, swap: LayerSwap): string {
  return text
    .replace(/\((xy|at)\s+([-\d.]+)\s+([-\d.]+)/g, (_, token: string, x, y) => {
      const p = to({ x: fromMm(Number(x)), y: fromMm(Number(y)) });
      return `(${token} ${formatNm(p.x)} ${formatNm(p.y)}`;
    })
    .replace(/\(layer\s+"([^"]+)"/g, (_, name: string) => `(layer "${swap(name)}"`);
}
