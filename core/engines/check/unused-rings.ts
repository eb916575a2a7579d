import type { BoardItem } from "../../model/board/board-items.ts";
import { hasLayer } from "../../model/board/layer-set.ts";
import type { Pad } from "../../model/board/pad.ts";
import type { Via } from "../../model/board/via.ts";
import type { CheckBoard } from "./check-board.ts";
import { anyMeet } from "./check-board.ts";

/** Where pads and vias have rings: those that leave unused ones away need to know what touches them. */
export class UnusedRings {
  private readonly board: CheckBoard;
  /** By layer, and by the item's slot: 1 for no, 2 for yes. */
  private readonly known = new Map<string, Uint8Array>();

  constructor(board: CheckBoard) {
    this.board = board;
  }

  flashes(item: BoardItem, layer: string): boolean {
    let known = this.known.get(layer);
    if (known === undefined) this.known.set(layer, (known = new Uint8Array(this.board.items.slots)));
    const answer = known[item.slot]!;
    if (answer !== 0) return answer === 2;
    const found = this.find(item, layer);
    known[item.slot] = found ? 2 : 1;
    return found;
  }

  private find(item: BoardItem, layer: string): boolean {
    if (!hasLayer(item.layers, layer)) return false;
    if (!layer.endsWith(".Cu")) return true;
    const pad = item.item as unknown as Pad | Via;
    if (item.type === "pad") {
      if (pad.type === "np_thru_hole") return !isAllHole(pad as Pad);
      if (pad.type !== "thru_hole") return true;
    }
    if (pad.removeUnusedLayers !== true) return true;
    return (pad.keepEndLayers === true && this.isEnd(item, layer)) || this.isUsed(item, layer);
  }

  private isEnd(item: BoardItem, layer: string): boolean {
    const own = this.board.items.copper.filter((name) => hasLayer(item.layers, name));
    return layer === own[0] || layer === own.at(-1);
  }

  /** Whether anything of the same net touches the ring. */
  private isUsed(item: BoardItem, layer: string): boolean {
    const { board } = this;
    if (item.net === "") return false;
    const ring = board.shapes(item, layer);
    let used = false;
    board.near(layer, board.box(item), 0, (other) => {
      if (used || other === item || other.net !== item.net || !other.connected) return;
      // One that keeps no ring counts by its hole.
      const { removeUnusedLayers, keepEndLayers } = other.item;
      const isBare = removeUnusedLayers === true && keepEndLayers !== true;
      const theirs = isBare ? board.hole(other) : board.shapes(other, layer);
      if (anyMeet(ring, theirs)) used = true;
    });
    if (used) return true;
    return board.zonesOn(layer).some((zone) => zone.net === item.net && anyMeet(ring, board.shapes(zone, layer)));
  }
}

/** An unplated hole whose pad is not larger than the hole has no copper. */
function isAllHole(pad: Pad): boolean {
  if (pad.drill === null || pad.drill.offset.x !== 0 || pad.drill.offset.y !== 0) return false;
  if (pad.shape === "circle") return pad.drill.x >= pad.size.x;
  return pad.shape === "oval" && pad.drill.x >= pad.size.x && pad.drill.y >= pad.size.y;
}
