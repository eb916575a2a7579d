import type { Point } from "../../base/nm.ts";
import { holds } from "../../geometry/distance.ts";
import type { BoardItem } from "../../model/board/board-items.ts";
import { hasLayer } from "../../model/board/layer-set.ts";
import type { Pad } from "../../model/board/pad.ts";
import { tiedNets, tieGroupsOf } from "../rules/net-tie.ts";
import type { CheckBoard } from "./check-board.ts";

/** Whether two pads are one to the netlist: of one footprint, with one number that is not empty. */
export function isSamePad(a: BoardItem, b: BoardItem): boolean {
  if (a.footprint === null || a.footprint !== b.footprint) return false;
  const number = (a.item as unknown as Pad).number;
  return number !== "" && number === (b.item as unknown as Pad).number;
}

/** Whether two pads are tied together by their footprint. */
export function sharesTieGroup(a: BoardItem, b: BoardItem): boolean {
  if (a.footprint === null || a.footprint !== b.footprint) return false;
  const groups = tieGroupsOf(a.footprint);
  const own = groups.get((a.item as unknown as Pad).number);
  return own !== undefined && own === groups.get((b.item as unknown as Pad).number);
}

/** Whether two items may touch at a place, since a net tie of either's net lies there. */
export function isTieExempt(board: CheckBoard, item: BoardItem, other: BoardItem, layer: string, at: Point): boolean {
  const { footprint } = other;
  if (footprint === null || !item.connected || item.net === "") return false;
  const groups = tieGroupsOf(footprint);
  if (groups.size === 0) return false;
  const nets = tiedNets(board.items, other);
  if (!nets.has(item.net)) return false;
  return board.items
    .childrenOf(footprint)
    .some(
      (pad) =>
        pad.type === "pad" &&
        pad.net === item.net &&
        hasLayer(pad.layers, layer) &&
        board.shapes(pad, layer).some((shape) => holds(shape, at.x, at.y)),
    );
}

/** A pad that no net claims: alone on an `unconnected-(…)` net of a pin that is free to be used. */
export function isFreePad({ type, net, item }: BoardItem): boolean {
  return (
    type === "pad" &&
    net.slice(net.lastIndexOf("/") + 1).startsWith("unconnected-(") &&
    (item as unknown as Pad).pinType === "free"
  );
}
