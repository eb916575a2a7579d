import type { Doc } from "../../model/document.ts";
import type { Item } from "../../model/item.ts";
import { propertyValue } from "../../model/schematic/sheet.ts";
import type { SymbolInstance } from "../../model/schematic/symbol.ts";
import type { Found } from "../item-refs.ts";
import { resolveItems, resolveTopLevel } from "../item-refs.ts";

/** The uses of a symbol's sheet, each with its reference. */
export function instancesOf(symbol: Item): readonly SymbolInstance[] {
  return (symbol["instances"] as readonly SymbolInstance[] | undefined) ?? [];
}

/** The references that a symbol has in the uses of its sheet; the field's own value when the file keeps no uses. */
export function referencesOf(symbol: Item): string[] {
  const own = propertyValue(symbol, "Reference");
  const uses = instancesOf(symbol).map((instance) => instance.reference);
  return [...new Set(uses.length > 0 ? uses : [own])];
}

/** Symbols (all units on this sheet) that some use of the sheet calls by this reference. */
export function symbolsCalled(doc: Doc, reference: string): Item[] {
  return [...doc.items.ofKind("symbol")].filter(
    (symbol) => propertyValue(symbol, "Reference") === reference || referencesOf(symbol).includes(reference),
  );
}

/** The items that texts mean: uuids, references in any use of the sheet, pins (`R1.2`). */
export function resolveOnSheet(doc: Doc, refs: string | readonly string[], verb: string): Found[] {
  const found = new Map<string, Found>();
  for (const ref of typeof refs === "string" ? [refs] : refs) {
    const called = doc.items.get(ref) === undefined ? symbolsCalled(doc, ref) : [];
    const each = called.length > 0 ? called.map((item) => ({ item })) : resolveItems(doc, ref, verb);
    for (const one of each) found.set(one.item.id, one);
  }
  return [...found.values()];
}

/** The like for items of their own: a pin or a field is refused. */
export function resolveWhole(doc: Doc, refs: string | readonly string[], verb: string): Item[] {
  const found = new Map<string, Item>();
  for (const { item, owner } of resolveOnSheet(doc, refs, verb))
    for (const whole of owner === undefined ? [item] : resolveTopLevel(doc, item.id, verb)) found.set(whole.id, whole);
  return [...found.values()];
}
