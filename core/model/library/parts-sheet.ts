import { encodeText } from "../../format/text.ts";
import type { Doc } from "../document.ts";
import { readDoc } from "../document.ts";
import type { Item } from "../item.ts";
import { ItemTable } from "../item-table.ts";

/** Which symbol of a library is shown, and which unit of it in its first body style or the second (De Morgan's). */
export interface ShownSymbol {
  readonly name: string;
  readonly unit: number;
  readonly style: number;
}

/** A part of a symbol with what it stands in, from the symbol down. */
export interface SymbolPart {
  readonly item: Item;
  readonly owners: readonly Item[];
}

/** What a sheet of parts was made of; parts by their ids. */
export interface Behind {
  readonly library: Doc;
  readonly symbol: Item;
  readonly shown: ShownSymbol;
  readonly parts: ReadonlyMap<string, SymbolPart>;
}

/**
 * A symbol of a library as a sheet with nothing but the symbol's parts on it: pins, drawings, texts and fields of one unit
 * and of all units. Places are the file's: y points up. Null when the library has no such symbol.
 */
export function partsSheet(library: Doc, shown: ShownSymbol): Doc | null {
  const symbol = symbolNamed(library, shown.name);
  if (symbol === null) return null;
  const parts = partsOfSymbol(symbol, shown);
  const items = parts.map(({ item }, order) => ({ id: item.id, kind: item.kind, order, item: () => item }));
  const sheet = { ...emptySheet(), version: library.version, items: ItemTable.of(items) };
  behind.set(sheet, { library, symbol, shown, parts: new Map(parts.map((part) => [part.item.id, part])) });
  return sheet;
}

/** What such a sheet was made of; null for a sheet of its own. */
export function symbolBehind(sheet: Doc): Behind | null {
  return behind.get(sheet) ?? null;
}

export function symbolNamed(library: Doc, name: string): Item | null {
  for (const symbol of library.items.ofKind("librarySymbol")) if (symbol["name"] === name) return symbol;
  return null;
}

/** The names of a library's symbols, in file order. */
export function symbolNames(library: Doc): string[] {
  return [...library.items.ofKind("librarySymbol")].map((symbol) => String(symbol["name"]));
}

/** The symbol that others derive from: itself, or the one its `extends` lead to. */
export function rootOf(library: Doc, symbol: Item): Item {
  let root = symbol;
  for (let steps = 0; steps < 100 && typeof root["extends"] === "string"; steps++) {
    const next = symbolNamed(library, root["extends"]);
    if (next === null) break;
    root = next;
  }
  return root;
}

/** How many units and body styles a symbol's drawings are for. */
export function countsOf(symbol: Item): { readonly units: number; readonly styles: number } {
  let [units, styles] = [1, 1];
  for (const child of symbol.children) {
    if (child.kind !== "symbolUnit") continue;
    const [unit, style] = unitOf(child);
    units = Math.max(units, unit);
    styles = Math.max(styles, style);
  }
  return { units, styles };
}

/** Unit and body style that a drawing is for, by its name; 0 means all. */
export function unitOf(drawing: Item): readonly [number, number] {
  const found = /_(\d+)_(\d+)$/.exec(String(drawing["name"]));
  return found === null ? [0, 0] : [Number(found[1]), Number(found[2])];
}

function partsOfSymbol(symbol: Item, { unit, style }: ShownSymbol): SymbolPart[] {
  return symbol.children.flatMap((child): SymbolPart[] => {
    if (child.kind !== "symbolUnit") return [{ item: child, owners: [symbol] }];
    const [u, s] = unitOf(child);
    const isShown = (u === 0 || u === unit) && (s === 0 || s === style);
    return isShown ? child.children.map((item) => ({ item, owners: [symbol, child] })) : [];
  });
}

const behind = new WeakMap<Doc, Behind>();
let empty: Doc | undefined;

function emptySheet(): Doc {
  empty ??= readDoc(
    encodeText('(kicad_sch (version 20250114) (generator "edsnx") (uuid "0") (paper "A4") (lib_symbols))'),
  ).doc!;
  return { ...empty, items: ItemTable.of([]) };
}
