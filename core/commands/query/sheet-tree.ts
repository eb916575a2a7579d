import { Type } from "typebox";
import { propertyValue } from "../../model/schematic/sheet.ts";
import { defineCommand } from "../define.ts";
import { walkSheets } from "../sch/sheet-walk.ts";

export const sheetTree = defineCommand({
  id: "query.sheetTree",
  title: "Sheets",
  about:
    "The sheets of a schematic from the file down, parents before children: name, file, page and path of each use. " +
    "A missing file, or one that holds itself, is listed with its problem.",
  kind: "query",
  scope: "schematic",
  args: {},
  result: Type.Object({
    path: Type.String({ description: "The file that the tree starts at, absolute." }),
    sheets: Type.Array(
      Type.Object({
        name: Type.String({ description: "The sheet's name; Root for the file itself." }),
        file: Type.String({ description: "Its file, absolute." }),
        page: Type.String({ description: "Page number; empty when none is kept." }),
        path: Type.String({ description: "Uuids from the root down, as KiCad names this use: /top/sheet/…" }),
        depth: Type.Integer({ description: "0 for the file itself, 1 for its sheets, and so on." }),
        symbols: Type.Integer({ description: "Placed symbols, power symbols (#…) not counted." }),
        pins: Type.Integer({ description: "Hierarchical labels: what its sheet symbol may have as pins." }),
        problem: Type.Optional(Type.String({ description: "Why the file was not read." })),
      }),
    ),
  }),
  examples: [{ about: "Which sheets are there?", fixture: "blinky/blinky.kicad_sch", args: {} }],
  async run(cx) {
    const uses = await walkSheets(cx, { path: cx.open.path, doc: cx.doc });
    const sheets = uses.map(({ name, file, page, path, depth, doc, problem }) => {
      let symbols = 0;
      let pins = 0;
      for (const symbol of doc?.items.ofKind("symbol") ?? [])
        if (!propertyValue(symbol, "Reference").startsWith("#")) symbols++;
      for (const label of doc?.items.ofKind("label") ?? []) if (label["token"] === "hierarchical_label") pins++;
      return { name, file, page, path, depth, symbols, pins, ...(problem === null ? {} : { problem }) };
    });
    return { path: cx.open.path, sheets };
  },
});
