import type { Point } from "../../base/nm.ts";
import { holds, nearest } from "../../geometry/distance.ts";
import type { Shape } from "../../geometry/shape.ts";
import { circle } from "../../geometry/shape.ts";
import type { BoardItem } from "../../model/board/board-items.ts";
import { layerOf } from "../../model/board/board-items.ts";
import { hasLayer } from "../../model/board/layer-set.ts";
import type { Track } from "../../model/board/track.ts";
import type { Via } from "../../model/board/via.ts";
import type { CheckBoard } from "./check-board.ts";
import { anyMeet } from "./check-board.ts";
import type { Report } from "./define-rule.ts";

/**
 * Tracks with an end that nothing meets, and vias that meet nothing on two layers. What meets them may be of another net:
 * KiCad joins tracks and vias with whatever they touch, the net is another matter.
 */
export function* openEnds(board: CheckBoard, report: Report): Iterable<{ item: BoardItem; at: Point }> {
  for (const item of board.items.all) {
    if (item.type === "via" && report.wants("via_dangling")) {
      report.pause();
      if (isLonely(board, item)) yield { item, at: (item.item as unknown as Via).at };
    } else if ((item.type === "track" || item.type === "arc") && report.wants("track_dangling")) {
      report.pause();
      const at = openEnd(board, item);
      if (at !== null) yield { item, at };
    }
  }
}

/**
 * The end of a track that is met by nothing; null when both are. Another track that meets both ends counts for the nearer
 * one only: a short track that lies under a wide one is open all the same.
 */
function openEnd(board: CheckBoard, track: BoardItem): Point | null {
  const { start, end, width } = track.item as unknown as Track;
  const layer = layerOf(track);
  const own = board.shapes(track, layer);
  const tips = [circle(start.x, start.y, Math.round(width / 2)), circle(end.x, end.y, Math.round(width / 2))] as const;
  const met: [boolean, boolean] = [false, false];
  const meet = (shapes: readonly Shape[], item: BoardItem) => {
    const atStart = shapes.some((shape) => nearest(shape, tips[0], 0) !== null);
    const atEnd = shapes.some((shape) => nearest(shape, tips[1], 0) !== null);
    // What touches a tip's rim only is no contact.
    if ((!atStart && !atEnd) || !anyMeet(own, shapes)) return;
    if (atStart && atEnd && (item.type === "track" || item.type === "arc"))
      met[reach(item, start) < reach(item, end) ? 0 : 1] = true;
    else if (atStart && atEnd) met.fill(true);
    else if (atStart) met[0] = true;
    else met[1] = true;
  };
  board.near(layer, board.box(track), 0, (item) => {
    if ((met[0] && met[1]) || item === track || !item.connected) return;
    meet(board.copper(item, layer), item);
  });
  for (const zone of board.zonesOn(layer)) {
    if (met[0] && met[1]) break;
    meet(board.shapes(zone, layer), zone);
  }
  return met[0] ? (met[1] ? null : end) : start;
}

/** How far a track's nearer end is from a place. */
function reach(item: BoardItem, to: Point): number {
  const { start, end } = item.item as unknown as Track;
  return Math.min(Math.hypot(start.x - to.x, start.y - to.y), Math.hypot(end.x - to.x, end.y - to.y));
}

/** Whether a via is met on fewer than two layers. */
function isLonely(board: CheckBoard, via: BoardItem): boolean {
  const layers = board.items.copper.filter((layer) => hasLayer(via.layers, layer));
  let met = 0;
  for (const layer of layers) {
    if (isMetOn(board, via, layer) && ++met > 1) return false;
  }
  return true;
}

function isMetOn(board: CheckBoard, via: BoardItem, layer: string): boolean {
  const own = board.shapes(via, layer);
  let met = false;
  board.near(layer, board.box(via), 0, (item) => {
    if (met || item === via || !item.connected || item.type === "via") return;
    // A pad that goes through the board counts for its first layer only, as KiCad has it.
    if (item.type === "pad" && board.items.copper.find((name) => hasLayer(item.layers, name)) !== layer) return;
    if (anyMeet(own, board.copper(item, layer))) met = true;
  });
  if (met) return true;
  const { at } = via.item as unknown as Via;
  return board
    .zonesOn(layer)
    .some((zone) =>
      board.shapes(zone, layer).some((fill) => holds(fill, at.x, at.y) || nearest(fill, own[0]!, 0) !== null),
    );
}
