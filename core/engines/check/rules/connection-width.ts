import type { Nm, Point } from "../../../base/nm.ts";
import { holds } from "../../../geometry/distance.ts";
import { grown } from "../../../geometry/shape.ts";
import type { BoardItem } from "../../../model/board/board-items.ts";
import type { Zone } from "../../../model/board/zone.ts";
import type { CheckBoard } from "../check-board.ts";
import { defineRule } from "../define-rule.ts";
import { necksOf } from "../necks.ts";
import { mm } from "../numbers.ts";

/** What a neck may be narrower by: KiCad's tolerance, chords for curves, and its extra clearance, on either side. */
const SLACK = 2 * (500 + 5_000 + 500);

/** Narrow places of fills. Tracks that meet at less than their width are not looked at; KiCad looks at them too. */
export const connectionWidth = defineRule({
  name: "connection-width",
  about: "Necks of zone fills narrower than the least width of a connection.",
  types: ["connection_width"],
  scope: "board",
  concerns: (_, { layers }) => layers.copper !== 0,
  run(board, report) {
    for (const layer of board.items.copper)
      for (const zone of board.zonesOn(layer)) {
        const { min = 0, name, severity } = board.rulebook.resolve("connection_width", zone, null, layer);
        if (severity === "ignore" || min <= SLACK) continue;
        for (const fill of (zone.item as unknown as Zone).fills) {
          if (fill.layer !== layer) continue;
          report.pause();
          for (const { a, b, width } of necksOf(fill.points, min - SLACK, report.pause)) {
            const at = { x: Math.round((a.x + b.x) / 2), y: Math.round((a.y + b.y) / 2) };
            if (isCovered(board, zone.net, layer, at)) continue;
            report({
              type: "connection_width",
              detail: `${name} minimum connection width ${mm(min)}; actual ${mm(Math.round(width))}`,
              items: contributors(board, zone, layer, at, min).map(({ id }) => id),
              at,
              layer,
              severity,
              rule: name,
              limit: min,
              actual: Math.round(width),
            });
          }
        }
      }
  },
});

/**
 * Whose copper lies at a place: the first two of tracks, vias and pads that come within `reach` of it, of any net as KiCad
 * has it, before the zone.
 */
function contributors(board: CheckBoard, zone: BoardItem, layer: string, { x, y }: Point, reach: Nm): BoardItem[] {
  const found: BoardItem[] = [];
  board.near(layer, { minX: x, minY: y, maxX: x, maxY: y }, reach, (item) => {
    if (found.length < 2 && board.copper(item, layer).some((shape) => holds(grown(shape, reach), x, y)))
      found.push(item);
  });
  return found.length < 2 ? [...found, zone] : found;
}

/** Whether other copper of the net lies over a place, so that it is not narrow. */
function isCovered(board: CheckBoard, net: string, layer: string, { x, y }: { x: number; y: number }): boolean {
  let covered = false;
  board.near(layer, { minX: x, minY: y, maxX: x, maxY: y }, 0, (item) => {
    if (covered || !item.connected || item.net !== net) return;
    covered = board.copper(item, layer).some((shape) => holds(shape, x, y));
  });
  return covered;
}
