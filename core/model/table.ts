import { optionalInteger, optionalYesNo, stroke } from "./field.ts";
import { lengths } from "./field-forms.ts";
import { structWithDefaults } from "./struct.ts";

/** What tables of boards and of schematics have in common, in KiCad's order. */
export const tableLines = {
  border: structWithDefaults("border", "The lines around the table and below its first row.", {
    external: optionalYesNo("external", "Whether there is a border around it."),
    header: optionalYesNo("header", "Whether a line sets off the first row."),
    stroke: stroke(),
  }),
  separators: structWithDefaults("separators", "The lines between the cells.", {
    rows: optionalYesNo("rows", "Whether lines part the rows."),
    cols: optionalYesNo("cols", "Whether lines part the columns."),
    stroke: stroke(),
  }),
  columnWidths: lengths("column_widths", "Width of each column."),
  rowHeights: lengths("row_heights", "Height of each row."),
};

export const columnCount = () => optionalInteger("column_count", "Number of columns.");
