import type { Box } from "../../base/nm.ts";
import { copperLayers } from "../../model/board/layer-table.ts";
import { expandLayers } from "../../model/board/pad.ts";
import type { Doc } from "../../model/document.ts";
import type { Item } from "../../model/item.ts";
import { boundsOf } from "../item-bounds.ts";
import type { Found } from "../item-refs.ts";
import { isPlaced } from "../pcb/selection.ts";

/** What items are asked for; what is null filters nothing. */
export interface Search {
  readonly kinds: readonly string[] | null;
  readonly net: string | null;
  readonly layer: string | null;
  readonly region: Box | null;
}

/** Items found: how many there are in all, and those from `start` to `end` of them. */
export interface FoundItems {
  readonly total: number;
  readonly items: readonly Found[];
}

/** Kinds that stand inside others; asked for by name, by id, or by net. */
const inside: ReadonlySet<string> = new Set(["pad", "pin", "sheetPin", "property", "model"]);

const owners: ReadonlySet<string> = new Set(["footprint", "symbol", "dimension", "sheet"]);

/**
 * All items that fit, in file order, in one pass: what is cheap to tell is asked first, and only what is shown is kept.
 * Texts and graphics of footprints are parts of them, and no items of their own.
 */
export function searchItems(doc: Doc, search: Search, start: number, end: number): FoundItems {
  const { net } = search;
  const kinds = search.kinds === null ? null : new Set(search.kinds);
  const fits = fitting(doc, search);
  const withNet = doc.kind === "board" ? "pad" : "pin";
  const within = kinds === null ? (net === null ? [] : [withNet]) : [...kinds].filter((kind) => inside.has(kind));
  const items: Found[] = [];
  let total = 0;
  // Of a library's file what is inside its items is what people look for, however deep.
  const all = doc.kind === "symbolLibrary" || doc.kind === "footprint";
  const deep = (item: Item, around: readonly Item[]) => {
    for (const child of item.children) {
      const [owner, ...within] = around;
      if (kinds?.has(child.kind) === true && fits(child, owner) && ++total > start && total <= end)
        items.push({ item: child, owner: owner!, ...(within.length === 0 ? {} : { within }) });
      if (child.children.length > 0) deep(child, [...around, child]);
    }
  };
  for (const entry of doc.items.entries) {
    const own = kinds === null ? isPlaced(entry) : kinds.has(entry.kind);
    const asksInside = !all && within.length > 0 && owners.has(entry.kind);
    if (all && kinds !== null) {
      const item = entry.item();
      if (own && fits(item, undefined) && ++total > start && total <= end) items.push({ item });
      deep(item, [item]);
      continue;
    }
    if (!own && !asksInside) continue;
    const item = entry.item();
    if (own && fits(item, undefined) && ++total > start && total <= end) items.push({ item });
    if (!asksInside) continue;
    for (const child of partsOf(item, within))
      if (fits(child, item) && ++total > start && total <= end) items.push({ item: child, owner: item });
  }
  return { total, items };
}

/** Whether an item, of the right kind, fits a search. */
export function fitting(doc: Doc, search: Search): (item: Item, owner: Item | undefined) => boolean {
  const { layer, region } = search;
  // The very text that items of a board have: most are told apart by that, without a look at their letters.
  const net = search.net === null ? null : ownNet(doc, search.net);
  const isOn = layer === null ? null : layerTest(doc, layer);
  return (item, owner) => {
    if (net !== null && item["net"] !== net) return false;
    if (isOn !== null && !isOn(item)) return false;
    if (region === null) return true;
    const box = boundsOf(owner === undefined ? { item } : { item, owner });
    return box.minX <= region.maxX && box.maxX >= region.minX && box.minY <= region.maxY && box.maxY >= region.minY;
  };
}

function ownNet({ file }: Doc, name: string): string {
  return file.netNames.get(file.netCodes.get(name) ?? -1) ?? name;
}

/** The parts of an item by their kinds: found once for each, since items never change. */
const parts = new WeakMap<Item, ReadonlyMap<string, readonly Item[]>>();

/** An item's parts of some kinds, in file order. */
function partsOf(item: Item, kinds: readonly string[]): readonly Item[] {
  let byKind = parts.get(item);
  if (byKind === undefined) {
    const made = new Map<string, Item[]>();
    for (const child of item.children) {
      if (!inside.has(child.kind)) continue;
      const row = made.get(child.kind);
      if (row === undefined) made.set(child.kind, [child]);
      else row.push(child);
    }
    parts.set(item, (byKind = made));
  }
  if (kinds.length === 1) return byKind.get(kinds[0]!) ?? none;
  return kinds.flatMap((kind) => byKind.get(kind) ?? none).sort((a, b) => a.order - b.order);
}

const none: readonly Item[] = [];

/** Tells whether items are on a layer; lists with wildcards are spelled out once for all pads that have them. */
function layerTest(doc: Doc, layer: string): (item: Item) => boolean {
  const copper = copperLayers(doc);
  const all = [...copper, "F.Mask", "B.Mask", "F.Paste", "B.Paste", "F.SilkS", "B.SilkS"];
  const isCopper = copper.includes(layer);
  const spelled = new Map<string, boolean>();
  const spells = (list: readonly string[]) => {
    const key = list.join(" ");
    let known = spelled.get(key);
    if (known === undefined) spelled.set(key, (known = expandLayers(list, all).includes(layer)));
    return known;
  };
  return (item) => {
    const list = item["layers"] as readonly string[] | undefined;
    if (item.kind === "via")
      return item["type"] === "" || item["type"] === "through" ? isCopper : (list?.includes(layer) ?? false);
    if (list !== undefined && list.length > 0)
      return item.kind === "pad" || item.kind === "zone" ? spells(list) : list.includes(layer);
    return item["layer"] === layer;
  };
}
