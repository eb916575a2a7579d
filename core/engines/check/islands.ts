import type { Point } from "../../base/nm.ts";
import { nearest } from "../../geometry/distance.ts";
import type { PolygonShape } from "../../geometry/shape.ts";
import { boxesMeet } from "../../geometry/shape.ts";
import type { BoardItem } from "../../model/board/board-items.ts";
import { hasLayer } from "../../model/board/layer-set.ts";
import type { Zone } from "../../model/board/zone.ts";
import { connect } from "../connect/clusters.ts";
import type { CheckBoard } from "./check-board.ts";

/** One piece of a zone's fill, and whether it hangs together with anything. */
export interface FillIsland {
  readonly zone: BoardItem;
  readonly layer: string;
  readonly shape: PolygonShape;
  /** "orphan": no pad hangs on it. "single": only one item does, so that it carries nothing on. */
  readonly lonely: "orphan" | "single" | null;
  readonly at: Point;
}

const kept = new WeakMap<CheckBoard, readonly FillIsland[]>();

/** Every piece of fill of the board's zones. */
export function islandsOf({ whole: board }: CheckBoard): readonly FillIsland[] {
  let made = kept.get(board);
  if (made === undefined) kept.set(board, (made = makeIslands(board)));
  return made;
}

function makeIslands(board: CheckBoard): FillIsland[] {
  const withoutPad = new Set<string>();
  for (const { clusters, floating } of connect(board.doc))
    for (const cluster of [...clusters, ...floating]) {
      if (cluster.some((each) => each.kind === "pad")) continue;
      for (const each of cluster) if (each.kind === "fill") withoutPad.add(each.id);
    }
  const found: FillIsland[] = [];
  for (const zone of board.items.zones) {
    if (zone.isRuleArea || zone.footprint !== null) continue;
    const { fills } = zone.item as unknown as Zone;
    fills.forEach((fill, i) => {
      if (fill.points.length < 6) return;
      const shape = board
        .shapes(zone, fill.layer)
        .find((each) => each.kind === "polygon" && each.rings[0] === fill.points);
      if (shape === undefined || shape.kind !== "polygon") return;
      const lonely =
        zone.net !== "" && withoutPad.has(`${zone.id}/${i}`)
          ? "orphan"
          : isSingleOn(board, zone, fill.layer, shape)
            ? "single"
            : null;
      found.push({ zone, layer: fill.layer, shape, lonely, at: { x: fill.points[0]!, y: fill.points[1]! } });
    });
  }
  return found;
}

/** Thinks once about each piece of fill while the board keeps what is known of them. */
function isSingleOn(board: CheckBoard, zone: BoardItem, layer: string, shape: PolygonShape): boolean {
  const known = board.parts.singles?.get(shape);
  if (known !== undefined) return known;
  const single = isSingle(board, zone, layer, shape);
  board.parts.singles?.set(shape, single);
  return single;
}

/** Whether at most one item of the net meets the piece. */
function isSingle(board: CheckBoard, zone: BoardItem, layer: string, shape: PolygonShape): boolean {
  let met = 0;
  board.any(layer, shape.box, (item) => {
    if (!item.connected || item.net !== zone.net || !hasLayer(item.layers, layer)) return false;
    if (board.copper(item, layer).some((each) => boxesMeet(each.box, shape.box) && nearest(each, shape, 0) !== null))
      met++;
    return met > 1;
  });
  for (const other of board.zonesOn(layer)) {
    if (met > 1) break;
    if (other === zone || other.net !== zone.net) continue;
    if (board.shapes(other, layer).some((each) => boxesMeet(each.box, shape.box) && nearest(each, shape, 0) !== null))
      met++;
  }
  return met === 1;
}
