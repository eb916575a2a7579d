import { boardEffects } from "../effects.ts";
import { flag, layer, optionalPoint, optionalYesNo, path, positional, rawList, uuid } from "../field.ts";
import { between, lengths } from "../field-forms.ts";
import type { ItemOf } from "../item.ts";
import { defineKind } from "../kind.ts";
import { rowsIn } from "../struct.ts";
import { columnCount, tableLines } from "../table.ts";
import { span, textBoxAngle } from "./text.ts";

/** First version with tables. */
export const TABLES = 20240202;

const cell = {
  text: positional(0, "The text."),
  locked: flag("locked", "Whether the cell is locked."),
  start: optionalPoint("start", "One corner."),
  end: optionalPoint("end", "The opposite corner."),
  pts: path("The four corners of a turned cell."),
  margins: lengths("margins", "Left, top, right and bottom margin."),
  span,
  angle: textBoxAngle,
  layer: layer(),
  uuid: uuid(),
  effects: boardEffects(),
  knockout: between(optionalYesNo("knockout", "Whether the text is cut out of a filled box."), 20250210),
  renderCache: { ...rawList("render_cache", "Outlines of an outline font, as KiCad drew them last."), bulky: true },
};

/** `(table (column_count 2) (layer "F.Fab") (border …) (separators …) (column_widths …) (row_heights …) (cells …))`. */
export const table = defineKind({
  kind: "table",
  tokens: ["table"],
  about: "A table of texts.",
  since: TABLES,
  shape: {
    columnCount: columnCount(),
    uuid: between(uuid(), 20250907),
    locked: flag("locked", "Whether the item is locked."),
    layer: layer(),
    angle: textBoxAngle,
    ...tableLines,
    cells: rowsIn("cells", "table_cell", "The cells, row by row.", cell),
  },
});

export type Table = ItemOf<typeof table>;
