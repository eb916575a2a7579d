import { Type } from "typebox";
import { billOfMaterials } from "../../engines/netlist/bom.ts";
import { defineCommand } from "../define.ts";
import { bomArgs, bomOptions } from "../project/bom-options.ts";
import { wholeDesign } from "../sch/design.ts";
import { pageArgs, pageOf, pageResult } from "./page.ts";

export const bom = defineCommand({
  id: "query.bom",
  title: "Bill of materials",
  about:
    "The parts of a schematic and all sheets below it as a table: columns, grouping, filters and presets as in KiCad's " +
    "field table. project.bom writes the same as a file.",
  kind: "query",
  scope: "schematic",
  args: { ...bomArgs, ...pageArgs },
  result: Type.Object({
    columns: Type.Array(Type.String()),
    rows: Type.Array(
      Type.Object({
        references: Type.Array(Type.String()),
        values: Type.Array(Type.String(), { description: "By column." }),
      }),
    ),
    parts: Type.Integer({ description: "How many parts all rows are." }),
    ...pageResult,
    notes: Type.Optional(Type.Array(Type.String())),
  }),
  examples: [
    { about: "All parts.", fixture: "blinky/blinky.kicad_sch", args: {} },
    {
      about: "Alike parts together.",
      fixture: "blinky/blinky.kicad_sch",
      args: { fields: ["Reference", "Value", "Footprint"], groupBy: ["Value", "Footprint"] },
    },
  ],
  async run(cx, args) {
    const { netlist, notes } = await wholeDesign(cx, args.variant);
    const options = bomOptions(args, netlist.design.settings, "-", ",");
    const rows = billOfMaterials(netlist, options);
    const { page, ...rest } = pageOf(rows, args);
    return {
      columns: options.fields.map((field) => field.label),
      rows: page.map(({ references, values }) => ({ references: [...references], values: [...values] })),
      parts: rows.reduce((sum, row) => sum + row.references.length, 0),
      ...rest,
      ...(notes.length === 0 ? {} : { notes: [...notes] }),
    };
  },
});
