import type { Doc } from "../document.ts";
import type { Item, ItemId } from "../item.ts";
import type { Entry } from "../item-table.ts";
import type { LayerSet } from "./layer-set.ts";
import { layerBit, layerSetOf, NO_LAYERS } from "./layer-set.ts";
import { copperLayers, layersOf } from "./layer-table.ts";
import type { Pad } from "./pad.ts";
import { expandLayers } from "./pad.ts";
import type { Via } from "./via.ts";
import type { Zone } from "./zone.ts";
import { zoneLayers } from "./zone.ts";

export type BoardItemType =
  | "track"
  | "arc"
  | "via"
  | "pad"
  | "graphic"
  | "text"
  | "field"
  | "textBox"
  | "dimension"
  | "image"
  | "zone"
  | "footprint";

/** An item of a board as checks see it: one of a flat list, what stands in a footprint beside the footprint itself. */
export interface BoardItem {
  /** Place in the list: of two items the one that stands first in the file has the smaller. */
  readonly index: number;
  /** A number of its own below `BoardItems.slots`, for arrays that are kept while the list changes. */
  readonly slot: number;
  readonly id: ItemId;
  readonly type: BoardItemType;
  readonly item: Item;
  /** The footprint that it stands in. */
  readonly footprint: BoardItem | null;
  /** "" for none. */
  readonly net: string;
  /** Whether it is one that KiCad connects: graphics only on copper and in no footprint, zones unless rule areas. */
  readonly connected: boolean;
  readonly layers: LayerSet;
  readonly isRuleArea: boolean;
}

export interface BoardItems {
  readonly doc: Doc;
  readonly all: readonly BoardItem[];
  /** One more than the largest slot. */
  readonly slots: number;
  readonly byId: ReadonlyMap<ItemId, BoardItem>;
  readonly footprints: readonly BoardItem[];
  readonly zones: readonly BoardItem[];
  /** The copper layers, front to back. */
  readonly copper: readonly string[];
  readonly enabled: LayerSet;
  /** The children of a footprint, by its index. */
  childrenOf(footprint: BoardItem): readonly BoardItem[];
}

const kept = new WeakMap<Doc, BoardItems>();

/** All items of a board, made once for each document. */
export function boardItems(doc: Doc): BoardItems {
  let made = kept.get(doc);
  if (made === undefined) kept.set(doc, (made = makeItems(doc)));
  return made;
}

const types: Readonly<Record<string, BoardItemType>> = {
  track: "track",
  arcTrack: "arc",
  via: "via",
  pad: "pad",
  graphic: "graphic",
  text: "text",
  property: "field",
  textBox: "textBox",
  dimension: "dimension",
  image: "image",
  zone: "zone",
  footprint: "footprint",
};

function makeItems(doc: Doc): BoardItems {
  const make = itemMaker(doc);
  const lists: (readonly BoardItem[])[] = [];
  let count = 0;
  for (const entry of doc.items.entries) {
    const list = make(entry, count);
    if (list.length === 0) continue;
    lists.push(list);
    count += list.length;
  }
  return itemsOfLists(doc, lists, count);
}

/**
 * The board of these lists, each of one entry, in file order; their items are numbered anew. `byId` may be given where no
 * id is there twice.
 */
export function itemsOfLists(
  doc: Doc,
  lists: readonly (readonly BoardItem[])[],
  slots: number,
  known: ReadonlyMap<ItemId, BoardItem> | null = null,
): BoardItems {
  const all: BoardItem[] = [];
  const own = new Map<ItemId, BoardItem>();
  const footprints: BoardItem[] = [];
  const zones: BoardItem[] = [];
  const children = new Map<BoardItem, readonly BoardItem[]>();
  for (const list of lists)
    for (const made of list) {
      (made as { index: number }).index = all.length;
      all.push(made);
      if (known === null && !own.has(made.id)) own.set(made.id, made);
      if (made.type === "zone") zones.push(made);
      if (made.type !== "footprint") continue;
      footprints.push(made);
      children.set(made, list.slice(1));
    }
  const byId = known ?? own;
  const none: readonly BoardItem[] = [];
  return {
    doc,
    all,
    slots,
    byId,
    footprints,
    zones,
    copper: copperLayers(doc),
    enabled: layerSetOf(layersOf(doc).map((layer) => layer.name)),
    childrenOf: (footprint) => children.get(footprint) ?? none,
  };
}

/**
 * Makes the items of one entry of a document, with slots from `slot` on: a footprint and behind it what stands in it;
 * none for what is no item of a board. Holds for all documents with the same layer table.
 */
export function itemMaker(doc: Doc): (entry: Entry, slot: number) => BoardItem[] {
  const copper = copperLayers(doc);
  const names = layersOf(doc).map((layer) => layer.name);
  const allCopper = layerSetOf(copper);
  const padLayers = new Map<string, LayerSet>();

  function itemOf(item: Item, footprint: BoardItem | null, slot: number): BoardItem | null {
    let type = types[item.kind];
    if (type === undefined) return null;
    // A footprint's value and reference of KiCad 6 and 7 are texts in the file, and fields in KiCad.
    if (type === "text" && footprint !== null && (item["role"] === "reference" || item["role"] === "value"))
      type = "field";
    const isRuleArea = type === "zone" && item["keepout"] !== null;
    const layers = layersOfItem(item, type);
    const onCopper = layers.copper !== 0;
    const carries = type === "track" || type === "arc" || type === "via" || type === "pad";
    return {
      index: slot,
      slot,
      id: item.id,
      type,
      item,
      footprint,
      net: typeof item["net"] === "string" && !isRuleArea ? item["net"] : "",
      connected:
        carries || (onCopper && ((type === "graphic" && footprint === null) || (type === "zone" && !isRuleArea))),
      layers,
      isRuleArea,
    };
  }

  function layersOfItem(item: Item, type: BoardItemType): LayerSet {
    if (type === "pad") {
      const list = (item as unknown as Pad).layers;
      const key = list.join("\n");
      let set = padLayers.get(key);
      if (set === undefined) padLayers.set(key, (set = layerSetOf(expandLayers(list, names))));
      return set;
    }
    if (type === "via") return viaLayers(item as unknown as Via);
    // A track or a graphic that is free of mask is on the mask's layer too.
    const own = item["layers"];
    if (type !== "zone" && Array.isArray(own) && own.length > 0) return layerSetOf(own as readonly string[]);
    if (type === "zone") return layerSetOf(expandLayers(zoneLayers(item as unknown as Zone), names));
    return typeof item["layer"] === "string" ? layerBit(item["layer"]) : NO_LAYERS;
  }

  function viaLayers(via: Via): LayerSet {
    if (via.type === "" || via.type === "through" || via.layers.length < 2) return allCopper;
    const first = copper.indexOf(via.layers[0]!);
    const last = copper.indexOf(via.layers[1]!);
    if (first < 0 || last < 0) return layerSetOf(via.layers);
    return layerSetOf(copper.slice(Math.min(first, last), Math.max(first, last) + 1));
  }

  return (entry, slot) => {
    if (types[entry.kind] === undefined) return [];
    const item = entry.item();
    const top = itemOf(item, null, slot);
    if (top === null) return [];
    const list = [top];
    if (top.type !== "footprint") return list;
    for (const child of item.children) {
      const made = itemOf(child, top, slot + list.length);
      if (made !== null) list.push(made);
    }
    return list;
  };
}

/** Whether entries of this kind are items of a board, and not parts of the file. */
export function isBoardItem(kind: string): boolean {
  return types[kind] !== undefined;
}

/** The layer of an item that has one; of what is free of mask the copper layer. */
export function layerOf({ item }: BoardItem): string {
  const own = item["layer"] as string | undefined;
  if (own !== undefined && own !== "") return own;
  const several = (item["layers"] as readonly string[] | null | undefined) ?? [];
  return several.find((name) => name.endsWith(".Cu")) ?? several[0] ?? "";
}
