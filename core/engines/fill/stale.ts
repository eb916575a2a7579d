import type { Clipper } from "../../geometry/clip.ts";
import type { Ring } from "../../geometry/ring.ts";
import { ringBox, ringsArea, turnedAs } from "../../geometry/ring.ts";
import type { Fill, Zone } from "../../model/board/zone.ts";
import type { Doc } from "../../model/document.ts";
import type { ItemId } from "../../model/item.ts";

/** A zone's fill on one layer that is not what filling would give now. */
export interface StaleFill {
  readonly zone: ItemId;
  readonly layer: string;
}

/** Fills are as good as equal while they differ nowhere by a strip wider than this. */
const TOLERANCE = 5_000;

/** Which fills of a document are out of date, given what filling gives now. */
export function staleFills(clipper: Clipper, doc: Doc, fresh: ReadonlyMap<ItemId, readonly Fill[]>): StaleFill[] {
  const stale: StaleFill[] = [];
  for (const [id, fills] of fresh) {
    const zone = doc.items.get(id) as unknown as Zone | undefined;
    if (zone === undefined) continue;
    for (const layer of new Set([...fills, ...zone.fills].map((fill) => fill.layer))) {
      if (differ(clipper, ringsOf(zone.fills, layer), ringsOf(fills, layer))) stale.push({ zone: id, layer });
    }
  }
  return stale;
}

function ringsOf(fills: readonly Fill[], layer: string): Ring[] {
  return fills
    .filter((fill) => fill.layer === layer && fill.points.length >= 6)
    .map((fill) => turnedAs(Int32Array.from(fill.points), true));
}

function differ(clipper: Clipper, old: readonly Ring[], now: readonly Ring[]): boolean {
  if (old.length === 0 || now.length === 0) return old.length !== now.length;
  // Specks narrower than that both ways would be turned inside out by shrinking, and count.
  const difference = clipper.xor(clipper.union(old), clipper.union(now)).filter((ring) => {
    const { minX, minY, maxX, maxY } = ringBox(ring);
    return Math.max(maxX - minX, maxY - minY) > TOLERANCE;
  });
  return ringsArea(clipper.offset(difference, -TOLERANCE / 2, "square", 8)) > 0;
}
