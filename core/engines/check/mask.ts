import type { Nm } from "../../base/nm.ts";
import type { BoardItem } from "../../model/board/board-items.ts";
import type { Graphic } from "../../model/board/graphic.ts";
import type { Pad } from "../../model/board/pad.ts";
import { isYes, nmAt, rawItem, sub } from "../../model/raw-list.ts";
import type { CheckBoard } from "./check-board.ts";

/** What the board says about its solder mask. */
export interface MaskSetup {
  /** How far openings go beyond the copper. */
  readonly margin: Nm;
  /** The narrowest mask between two openings; 0 for no limit. */
  readonly minWidth: Nm;
  readonly bridgesInFootprints: boolean;
}

const kept = new WeakMap<CheckBoard, MaskSetup>();

export function maskSetup(board: CheckBoard): MaskSetup {
  let made = kept.get(board);
  if (made !== undefined) return made;
  const entry = board.doc.items.entries.find((each) => each.id === "setup" || each.id.startsWith("setup#"));
  const setup = entry === undefined ? null : rawItem(entry.item());
  made = {
    margin: nmAt(sub(setup, "pad_to_mask_clearance"), 1, 0),
    minWidth: nmAt(sub(setup, "solder_mask_min_width"), 1, 0),
    bridgesInFootprints: isYes(sub(setup, "allow_soldermask_bridges_in_footprints"), false),
  };
  kept.set(board, made);
  return made;
}

/** How far the mask opening of an item goes beyond its shape. */
export function maskMargin(board: CheckBoard, item: BoardItem): Nm {
  const { margin } = maskSetup(board);
  switch (item.type) {
    case "pad": {
      const pad = item.item as unknown as Pad;
      const own = pad.solderMaskMargin ?? (item.footprint?.item["solderMaskMargin"] as Nm | null | undefined) ?? margin;
      // An opening cannot be less than nothing.
      return own < 0 ? Math.max(own, -Math.floor(Math.min(pad.size.x, pad.size.y) / 2)) : own;
    }
    case "via":
      return margin;
    case "graphic": {
      const { stroke, fill } = item.item as unknown as Graphic;
      const own = nmAt(sub(rawItem(item.item), "solder_mask_margin"), 1, margin);
      return own < 0 && fill === "none" ? Math.max(own, -Math.floor(stroke.width / 2)) : own;
    }
    default:
      return 0;
  }
}
