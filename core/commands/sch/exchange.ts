import type { PlacedPin } from "../../engines/sheet/symbol-pins.ts";
import { librarySymbolsOf, pinsOf } from "../../engines/sheet/symbol-pins.ts";
import type { SymbolPart } from "../../library/symbols.ts";
import type { Doc } from "../../model/document.ts";
import type { Item } from "../../model/item.ts";
import type { PlacedSymbol } from "../../model/schematic/symbol.ts";
import type { Edit } from "../../session/edit.ts";
import { referenceOf } from "../item-refs.ts";
import { pinNumbers } from "./new-symbol.ts";
import { fieldOf, formsOf } from "./place-symbol.ts";
import { setFieldText } from "./set-field.ts";
import { ensureDefinition, replaceDefinition } from "./symbol-definition.ts";

/**
 * Gives placed symbols a library's definition: references, fields, places and units stay, their lists of pins follow.
 * Symbols of that name that are not among them keep the definition that they have. Answers what the person should look
 * at: pins that moved, came or went. A unit that the new one does not have keeps its symbol as it is.
 */
export function exchangeSymbols(edit: Edit, symbols: readonly Item[], part: SymbolPart): string[] {
  const trial = edit.scratch();
  const { units } = formsOf(ensureDefinition(trial, part).symbol);
  const notes: string[] = [];
  const fitting = symbols.filter((item) => {
    const unit = (item["unit"] as number | null) ?? 1;
    if (unit > units) notes.push(`${nameOf(item)} is unit ${unit}, which ${part.id} does not have: it stays.`);
    return unit <= units;
  });
  if (fitting.length === 0) return notes;
  const chosen = new Set(fitting.map((item) => item.id));
  const before = new Map(fitting.map((item) => [item.id, placedPins(edit.doc, item)]));
  const used = new Set(fitting.map(definitionName));
  const others = [...edit.doc.items.ofKind("symbol")].filter((item) => !chosen.has(item.id));
  // What others are drawn with stays.
  const isFree = others.every((item) => definitionName(item) !== part.id);
  const { symbol, libName } = isFree
    ? { symbol: replaceDefinition(edit, part.id, part), libName: null }
    : ensureDefinition(edit, part);
  const numbers = pinNumbers(symbol);
  for (const { id } of fitting) {
    const item = edit.doc.items.get(id)!;
    const isOther = item["libId"] !== part.id;
    edit.set(id, { libId: part.id, libName });
    // The value of a power symbol is the net that it makes.
    if (isOther && symbol.power !== null) setFieldText(edit, id, "Value", fieldOf(symbol, "Value"));
    const own = item.children.filter((child) => child.kind === "pin");
    for (const pin of own) if (!numbers.includes(pin["number"] as string)) edit.remove(pin.id, id);
    const there = new Set(own.map((pin) => pin["number"]));
    for (const number of numbers)
      if (!there.has(number)) edit.addInside(id, "pin", { number, uuid: edit.freshId(), alternate: null });
  }
  dropIdle(edit, used);
  for (const { id } of fitting) {
    const item = edit.doc.items.get(id)!;
    const said = pinChanges(before.get(id)!, placedPins(edit.doc, item));
    if (said !== "") notes.push(`${nameOf(item)}: ${said}; look at its wires.`);
  }
  return notes;
}

/** Definitions that nothing is drawn with any more go, as KiCad drops them. */
function dropIdle(edit: Edit, names: ReadonlySet<string>): void {
  const used = new Set([...edit.doc.items.ofKind("symbol")].map(definitionName));
  const [list] = edit.doc.items.ofKind("librarySymbols");
  for (const child of list?.children ?? []) {
    const name = child["name"] as string;
    if (names.has(name) && !used.has(name)) edit.remove(child.id, list!.id);
  }
}

function definitionName(symbol: Item): string {
  return (symbol["libName"] as string | null) ?? String(symbol["libId"]);
}

function placedPins(doc: Doc, item: Item): PlacedPin[] {
  return pinsOf(item as unknown as PlacedSymbol, librarySymbolsOf(doc));
}

function pinChanges(before: readonly PlacedPin[], after: readonly PlacedPin[]): string {
  const placesOf = (pins: readonly PlacedPin[]) => new Map(pins.map((pin) => [pin.number, `${pin.at.x},${pin.at.y}`]));
  const [old, now] = [placesOf(before), placesOf(after)];
  const list = (numbers: readonly string[], verb: string) =>
    numbers.length === 0 ? [] : [`pin ${numbers.slice(0, 20).join(", ")} ${verb}`];
  return [
    ...list(
      [...old.keys()].filter((number) => now.has(number) && now.get(number) !== old.get(number)),
      "moved",
    ),
    ...list(
      [...now.keys()].filter((number) => !old.has(number)),
      "is new",
    ),
    ...list(
      [...old.keys()].filter((number) => !now.has(number)),
      "is gone",
    ),
  ].join(", ");
}

function nameOf(item: Item): string {
  return referenceOf(item) || item.id;
}
