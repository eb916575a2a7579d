import { Type } from "typebox";
import { CommandError } from "../../base/error.ts";
import { defineEdit } from "../define.ts";
import { pointMm, toPoint } from "../schemas.ts";
import { addSymbol } from "./new-symbol.ts";
import { symbolNamed } from "./place-symbol.ts";
import { ensureDefinition } from "./symbol-definition.ts";
import { freeReference, sheetUses } from "./symbol-uses.ts";

export const placePower = defineEdit({
  id: "sch.placePower",
  title: "Place power symbol",
  about:
    "Places a power symbol: the pin that it meets is on the net of its value. `symbol` is Library:Name, or a name of the " +
    "library `power` (GND, +3V3). Its reference is the next free #PWR.",
  scope: "schematic",
  args: {
    symbol: Type.String({ description: "power:GND, or GND for short.", minLength: 1 }),
    at: pointMm("Place of its pin"),
    rotation: Type.Optional(
      Type.Union(
        [0, 90, 180, 270].map((angle) => Type.Literal(angle)),
        { description: "Angle in degrees, counter-clockwise." },
      ),
    ),
    net: Type.Optional(Type.String({ description: "Another net's name than the symbol's own.", minLength: 1 })),
  },
  label: (args) => `Place ${args.net ?? args.symbol}`,
  examples: [
    {
      about: "Ground.",
      fixture: "blinky/blinky.kicad_sch",
      args: { symbol: "blinky:GND", at: [190.5, 73.66] },
    },
  ],
  async run(cx, args) {
    const id = args.symbol.includes(":") ? args.symbol : `power:${args.symbol}`;
    const part = await symbolNamed(cx, id, "place");
    const definition = ensureDefinition(cx.edit, part);
    if (definition.symbol.power === null) {
      throw new CommandError({
        code: "invalid-args",
        message: `Cannot place ${id} as a power symbol: it is a part.`,
        hint: `Place it with sch.placeSymbol { "symbol": ${JSON.stringify(id)} }.`,
      });
    }
    const uses = await sheetUses(cx);
    const reference = freeReference("#PWR", uses.taken);
    addSymbol(cx.edit, definition, {
      libId: part.id,
      at: toPoint(args.at),
      angle: args.rotation ?? 0,
      mirror: null,
      unit: 1,
      style: 1,
      fields: { Reference: reference, ...(args.net === undefined ? {} : { Value: args.net }) },
      uses,
    });
  },
});
