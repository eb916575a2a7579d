import type { Nm, Point } from "../../../base/nm.ts";
import { holds } from "../../../geometry/distance.ts";
import type { Shape } from "../../../geometry/shape.ts";
import type { BoardItem } from "../../../model/board/board-items.ts";
import { hasLayer } from "../../../model/board/layer-set.ts";
import type { Pad } from "../../../model/board/pad.ts";
import type { Track } from "../../../model/board/track.ts";
import { tiedNets, tieGroupsOf } from "../../rules/net-tie.ts";
import type { Ruling } from "../../rules/resolve.ts";
import type { CheckBoard, Gap } from "../check-board.ts";
import { EPSILON, gapBetween } from "../check-board.ts";
import type { Report } from "../define-rule.ts";
import { defineRule } from "../define-rule.ts";
import { mm } from "../numbers.ts";
import { isSamePad, isTieExempt, sharesTieGroup } from "../pads.ts";

/** Copper of different nets, layer by layer: tracks and vias against all, pads against the rest, then graphics. */
export const copperClearance = defineRule({
  name: "copper-clearance",
  about: "Distance of copper from copper and from holes of other nets; shorts and crossing tracks.",
  types: ["clearance", "shorting_items", "tracks_crossing", "hole_clearance"],
  run(board, report) {
    const worst = Math.max(board.rulebook.worst("clearance"), board.rulebook.worst("hole_clearance"));
    const done = new Map<number, Set<number>>();
    for (const layer of board.items.copper) {
      const items = board.onLayer(layer).filter((item) => item.type !== "image");
      for (const item of items) {
        report.pause();
        board.near(layer, board.boxOn(item, layer), worst, (other) => {
          if (other.index <= item.index || other.type === "image") return;
          testPair(board, report, item, other, layer, done);
        });
      }
      for (const zone of board.zonesOn(layer)) testZone(board, report, zone, layer, worst);
    }
  },
});

const isTrack = ({ type }: BoardItem) => type === "track" || type === "arc" || type === "via";

function testPair(
  board: CheckBoard,
  report: Report,
  first: BoardItem,
  second: BoardItem,
  layer: string,
  done: Map<number, Set<number>>,
): void {
  if (isTrack(first) || isTrack(second)) {
    const [track, other] = isTrack(first) ? [first, second] : [second, first];
    if (netOf(other) !== track.net) testLoose(board, report, track, other, layer);
    // Pads look at the holes of vias too, and vias' rings at those of pads.
    if (other.type === "pad" && track.type === "via") testPads(board, report, other, track, layer, done);
    return;
  }
  if (first.type === "pad" || second.type === "pad") {
    // KiCad goes through the pads of a layer; a hole without copper there is only met by them.
    const isOwn = first.type === "pad" && (second.type !== "pad" || hasLayer(first.layers, layer));
    const [pad, other] = isOwn ? [first, second] : [second, first];
    testPads(board, report, pad, other, layer, done);
    if (other.type !== "graphic") return;
  }
  const [graphic, other] = first.type === "graphic" ? [first, second] : [second, first];
  if (graphic.type !== "graphic") return;
  if (other.type === "graphic" && graphic.footprint !== null && graphic.footprint === other.footprint) return;
  testLoose(board, report, graphic, other, layer);
}

/** A track, via or graphic against anything. */
function testLoose(board: CheckBoard, report: Report, item: BoardItem, other: BoardItem, layer: string): void {
  // Without a net on either side nothing is shorted, yet the distance counts; two of one net may touch.
  let checks =
    netOf(item) !== netOf(other) && !(item.net === "" && other.net === "" && (isTrack(item) || isTrack(other)));
  if (other.type === "pad" && !board.flashes(other, layer) && isNpth(other)) checks = false;
  const own = board.copper(item, layer);
  const theirs = board.copper(other, layer);
  if (checks) {
    const ruling = board.rulebook.resolve("clearance", item, other, layer);
    const min = ruling.min ?? 0;
    if (ruling.severity !== "ignore" && min > 0) {
      if (item.type === "track" && other.type === "track") {
        const at = crossing(item, other);
        if (at !== null) {
          report({
            type: "tracks_crossing",
            detail: "",
            items: [item.id, other.id],
            at,
            layer,
            severity: ruling.severity,
          });
          return;
        }
      }
      const found = gapBetween(own, theirs, min - EPSILON);
      if (found !== null && !isExempt(board, item, other, layer, own, theirs, found)) {
        // KiCad looks at the later of the two by id.
        const later = item.id > other.id ? item : other;
        if (found.gap === 0 && netOf(later) !== null && report.wants("shorting_items"))
          report(short(item, other, layer, found.at));
        else report(tooNear("clearance", ruling, min, item, other, layer, found));
      }
    }
  }
  if (!report.wants("hole_clearance")) return;
  for (const [holed, solid, shapes] of [
    [other, item, own],
    [item, other, theirs],
  ] as const) {
    if (testHole(board, report, holed, solid, shapes, layer)) return;
  }
}

/** Whether a net tie makes it right. KiCad asks this of the later of the two by id only. */
function isExempt(
  board: CheckBoard,
  item: BoardItem,
  other: BoardItem,
  layer: string,
  own: readonly Shape[],
  theirs: readonly Shape[],
  found: Gap,
): boolean {
  const [first, tie, shapes, at] =
    item.id > other.id ? [other, item, own, found.at] : [item, other, theirs, found.other];
  return isTieExempt(board, first, tie, layer, found.gap === 0 ? meetingPlace(first, shapes, at) : at);
}

/** Where KiCad says that two items overlap: a track's end when one lies in the other item. */
function meetingPlace(item: BoardItem, shapes: readonly Shape[], at: Point): Point {
  if (item.type !== "track" && item.type !== "arc") return at;
  const { start, end } = item.item as unknown as Track;
  return [start, end].find((p) => shapes.some((shape) => holds(shape, p.x, p.y))) ?? at;
}

/** Copper against a hole; answers whether it is too near. */
function testHole(
  board: CheckBoard,
  report: Report,
  holed: BoardItem,
  solid: BoardItem,
  shapes: readonly Shape[],
  layer: string,
): boolean {
  const hole = board.hole(holed);
  if (hole.length === 0 || (holed.type === "via" && !hasLayer(holed.layers, layer))) return false;
  const ruling = board.rulebook.resolve("hole_clearance", holed, solid, layer);
  if (ruling.severity === "ignore") return false;
  const min = ruling.min ?? 0;
  const found = gapBetween(shapes, hole, Math.max(0, min - EPSILON));
  if (found === null || isTieExempt(board, holed, solid, layer, found.other)) return false;
  report(tooNear("hole_clearance", ruling, min, solid, holed, layer, found));
  return true;
}

/** A pad against what no track is. */
function testPads(
  board: CheckBoard,
  report: Report,
  pad: BoardItem,
  other: BoardItem,
  layer: string,
  done: Map<number, Set<number>>,
): void {
  if (done.get(pad.index)?.has(other.index) === true) return;
  const otherPad = other.type === "pad" ? other : null;
  let checks = !isTrack(other) && other.type !== "graphic";
  let holes = true;
  if (pad.footprint === other.footprint && pad.footprint !== null) {
    const group = tieGroupsOf(pad.footprint).get((pad.item as unknown as Pad).number);
    if (otherPad !== null) {
      if (sharesTieGroup(pad, otherPad)) checks = false;
      if (isSamePad(pad, otherPad)) holes = false;
    } else if (other.type === "graphic" && group !== undefined) checks = false;
  }
  if (isNpth(pad) && !board.flashes(pad, layer)) checks = false;
  if (otherPad !== null && isNpth(otherPad) && !board.flashes(otherPad, layer)) checks = false;
  if (other.net !== "" && other.net === pad.net) return;
  if (board.hole(pad).length === 0 && board.hole(other).length === 0) holes = false;
  if (!checks && !holes) return;
  const mark = () => {
    let set = done.get(pad.index);
    if (set === undefined) done.set(pad.index, (set = new Set()));
    set.add(other.index);
  };
  if (otherPad !== null && isSamePad(pad, otherPad)) {
    if (!checks || pad.net === "" || pad.net === other.net) return;
    if (isUnconnectedName(pad.net) && isUnconnectedName(other.net)) return;
    report(short(pad, other, layer, board.place(other)));
    mark();
    return;
  }
  const own = board.copper(pad, layer);
  const theirs = board.copper(other, layer);
  if (checks) {
    const ruling = board.rulebook.resolve("clearance", pad, other, layer);
    const min = ruling.min ?? 0;
    const found = ruling.severity === "ignore" || min <= 0 ? null : gapBetween(own, theirs, Math.max(0, min - EPSILON));
    if (found !== null && !isTiePad(board, pad, other, layer, own, found)) {
      if (found.gap === 0 && pad.net !== "" && other.connected && other.net !== "")
        report(short(pad, other, layer, found.at));
      else report(tooNear("clearance", ruling, min, pad, other, layer, found));
      mark();
      holes = false;
    }
  }
  if (!holes || !report.wants("hole_clearance")) return;
  const ruling = board.rulebook.resolve("hole_clearance", pad, other, layer);
  const min = ruling.min ?? 0;
  if (ruling.severity === "ignore" || min <= 0) return;
  const tests: [BoardItem, BoardItem, readonly Shape[]][] = [];
  if (otherPad !== null && board.flashes(pad, layer)) tests.push([otherPad, pad, board.shapes(pad, layer)]);
  if (other.type === "via") tests.push([other, pad, board.shapes(pad, layer)]);
  for (const [holed, solid, shapes] of tests) {
    const hole = board.hole(holed);
    if (hole.length === 0) continue;
    const found = gapBetween(shapes, hole, Math.max(0, min - EPSILON));
    if (found === null) continue;
    report(tooNear("hole_clearance", ruling, min, solid, holed, layer, found));
    mark();
    return;
  }
}

/** All items of a layer against one zone's fill. */
function testZone(board: CheckBoard, report: Report, zone: BoardItem, layer: string, worst: Nm): void {
  const fill = board.shapes(zone, layer);
  if (fill.length === 0) return;
  board.near(layer, board.box(zone), worst, (item) => {
    if (item.type === "image" || (item.connected && zone.net !== "" && item.net === zone.net)) return;
    if (item.type === "text" && item.item["knockout"] === true) return;
    if (isTieGraphic(board, item, zone, layer)) return;
    const isPad = item.type === "pad";
    const flashed = !isPad || board.flashes(item, layer);
    const plated = isPad && (item.item as unknown as Pad).type === "thru_hole" && board.hole(item).length > 0;
    if (flashed || plated) {
      const ruling = board.rulebook.resolve("clearance", item, zone, layer);
      const min = ruling.min ?? 0;
      if (ruling.severity !== "ignore" && min > 0) {
        const found = gapBetween(board.copper(item, layer), fill, Math.max(0, min - EPSILON));
        if (found !== null) report(tooNear("clearance", ruling, min, item, zone, layer, found));
      }
    }
    const hole = board.hole(item);
    if (hole.length === 0 || !report.wants("hole_clearance")) return;
    const ruling = board.rulebook.resolve("hole_clearance", item, zone, layer);
    const min = ruling.min ?? 0;
    if (ruling.severity === "ignore" || min <= 0) return;
    const found = gapBetween(hole, fill, Math.max(0, min - EPSILON));
    if (found !== null) report(tooNear("hole_clearance", ruling, min, item, zone, layer, found));
  });
}

/** Whether a pad may touch an item of a net tie: it lies on that tie's pad of its own net. */
function isTiePad(
  board: CheckBoard,
  pad: BoardItem,
  other: BoardItem,
  layer: string,
  own: readonly Shape[],
  found: Gap,
): boolean {
  if (other.footprint === null || pad.net === "" || !tiedNets(board.items, other).has(pad.net)) return false;
  if (found.gap > 0) return isTieExempt(board, pad, other, layer, found.at);
  return board.items
    .childrenOf(other.footprint)
    .some(
      (each) =>
        each.type === "pad" &&
        each.net === pad.net &&
        hasLayer(each.layers, layer) &&
        gapBetween(board.shapes(each, layer), own, 0) !== null,
    );
}

/** A net tie's graphic that lies on a pad of the zone's net, or of a net tied to it, belongs to that net. */
function isTieGraphic(board: CheckBoard, item: BoardItem, zone: BoardItem, layer: string): boolean {
  const { footprint } = item;
  if (item.type !== "graphic" || footprint === null || zone.net === "") return false;
  const groups = tieGroupsOf(footprint);
  if (groups.size === 0) return false;
  const pads = board.items.childrenOf(footprint).filter((each) => each.type === "pad");
  const tied = pads.filter((each) => each.net === zone.net);
  const allowed = pads.filter((each) => tied.some((own) => own === each || sharesTieGroup(own, each)));
  return allowed.some(
    (each) =>
      hasLayer(each.layers, layer) && gapBetween(board.shapes(each, layer), board.shapes(item, layer), 0) !== null,
  );
}

/** Null for what carries no net; a graphic without one is of no net that anything else is of. */
function netOf(item: BoardItem): string | null {
  if (!item.connected && item.type !== "graphic") return null;
  return item.type === "graphic" && item.net === "" ? "\0" : item.net;
}

function isNpth({ item, type }: BoardItem): boolean {
  return type === "pad" && item["type"] === "np_thru_hole";
}

function isUnconnectedName(net: string): boolean {
  return net.slice(net.lastIndexOf("/") + 1).startsWith("unconnected-(");
}

function short(a: BoardItem, b: BoardItem, layer: string, at: Point) {
  const name = (item: BoardItem) => (item.connected && item.net !== "" ? item.net : "no net");
  return {
    type: "shorting_items" as const,
    detail: `nets ${name(a)} and ${name(b)}`,
    items: [a.id, b.id],
    at,
    layer,
  };
}

function tooNear(
  type: "clearance" | "hole_clearance",
  { name, severity }: Ruling,
  min: Nm,
  a: BoardItem,
  b: BoardItem,
  layer: string,
  found: Gap,
) {
  const actual = Math.round(found.gap);
  return {
    type,
    detail: `${name} clearance ${mm(min)}; actual ${mm(actual)}`,
    items: [a.id, b.id],
    at: found.at,
    layer,
    rule: name,
    severity,
    limit: min,
    actual,
  };
}

/** Where the centre lines of two straight tracks cross. */
function crossing(a: BoardItem, b: BoardItem): Point | null {
  const { start: p, end: q } = a.item as unknown as Track;
  const { start: r, end: s } = b.item as unknown as Track;
  const [dx, dy, ex, ey] = [q.x - p.x, q.y - p.y, s.x - r.x, s.y - r.y];
  const det = dx * ey - dy * ex;
  if (det === 0) return null;
  const t = ((r.x - p.x) * ey - (r.y - p.y) * ex) / det;
  const u = ((r.x - p.x) * dy - (r.y - p.y) * dx) / det;
  if (t < 0 || t > 1 || u < 0 || u > 1) return null;
  return { x: Math.round(p.x + t * dx), y: Math.round(p.y + t * dy) };
}
