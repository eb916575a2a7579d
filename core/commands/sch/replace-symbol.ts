import { Type } from "typebox";
import { defineEdit } from "../define.ts";
import { itemRefs } from "../schemas.ts";
import { exchangeSymbols } from "./exchange.ts";
import { symbolNamed } from "./place-symbol.ts";
import { symbolsNamed } from "./update-symbols.ts";

export const replaceSymbol = defineEdit({
  id: "sch.replaceSymbol",
  title: "Replace symbol",
  about:
    "Puts another symbol in the place of some, keeping what sch.updateSymbols keeps; a power symbol takes the new net.",
  scope: "schematic",
  args: {
    items: itemRefs("Symbols"),
    symbol: Type.String({ description: "The new one, Library:Name (Device:R).", minLength: 1 }),
  },
  label: (args) => `Replace by ${args.symbol}`,
  examples: [
    {
      about: "An LED for a resistor.",
      fixture: "blinky/blinky.kicad_sch",
      args: { items: "R1", symbol: "blinky:LED" },
    },
  ],
  async run(cx, args) {
    const part = await symbolNamed(cx, args.symbol, "replace by");
    return exchangeSymbols(cx.edit, symbolsNamed(cx.doc, args.items, "replace"), part);
  },
});
