import { Type } from "typebox";
import { CommandError } from "../../base/error.ts";
import { plainEffects } from "../../model/effects.ts";
import { defineEdit } from "../define.ts";
import { mm, pointMm, toNm, toPoint } from "../schemas.ts";

/** First version that knows tables (KiCad 9). */
const SINCE = 20240101;
/** KiCad's own distance of a text from its cell's edge. */
const MARGIN = 952_500;
const WIDTH_MM = 25.4;
const HEIGHT_MM = 5.08;

export const addTable = defineEdit({
  id: "sch.addTable",
  title: "Add table",
  about: "Adds a table of texts, such as a list of jumper settings. The first row is its head.",
  scope: "schematic",
  args: {
    at: pointMm("Its upper left corner"),
    rows: Type.Array(Type.Array(Type.String(), { minItems: 1, maxItems: 64 }), {
      description: "Texts, row by row; all rows have as many.",
      minItems: 1,
      maxItems: 256,
    }),
    widths: Type.Optional(
      Type.Array(mm("A column", { exclusiveMinimum: 0 }), {
        description: "Width of each column (mm); 25.4 when left out.",
      }),
    ),
    height: Type.Optional(mm("Height of a row; 5.08 when left out", { exclusiveMinimum: 0 })),
  },
  examples: [
    {
      about: "Two jumpers.",
      fixture: "blinky/blinky.kicad_sch",
      args: {
        at: [180.34, 40.64],
        rows: [
          ["Jumper", "Effect"],
          ["JP1", "Blinks fast"],
        ],
      },
    },
  ],
  run(cx, args) {
    const columns = args.rows[0]!.length;
    const odd = args.rows.findIndex((row) => row.length !== columns);
    if (odd >= 0)
      throw refused(`row ${odd} has ${args.rows[odd]!.length} texts, the first ${columns}`, 'Fill it up with "".');
    if (args.widths !== undefined && args.widths.length !== columns)
      throw refused(
        `widths has ${args.widths.length} numbers for ${columns} columns`,
        "Leave it out for 25.4 mm each.",
      );
    if (cx.doc.version < SINCE) {
      throw new CommandError({
        code: "check-failed",
        message: `Cannot add a table: a file of version ${cx.doc.version} knows none; KiCad 9 is the first that does.`,
        hint: "Raise the file's version with project.upgrade.",
      });
    }
    const corner = toPoint(args.at);
    const widths = (args.widths ?? args.rows[0]!.map(() => WIDTH_MM)).map(toNm);
    const height = toNm(args.height ?? HEIGHT_MM);
    const stroke = { width: 0, type: "default", color: null };
    const cells = args.rows.flatMap((row, r) =>
      row.map((text, c) => ({
        text,
        excludeFromSim: false,
        at: { x: corner.x + widths.slice(0, c).reduce((a, b) => a + b, 0), y: corner.y + r * height, angle: 0 },
        size: { x: widths[c]!, y: height },
        margins: [MARGIN, MARGIN, MARGIN, MARGIN],
        span: [1, 1],
        fill: { type: "none", color: null },
        effects: { ...plainEffects, hAlign: "left" as const, vAlign: "top" as const },
        uuid: cx.session.newUuid(),
      })),
    );
    cx.edit.add("table", {
      columnCount: columns,
      border: { external: true, header: true, stroke },
      separators: { rows: true, cols: true, stroke },
      columnWidths: widths,
      rowHeights: args.rows.map(() => height),
      locked: false,
      cells,
    });
  },
});

function refused(reason: string, hint: string): CommandError {
  return new CommandError({ code: "invalid-args", message: `Cannot add the table: ${reason}.`, hint });
}
