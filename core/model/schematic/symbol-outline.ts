import { textOf } from "../../format/text.ts";
import type { Doc } from "../document.ts";
import type { Field } from "../field.ts";
import { argOf } from "../field.ts";
import type { Item, Source } from "../item.ts";
import { readItem } from "../item.ts";
import type { Kind } from "../kind.ts";
import { libraryPin, librarySymbol, librarySymbols, symbolUnit } from "./library-symbol.ts";
import { libraryProperty } from "./property.ts";
import { schematicText, schematicTextBox } from "./text.ts";

/** A kind that reads less: without some properties. */
function without(kind: Kind, ...names: readonly string[]): Kind {
  return { ...kind, shape: Object.fromEntries(Object.entries(kind.shape).filter(([name]) => !names.includes(name))) };
}

/** A pin's name or number without its size. */
function plainText(field: Field<unknown>): Field<{ readonly text: string }> {
  return {
    about: field.about,
    tokens: field.tokens!,
    absent: { text: "" },
    read: (tree, [node]) => ({ text: textOf(tree, argOf(tree, node!, 1)) }),
    write: () => null,
  };
}

const pin: Kind = {
  ...libraryPin,
  shape: {
    ...without(libraryPin, "length").shape,
    name: plainText(libraryPin.shape.name),
    number: plainText(libraryPin.shape.number),
  },
};
const property = without(libraryProperty, "effects");
const text = without(schematicText, "effects");
const drawn = { text, text_box: without(schematicTextBox, "effects", "stroke", "fill"), pin };
const unit: Kind = { ...symbolUnit, children: drawn };
const symbol: Kind = { ...librarySymbol, children: { property, symbol: unit, ...drawn } };
const outlines: Kind = { ...librarySymbols, children: { symbol } };

/**
 * The list of a schematic's own copies of symbols, as far as connections go by it: names, fields, texts and pins, without
 * drawings and without how texts look. Most of a sheet's text is what is left out. Null where the list was edited, or is
 * not there.
 */
export function symbolOutlines(doc: Doc): Item | null {
  const entry = doc.items.entries.find((each) => each.kind === librarySymbols.kind);
  if (entry === undefined || !("source" in entry)) return null;
  return readItem(outlines, entry.source as Source, entry.id, entry.order, doc.file);
}
