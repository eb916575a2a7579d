import type { Point } from "../../base/nm.ts";
import type { Doc } from "../../model/document.ts";
import type { Item } from "../../model/item.ts";
import type { Entry } from "../../model/item-table.ts";
import type { LibraryPin, LibrarySymbol, SymbolUnit } from "../../model/schematic/library-symbol.ts";
import type { PlacedSymbol } from "../../model/schematic/symbol.ts";
import { symbolOutlines } from "../../model/schematic/symbol-outline.ts";

/** A pin of a placed symbol, where it connects on the sheet. */
export interface PlacedPin {
  readonly number: string;
  /** The chosen function's name, or the pin's own. */
  readonly name: string;
  /** The name in the library symbol. */
  readonly libraryName: string;
  /** Electrical type: input, power_in, … */
  readonly type: string;
  /** Graphic style: line, inverted, clock, … */
  readonly style: string;
  readonly hidden: boolean;
  readonly at: Point;
  /** Unit vector from the connection point towards the body, on the sheet (y down). */
  readonly inward: Point;
}

/** Items never change, so what is read from one is read once. */
const byList = new WeakMap<Item, ReadonlyMap<string, LibrarySymbol>>();

/** The schematic's own copies of its symbols, by name. */
export function librarySymbolsOf(doc: Doc): ReadonlyMap<string, LibrarySymbol> {
  const [list] = doc.items.ofKind("librarySymbols");
  if (list === undefined) return new Map();
  const known = byList.get(list);
  if (known !== undefined) return known;
  const found = symbolsByName(list);
  byList.set(list, found);
  return found;
}

const byEntry = new WeakMap<Entry, ReadonlyMap<string, LibrarySymbol>>();

/**
 * The same as far as connections go by it: names, fields, texts and pins, which say nothing of how they look. Takes a
 * fraction of the time, so it is for what only asks how symbols connect.
 */
export function outlineSymbolsOf(doc: Doc): ReadonlyMap<string, LibrarySymbol> {
  const entry = doc.items.entries.find((each) => each.kind === "librarySymbols");
  if (entry === undefined) return new Map();
  let found = byEntry.get(entry);
  if (found === undefined) {
    const list = symbolOutlines(doc);
    found = list === null ? librarySymbolsOf(doc) : symbolsByName(list);
    byEntry.set(entry, found);
  }
  return found;
}

function symbolsByName(list: Item): Map<string, LibrarySymbol> {
  const found = new Map<string, LibrarySymbol>();
  for (const child of list.children)
    if (child.kind === "librarySymbol") found.set(child["name"] as string, typed(child));
  return found;
}

/** The library symbol that a placed one is drawn with. */
export function definitionOf(
  symbol: PlacedSymbol,
  library: ReadonlyMap<string, LibrarySymbol>,
): LibrarySymbol | undefined {
  return library.get(symbol.libName ?? symbol.libId ?? "") ?? library.get(symbol.libId ?? "");
}

/** Pins of a unit in the body style that the symbol shows; none when its library symbol is missing. */
export function pinsOf(
  symbol: PlacedSymbol,
  library: ReadonlyMap<string, LibrarySymbol>,
  unit = symbol.unit ?? 1,
): PlacedPin[] {
  const definition = definitionOf(symbol, library);
  if (definition === undefined) return [];
  const map = symbolTransform(symbol);
  const alternates = new Map<unknown, unknown>();
  for (const child of symbol.children) if (child.kind === "pin") alternates.set(child["number"], child["alternate"]);
  return libraryPins(definition, unit, symbol.convert ?? symbol.bodyStyle ?? 1, library).map((pin) => {
    const turn = (pin.at.angle * Math.PI) / 180;
    const tip = map({ x: Math.round(Math.cos(turn)), y: Math.round(Math.sin(turn)) });
    const zero = map({ x: 0, y: 0 });
    const chosen = (alternates.get(pin.number.text) as string | null | undefined) ?? null;
    const other = chosen === null ? undefined : pin.alternates.find((each) => each.name === chosen);
    return {
      number: named(pin.number.text),
      name: named(chosen ?? pin.name.text),
      libraryName: named(pin.name.text),
      type: other?.type ?? pin.type,
      style: other?.style ?? pin.style,
      hidden: pin.hide,
      at: map(pin.at),
      inward: { x: tip.x - zero.x, y: tip.y - zero.y },
    };
  });
}

/** Files write a name that is none as `~`. */
function named(text: string): string {
  return text === "~" ? "" : text;
}

/** A place of the library symbol (y up) on the sheet (y down): turned first, then mirrored, then moved. */
export function symbolTransform(symbol: Pick<PlacedSymbol, "at" | "mirror">): (p: Point) => Point {
  const { at, mirror } = symbol;
  const quarter = (((Math.round(at.angle / 90) % 4) + 4) % 4) as 0 | 1 | 2 | 3;
  const flipX = mirror?.includes("y") === true ? -1 : 1;
  const flipY = mirror?.includes("x") === true ? -1 : 1;
  return (p) => {
    const [x, y] = turned(p.x, -p.y, quarter);
    return { x: at.x + flipX * x, y: at.y + flipY * y };
  };
}

function turned(x: number, y: number, quarter: 0 | 1 | 2 | 3): [number, number] {
  if (quarter === 0) return [x, y];
  if (quarter === 1) return [y, -x];
  if (quarter === 2) return [-x, -y];
  return [-y, x];
}

/** Pins of a unit (those of all units included) in a body style; of every unit where `unit` is null. */
export function libraryPins(
  definition: LibrarySymbol,
  unit: number | null,
  style: number,
  library: ReadonlyMap<string, LibrarySymbol>,
): LibraryPin[] {
  const found: LibraryPin[] = [];
  for (const child of drawingOf(definition, library)) {
    if (child.kind === "libraryPin") found.push(child as unknown as LibraryPin);
    if (child.kind !== "symbolUnit") continue;
    const shown = unitOf(child as unknown as SymbolUnit);
    if ((shown.unit !== 0 && unit !== null && shown.unit !== unit) || (shown.style !== 0 && shown.style !== style))
      continue;
    for (const pin of child.children) if (pin.kind === "libraryPin") found.push(pin as unknown as LibraryPin);
  }
  return found;
}

/** A symbol that derives from another is drawn as that one. */
export function drawingOf(definition: LibrarySymbol, library: ReadonlyMap<string, LibrarySymbol>): readonly Item[] {
  const seen = new Set<LibrarySymbol>();
  let drawn = definition;
  while (drawn.extends !== null && !seen.has(drawn)) {
    seen.add(drawn);
    const nickname = drawn.name.includes(":") ? `${drawn.name.split(":")[0]}:` : "";
    const parent = library.get(nickname + drawn.extends) ?? library.get(drawn.extends);
    if (parent === undefined) break;
    drawn = parent;
  }
  return drawn.children;
}

/** Unit and body style from the end of a drawing's name: `NAME_unit_style`, 0 for all. */
function unitOf(drawing: SymbolUnit): { unit: number; style: number } {
  const match = /_(\d+)_(\d+)$/.exec(drawing.name);
  return match === null ? { unit: 0, style: 0 } : { unit: Number(match[1]), style: Number(match[2]) };
}

function typed(item: Item): LibrarySymbol {
  return item as unknown as LibrarySymbol;
}
