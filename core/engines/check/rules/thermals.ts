import type { Nm } from "../../../base/nm.ts";
import { holds } from "../../../geometry/distance.ts";
import type { Shape } from "../../../geometry/shape.ts";
import { boxesMeet, grown } from "../../../geometry/shape.ts";
import type { BoardItem } from "../../../model/board/board-items.ts";
import { hasLayer } from "../../../model/board/layer-set.ts";
import type { Pad } from "../../../model/board/pad.ts";
import type { Track } from "../../../model/board/track.ts";
import type { Zone } from "../../../model/board/zone.ts";
import { zoneSettings } from "../../../model/board/zone-defaults.ts";
import type { CheckBoard } from "../check-board.ts";
import { defineRule } from "../define-rule.ts";
import type { FillIsland } from "../islands.ts";
import { islandsOf } from "../islands.ts";
import { crossings, rimOf } from "../rim.ts";

/** Pads that hang on a zone by too few spokes. */
export const thermals = defineRule({
  name: "thermals",
  about: "Pads with thermal relief whose spokes do not reach the zone.",
  types: ["starved_thermal"],
  run(board, report) {
    const islands = islandsOf(board);
    const pads = new Map<string, BoardItem[]>();
    for (const item of board.items.all)
      if (item.type === "pad" && item.net !== "") {
        const list = pads.get(item.net);
        if (list === undefined) pads.set(item.net, [item]);
        else list.push(item);
      }
    for (const zone of board.items.zones) {
      if (zone.isRuleArea || zone.net === "" || zoneSettings(zone.item as unknown as Zone).teardrop) continue;
      for (const layer of board.items.copper) {
        if (!hasLayer(zone.layers, layer)) continue;
        const own = islands.filter((each) => each.zone === zone && each.layer === layer);
        if (own.length === 0) continue;
        for (const pad of pads.get(zone.net) ?? []) {
          report.pause();
          if (!hasLayer(pad.layers, layer) || !boxesMeet(board.box(pad), board.geometry.outline(zone).box)) continue;
          if (!board.flashes(pad, layer)) continue;
          const found = spokesOf(board, pad, zone, layer, own);
          if (found === null) continue;
          report({
            type: "starved_thermal",
            detail: `layer ${layer}; ${found.name} min spoke count ${found.wanted}; actual ${found.actual}`,
            items: [zone.id, pad.id],
            at: board.place(pad),
            layer,
            severity: found.severity,
            rule: found.name,
            limit: found.wanted,
            actual: found.actual,
          });
        }
      }
    }
  },
});

/** What a pad's relief misses; null when nothing does. */
function spokesOf(board: CheckBoard, pad: BoardItem, zone: BoardItem, layer: string, islands: readonly FillIsland[]) {
  const { rulebook } = board;
  let { zoneConnection } = rulebook.resolve("zone_connection", pad, zone, layer);
  if (zoneConnection === "tht_thermal")
    zoneConnection = (pad.item as unknown as Pad).type === "thru_hole" ? "thermal" : "solid";
  if (zoneConnection !== "thermal") return null;
  const ruling = rulebook.resolve("min_resolved_spokes", pad, zone, layer);
  const wanted = ruling.min ?? 0;
  if (ruling.severity === "ignore" || wanted <= 0) return null;
  const gap: Nm = rulebook.resolve("thermal_relief_gap", pad, zone, layer).min ?? 0;
  const rim = rimOf(board.shapes(pad, layer), Math.floor(gap / 2));
  let actual = 0;
  let ignored = 0;
  for (const island of islands) {
    const count = crossings(rim, island.shape);
    if (count < 2) continue;
    if (island.lonely === "single") ignored += Math.floor(count / 2);
    else actual += Math.floor(count / 2);
  }
  if (actual === 0 && ignored === 0) return null;
  if (actual >= wanted) return null;
  actual += ownSpokes(board, pad, layer, islands, gap);
  if (actual === 0) actual = ignored;
  if (actual >= wanted) return null;
  return { wanted, actual, name: ruling.name, severity: ruling.severity };
}

/** Tracks that lead from the pad into the fill. */
function ownSpokes(board: CheckBoard, pad: BoardItem, layer: string, islands: readonly FillIsland[], gap: Nm): number {
  const reach = board.shapes(pad, layer).map((shape): Shape => grown(shape, Math.floor(gap / 2)));
  const inReach = (x: number, y: number) => reach.some((shape) => holds(shape, x, y));
  const inFill = (x: number, y: number) => islands.some(({ shape }) => holds(shape, x, y));
  let count = 0;
  board.near(layer, board.box(pad), 0, (item) => {
    if ((item.type !== "track" && item.type !== "arc") || item.net !== pad.net) return;
    const { start, end } = item.item as unknown as Track;
    if (inReach(start.x, start.y)) {
      if (inFill(end.x, end.y)) count++;
    } else if (inReach(end.x, end.y) && inFill(start.x, start.y)) count++;
  });
  return count;
}
