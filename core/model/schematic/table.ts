import { span } from "../board/text.ts";
import { effects } from "../effects.ts";
import { flag, optionalYesNo, placement, point, positional } from "../field.ts";
import { between, lengths } from "../field-forms.ts";
import type { ItemOf } from "../item.ts";
import { defineKind } from "../kind.ts";
import { rowsIn } from "../struct.ts";
import { columnCount, tableLines } from "../table.ts";
import { schematicFill, schematicUuid } from "./shared-fields.ts";

const cell = {
  text: positional(0, "The text."),
  excludeFromSim: optionalYesNo("exclude_from_sim", "Whether simulation ignores it."),
  at: placement("Top left corner.", { zero: "written" }),
  size: point("size", "Width and height."),
  margins: lengths("margins", "Left, top, right and bottom margin."),
  span,
  fill: schematicFill(),
  effects: effects(),
  uuid: schematicUuid(),
};

/** `(table (column_count 2) (border …) (separators …) (column_widths …) (row_heights …) (cells (table_cell …) …))`. */
export const schematicTable = defineKind({
  kind: "table",
  tokens: ["table"],
  about: "A table of texts.",
  since: 20240101,
  shape: {
    columnCount: columnCount(),
    ...tableLines,
    uuid: between(schematicUuid(), 20250425),
    locked: flag("locked", "Whether it is locked."),
    cells: rowsIn("cells", "table_cell", "The cells, row by row.", cell),
  },
});

export type SchematicTable = ItemOf<typeof schematicTable>;
