import type { Point } from "../../core/base/nm.ts";
import { copperOfItem } from "../../core/engines/connect/copper.ts";
import type { Doc } from "../../core/model/document.ts";
import type { ItemId } from "../../core/model/item.ts";

/** The place of the grid that is nearest. */
export function rounded({ x, y }: Point, grid: number): Point {
  return { x: Math.round(x / grid) * grid, y: Math.round(y / grid) * grid };
}

/** The end of a track, or the middle of a pad or via, that is near a place; null when none is. */
export function nearestAnchor(
  doc: Doc | null,
  hits: readonly { readonly id: ItemId }[],
  at: Point,
  reach: number,
): Point | null {
  let best: Point | null = null;
  let least = reach;
  for (const { id } of hits.slice(0, 20)) {
    const entry = doc?.items.entry(id);
    if (doc === null || entry === undefined) continue;
    for (const copper of copperOfItem(doc, entry)) {
      if (copper.fill !== null) continue;
      for (const anchor of copper.anchors) {
        const away = Math.hypot(anchor.x - at.x, anchor.y - at.y);
        if (away >= least) continue;
        least = away;
        best = anchor;
      }
    }
  }
  return best;
}

/** The items of the document that these are, or lie in. */
export function topItems(doc: Doc, ids: readonly string[]): string[] {
  const inside = new Set(ids.filter((id) => doc.items.entry(id) === undefined));
  const tops = ids.filter((id) => !inside.has(id));
  if (inside.size === 0) return tops;
  for (const entry of doc.items.entries)
    if (/^(footprint|symbol|sheet)$/.test(entry.kind) && entry.item().children.some((child) => inside.has(child.id)))
      tops.push(entry.id);
  return tops;
}
