import { Type } from "typebox";
import { CommandError } from "../../base/error.ts";
import { TABLES } from "../../model/board/table.ts";
import { settingsFor } from "../board-settings.ts";
import { defineEdit } from "../define.ts";
import { mm, pointMm, toPoint } from "../schemas.ts";
import { layerNamed } from "./layers.ts";
import { textLook } from "./text-args.ts";
import { effectsOf, lookOn } from "./text-look.ts";

export const addTable = defineEdit({
  id: "pcb.addTable",
  title: "Add table",
  about:
    "Adds a table of texts with lines around its cells; columns as wide as their longest text when nothing is said.",
  scope: "board",
  args: {
    at: pointMm("The top left corner"),
    rows: Type.Array(Type.Array(Type.String(), { minItems: 1, maxItems: 100 }), {
      description: "The texts, row by row; every row has as many.",
      minItems: 1,
      maxItems: 500,
    }),
    layer: Type.String({ description: "A layer, e.g. Cmts.User.", minLength: 1 }),
    columnWidths: Type.Optional(
      Type.Array(mm("Width of a column", { exclusiveMinimum: 0 }), { description: "Width of each column (mm)." }),
    ),
    rowHeight: Type.Optional(mm("Height of a row", { exclusiveMinimum: 0 })),
    header: Type.Optional(Type.Boolean({ description: "Whether a line sets off the first row; true when left out." })),
    size: textLook.size,
    thickness: textLook.thickness,
  },
  examples: [
    {
      about: "Two columns.",
      fixture: "board-tools/board-tools.kicad_pcb",
      args: {
        at: [145, 80],
        rows: [
          ["Layer", "Use"],
          ["F.Cu", "signals"],
          ["B.Cu", "ground"],
        ],
        layer: "Cmts.User",
      },
    },
  ],
  async run(cx, args) {
    const layer = layerNamed(cx.doc, args.layer, "add a table");
    if (cx.doc.version < TABLES)
      throw refused(`a file of version ${cx.doc.version} knows none`, "Save the board once with KiCad 9 or later.");
    const count = args.rows[0]!.length;
    const odd = args.rows.findIndex((row) => row.length !== count);
    if (odd >= 0)
      throw refused(
        `row ${odd} has ${args.rows[odd]!.length} texts and row 0 has ${count}`,
        "Fill short rows with empty texts.",
      );
    if (args.columnWidths !== undefined && args.columnWidths.length !== count)
      throw refused(
        `columnWidths has ${args.columnWidths.length} widths for ${count} columns`,
        "Give one width for each column.",
      );
    const look = lookOn(await settingsFor(cx), layer);
    const effects = effectsOf(look, layer, { ...args, hAlign: "left", vAlign: "top" });
    const margin = Math.round(effects.height * 0.75);
    const longest = (column: number) =>
      Math.max(1, ...args.rows.flatMap((row) => row[column]!.split("\n").map((line) => line.length)));
    const widths = Array.from({ length: count }, (_, i) =>
      args.columnWidths === undefined
        ? longest(i) * effects.width + 2 * margin
        : Math.round(args.columnWidths[i]! * 1e6),
    );
    const heights = args.rows.map((row) => {
      if (args.rowHeight !== undefined) return Math.round(args.rowHeight * 1e6);
      const lines = Math.max(...row.map((text) => text.split("\n").length));
      return Math.round((lines - 1) * effects.height * 1.6 + effects.height + 2 * margin);
    });
    const at = toPoint(args.at);
    const sum = (list: readonly number[], n: number) => list.slice(0, n).reduce((total, each) => total + each, 0);
    const stroke = { width: look.line, type: "solid", color: null };
    cx.edit.add("table", {
      columnCount: count,
      locked: false,
      layer,
      angle: 0,
      border: { external: true, header: args.header !== false, stroke },
      separators: { rows: true, cols: true, stroke },
      columnWidths: widths,
      rowHeights: heights,
      cells: args.rows.flatMap((row, r) =>
        row.map((text, c) => ({
          text,
          locked: false,
          start: { x: at.x + sum(widths, c), y: at.y + sum(heights, r) },
          end: { x: at.x + sum(widths, c + 1), y: at.y + sum(heights, r + 1) },
          pts: [],
          margins: [margin, margin, margin, margin],
          span: [1, 1],
          angle: 0,
          layer,
          uuid: cx.edit.freshId(),
          effects,
          knockout: null,
          renderCache: null,
        })),
      ),
    });
  },
});

function refused(reason: string, hint: string): CommandError {
  return new CommandError({ code: "invalid-args", message: `Cannot add a table: ${reason}.`, hint });
}
