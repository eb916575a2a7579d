import type { Nm } from "../../base/nm.ts";
import type { BoardItem } from "../../model/board/board-items.ts";
import type { Graphic } from "../../model/board/graphic.ts";
import type { Pad } from "../../model/board/pad.ts";
import type { Track } from "../../model/board/track.ts";
import type { MarginSource } from "../../model/shape/pad-margins.ts";
import { padMaskMargin } from "../../model/shape/pad-margins.ts";
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
  const [setup] = [...board.doc.items.ofKind("setup")];
  made = {
    margin: (setup?.["maskMargin"] as Nm | null | undefined) ?? 0,
    minWidth: (setup?.["maskMinWidth"] as Nm | null | undefined) ?? 0,
    bridgesInFootprints: setup?.["allowMaskBridges"] === true,
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
      return padMaskMargin(pad, pad.size, (item.footprint?.item ?? null) as MarginSource | null, margin);
    }
    case "via":
      return margin;
    case "track":
    case "arc":
      return (item.item as unknown as Track).maskMargin ?? margin;
    case "graphic": {
      const { stroke, fill, maskMargin: said } = item.item as unknown as Graphic;
      const own = said ?? margin;
      return own < 0 && fill === "none" ? Math.max(own, -Math.floor(stroke.width / 2)) : own;
    }
    default:
      return 0;
  }
}
