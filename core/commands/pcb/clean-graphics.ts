import type { Point } from "../../base/nm.ts";
import type { Item, ItemId } from "../../model/item.ts";
import type { Edit } from "../../session/edit.ts";

/** Takes away drawings of no size, and (`twice`) those that another one covers exactly. */
export function cleanGraphics(
  edit: Edit,
  may: (item: Item) => boolean,
  take: (id: ItemId, why: string) => void,
  twice: boolean,
): void {
  const seen = new Set<string>();
  for (const item of [...edit.doc.items.ofKind("graphic")]) {
    if (!may(item)) {
      seen.add(lookOf(item));
      continue;
    }
    if (isNothing(item)) take(item.id, "drawings of no size went");
    else if (twice && seen.has(lookOf(item))) take(item.id, "drawings that were there twice went");
    else seen.add(lookOf(item));
  }
}

function isNothing(item: Item): boolean {
  const points = ["start", "mid", "end", "center"].map((name) => item[name] as Point | null).filter((p) => p !== null);
  const pts = item["pts"] as readonly unknown[];
  if (pts.length > 0) return pts.every((p) => JSON.stringify(p) === JSON.stringify(pts[0]));
  return points.every((p) => p.x === points[0]!.x && p.y === points[0]!.y);
}

/** What is drawn, whichever end comes first. */
function lookOf(item: Item): string {
  const ends = [item["start"], item["end"]];
  const line = String(item["token"]).endsWith("_line") || String(item["token"]).endsWith("_rect");
  const sorted = line ? ends.map((p) => JSON.stringify(p)).sort() : ends;
  return JSON.stringify([
    item["token"],
    item["layer"],
    sorted,
    item["mid"],
    item["center"],
    item["pts"],
    item["stroke"],
    item["fill"],
  ]);
}
