import type { Point } from "../../base/nm.ts";
import type { Doc } from "../../model/document.ts";
import type { Item, ItemId } from "../../model/item.ts";
import type { LibrarySymbol } from "../../model/schematic/library-symbol.ts";
import type { PlacedSymbol } from "../../model/schematic/symbol.ts";
import { librarySymbolsOf, pinsOf } from "./symbol-pins.ts";

/** What can touch a point of a sheet. Mid-line contact is not in here: see {@link linesThrough}. */
export type ContactKind =
  | "pin"
  | "sheetPin"
  | "wireEnd"
  | "busEnd"
  | "busEntryEnd"
  | "label"
  | "junction"
  | "noConnect";

/** An item that connects at a point. */
export interface Contact {
  readonly kind: ContactKind;
  readonly at: Point;
  /** The top-level item. */
  readonly item: ItemId;
  /** The pin's number, the sheet pin's id. */
  readonly pin?: string;
  /** A hidden power input: KiCad joins it to the net of its name wherever it stands, and to what touches it. */
  readonly global?: boolean;
}

/** A straight piece of a wire or a bus. */
export interface Line {
  readonly item: ItemId;
  readonly bus: boolean;
  readonly from: Point;
  readonly to: Point;
}

/** Where a sheet's items connect: contacts by place, and the lines. */
export interface ContactMap {
  readonly byPlace: ReadonlyMap<string, readonly Contact[]>;
  readonly lines: readonly Line[];
  /** The contacts at a point; empty when nothing connects there. */
  at(p: Point): readonly Contact[];
}

/** Kinds of items that connect; the rest is drawing. */
const CONNECTING = ["symbol", "sheet", "wire", "bus", "busEntry", "label", "junction", "noConnect"];

/** All contacts of a sheet. */
export function contactsOf(doc: Doc): ContactMap {
  const library = librarySymbolsOf(doc);
  const byPlace = new Map<string, Contact[]>();
  const lines: Line[] = [];
  for (const item of doc.items.ofKind(...CONNECTING)) {
    lines.push(...linesOf(item));
    for (const contact of contactsOfItem(item, library)) {
      const key = placeKey(contact.at);
      const there = byPlace.get(key);
      if (there === undefined) byPlace.set(key, [contact]);
      else there.push(contact);
    }
  }
  return { byPlace, lines, at: (p) => byPlace.get(placeKey(p)) ?? [] };
}

/** Where one item connects. */
export function contactsOfItem(item: Item, library: ReadonlyMap<string, LibrarySymbol>): Contact[] {
  const { id } = item;
  const at = item["at"] as Point;
  if (item.kind === "symbol") return contactsOfSymbol(item as unknown as PlacedSymbol, library);
  if (item.kind === "sheet") {
    const pins = item.children.filter((child) => child.kind === "sheetPin");
    return pins.map((pin) => ({ kind: "sheetPin", at: pin["at"] as Point, item: id, pin: pin.id }));
  }
  if (item.kind === "wire" || item.kind === "bus") {
    const pts = item["pts"] as readonly Point[];
    const kind = item.kind === "wire" ? "wireEnd" : "busEnd";
    return pts.map((p) => ({ kind, at: p, item: id }));
  }
  if (item.kind === "busEntry") {
    const size = item["size"] as Point;
    const ends = [at, { x: at.x + size.x, y: at.y + size.y }];
    return ends.map((p) => ({ kind: "busEntryEnd", at: p, item: id }));
  }
  if (item.kind === "label") {
    // A rule of a net class or a rule area hangs on the wire as a label does.
    return [{ kind: "label", at, item: id }];
  }
  if (item.kind === "junction" || item.kind === "noConnect") return [{ kind: item.kind, at, item: id }];
  return [];
}

const bySymbol = new WeakMap<PlacedSymbol, { library: object; contacts: Contact[] }>();

function contactsOfSymbol(symbol: PlacedSymbol, library: ReadonlyMap<string, LibrarySymbol>): Contact[] {
  const known = bySymbol.get(symbol);
  if (known?.library === library) return known.contacts;
  // Each use of the sheet may show another unit of the part; all of them connect.
  const units = new Set([symbol.unit ?? 1, ...symbol.instances.map((instance) => instance.unit)]);
  const contacts = new Map<string, Contact>();
  for (const unit of units) {
    for (const pin of pinsOf(symbol, library, unit)) {
      const global = pin.hidden && pin.type === "power_in";
      const contact: Contact = { kind: "pin", at: pin.at, item: symbol.id, pin: pin.number };
      contacts.set(`${pin.number} ${placeKey(pin.at)}`, global ? { ...contact, global } : contact);
    }
  }
  const found = [...contacts.values()];
  bySymbol.set(symbol, { library, contacts: found });
  return found;
}

/** The straight pieces of a wire or a bus. */
export function linesOf(item: Item): Line[] {
  if (item.kind !== "wire" && item.kind !== "bus") return [];
  const pts = item["pts"] as readonly Point[];
  const lines: Line[] = [];
  for (let i = 1; i < pts.length; i++)
    lines.push({ item: item.id, bus: item.kind === "bus", from: pts[i - 1]!, to: pts[i]! });
  return lines;
}

/** Whether `p` lies on the line between its ends, the ends not counted. Exact in integers. */
export function isInside(p: Point, from: Point, to: Point): boolean {
  return isOn(p, from, to) && !samePlace(p, from) && !samePlace(p, to);
}

/** Whether `p` lies on the line, ends counted. */
export function isOn(p: Point, from: Point, to: Point): boolean {
  if (p.x < Math.min(from.x, to.x) || p.x > Math.max(from.x, to.x)) return false;
  if (p.y < Math.min(from.y, to.y) || p.y > Math.max(from.y, to.y)) return false;
  // Differences stay below 2^32 nm, so the products are exact only as big integers on slanted lines.
  if (from.x === to.x || from.y === to.y) return true;
  return BigInt(p.x - from.x) * BigInt(to.y - from.y) === BigInt(p.y - from.y) * BigInt(to.x - from.x);
}

/** The lines that pass through a point without ending there. */
export function linesThrough(lines: readonly Line[], p: Point): Line[] {
  return lines.filter((line) => isInside(p, line.from, line.to));
}

export function samePlace(a: Point, b: Point): boolean {
  return a.x === b.x && a.y === b.y;
}

export function placeKey(p: Point): string {
  return `${p.x},${p.y}`;
}
