import { Type } from "typebox";
import { annotate as number } from "../../engines/annotate/annotate.ts";
import type { Part } from "../../engines/netlist/parts.ts";
import { defineEdit } from "../define.ts";
import { fits } from "../query/page.ts";
import { wholeDesign } from "./design.ts";
import { setReferences } from "./references.ts";

export const annotate = defineEdit({
  id: "sch.annotate",
  title: "Annotate",
  about:
    "Numbers the parts of a schematic and all sheets below it (R? becomes R1, R2, …) as KiCad does: by prefix, sheets in " +
    "the order of pages, within a sheet by place. Numbers that are there stay unless `renumber` is set. All files that " +
    "change are one undo entry.",
  scope: "schematic",
  args: {
    order: Type.Optional(
      Type.Union([Type.Literal("x"), Type.Literal("y")], {
        description: "x: from left to right (KiCad's default); y: from top to bottom.",
      }),
    ),
    start: Type.Optional(
      Type.Union(
        [Type.Integer({ minimum: 0, maximum: 1_000_000 }), Type.Literal("sheet100"), Type.Literal("sheet1000")],
        {
          description:
            "The first number is one more than this (0 when left out), or than the sheet's number times 100 or 1000.",
        },
      ),
    ),
    renumber: Type.Optional(Type.Boolean({ description: "Also parts that have a number: all get new ones." })),
    ref: Type.Optional(Type.String({ description: "Only references like this: R*, U?.", minLength: 1 })),
    sheet: Type.Optional(Type.String({ description: "Only parts on sheets like this: /, /Power/.", minLength: 1 })),
  },
  examples: [
    { about: "Give every open part a number.", fixture: "blinky/blinky.kicad_sch", args: {} },
    {
      about: "Number all resistors anew from 101, from top to bottom.",
      fixture: "blinky/blinky.kicad_sch",
      args: { renumber: true, ref: "R*", start: 100, order: "y" },
    },
  ],
  async run(cx, args) {
    const { netlist, notes } = await wholeDesign(cx);
    const wanted = (part: Part) =>
      (args.ref === undefined || fits(args.ref, part.reference)) &&
      (args.sheet === undefined || fits(args.sheet, part.sheet.names));
    const found = number(netlist, {
      order: args.order ?? "x",
      start: args.start ?? 0,
      renumber: args.renumber ?? false,
      wanted,
    });
    await setReferences(cx, netlist, found);
    if (found.length === 0) return [...notes, "Every part has its number already."];
    return [...notes, `${found.length} symbols got a reference.`];
  },
});
