import type { BoardItem, BoardItems } from "../../model/board/board-items.ts";
import { fieldValue } from "../../model/board/footprint.ts";
import type { Pad } from "../../model/board/pad.ts";
import type { ItemId } from "../../model/item.ts";
import { waysFrom } from "../connect/path-between.ts";
import { matchesWildcard } from "../rules/wildcard.ts";

/** So many pairs of pads are looked at for one pair of patterns; `*` to `*` would be all pairs of a board. */
const MAX_WAYS = 2_000;

/** What lies on the copper between pads that two patterns (`U1-3`, with wildcards) name, the pads among it. */
export function waysBetween(items: BoardItems, from: string, to: string): ReadonlySet<ItemId> {
  const found = new Set<ItemId>();
  const ends = padsNamed(items, to);
  let ways = 0;
  for (const start of padsNamed(items, from)) {
    const reached = ends.filter((end) => end !== start && start.net !== "" && end.net === start.net);
    if (reached.length === 0 || ways >= MAX_WAYS) continue;
    const way = waysFrom(items.doc, start.item);
    for (const end of reached.slice(0, MAX_WAYS - ways)) for (const id of way(end.item) ?? []) found.add(id);
    ways += reached.length;
  }
  return found;
}

function padsNamed(items: BoardItems, pattern: string): BoardItem[] {
  return items.all.filter(
    (each) =>
      each.type === "pad" &&
      each.footprint !== null &&
      matchesWildcard(
        `${fieldValue(each.footprint.item, "Reference")}-${(each.item as unknown as Pad).number}`,
        pattern,
      ),
  );
}
