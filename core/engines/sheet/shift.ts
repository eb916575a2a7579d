import type { Point } from "../../base/nm.ts";
import type { Item, ItemId } from "../../model/item.ts";
import type { Patch } from "../../model/step.ts";

/** Properties to set on an item, or on one inside it. */
export interface ItemPatch {
  readonly id: ItemId;
  readonly owner?: ItemId;
  readonly to: Patch;
}

/** Properties that hold one place. */
const PLACES = ["at", "start", "mid", "end", "center"];

/** What moves an item by `by`: its own places and those of the fields and pins inside it. Empty when it has no place. */
export function shiftPatches(item: Item, by: Point): ItemPatch[] {
  const patches: ItemPatch[] = [];
  const own = shifted(item, by);
  if (own !== null) patches.push({ id: item.id, to: own });
  for (const child of item.children) {
    const to = shifted(child, by);
    if (to !== null) patches.push({ id: child.id, owner: item.id, to });
  }
  return patches;
}

function shifted(item: Item, by: Point): Patch | null {
  const to: Record<string, unknown> = {};
  for (const key of PLACES) {
    const place = item[key] as Point | null | undefined;
    if (place !== undefined && place !== null) to[key] = { ...place, x: place.x + by.x, y: place.y + by.y };
  }
  const pts = item["pts"] as readonly Point[] | undefined;
  if (pts !== undefined && pts.length > 0) to["pts"] = pts.map((p) => ({ x: p.x + by.x, y: p.y + by.y }));
  return Object.keys(to).length === 0 ? null : to;
}
