import type { Pad } from "../../model/board/pad.ts";
import type { ArcTrack, Track } from "../../model/board/track.ts";
import { viaHole } from "../../model/shape/item-shapes.ts";
import { boredPad, boredVia, ringKeepers } from "../../model/shape/joined-rings.ts";
import { padHole } from "../../model/shape/pad-copper.ts";
import { trackReach } from "../../model/shape/track-reach.ts";
import type { FabPad, FabVia } from "./board.ts";

/**
 * Whether a pad or via has its ring on a layer. One that may lose it keeps it at its ends if it says so, where a zone
 * holds it (the file says on which layers), where a track of its net comes to its hole, and where another via or pad of
 * its net keeps it.
 */
export function ringTest(
  copper: readonly string[],
  tracks: readonly (Track | ArcTrack)[],
  bored: readonly (FabPad | FabVia)[],
) {
  const reach = trackReach(tracks);
  const plated = bored.filter((item) => item.kind === "via" || item.pad.type === "thru_hole");
  const keepers = ringKeepers(plated, (item) =>
    item.kind === "via" ? boredVia(item.via) : boredPad(item.pad, item.footprint.at),
  );
  const passes = (item: FabPad | FabVia, layer: string) =>
    item.kind === "via" ? item.layers.includes(layer) : item.layers.has(layer);
  const isReached = (item: FabPad | FabVia, layer: string): boolean => {
    const net = item.kind === "via" ? item.via.net : item.pad.net;
    const hole = item.kind === "via" ? viaHole(item.via) : padHole(item.pad, item.footprint.at)[0];
    return hole !== undefined && reach(layer, net, hole);
  };
  return (item: FabPad | FabVia, layer: string): boolean => {
    if (item.kind === "pad") {
      if (item.pad.type === "np_thru_hole") return !isBareHole(item.pad);
      if (item.pad.type !== "thru_hole") return true;
    }
    const own = item.kind === "via" ? item.via : item.pad;
    const layers = item.kind === "via" ? item.layers : copper.filter((name) => item.layers.has(name));
    const isEnd = layer === layers[0] || layer === layers.at(-1);
    if (item.kind === "via" && item.via.startEndOnly === true) return isEnd;
    if (own.removeUnusedLayers !== true || (own.keepEndLayers === true && isEnd)) return true;
    if (own.zoneLayerConnections?.includes(layer) === true || isReached(item, layer)) return true;
    return keepers(item).some((other) => passes(other, layer));
  };
}

/** A hole without copper: an unplated pad no bigger than its drill. */
export function isBareHole({ drill, shape, size }: Pad): boolean {
  if (drill === null || drill.offset.x !== 0 || drill.offset.y !== 0) return false;
  if (shape === "circle") return drill.x >= size.x;
  return shape === "oval" && drill.x >= size.x && drill.y >= size.y;
}
