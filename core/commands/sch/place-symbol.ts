import { Type } from "typebox";
import { CommandError } from "../../base/error.ts";
import { toMm } from "../../base/nm.ts";
import type { SymbolPart } from "../../library/symbols.ts";
import { loadSymbol } from "../../library/symbols.ts";
import type { Doc } from "../../model/document.ts";
import type { Item, ItemId } from "../../model/item.ts";
import type { LibrarySymbol } from "../../model/schematic/library-symbol.ts";
import type { DocumentContext } from "../define.ts";
import { defineEdit } from "../define.ts";
import { librariesFor, libraryPort } from "../lib/libraries.ts";
import { pointMm, toPoint } from "../schemas.ts";
import { addSymbol } from "./new-symbol.ts";
import { pinPlaces } from "./pin-places.ts";
import { ensureDefinition } from "./symbol-definition.ts";
import { freeReference, sheetUses } from "./symbol-uses.ts";

export const placeSymbol = defineEdit({
  id: "sch.placeSymbol",
  title: "Place symbol",
  about:
    "Places a symbol of a library of the project's or the global table. Its definition comes into the schematic as KiCad " +
    "keeps it, its fields stand where KiCad's automatic placing puts them, and without `reference` it gets the next free " +
    "one. Find a symbol with lib.search.",
  scope: "schematic",
  args: {
    symbol: Type.String({ description: "Library:Name (Device:R).", minLength: 1 }),
    at: pointMm("Place of its anchor; pins meet wires on a grid of 1.27 mm"),
    rotation: Type.Optional(
      Type.Union(
        [0, 90, 180, 270].map((angle) => Type.Literal(angle)),
        { description: "Angle in degrees, counter-clockwise." },
      ),
    ),
    mirror: Type.Optional(
      Type.Union([Type.Literal("x"), Type.Literal("y")], { description: "x: upside down, y: left to right." }),
    ),
    unit: Type.Optional(Type.Integer({ description: "Which unit of the part; 1 when left out.", minimum: 1 })),
    deMorgan: Type.Optional(Type.Boolean({ description: "The alternative form, where it has one." })),
    reference: Type.Optional(Type.String({ description: "Reference, e.g. R1; the next free one when left out." })),
    value: Type.Optional(Type.String({ description: "Value, e.g. 10k; the library's when left out." })),
    footprint: Type.Optional(Type.String({ description: "Its footprint, Library:Name." })),
    fields: Type.Optional(
      Type.Record(Type.String(), Type.String(), {
        description: "Values of further fields by name; new ones are hidden.",
      }),
    ),
  },
  label: (args) => `Place ${args.reference ?? args.symbol}`,
  examples: [
    {
      about: "A resistor with its value and footprint.",
      fixture: "blinky/blinky.kicad_sch",
      args: { symbol: "blinky:R", at: [190.5, 63.5], value: "1k", footprint: "blinky:R_0805" },
    },
    {
      about: "An LED lying on its side, with a reference.",
      fixture: "blinky/blinky.kicad_sch",
      args: { symbol: "blinky:LED", at: [200.66, 63.5], rotation: 90, reference: "D7" },
    },
  ],
  async run(cx, args) {
    const part = await symbolNamed(cx, args.symbol, "place");
    const notes: string[] = [];
    const definition = ensureDefinition(cx.edit, part);
    const { units, styles } = formsOf(definition.symbol);
    const unit = args.unit ?? 1;
    if (unit > units) throw noSuch(part, `unit ${unit}`, units === 1 ? "has one unit" : `has ${units} units`);
    const style = args.deMorgan === true ? 2 : 1;
    if (style > styles) throw noSuch(part, "a De Morgan form", "has none");
    const uses = await sheetUses(cx);
    const prefix = fieldOf(definition.symbol, "Reference") || "U";
    const reference = args.reference ?? freeReference(prefix, uses.taken);
    if (args.reference !== undefined && uses.taken.has(reference) && units === 1)
      notes.push(`There is a ${reference} already: two symbols have this reference now.`);
    if (args.reference === undefined) notes.push(`The symbol got the reference ${reference}.`);
    if (part.library.scope === "folder")
      notes.push(
        `The library ${part.library.name} is in no table: KiCad cannot update the symbol from it. lib.addTable adds it.`,
      );
    const placed = addSymbol(cx.edit, definition, {
      libId: part.id,
      at: toPoint(args.at),
      angle: args.rotation ?? 0,
      mirror: args.mirror ?? null,
      unit,
      style,
      fields: {
        Reference: reference,
        ...(args.value === undefined ? {} : { Value: args.value }),
        ...(args.footprint === undefined ? {} : { Footprint: args.footprint }),
        ...args.fields,
      },
      uses,
    });
    notes.push(pinNote(cx.edit.doc, placed, reference));
    return notes;
  },
});

/** More pins than these are not told one by one. */
const MOST_PINS = 60;

/** Where the pins of a new symbol connect, for wires to come. */
function pinNote(doc: Doc, id: ItemId, reference: string): string {
  const pins = pinPlaces(doc, id, "place");
  const told = pins.slice(0, MOST_PINS).map(({ number, name, at }) => {
    const called = name === "" || name === number ? number : `${number} (${name})`;
    return `${called} at ${toMm(at.x)}, ${toMm(at.y)}`;
  });
  const more = pins.length > MOST_PINS ? `; and ${pins.length - MOST_PINS} more` : "";
  return `Pins of ${reference}: ${told.join("; ") || "none"}${more}.`;
}

/** A symbol of the libraries that the open schematic can use. */
export async function symbolNamed(cx: DocumentContext, id: string, verb: string): Promise<SymbolPart> {
  const port = libraryPort(cx, verb);
  return loadSymbol(port, await librariesFor(cx, "symbols", cx.open.path, verb), id, verb);
}

/** The value of a field of a definition; "" when it has none. */
export function fieldOf(symbol: LibrarySymbol, name: string): string {
  const field = symbol.children.find((child: Item) => child.kind === "property" && child["name"] === name);
  return (field?.["value"] as string | undefined) ?? "";
}

/** How many units and forms a symbol has. */
export function formsOf(symbol: LibrarySymbol): { readonly units: number; readonly styles: number } {
  let units = 1;
  let styles = 1;
  for (const child of symbol.children) {
    const found = child.kind === "symbolUnit" ? /_(\d+)_(\d+)$/.exec(child["name"] as string) : null;
    if (found === null) continue;
    units = Math.max(units, Number(found[1]));
    styles = Math.max(styles, Number(found[2]));
  }
  return { units, styles };
}

function noSuch(part: SymbolPart, what: string, has: string): CommandError {
  return new CommandError({
    code: "invalid-args",
    message: `Cannot place ${what} of ${part.id}: it ${has}.`,
    hint: `Look at it with lib.get { "kind": "symbol", "id": ${JSON.stringify(part.id)} }.`,
  });
}
