import type { Point } from "../../base/nm.ts";
import type { Doc } from "../../model/document.ts";
import type { Item } from "../../model/item.ts";
import type { LibrarySymbol } from "../../model/schematic/library-symbol.ts";
import { propertyValue } from "../../model/schematic/sheet.ts";
import type { PlacedSymbol } from "../../model/schematic/symbol.ts";
import { rootSymbols } from "../sheet/sheet-paths.ts";
import type { PlacedPin } from "../sheet/symbol-pins.ts";
import { definitionOf, drawingOf, libraryPins, outlineSymbolsOf, pinsOf } from "../sheet/symbol-pins.ts";
import type { Design, Sheet } from "./design.ts";
import type { SheetText } from "./sheet-text.ts";

/** A placed symbol in one use of its sheet. */
export interface Part {
  readonly sheet: Sheet;
  readonly symbol: PlacedSymbol;
  /** Undefined when the schematic has no copy of the library symbol; such a part has no pins. */
  readonly definition: LibrarySymbol | undefined;
  readonly reference: string;
  readonly unit: number;
  /** How many units the library symbol has. */
  readonly unitCount: number;
  readonly value: string;
  /** Null for all but power symbols. */
  readonly power: "global" | "local" | null;
  readonly onBoard: boolean;
  readonly inBom: boolean;
  readonly inSimulation: boolean;
  readonly dnp: boolean;
  /** False for `R?`, and for what this use of the sheet knows no reference of. */
  readonly annotated: boolean;
  /** Whether the library symbol's reference begins with `#`: it is in no netlist. */
  readonly virtual: boolean;
  readonly pins: readonly Pin[];
}

/** A pin of a placed symbol in one use of its sheet. */
export interface Pin extends PlacedPin {
  readonly part: Part;
  /** The pin's own uuid; that of the symbol when the file has none. */
  readonly id: string;
  /** Joins all nets of its name: pins of power symbols, hidden power inputs. */
  readonly power: "global" | "local" | null;
}

/** The parts of one use of a sheet, in file order. */
export function partsOf(sheet: Sheet, text: SheetText, root: Doc): Part[] {
  const library = outlineSymbolsOf(sheet.doc);
  const legacy = rootSymbols(root);
  const parts: Part[] = [];
  for (const item of sheet.doc.items.ofKind("symbol")) {
    const symbol = item as unknown as PlacedSymbol;
    const definition = definitionOf(symbol, library);
    const own = symbol.instances.find((each) => each.path === sheet.path);
    // KiCad 6 keeps all references in the root, by paths that leave the root out.
    const old = own === undefined ? legacy.get(`${sheet.path.slice(rootLength(sheet))}/${symbol.id}`) : undefined;
    const reference = own?.reference ?? old?.reference ?? propertyValue(item, "Reference");
    const power = definition?.power === "global" || definition?.power === "local" ? definition.power : null;
    const unit = own?.unit ?? old?.unit ?? symbol.unit ?? 1;
    const valueText = old?.value ? old.value : propertyValue(item, "Value");
    const part: { -readonly [K in keyof Part]: Part[K] } = {
      sheet,
      symbol,
      definition,
      reference,
      unit,
      unitCount: definition === undefined ? 1 : unitCountOf(definition, library),
      value: "",
      power,
      onBoard: symbol.onBoard !== false && above(sheet, (s) => s["onBoard"] !== false),
      inBom: symbol.inBom !== false && above(sheet, (s) => s["inBom"] !== false),
      inSimulation: symbol.excludeFromSim !== true && above(sheet, (s) => s["excludeFromSim"] !== true),
      dnp: symbol.dnp === true || !above(sheet, (s) => s["dnp"] !== true),
      annotated: (own ?? old) !== undefined && reference !== "" && !reference.endsWith("?"),
      virtual: definition !== undefined && libraryField(definition, library, "Reference").startsWith("#"),
      pins: [],
    };
    part.value = text.ofSymbol(valueText, part);
    part.pins = pinsOfPart(part, library);
    parts.push(part);
  }
  return parts;
}

/** Whether something holds for every sheet symbol above. */
function above(sheet: Sheet, holds: (symbol: Item) => boolean): boolean {
  for (let at = sheet; at.parent !== null; at = at.parent) {
    const symbol = at.parent.doc.items.get(at.uuid);
    if (symbol !== undefined && !holds(symbol)) return false;
  }
  return true;
}

function rootLength(sheet: Sheet): number {
  return sheet.path.indexOf("/", 1) < 0 ? sheet.path.length : sheet.path.indexOf("/", 1);
}

function pinsOfPart(part: Part, library: ReadonlyMap<string, LibrarySymbol>): Pin[] {
  const ids = pinIds(part, library);
  return pinsOf(part.symbol, library, part.unit).map((pin, i) => ({
    ...pin,
    part,
    id: ids(pin.number, i) ?? part.symbol.id,
    power: pinPower(pin, part),
  }));
}

/**
 * The uuid of the pin of a number that is the i-th of the part's unit. A symbol's list of pins is that of all units; where
 * a number stands in it more than once, the uuids go by the order in which the library symbol has the pins.
 */
function pinIds(part: Part, library: ReadonlyMap<string, LibrarySymbol>) {
  const ids = new Map<string, string[]>();
  let repeated = false;
  for (const child of part.symbol.children) {
    if (child.kind !== "pin") continue;
    const there = ids.get(child["number"] as string);
    if (there === undefined) ids.set(child["number"] as string, [child.id]);
    else repeated = there.push(child.id) > 1;
  }
  if (!repeated || part.definition === undefined) return (number: string) => ids.get(number)?.[0];
  const style = part.symbol.convert ?? part.symbol.bodyStyle ?? 1;
  const every = libraryPins(part.definition, null, style, library);
  const own = libraryPins(part.definition, part.unit, style, library);
  return (number: string, i: number) => {
    const same = every.filter((pin) => pin.number.text === own[i]!.number.text);
    return ids.get(number)?.[same.indexOf(own[i]!)] ?? ids.get(number)?.at(-1);
  };
}

function pinPower(pin: PlacedPin, part: Part): Pin["power"] {
  if (pin.type !== "power_in") return null;
  if (part.power === "local") return "local";
  return part.power === "global" || pin.hidden ? "global" : null;
}

const counts = new WeakMap<LibrarySymbol, number>();

/** The highest unit that a library symbol draws. */
export function unitCountOf(definition: LibrarySymbol, library: ReadonlyMap<string, LibrarySymbol>): number {
  const known = counts.get(definition);
  if (known !== undefined) return known;
  let count = 1;
  for (const child of drawingOf(definition, library)) {
    const match = child.kind === "symbolUnit" ? /_(\d+)_(\d+)$/.exec(child["name"] as string) : null;
    if (match !== null) count = Math.max(count, Number(match[1]));
  }
  counts.set(definition, count);
  return count;
}

/** A field of a library symbol, or of the one that it derives from. */
export function libraryField(
  definition: LibrarySymbol,
  library: ReadonlyMap<string, LibrarySymbol>,
  name: string,
): string {
  const own = propertyValue(definition as unknown as Item, name);
  if (own !== "" || definition.extends === null) return own;
  const parent = library.get(definition.extends);
  return parent === undefined || parent === definition ? "" : propertyValue(parent as unknown as Item, name);
}

/** Where a part comes from as a footprint remembers it, without the root: `/sheet/…/symbol`. */
export function symbolPath(part: Part): string {
  const cut = part.sheet.path.indexOf("/", 1);
  return `${cut < 0 ? "" : part.sheet.path.slice(cut)}/${part.symbol.id}`;
}

/** A reference with the sign of its unit where the part has several: `U1B`. */
export function referenceWithUnit(part: Part, design: Design): string {
  return part.unitCount > 1 ? part.reference + unitSign(part.unit, design) : part.reference;
}

/** The sign of a unit: A, B, … Z, AA, …, or 1, 2, …, as the project wants it. */
export function unitSign(unit: number, design: Design): string {
  const { unitSeparator, firstUnit } = design.settings;
  if (firstUnit >= 48 && firstUnit <= 57) return unitSeparator + String(firstUnit - 48 + unit - 1);
  let letters = "";
  let n = unit;
  do {
    const letter = (n - 1) % 26;
    letters = String.fromCharCode(firstUnit + letter) + letters;
    n = (n - letter - 1) / 26;
  } while (n > 0);
  return unitSeparator + letters;
}

/** Whether two pins of one symbol lie on each other as one: same place, name, and type (or one is passive). */
export function isStacked(a: Pin, b: Pin): boolean {
  const same = (p: Point, q: Point) => p.x === q.x && p.y === q.y;
  const type = a.type === b.type || a.type === "passive" || b.type === "passive";
  return a.part.symbol === b.part.symbol && same(a.at, b.at) && a.name === b.name && type;
}
