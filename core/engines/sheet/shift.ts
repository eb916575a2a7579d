import type { Point } from "../../base/nm.ts";
import type { Item, ItemId } from "../../model/item.ts";
import { type RuleArea, reshapedOutline } from "../../model/schematic/rule-area.ts";
import type { SchematicTable } from "../../model/schematic/table.ts";
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
    if (place !== undefined && place !== null) to[key] = moved(place, by);
  }
  const pts = item["pts"] as readonly Point[] | undefined;
  if (pts !== undefined && pts.length > 0) to["pts"] = pts.map((p) => moved(p, by));
  if (item.kind === "ruleArea") to["outline"] = reshapedOutline(item as unknown as RuleArea, (p) => moved(p, by));
  if (item.kind === "table") {
    const cells = item["cells"] as SchematicTable["cells"];
    to["cells"] = cells.map((cell) => ({ ...cell, at: moved(cell.at, by) }));
  }
  return Object.keys(to).length === 0 ? null : to;
}

function moved<P extends Point>(p: P, by: Point): P {
  return { ...p, x: p.x + by.x, y: p.y + by.y };
}
