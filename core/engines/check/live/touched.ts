import type { Box, Nm } from "../../../base/nm.ts";
import { nearest } from "../../../geometry/distance.ts";
import type { Shape } from "../../../geometry/shape.ts";
import { boxesMeet, boxOf, EMPTY_BOX, grownBox, polygon } from "../../../geometry/shape.ts";
import type { BoardItem, BoardItems } from "../../../model/board/board-items.ts";
import { hasLayer } from "../../../model/board/layer-set.ts";
import type { Zone } from "../../../model/board/zone.ts";
import type { ItemId } from "../../../model/item.ts";
import type { CheckBoard } from "../check-board.ts";
import { maskMargin, maskSetup } from "../mask.ts";
import type { ItemChange } from "./live-items.ts";

/** Items with a larger box are looked at stroke by stroke: an outline goes around all that is on the board. */
const LARGE: Nm = 8_000_000;
/** What roundings and chords may add to a distance. */
const SLACK: Nm = 20_000;

/** What an edit may have changed a verdict about. */
export interface Touched {
  /** Everything that a finding would have to name. */
  readonly ids: ReadonlySet<ItemId>;
  /** What came, by itself. */
  readonly own: BoardItems;
  /** What came, what is near it or near what went, and whatever those verdicts hang on. */
  readonly near: BoardItems;
  /** Where something came or went. */
  readonly region: readonly Box[];
}

/** The largest distance at which one item may matter to another. */
export function reachOf(board: CheckBoard): Nm {
  const { rulebook, settings } = board;
  let reach = 0;
  for (const type of distances) reach = Math.max(reach, rulebook.worst(type));
  let mask = 0;
  let thermal = 0;
  for (const item of board.items.all) {
    mask = Math.max(mask, maskMargin(board, item));
    thermal = Math.max(thermal, (item.item["thermalGap"] as Nm | null | undefined) ?? 0);
  }
  const opening = 2 * mask + Math.max(maskSetup(board).minWidth, settings.constraints.solderMaskToCopper, 0);
  return Math.max(reach, opening, thermal) + SLACK;
}

const distances = [
  "clearance",
  "hole_clearance",
  "hole_to_hole",
  "edge_clearance",
  "silk_clearance",
  "courtyard_clearance",
  "physical_clearance",
  "physical_hole_clearance",
  "thermal_relief_gap",
] as const;

/**
 * What an edit touched. A finding is about the items that it names and hangs on what is within `reach` of them; so it may be
 * another one only when it names something within reach of what came or went. To find those again, whatever is within
 * reach of them is needed, and what is within reach of that.
 */
export function touchedBy(
  board: CheckBoard,
  search: (box: Box, found: (item: BoardItem) => void) => void,
  { gone, come }: ItemChange,
  reach: Nm,
): Touched {
  const { items } = board;
  const region = regionOf(board, [...gone, ...come]);
  const first = new Set(come);
  for (const box of region) collect(board, search, grownBox(box, reach), first);
  const twins = twinsOf(items, [...gone, ...first]);
  for (const each of twins) first.add(each);
  const footprints = footprintsNear(board, region, reach);
  for (const each of come) if (each.type === "footprint") footprints.add(each);
  const courts = [...footprints].map((each) => footprintBox(board, each));
  const second = widened(board, search, first, reach);
  for (const box of courts) collect(board, search, grownBox(box, 0), second);
  const third = widened(board, search, second, reach);
  for (const each of footprintsNear(board, courts, reach)) footprints.add(each);
  const ids = new Set<ItemId>();
  for (const each of [...gone, ...first]) ids.add(each.id);
  for (const each of footprintsNear(board, region, reach)) ids.add(each.id);
  const own = subset(items, new Set([...come, ...twinsOf(items, [...gone, ...come])]));
  return { ids, region, own, near: nearItems(board, third, footprints, reach) };
}

/** In a file where ids are used twice: what has one of these ids too. */
function twinsOf(items: BoardItems, of: readonly BoardItem[]): BoardItem[] {
  if (items.byId.size === items.all.length) return [];
  const ids = new Set(of.map(({ id }) => id));
  return items.all.filter(({ id }) => ids.has(id));
}

function nearItems(
  board: CheckBoard,
  around: ReadonlySet<BoardItem>,
  footprints: ReadonlySet<BoardItem>,
  reach: Nm,
): BoardItems {
  const all = new Set(around);
  for (const each of footprints) all.add(each);
  const extent = [...around].map((item) => coverOf(board, item)).filter(isSome);
  const whole = grownBox(extent.length === 0 ? EMPTY_BOX : unionOf(extent), reach);
  const zones = board.items.zones.filter((zone) => boxesMeet(coverOf(board, zone), whole));
  return { ...subset(board.items, all), zones };
}

function subset(items: BoardItems, chosen: ReadonlySet<BoardItem>): BoardItems {
  const all = [...chosen].sort((a, b) => a.index - b.index);
  return {
    ...items,
    all,
    footprints: all.filter((each) => each.type === "footprint"),
    zones: all.filter((each) => each.type === "zone"),
  };
}

/** The boxes of what came and went; of a footprint one around all that stands in it. */
function regionOf(board: CheckBoard, changed: readonly BoardItem[]): Box[] {
  const boxes: Box[] = [];
  const byFootprint = new Map<BoardItem, Box[]>();
  for (const item of changed) {
    const box = coverOf(board, item);
    if (!isSome(box)) continue;
    if (item.footprint === null) boxes.push(box);
    else {
      const list = byFootprint.get(item.footprint);
      if (list === undefined) byFootprint.set(item.footprint, [box]);
      else list.push(box);
    }
  }
  return [...boxes, ...[...byFootprint.values()].map(unionOf)];
}

/** Adds the items that have something in a box. */
function collect(
  board: CheckBoard,
  search: (box: Box, found: (item: BoardItem) => void) => void,
  box: Box,
  into: Set<BoardItem>,
): void {
  search(box, (item) => {
    if (into.has(item)) return;
    const cover = coverOf(board, item);
    if (!isLarge(cover) || meetsBox(shapesOf(board, item), box)) into.add(item);
  });
}

function meetsBox(shapes: readonly Shape[], box: Box): boolean {
  const { minX, minY, maxX, maxY } = box;
  const area = polygon([[minX, minY, maxX, minY, maxX, maxY, minX, maxY]]);
  return shapes.some((shape) => boxesMeet(shape.box, box) && nearest(shape, area, 0) !== null);
}

/** The items, and what is within reach of them; zones have all of a board within theirs and are no start. */
function widened(
  board: CheckBoard,
  search: (box: Box, found: (item: BoardItem) => void) => void,
  items: ReadonlySet<BoardItem>,
  reach: Nm,
): Set<BoardItem> {
  const wide = new Set(items);
  for (const item of items) {
    if (item.type === "zone" || item.type === "footprint") continue;
    const cover = coverOf(board, item);
    if (!isSome(cover)) continue;
    if (!isLarge(cover)) collect(board, search, grownBox(cover, reach), wide);
    else for (const piece of piecesOf(shapesOf(board, item))) collect(board, search, grownBox(piece, reach), wide);
  }
  return wide;
}

/** Boxes along shapes: a long slanted stroke has several small ones instead of a large one. */
function piecesOf(shapes: readonly Shape[]): Box[] {
  return shapes.flatMap((shape) => {
    if (shape.kind !== "segment" || !isLarge(shape.box)) return [shape.box];
    const { ax, ay, bx, by, radius } = shape;
    const count = Math.ceil(Math.max(Math.abs(bx - ax), Math.abs(by - ay)) / LARGE);
    return Array.from({ length: count }, (_, i) => {
      const [x1, y1] = [ax + ((bx - ax) * i) / count, ay + ((by - ay) * i) / count];
      const [x2, y2] = [ax + ((bx - ax) * (i + 1)) / count, ay + ((by - ay) * (i + 1)) / count];
      return {
        minX: Math.min(x1, x2) - radius,
        minY: Math.min(y1, y2) - radius,
        maxX: Math.max(x1, x2) + radius,
        maxY: Math.max(y1, y2) + radius,
      };
    });
  });
}

function footprintsNear(board: CheckBoard, region: readonly Box[], reach: Nm): Set<BoardItem> {
  const boxes = region.map((box) => grownBox(box, reach));
  return new Set(
    board.items.footprints.filter((each) => {
      const own = footprintBox(board, each);
      return boxes.some((box) => boxesMeet(box, own));
    }),
  );
}

const footprintBoxes = new WeakMap<BoardItem, Box>();

function footprintBox(board: CheckBoard, footprint: BoardItem): Box {
  let box = footprintBoxes.get(footprint);
  if (box === undefined) {
    const parts = board.items.childrenOf(footprint).map((child) => coverOf(board, child));
    footprintBoxes.set(footprint, (box = unionOf(parts.filter(isSome))));
  }
  return box;
}

const covers = new WeakMap<BoardItem, Box>();

/** A box around all that an item has on any layer, a zone's outline included; empty for a footprint. */
export function coverOf(board: CheckBoard, item: BoardItem): Box {
  let box = covers.get(item);
  if (box === undefined) {
    const shapes = shapesOf(board, item);
    const own = item.type === "zone" ? [board.geometry.outline(item), ...shapes] : shapes;
    covers.set(item, (box = own.length === 0 ? EMPTY_BOX : boxOf(own)));
  }
  return box;
}

function shapesOf(board: CheckBoard, item: BoardItem): readonly Shape[] {
  if (item.type === "footprint") return [];
  const shapes: Shape[] = [];
  const seen = new Set<readonly Shape[]>();
  const add = (list: readonly Shape[]) => {
    if (seen.has(list)) return;
    seen.add(list);
    shapes.push(...list);
  };
  if (item.type === "zone")
    for (const { layer } of (item.item as unknown as Zone).fills) add(board.shapes(item, layer));
  else {
    for (const layer of board.cx.layerNames) if (hasLayer(item.layers, layer)) add(board.shapes(item, layer));
    add(board.hole(item));
    // Hidden texts on the mask's layers count as openings.
    if (shapes.length === 0 && (item.type === "text" || item.type === "field"))
      for (const mask of ["F.Mask", "B.Mask"]) if (hasLayer(item.layers, mask)) add(board.shownInk(item, mask));
  }
  return shapes;
}

function isLarge({ minX, minY, maxX, maxY }: Box): boolean {
  return maxX - minX > LARGE || maxY - minY > LARGE;
}

function isSome({ minX, maxX }: Box): boolean {
  return minX <= maxX;
}

function unionOf(boxes: readonly Box[]): Box {
  let { minX, minY, maxX, maxY } = EMPTY_BOX;
  for (const box of boxes) {
    minX = Math.min(minX, box.minX);
    minY = Math.min(minY, box.minY);
    maxX = Math.max(maxX, box.maxX);
    maxY = Math.max(maxY, box.maxY);
  }
  return { minX, minY, maxX, maxY };
}
