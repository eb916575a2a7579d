import type { Conflict, Piece } from "../../engines/route/clearance.ts";
import { obstaclesOf } from "../../engines/route/obstacles.ts";
import { type ShoveTrack, shove } from "../../engines/route/shove.ts";
import { copperLayers } from "../../model/board/layer-table.ts";
import type { Track } from "../../model/board/track.ts";
import type { Doc } from "../../model/document.ts";
import type { ItemId } from "../../model/item.ts";
import type { ProjectSettings } from "../../model/project/settings.ts";
import type { Edit } from "../../session/edit.ts";

/** Pushes tracks out of the way of new copper that is not laid yet; answers how many, or what cannot be pushed. */
export function shoveAside(
  edit: Edit,
  settings: ProjectSettings,
  pieces: readonly Piece[],
  signal: AbortSignal,
): number | Conflict {
  const { doc } = edit;
  const found = shove({ settings, obstacles: obstaclesOf(doc), tracks: movable(doc), pieces, signal });
  if ("obstacle" in found) return found;
  for (const { id, start, end } of found.changed) edit.set(id, { start, end });
  for (const id of found.removed) edit.remove(id);
  const layers = copperLayers(doc);
  for (const { start, end, width, layer, net } of found.added)
    edit.add("track", { start, end, width, locked: false, layer: layers[layer]!, net });
  return new Set([...found.changed, ...found.added].map(({ net }) => net)).size;
}

/** Straight tracks that nobody locked and no group holds. */
function movable(doc: Doc): ShoveTrack[] {
  const layers = copperLayers(doc);
  const held = new Set<ItemId>();
  for (const group of doc.items.ofKind("group", "generated"))
    for (const id of (group["members"] as readonly ItemId[] | undefined) ?? []) held.add(id);
  return [...doc.items.ofKind("track")].flatMap((item) => {
    const { start, end, width, layer, net } = item as unknown as Track;
    if (item["locked"] === true || held.has(item.id) || net === "") return [];
    return [{ id: item.id, start, end, width, layer: layers.indexOf(layer), net }];
  });
}
