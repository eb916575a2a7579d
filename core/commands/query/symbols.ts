import { Type } from "typebox";
import { toMm } from "../../base/nm.ts";
import type { Item } from "../../model/item.ts";
import { propertyValue } from "../../model/schematic/sheet.ts";
import { defineCommand } from "../define.ts";
import { byReference } from "../reference-order.ts";
import { wholeDesign } from "../sch/design.ts";
import { fits, pageArgs, pageOf, pageResult } from "./page.ts";

export const symbols = defineCommand({
  id: "query.symbols",
  title: "Symbols",
  about:
    "The placed symbols of a schematic and all sheets below it, by reference: value, library, footprint, sheet, place, " +
    "unit, flags. Each use of a sheet has its own. Power symbols (#PWR…) only with `power`. Patterns take * and ?.",
  kind: "query",
  scope: "schematic",
  args: {
    ref: Type.Optional(Type.String({ description: "Pattern of the reference: R*, U1.", minLength: 1 })),
    value: Type.Optional(Type.String({ description: "Pattern of the value.", minLength: 1 })),
    library: Type.Optional(Type.String({ description: "Pattern of the library id: Device:*.", minLength: 1 })),
    sheet: Type.Optional(Type.String({ description: "Pattern of the sheet: /, /Power/.", minLength: 1 })),
    power: Type.Optional(Type.Boolean({ description: "Also power symbols." })),
    ...pageArgs,
  },
  result: Type.Object({
    symbols: Type.Array(
      Type.Object({
        id: Type.String(),
        ref: Type.String(),
        unit: Type.Optional(Type.Integer({ description: "Of parts with several." })),
        value: Type.String(),
        library: Type.String({ description: "Library:Name." }),
        footprint: Type.String(),
        sheet: Type.String({ description: "Names from the root down." }),
        at: Type.Array(Type.Number(), { description: "[x, y] in mm." }),
        angle: Type.Number({ description: "degrees" }),
        mirror: Type.Optional(Type.String({ description: "x: upside down, y: left to right." })),
        pins: Type.Integer(),
        flags: Type.Optional(
          Type.Array(Type.String(), { description: "dnp, not in BOM, not on board, not in simulation." }),
        ),
      }),
    ),
    ...pageResult,
    notes: Type.Optional(Type.Array(Type.String())),
  }),
  examples: [
    { about: "All parts.", fixture: "blinky/blinky.kicad_sch", args: {} },
    { about: "Resistors.", fixture: "blinky/blinky.kicad_sch", args: { ref: "R*" } },
  ],
  async run(cx, args) {
    const { netlist, notes } = await wholeDesign(cx);
    const rows = netlist.parts
      .filter((part) => args.power === true || !part.reference.startsWith("#"))
      .filter((part) => args.ref === undefined || fits(args.ref, part.reference))
      .filter((part) => args.value === undefined || fits(args.value, part.value))
      .filter((part) => args.library === undefined || fits(args.library, part.symbol.libId ?? ""))
      .filter((part) => args.sheet === undefined || fits(args.sheet, part.sheet.names))
      .map((part) => {
        const flags = [
          ...(part.dnp ? ["dnp"] : []),
          ...(part.inBom ? [] : ["not in BOM"]),
          ...(part.onBoard ? [] : ["not on board"]),
          ...(part.inSimulation ? [] : ["not in simulation"]),
        ];
        const { at, mirror } = part.symbol;
        return {
          id: part.symbol.id,
          ref: part.reference,
          ...(part.unitCount > 1 ? { unit: part.unit } : {}),
          value: part.value,
          library: part.symbol.libId ?? "",
          footprint: propertyValue(part.symbol as unknown as Item, "Footprint"),
          sheet: part.sheet.names,
          at: [toMm(at.x), toMm(at.y)],
          angle: at.angle,
          ...(mirror === null ? {} : { mirror }),
          pins: part.pins.length,
          ...(flags.length === 0 ? {} : { flags }),
        };
      });
    rows.sort((a, b) => byReference(a.ref, b.ref) || (a.unit ?? 0) - (b.unit ?? 0));
    const { page, ...rest } = pageOf(rows, args);
    return { symbols: page, ...rest, ...(notes.length === 0 ? {} : { notes: [...notes] }) };
  },
});
