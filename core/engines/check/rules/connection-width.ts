import type { Nm, Point } from "../../../base/nm.ts";
import { holds } from "../../../geometry/distance.ts";
import type { CircleShape } from "../../../geometry/shape.ts";
import { grown } from "../../../geometry/shape.ts";
import type { BoardItem } from "../../../model/board/board-items.ts";
import type { Zone } from "../../../model/board/zone.ts";
import type { CheckBoard } from "../check-board.ts";
import type { Report } from "../define-rule.ts";
import { defineRule } from "../define-rule.ts";
import { necksOf } from "../necks.ts";
import { mm } from "../numbers.ts";

/** What a neck may be narrower by: KiCad's tolerance, chords for curves, and its extra clearance, on either side. */
const SLACK = 2 * (500 + 5_000 + 500);

/** Narrow places of fills and of vias. Tracks that meet at less than their width are not looked at; KiCad looks at them too. */
export const connectionWidth = defineRule({
  name: "connection-width",
  about: "Necks of zone fills, and vias or pads that hardly touch, narrower than the least width of a connection.",
  types: ["connection_width"],
  scope: "board",
  concerns: (_, { layers }) => layers.copper !== 0,
  run(board, report) {
    for (const layer of board.items.copper) {
      if (board.rulebook.worst("connection_width") > SLACK) touchingRounds(board, report, layer);
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
    }
  },
});

/** Vias and round pads of one net that hardly overlap, with nothing else over the place. */
function touchingRounds(board: CheckBoard, report: Report, layer: string): void {
  for (const item of board.onLayer(layer)) {
    const own = roundOf(board, item, layer);
    if (own === null) continue;
    report.pause();
    board.near(layer, own.box, 0, (other) => {
      const theirs = other.index > item.index && other.net === item.net ? roundOf(board, other, layer) : null;
      if (theirs === null) return;
      const apart = Math.hypot(theirs.x - own.x, theirs.y - own.y);
      if (apart > own.radius + theirs.radius || apart <= Math.abs(own.radius - theirs.radius)) return;
      const { min = 0, name, severity } = board.rulebook.resolve("connection_width", item, other, layer);
      if (severity === "ignore" || min <= SLACK) return;
      // How far the line through both crossings lies from the middle of the one.
      const to = (apart * apart + own.radius * own.radius - theirs.radius * theirs.radius) / (2 * apart);
      const width = 2 * Math.sqrt(Math.max(0, own.radius * own.radius - to * to));
      if (width >= min - SLACK) return;
      const at = {
        x: Math.round(own.x + ((theirs.x - own.x) * to) / apart),
        y: Math.round(own.y + ((theirs.y - own.y) * to) / apart),
      };
      if (isCovered(board, item.net, layer, at, [item, other])) return;
      report({
        type: "connection_width",
        detail: `${name} minimum connection width ${mm(min)}; actual ${mm(Math.round(width))}`,
        items: [item.id, other.id],
        at,
        layer,
        severity,
        rule: name,
        limit: min,
        actual: Math.round(width),
      });
    });
  }
}

function roundOf(board: CheckBoard, item: BoardItem, layer: string): CircleShape | null {
  if (item.type !== "via" && item.type !== "pad") return null;
  if (item.net === "" || !board.flashes(item, layer)) return null;
  const [shape, ...more] = board.shapes(item, layer);
  return shape?.kind === "circle" && more.length === 0 ? shape : null;
}

/**
 * Whose copper lies at a place: the first two of tracks, vias and pads that come within `reach` of it, before the zone. As
 * KiCad has it they may be of any net, and a via counts with its ring where that was left away.
 */
function contributors(board: CheckBoard, zone: BoardItem, layer: string, { x, y }: Point, reach: Nm): BoardItem[] {
  const found: BoardItem[] = [];
  board.near(layer, { minX: x, minY: y, maxX: x, maxY: y }, reach, (item) => {
    if (found.length < 2 && board.shapes(item, layer).some((shape) => holds(grown(shape, reach), x, y)))
      found.push(item);
  });
  return found.length < 2 ? [...found, zone] : found;
}

/** Whether other copper of the net lies over a place, so that it is not narrow. */
function isCovered(
  board: CheckBoard,
  net: string,
  layer: string,
  { x, y }: Point,
  but: readonly BoardItem[] = [],
): boolean {
  let covered =
    but.length > 0 &&
    board
      .zonesOn(layer)
      .some((zone) => zone.net === net && board.shapes(zone, layer).some((shape) => holds(shape, x, y)));
  board.near(layer, { minX: x, minY: y, maxX: x, maxY: y }, 0, (item) => {
    if (covered || !item.connected || item.net !== net || but.includes(item)) return;
    covered = board.copper(item, layer).some((shape) => holds(shape, x, y));
  });
  return covered;
}
