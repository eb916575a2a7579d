import { Type } from "typebox";
import { billOfMaterials, writeBom } from "../../engines/netlist/bom.ts";
import { encodeText } from "../../format/text.ts";
import { defineCommand } from "../define.ts";
import { wholeDesign } from "../sch/design.ts";
import { writeOut } from "../write-out.ts";
import { bomArgs, bomFormat, bomOptions } from "./bom-options.ts";

export const bom = defineCommand({
  id: "project.bom",
  title: "Export bill of materials",
  about:
    "The bill of materials of a schematic and all sheets below it as a table of text (CSV), as KiCad writes it: columns, " +
    "grouping, filters, presets of the project file, and the marks between fields and references.",
  kind: "export",
  scope: "schematic",
  args: {
    ...bomArgs,
    fieldDelimiter: Type.Optional(Type.String({ description: "Between columns; a comma when left out." })),
    stringDelimiter: Type.Optional(Type.String({ description: "Around each value; a double quote when left out." })),
    refDelimiter: Type.Optional(Type.String({ description: "Between references; a comma when left out." })),
    refRangeDelimiter: Type.Optional(
      Type.String({ description: "Between the ends of a run (R1-R4); empty for no runs, - when left out." }),
    ),
    keepTabs: Type.Optional(Type.Boolean({ description: "Keep tabs in values." })),
    keepLineBreaks: Type.Optional(Type.Boolean({ description: "Keep line breaks in values." })),
    out: Type.Optional(Type.String({ description: "Write it to this file; else it is in the answer.", minLength: 1 })),
  },
  result: Type.Object({
    text: Type.Optional(Type.String({ description: "The table; left out when it was written to a file." })),
    out: Type.Optional(Type.String({ description: "The file that was written, absolute." })),
    rows: Type.Integer(),
    parts: Type.Integer(),
    notes: Type.Optional(Type.Array(Type.String())),
  }),
  examples: [
    { about: "As KiCad writes it.", fixture: "blinky/blinky.kicad_sch", args: {} },
    {
      about: "Alike parts together, tabs between columns.",
      fixture: "blinky/blinky.kicad_sch",
      args: { groupBy: ["Value", "Footprint"], fieldDelimiter: "\t", stringDelimiter: "" },
    },
  ],
  async run(cx, args) {
    const { netlist, notes } = await wholeDesign(cx, args.variant);
    const options = bomOptions(args, netlist.design.settings, args.refRangeDelimiter ?? "-", args.refDelimiter ?? ",");
    const rows = billOfMaterials(netlist, options);
    const text = writeBom(rows, options.fields, bomFormat(args));
    return {
      ...(args.out === undefined ? { text } : { out: await writeOut(cx, args.out, encodeText(text)) }),
      rows: rows.length,
      parts: rows.reduce((sum, row) => sum + row.references.length, 0),
      ...(notes.length === 0 ? {} : { notes: [...notes] }),
    };
  },
});
