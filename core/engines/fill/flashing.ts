import { distance, inRings, shapesMeet } from "../../geometry/distance.ts";
import { boxesMeet, circle, polygon } from "../../geometry/shape.ts";
import { viaHole } from "../../model/shape/item-shapes.ts";
import { boredPad, boredVia, ringKeepers } from "../../model/shape/joined-rings.ts";
import { padHole, padPlace } from "../../model/shape/pad-copper.ts";
import type { BoardItems, PadItem, TrackItem, ViaItem, ZoneItem } from "./board-items.ts";
import type { ZoneOutlines } from "./zone-outline.ts";

/** Where pads and vias have their ring, and where a zone may not connect to them although the net is its own. */
export interface Flashing {
  /** Whether there is a ring on the layer. */
  flashed(item: PadItem | ViaItem, layer: string): boolean;
  /** Whether the ring was left away for want of a zone of its net: no zone connects there. */
  unconnected(item: PadItem | ViaItem, layer: string): boolean;
  /** The layers on which a zone keeps the ring of an item that may lose it. */
  zoneLayers(item: PadItem | ViaItem): readonly string[];
}

/**
 * Decides for each pad and via that may lose its ring on layers where nothing connects: a ring stays where the zone on
 * top at its middle has its net, where a track of its net comes into its hole, and where another via or pad keeps it.
 */
export function flashingOf(items: BoardItems, outlines: ZoneOutlines): Flashing {
  const forced = new Map<PadItem | ViaItem, Map<string, boolean>>();
  const reached = new Map<PadItem | ViaItem, Map<string, boolean>>();
  const tracks = tracksByNet(items.tracks);
  const plated = items.pads.filter(({ pad }) => pad.type === "thru_hole");
  const keepers = ringKeepers<PadItem | ViaItem>([...items.vias, ...plated], (item) =>
    "via" in item ? boredVia(item.via) : boredPad(item.pad, item.at),
  );
  const shapes = new Map<ZoneItem, ReturnType<typeof polygon>>();
  const shapeOf = (zone: ZoneItem) => {
    let shape = shapes.get(zone);
    if (shape === undefined) {
      shape = polygon(outlines.of(zone).map((ring) => Array.from(ring)));
      shapes.set(zone, shape);
    }
    return shape;
  };
  const decide = (item: PadItem | ViaItem, layer: string): boolean => {
    const isVia = "via" in item;
    const place = isVia ? item.via.at : padPlace(item.pad, item.at);
    const reach = isVia ? Math.trunc(item.via.drill / 2) + 1 : 0;
    const net = isVia ? item.via.net : item.pad.net;
    let top: ZoneItem | null = null;
    let highest = 0;
    for (const zone of items.zones) {
      if (zone.footprint !== null || !zone.layers.includes(layer) || !boxesMeet(zone.box, item.box)) continue;
      if (zone.settings.isRuleArea) {
        if (zone.settings.forbidsCopper && inRings(shapeOf(zone), place.x, place.y)) return false;
        continue;
      }
      if (zone.settings.priority < highest) continue;
      const holds =
        inRings(shapeOf(zone), place.x, place.y) ||
        (reach > 0 && distance(shapeOf(zone), circle(place.x, place.y, 0)) <= reach);
      if (!holds) continue;
      if (zone.settings.priority > highest || zone.zone.net === net) {
        highest = zone.settings.priority;
        top = zone;
      }
    }
    return top !== null && top.zone.net === net;
  };
  const forcedOn = (item: PadItem | ViaItem, layer: string) => once(forced, item, layer, () => decide(item, layer));
  const reachedOn = (item: PadItem | ViaItem, layer: string) =>
    once(
      reached,
      item,
      layer,
      () => isReached(tracks, item, layer) || keepers(item).some((other) => layersOf(other).includes(layer)),
    );
  return {
    flashed(item, layer) {
      if (!("via" in item) && isBareHole(item)) return false;
      if (!mayLose(item, layer)) return true;
      return forcedOn(item, layer) || reachedOn(item, layer);
    },
    unconnected: (item, layer) => mayLose(item, layer) && !forcedOn(item, layer),
    zoneLayers: (item) => layersOf(item).filter((layer) => mayLose(item, layer) && forcedOn(item, layer)),
  };
}

/** An answer for an item and a layer, found when first asked for. */
function once(
  known: Map<PadItem | ViaItem, Map<string, boolean>>,
  item: PadItem | ViaItem,
  layer: string,
  find: () => boolean,
): boolean {
  let byLayer = known.get(item);
  if (byLayer === undefined) {
    byLayer = new Map();
    known.set(item, byLayer);
  }
  let answer = byLayer.get(layer);
  if (answer === undefined) {
    answer = find();
    byLayer.set(layer, answer);
  }
  return answer;
}

function layersOf(item: PadItem | ViaItem): readonly string[] {
  return [...item.layers];
}

/** Whether an item may be without its ring on a layer. */
function mayLose(item: PadItem | ViaItem, layer: string): boolean {
  const { removeUnusedLayers, keepEndLayers } = "via" in item ? item.via : item.pad;
  if (removeUnusedLayers !== true) return false;
  if (!("via" in item) && item.pad.type !== "thru_hole") return false;
  if (keepEndLayers !== true) return true;
  const layers = layersOf(item);
  return layer !== layers[0] && layer !== layers.at(-1);
}

/** A hole without copper: an unplated pad no bigger than its drill. */
function isBareHole({ pad }: PadItem): boolean {
  if (pad.type !== "np_thru_hole" || pad.drill === null) return false;
  if (pad.drill.offset.x !== 0 || pad.drill.offset.y !== 0) return false;
  if (pad.shape === "circle") return pad.drill.x >= pad.size.x;
  return pad.shape === "oval" && pad.drill.x >= pad.size.x && pad.drill.y >= pad.size.y;
}

/** Whether copper of the same net comes into the hole on a layer. */
function isReached(tracks: ReadonlyMap<string, readonly TrackItem[]>, item: PadItem | ViaItem, layer: string): boolean {
  const net = "via" in item ? item.via.net : item.pad.net;
  if (net === "") return false;
  const hole = "via" in item ? viaHole(item.via) : padHole(item.pad, item.at)[0];
  if (hole === undefined) return false;
  const near = tracks.get(`${layer} ${net}`) ?? [];
  return near.some(({ shape, box }) => boxesMeet(box, hole.box) && shapesMeet(shape, hole));
}

/** The tracks of each layer and net. */
function tracksByNet(tracks: readonly TrackItem[]): Map<string, TrackItem[]> {
  const lists = new Map<string, TrackItem[]>();
  for (const each of tracks) {
    const key = `${each.track.layer} ${each.track.net}`;
    const list = lists.get(key);
    if (list === undefined) lists.set(key, [each]);
    else list.push(each);
  }
  return lists;
}
