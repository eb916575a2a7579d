import type { Point } from "../../base/nm.ts";
import type { Item } from "../../model/item.ts";
import { cornersOf, type RuleArea } from "../../model/schematic/rule-area.ts";
import type { SchematicTable } from "../../model/schematic/table.ts";

/** The place of an item that `to` and alignment mean: a symbol's anchor, a sheet's corner, a wire's first end. */
export function anchorOf(item: Item): Point | null {
  for (const key of ["at", "start", "center"]) {
    const place = item[key] as Point | null | undefined;
    if (place !== undefined && place !== null) return { x: place.x, y: place.y };
  }
  if (item.kind === "ruleArea") return cornersOf(item as unknown as RuleArea)[0] ?? null;
  if (item.kind === "table") return (item as unknown as SchematicTable).cells[0]?.at ?? null;
  return (item["pts"] as readonly Point[] | undefined)?.[0] ?? null;
}
