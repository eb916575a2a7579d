import type { Point } from "../../base/nm.ts";
import type { PolygonShape, Shape } from "../../geometry/shape.ts";
import { skeletonOf } from "../../geometry/shape.ts";
import { fieldValue } from "../../model/board/footprint.ts";
import type { Graphic } from "../../model/board/graphic.ts";
import { copperLayers, layersOf } from "../../model/board/layer-table.ts";
import type { Pad } from "../../model/board/pad.ts";
import { expandLayers } from "../../model/board/pad.ts";
import type { ArcTrack, Track } from "../../model/board/track.ts";
import type { Via } from "../../model/board/via.ts";
import type { Zone } from "../../model/board/zone.ts";
import type { Doc } from "../../model/document.ts";
import type { Placement } from "../../model/field.ts";
import type { Item, ItemId } from "../../model/item.ts";
import type { Entry } from "../../model/item-table.ts";
import { fillShape, graphicShapes, trackShape, viaHole, viaShape, viaSpan } from "../../model/shape/item-shapes.ts";
import { padCentre, padCopper, padHole } from "../../model/shape/pad-copper.ts";

/** A piece of copper that carries a net: a track, a via, a pad, a graphic, or one piece of a zone's fill. */
export interface Copper {
  readonly id: ItemId;
  /** The zone of a fill, the item itself otherwise: pieces of one parent touch only through others. */
  readonly parent: ItemId;
  readonly kind: "track" | "via" | "pad" | "graphic" | "fill";
  /** `R1.2` for a pad, else "". */
  readonly ref: string;
  readonly net: string;
  /** Bit n is set when it has copper on the n-th copper layer of the board. */
  readonly layers: number;
  /** The same for layers where only the hole is: an unused ring was left away. */
  readonly bare: number;
  readonly shapes: readonly Shape[];
  readonly hole: readonly Shape[];
  readonly fill: PolygonShape | null;
  /** Places where KiCad's connections start and end. */
  readonly anchors: readonly Point[];
}

/** The copper of a board, net by net; what has no net is left out. */
export function copperByNet(doc: Doc, only?: string): Map<string, Copper[]> {
  const names = copperLayers(doc);
  const bits = new Map(names.map((name, i) => [name, 1 << i]));
  const nets = new Map<string, Copper[]>();
  const add = (copper: Copper) => {
    if (copper.net === "" || (only !== undefined && copper.net !== only) || (copper.layers | copper.bare) === 0) return;
    const list = nets.get(copper.net);
    if (list === undefined) nets.set(copper.net, [copper]);
    else list.push(copper);
  };
  const known = cacheFor(layersOf(doc));
  for (const item of doc.items.ofKind("track", "arcTrack", "via", "zone", "footprint", "graphic")) {
    let copper = known.get(item);
    if (copper === undefined) {
      copper = copperOf(item, names, bits);
      known.set(item, copper);
    }
    for (const each of copper) add(each);
  }
  return nets;
}

/** The copper of one top-level item; the same objects whenever it is asked again. */
export function copperOfItem(doc: Doc, entry: Entry): readonly Copper[] {
  if (!carriers.has(entry.kind)) return [];
  const known = cacheFor(layersOf(doc));
  const item = entry.item();
  let copper = known.get(item);
  if (copper === undefined) {
    const names = copperLayers(doc);
    copper = copperOf(item, names, new Map(names.map((name, i) => [name, 1 << i])));
    known.set(item, copper);
  }
  return copper;
}

const carriers: ReadonlySet<string> = new Set(["track", "arcTrack", "via", "zone", "footprint", "graphic"]);

type Bits = ReadonlyMap<string, number>;

/** Items never change, so what was made of one holds for as long as the layer table is the same. */
const caches = new WeakMap<object, WeakMap<Item, readonly Copper[]>>();

function cacheFor(layers: object): WeakMap<Item, readonly Copper[]> {
  let cache = caches.get(layers);
  if (cache === undefined) {
    cache = new WeakMap();
    caches.set(layers, cache);
  }
  return cache;
}

function copperOf(item: Item, names: readonly string[], bits: Bits): Copper[] {
  switch (item.kind) {
    case "footprint":
      return padsOf(item, names, bits);
    case "via":
      return [viaCopper(item as unknown as Via, names, bits)];
    case "zone":
      return fillsOf(item as unknown as Zone, bits);
    case "graphic":
      return item["net"] === "" ? [] : [graphicCopper(item as unknown as Graphic, bits)];
    default:
      return [trackCopper(item as unknown as Track | ArcTrack, bits)];
  }
}

const rest = { ref: "", bare: 0, hole: [], fill: null };

function trackCopper(item: Track | ArcTrack, bits: Bits): Copper {
  return {
    ...rest,
    id: item.id,
    parent: item.id,
    kind: "track",
    net: item.net,
    layers: bits.get(item.layer) ?? 0,
    shapes: [trackShape(item)],
    anchors: [item.start, item.end],
  };
}

function viaCopper(via: Via, names: readonly string[], bits: Bits): Copper {
  let layers = 0;
  for (const name of viaSpan(via, names)) layers |= bits.get(name)!;
  const bare = via.removeUnusedLayers === true ? innerOf(layers, via.keepEndLayers === true) : 0;
  return {
    ...rest,
    id: via.id,
    parent: via.id,
    kind: "via",
    net: via.net,
    layers,
    bare,
    shapes: [viaShape(via)],
    hole: bare === 0 ? [] : [viaHole(via)],
    anchors: [via.at],
  };
}

function padsOf(footprint: Item, names: readonly string[], bits: Bits): Copper[] {
  const at = footprint["at"] as Placement;
  const reference = fieldValue(footprint, "Reference");
  const found: Copper[] = [];
  for (const child of footprint.children) {
    if (child.kind !== "pad" || child["net"] === "") continue;
    const pad = child as unknown as Pad;
    let layers = 0;
    for (const name of expandLayers(pad.layers, names)) layers |= bits.get(name) ?? 0;
    const drilled = pad.type === "thru_hole" && pad.removeUnusedLayers === true;
    const bare = drilled ? innerOf(layers, pad.keepEndLayers === true) : 0;
    found.push({
      id: pad.id,
      parent: pad.id,
      kind: "pad",
      ref: `${reference}.${pad.number}`,
      net: pad.net,
      layers,
      bare,
      shapes: padCopper(pad, at),
      hole: bare === 0 ? [] : padHole(pad, at),
      fill: null,
      anchors: [padCentre(pad, at)],
    });
  }
  return found;
}

/** The layers that lose an unused ring: all, or all but the first and the last. */
function innerOf(layers: number, keepEnds: boolean): number {
  if (!keepEnds || layers === 0) return layers;
  const lowest = layers & -layers;
  const highest = 1 << (31 - Math.clz32(layers));
  return layers & ~lowest & ~highest;
}

function fillsOf(zone: Zone, bits: Bits): Copper[] {
  if (zone.net === "" || zone.keepout !== null) return [];
  return zone.fills.flatMap((fill, i) => {
    if (fill.points.length < 6) return [];
    const area = fillShape(fill, zone.filledAreasThickness === true ? (zone.minThickness ?? 0) / 2 : 0);
    return {
      ...rest,
      id: `${zone.id}/${i}`,
      parent: zone.id,
      kind: "fill",
      net: zone.net,
      layers: bits.get(fill.layer) ?? 0,
      shapes: [],
      fill: area,
      anchors: [{ x: fill.points[0]!, y: fill.points[1]! }],
    };
  });
}

function graphicCopper(item: Graphic, bits: Bits): Copper {
  const shapes = graphicShapes(item);
  const anchors: Point[] = [item.start, item.end, item.center].filter((p) => p !== null);
  if (anchors.length === 0 && shapes[0] !== undefined) anchors.push(firstPlace(shapes[0]));
  return {
    ...rest,
    id: item.id,
    parent: item.id,
    kind: "graphic",
    net: item.net,
    layers: shapes.length === 0 ? 0 : (bits.get(item.layer) ?? 0),
    shapes,
    anchors,
  };
}

function firstPlace(shape: Shape): Point {
  const [x, y] = skeletonOf(shape, Infinity);
  return { x: x!, y: y! };
}
