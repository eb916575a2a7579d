import type { BoardItem, BoardItems } from "../../model/board/board-items.ts";
import { effectiveNetClass } from "../../model/project/net-class.ts";
import type { ProjectSettings } from "../../model/project/settings.ts";
import { isBare, isDrilled } from "./item-traits.ts";

/** Numbers items so that those for which the rules' simple conditions come to the same have the same number. */
export interface ItemClasses {
  /** From 1. */
  of(item: BoardItem): number;
}

/** How many classes there may be, for keys of pairs; no board comes near. */
export const MOST_CLASSES = 1 << 16;

/** The classes of a board's items: by type, sort of via or pad, net class, and whether there is copper or a drill. */
export function itemClasses(items: BoardItems, settings: ProjectSettings): ItemClasses {
  const known = new Int32Array(items.slots);
  const numbers = new Map<string, number>();
  const ofClass = (item: BoardItem) => {
    const sort = item.type === "via" || item.type === "pad" ? String(item.item["type"]) : "";
    const netClass = effectiveNetClass(settings, item.net).name;
    const traits = (item.connected ? 1 : 0) + (isBare(item) ? 2 : 0) + (isDrilled(item) ? 4 : 0);
    const key = `${item.type}\n${sort}\n${traits}\n${item.isRuleArea}\n${netClass}`;
    let number = numbers.get(key);
    if (number === undefined) numbers.set(key, (number = numbers.size + 1));
    return number;
  };
  return {
    of(item) {
      let number = known[item.slot]!;
      if (number === 0) known[item.slot] = number = ofClass(item);
      return number;
    },
  };
}
