import type { Point } from "../../base/nm.ts";
import type { Item } from "../../model/item.ts";

/** The place of an item that `to` and alignment mean: a symbol's anchor, a sheet's corner, a wire's first end. */
export function anchorOf(item: Item): Point | null {
  for (const key of ["at", "start", "center"]) {
    const place = item[key] as Point | null | undefined;
    if (place !== undefined && place !== null) return { x: place.x, y: place.y };
  }
  return (item["pts"] as readonly Point[] | undefined)?.[0] ?? null;
}
