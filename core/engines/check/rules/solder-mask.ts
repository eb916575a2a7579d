import type { Nm } from "../../../base/nm.ts";
import { rotatePoint } from "../../../base/nm.ts";
import type { Shape } from "../../../geometry/shape.ts";
import { boxAround, boxesMeet, boxOf, grown, grownBox, polygon, skeletonOf } from "../../../geometry/shape.ts";
import type { BoardItem } from "../../../model/board/board-items.ts";
import { hasLayer, layerBit } from "../../../model/board/layer-set.ts";
import type { Pad } from "../../../model/board/pad.ts";
import type { Placement } from "../../../model/field.ts";
import { CHORD_ERROR } from "../../../model/shape/path.ts";
import { tiedNets, tieGroupsOf } from "../../rules/net-tie.ts";
import type { CheckBoard } from "../check-board.ts";
import { EPSILON, gapBetween } from "../check-board.ts";
import type { Report } from "../define-rule.ts";
import { defineRule } from "../define-rule.ts";
import type { MaskSetup } from "../mask.ts";
import { maskMargin, maskSetup } from "../mask.ts";
import { meltedPlace } from "../melted.ts";
import { isFreePad, isSamePad, sharesTieGroup } from "../pads.ts";

interface Side {
  readonly mask: string;
  readonly copper: string;
}

const sides: readonly Side[] = [
  { mask: "F.Mask", copper: "F.Cu" },
  { mask: "B.Mask", copper: "B.Cu" },
];

/** Openings of the solder mask: where one bares copper of two nets, a blob of solder joins them. */
export const solderMask = defineRule({
  name: "solder-mask",
  about: "Mask openings that bare copper of different nets; silkscreen in openings that melt together.",
  types: ["solder_mask_bridge", "silk_over_copper"],
  run(board, report) {
    const setup = maskSetup(board);
    for (const side of sides) {
      if (report.wants("solder_mask_bridge")) bridges(board, report, side, setup);
      if (report.wants("silk_over_copper")) silkInOpenings(board, report, side, setup);
    }
  },
});

function bridges(board: CheckBoard, report: Report, side: Side, setup: MaskSetup): void {
  const openings = board.onLayer(side.mask).filter((item) => !isNullOpening(item) && item.type !== "image");
  let largest = 0;
  for (const item of openings) largest = Math.max(largest, maskMargin(board, item));
  const first = new Map<BoardItem, BoardItem>();
  for (const item of openings) {
    report.pause();
    board.near(side.mask, board.boxOn(item, side.mask), 2 * largest + setup.minWidth, (other) => {
      if (other.index <= item.index || isNullOpening(other) || other.type === "image") return;
      test(item, other, side.mask, setup.minWidth + maskMargin(board, item) + maskMargin(board, other));
    });
    zones(item);
  }
  const toCopper = board.settings.constraints.solderMaskToCopper;
  for (const item of board.onLayer(side.copper)) {
    if ((hasLayer(item.layers, side.mask) && !isNullOpening(item)) || item.type === "image") continue;
    report.pause();
    board.near(side.mask, board.boxOn(item, side.copper), largest + toCopper, (other) => {
      if (isNullOpening(other) || other.type === "image") return;
      test(item, other, side.copper, toCopper + maskMargin(board, other));
    });
  }

  /** `item` on `layer` (its copper, or its opening) against the opening of `other`. */
  function test(item: BoardItem, other: BoardItem, layer: string, reach: Nm): void {
    if (!mayBridge(board, item, other, setup)) return;
    const found = gapBetween(board.shapes(item, layer), board.shapes(other, side.mask), reach);
    if (found === null) return;
    const say = (items: readonly BoardItem[]) =>
      report({
        type: "solder_mask_bridge",
        detail: "",
        items: items.map((each) => each.id),
        at: found.at,
        layer: side.mask,
      });
    if (isOpening(item)) {
      const met = exposes(item, other, side);
      if (met !== null) say([item, met, other]);
    } else if (isOpening(other)) {
      const met = exposes(other, item, side);
      if (met !== null) say([other, met, item]);
    } else if (allows(board, other, item)) say([item, other]);
  }

  /** The first item that an opening without copper bares, when this is another one of another net. */
  function exposes(opening: BoardItem, item: BoardItem, { copper }: Side): BoardItem | null {
    if (item.type !== "zone" && !hasLayer(item.layers, copper)) return null;
    if (opening.footprint !== null && allowsBridges(opening.footprint)) return null;
    const met = first.get(opening);
    if (met === undefined) {
      first.set(opening, item);
      return null;
    }
    if (netOf(met) === netOf(item) && netOf(item) !== null) return null;
    if (opening.footprint !== null && item.footprint === opening.footprint) {
      const pads = met.type === "pad" && item.type === "pad";
      if (pads && (isSamePad(met, item) || sharesTieGroup(met, item))) return null;
      const groups = tieGroupsOf(opening.footprint);
      if (met.type === "pad" && item.type === "graphic" && groups.has((met.item as unknown as Pad).number)) return null;
      if (item.type === "pad" && met.type === "graphic" && groups.has((item.item as unknown as Pad).number))
        return null;
    }
    return met;
  }

  function zones(item: BoardItem): void {
    const reach = board.settings.constraints.solderMaskToCopper + maskMargin(board, item);
    for (const zone of board.zonesOn(side.copper)) {
      if (item.connected && item.net !== "" && item.net === zone.net) continue;
      if (!boxesMeet(grownBox(board.boxOn(item, side.mask), reach), board.box(zone))) continue;
      const found = gapBetween(board.shapes(item, side.mask), board.shapes(zone, side.copper), reach);
      if (found === null) continue;
      let items = [item, zone];
      if (isOpening(item)) {
        const met = exposes(item, zone, side);
        if (met === null) continue;
        items = [item, met, zone];
      }
      report({
        type: "solder_mask_bridge",
        detail: "",
        items: items.map((each) => each.id),
        at: found.at,
        layer: side.copper,
      });
    }
  }
}

/** Whether two items could be bridged at all: of one net, one pad, or one net tie they could not. */
function mayBridge(board: CheckBoard, item: BoardItem, other: BoardItem, setup: MaskSetup): boolean {
  if (other.connected && other.net !== "" && item.connected && other.net === item.net) return false;
  if (item.footprint !== null && item.footprint === other.footprint) {
    if (setup.bridgesInFootprints || allowsBridges(item.footprint)) return false;
  }
  if (item.type === "pad" && other.type === "pad" && (isSamePad(item, other) || sharesTieGroup(item, other)))
    return false;
  for (const [tie, met] of [
    [item, other],
    [other, item],
  ] as const) {
    if (tie.footprint === null || tieGroupsOf(tie.footprint).size === 0) continue;
    if (!met.connected || tiedNets(board.items, tie).has(met.net)) return false;
  }
  return true;
}

/** Whether an item's own footprint lets its opening bare `met`. */
function allows(board: CheckBoard, item: BoardItem, met: BoardItem): boolean {
  if (item.footprint === null) return true;
  if (allowsBridges(item.footprint)) return false;
  if (item.type !== "pad" || !tieGroupsOf(item.footprint).has((item.item as unknown as Pad).number)) return true;
  return met.connected && !tiedNets(board.items, item).has(met.net);
}

function allowsBridges({ item }: BoardItem): boolean {
  return (item["attributes"] as readonly string[]).includes("allow_soldermask_bridges");
}

/** An opening without copper of its own, or a pad that has no net to itself. */
function isOpening(item: BoardItem): boolean {
  if (isFreePad(item)) return true;
  const masks = layerBit("F.Mask").others | layerBit("B.Mask").others;
  return (item.layers.others & masks) !== 0 && item.layers.copper === 0;
}

/** An unplated hole without a ring has no opening. */
function isNullOpening({ type, item }: BoardItem): boolean {
  if (type !== "pad") return false;
  const pad = item as unknown as Pad;
  if (pad.type !== "np_thru_hole" || pad.drill === null || (pad.shape !== "circle" && pad.shape !== "oval"))
    return false;
  return pad.size.x <= pad.drill.x && pad.size.y <= pad.drill.y;
}

function netOf(item: BoardItem): string | null {
  return item.connected ? item.net : null;
}

/** Silkscreen over openings, once for each item and side. */
function silkInOpenings(board: CheckBoard, report: Report, side: Side, { minWidth }: MaskSetup): void {
  const layer = side.mask.replace("Mask", "SilkS");
  const web = Math.floor(minWidth / 2);
  let largest = 0;
  for (const item of board.onLayer(side.mask)) largest = Math.max(largest, maskMargin(board, item));
  const openZones = board.zonesOn(side.mask);
  // Where the mask has a least width, KiCad joins all openings to one shape, and takes hidden texts for openings too.
  const hidden = minWidth > 0 ? hiddenTexts(board, side.mask) : [];
  for (const item of board.onLayer(layer)) {
    const shapes = board.shapes(item, layer);
    if (shapes.length === 0) continue;
    report.pause();
    const ruling = board.rulebook.resolve("silk_clearance", item, null, side.mask);
    if (ruling.severity === "ignore") continue;
    const min = ruling.min ?? 0;
    const box = board.boxOn(item, layer);
    let at: { x: Nm; y: Nm } | null = null;
    const openings: Shape[] = [];
    board.near(side.mask, box, largest + Math.max(min, minWidth), (opening) => {
      if (at !== null || opening === item) return;
      const margin = maskMargin(board, opening);
      const open = minWidth > 0 ? board.shapes(opening, side.mask) : openingShapes(board, opening, side.mask);
      const found = gapBetween(shapes, open, min + margin + (minWidth > 0 ? EPSILON : 0));
      if (found !== null) at = found.at;
      else if (web > 0) for (const each of open) openings.push(grown(each, margin));
    });
    for (const zone of openZones) {
      if (at !== null) break;
      const found = gapBetween(shapes, board.shapes(zone, side.mask), min);
      if (found !== null) at = found.at;
    }
    for (const shape of hidden) {
      if (at !== null) break;
      if (!boxesMeet(grownBox(box, Math.max(min, minWidth)), shape.box)) continue;
      const found = gapBetween(shapes, [shape], min);
      if (found !== null) at = found.at;
      else openings.push(shape);
    }
    if (at === null && web > 0) at = meltedPlace(shapes, openings, web);
    if (at === null) continue;
    report({
      type: "silk_over_copper",
      detail: "",
      items: [item.id],
      at,
      layer,
      severity: ruling.severity,
      ...(ruling.isNull ? {} : { rule: ruling.name, limit: min }),
    });
  }
}

/** What hidden texts on the mask's layer would cover. */
function hiddenTexts(board: CheckBoard, mask: string): readonly Shape[] {
  return board.items.all
    .filter(({ type, layers }) => (type === "text" || type === "field") && hasLayer(layers, mask))
    .filter((item) => board.shapes(item, mask).length === 0)
    .flatMap((item) => board.shownInk(item, mask));
}

/** What is open for an item on the mask's layer: KiCad opens the whole box of a text, not its strokes. */
function openingShapes(board: CheckBoard, item: BoardItem, mask: string): readonly Shape[] {
  const shapes = board.shapes(item, mask);
  if (item.type !== "text" && item.type !== "field") return shapes;
  if (shapes.length === 0) return shapes;
  const { angle } = item.item["at"] as Placement;
  const boxes = shapes.map((shape) => boxAround(rotated(skeletonOf(shape, CHORD_ERROR), -angle), shape.radius));
  const { minX, minY, maxX, maxY } = boxOf(boxes.map((box) => ({ box })));
  return [polygon([rotated([minX, minY, maxX, minY, maxX, maxY, minX, maxY], angle)])];
}

function rotated(points: readonly number[], angle: number): number[] {
  const found: number[] = [];
  for (let i = 0; i + 1 < points.length; i += 2) {
    const p = rotatePoint({ x: points[i]!, y: points[i + 1]! }, angle);
    found.push(p.x, p.y);
  }
  return found;
}
