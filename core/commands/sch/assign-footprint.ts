import { Type } from "typebox";
import { CommandError } from "../../base/error.ts";
import { filtersOf, suitsFilter } from "../../engines/netlist/footprint-filters.ts";
import { definitionOf, librarySymbolsOf } from "../../engines/sheet/symbol-pins.ts";
import type { Item } from "../../model/item.ts";
import type { PlacedSymbol } from "../../model/schematic/symbol.ts";
import { defineEdit } from "../define.ts";
import { footprintNamed } from "../lib/libraries.ts";
import { itemRefs } from "../schemas.ts";
import { pinNumbers } from "./new-symbol.ts";
import { fieldOf } from "./place-symbol.ts";
import { setFieldText } from "./set-field.ts";
import { resolveWhole } from "./symbol-refs.ts";

export const assignFootprint = defineEdit({
  id: "sch.assignFootprint",
  title: "Assign footprint",
  about:
    "Gives symbols a footprint of a library that the project can use. The footprint must be there; the answer notes pins " +
    "that have no pad, and names that the symbol's filters do not expect. All units on this sheet get it.",
  scope: "schematic",
  args: {
    items: itemRefs("Symbols"),
    footprint: Type.String({ description: "Library:Name; empty takes the footprint away." }),
  },
  label: (args) => `Assign ${args.footprint}`,
  examples: [
    {
      about: "A resistor in 0805.",
      fixture: "blinky/blinky.kicad_sch",
      args: { items: "R1", footprint: "blinky:C_0805" },
    },
  ],
  async run(cx, args) {
    const symbols = resolveWhole(cx.doc, args.items, "assign a footprint to");
    const odd = symbols.find((item) => item.kind !== "symbol");
    if (odd !== undefined) {
      throw new CommandError({
        code: "invalid-args",
        message: `Cannot assign a footprint to ${odd.id}: it is a ${odd.kind}.`,
        hint: "Name symbols.",
        data: { id: odd.id },
      });
    }
    const notes = args.footprint === "" ? [] : await misfits(args.footprint);
    for (const symbol of symbols) setFieldText(cx.edit, symbol.id, "Footprint", args.footprint);
    return notes;

    /** What a person would want to look at before it is wired to the wrong pads. */
    async function misfits(footprint: string): Promise<string[]> {
      const part = await footprintNamed(cx, cx.open.path, footprint, "assign");
      const pads = new Set(
        part.item.children.filter((child: Item) => child.kind === "pad").map((pad) => pad["number"] as string),
      );
      const library = librarySymbolsOf(cx.doc);
      const found = new Set<string>();
      for (const symbol of symbols) {
        const definition = definitionOf(symbol as unknown as PlacedSymbol, library);
        if (definition === undefined) continue;
        const missing = pinNumbers(definition).filter((number) => !pads.has(number));
        if (missing.length > 0)
          found.add(`${footprint} has no pad for pin ${missing.slice(0, 20).join(", ")} of ${definition.name}.`);
        const filters = filtersOf(fieldOf(definition, "ki_fp_filters"));
        if (filters.length > 0 && !filters.some((filter) => suitsFilter(filter, footprint)))
          found.add(`${definition.name} expects footprints such as ${filters.join(", ")}.`);
      }
      return [...found];
    }
  },
});
