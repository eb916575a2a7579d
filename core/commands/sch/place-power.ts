import { Type } from "typebox";
import { CommandError } from "../../base/error.ts";
import type { Degrees, Point } from "../../base/nm.ts";
import type { Item } from "../../model/item.ts";
import type { LibrarySymbol } from "../../model/schematic/library-symbol.ts";
import { defineEdit } from "../define.ts";
import { pointMm, toPoint } from "../schemas.ts";
import { addSymbol } from "./new-symbol.ts";
import { pinPlace } from "./pin-places.ts";
import { fieldOf, symbolNamed } from "./place-symbol.ts";
import { ensureDefinition } from "./symbol-definition.ts";
import { freeReference, sheetUses } from "./symbol-uses.ts";

export const placePower = defineEdit({
  id: "sch.placePower",
  title: "Place power symbol",
  about:
    "Places a power symbol: the pin that it meets is on the net of its value. `symbol` is Library:Name, or a name of the " +
    "library `power` (GND, +3V3). At a named pin it points away from the part. Its reference is the next free one.",
  scope: "schematic",
  args: {
    symbol: Type.String({ description: "power:GND, or GND for short.", minLength: 1 }),
    at: Type.Union([Type.String({ minLength: 1 }), pointMm("A place")], {
      description: "Place of its pin: a pin (U1.3, U1.GND), or [x, y] in mm",
    }),
    rotation: Type.Optional(
      Type.Union(
        [0, 90, 180, 270].map((angle) => Type.Literal(angle)),
        { description: "Angle in degrees, counter-clockwise; left out: away from the part at a pin, else 0." },
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
    {
      about: "Supply at a pin.",
      fixture: "blinky/blinky.kicad_sch",
      args: { symbol: "blinky:VCC", at: "U1.8" },
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
    const reference = freeReference(fieldOf(definition.symbol, "Reference") || "#PWR", uses.taken);
    const pin = typeof args.at === "string" ? pinPlace(cx.doc, args.at, "place a power symbol at") : null;
    addSymbol(cx.edit, definition, {
      libId: part.id,
      at: pin === null ? toPoint(args.at as number[]) : pin.at,
      angle: args.rotation ?? (pin === null ? 0 : angleAway(definition.symbol, pin.inward)),
      mirror: null,
      unit: 1,
      style: 1,
      fields: { Reference: reference, ...(args.net === undefined ? {} : { Value: args.net }) },
      uses,
    });
  },
});

/** The angle at which a power symbol's body lies on the far side of its pin, seen from the part. */
function angleAway(symbol: LibrarySymbol, inward: Point): Degrees {
  const pin = symbol.children
    .flatMap((child: Item) => [child, ...child.children])
    .find((child: Item) => child.kind === "libraryPin");
  // A library has y up; the way from the connection point to the body, at 0 degrees, counter-clockwise from the right.
  const own = pin === undefined ? 90 : (pin["at"] as { angle: number }).angle;
  const wanted = (Math.atan2(inward.y, -inward.x) * 180) / Math.PI;
  return (((Math.round((wanted - own) / 90) * 90) % 360) + 360) % 360;
}
