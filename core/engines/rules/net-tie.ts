import type { BoardItem, BoardItems } from "../../model/board/board-items.ts";
import type { Pad } from "../../model/board/pad.ts";

const kept = new WeakMap<BoardItem, ReadonlyMap<string, number>>();

/**
 * The net tie groups of a footprint: from a pad's number to its group. Empty for a footprint that ties no nets.
 * In the file: `(net_tie_pad_groups "1, 2" "3, 4")`.
 */
export function tieGroupsOf(footprint: BoardItem): ReadonlyMap<string, number> {
  let groups = kept.get(footprint);
  if (groups === undefined) kept.set(footprint, (groups = readGroups(footprint)));
  return groups;
}

function readGroups({ item }: BoardItem): Map<string, number> {
  const groups = new Map<string, number>();
  // Before KiCad 7 a footprint's keywords made it a net tie of all its pads.
  if (
    /^net tie/i.test((item["tags"] as string | null) ?? "") &&
    ((item["netTiePadGroups"] as readonly string[] | null) ?? []).length === 0
  )
    for (const child of item.children) if (child.kind === "pad") groups.set(child["number"] as string, 0);
  const texts = item["netTiePadGroups"] as readonly string[] | null;
  (texts ?? []).forEach((text, group) => {
    for (const number of text.split(",")) groups.set(number.trim(), group);
  });
  return groups;
}

/** The nets that the pads of a footprint's tie groups carry, for one of its items: of a pad those of its own group. */
export function tiedNets(items: BoardItems, item: BoardItem): ReadonlySet<string> {
  const { footprint } = item;
  if (footprint === null) return NONE;
  const groups = tieGroupsOf(footprint);
  if (groups.size === 0) return NONE;
  const group = item.type === "pad" ? groups.get((item.item as unknown as Pad).number) : undefined;
  if (item.type === "pad" && group === undefined) return NONE;
  const nets = new Set<string>();
  for (const each of items.childrenOf(footprint)) {
    if (each.type !== "pad") continue;
    const of = groups.get((each.item as unknown as Pad).number);
    if (of !== undefined && (group === undefined || of === group)) nets.add(each.net);
  }
  return nets;
}

const NONE: ReadonlySet<string> = new Set();
