import type { JsonObject } from "../../../core/format/json-tree.ts";
import { element } from "../../dom/element.ts";
import type { SettingField } from "./setting-field.ts";
import { choiceField, fieldRows, numberField, textField, yesNoField } from "./setting-field.ts";
import type { SettingsPage } from "./settings-page.ts";
import { at, said } from "./settings-page.ts";

const MM_PER_MIL = 0.0254;

/** A setting's path, its label, what it is, and KiCad's value where the file is silent. */
type Row = readonly [
  path: string,
  label: string,
  is: "mils" | "ratio" | "count" | "text" | "yesNo",
  absent: number | string | boolean,
];

const groups: readonly (readonly [string, readonly Row[]])[] = [
  [
    "Text",
    [
      ["schematic.drawing.default_text_size", "Text size", "mils", 50],
      ["schematic.drawing.text_offset_ratio", "Offset of labels from their wire, by text size", "ratio", 0.15],
      ["schematic.drawing.label_size_ratio", "Margin of global labels, by text size", "ratio", 0.375],
      ["schematic.drawing.overbar_offset_ratio", "Height of overbars, by text size", "ratio", 1.23],
    ],
  ],
  [
    "Lines and symbols",
    [
      ["schematic.drawing.default_line_thickness", "Line width", "mils", 6],
      ["schematic.drawing.pin_symbol_size", "Size of signs at pins", "mils", 25],
      ["schematic.drawing.dashed_lines_dash_length_ratio", "Dashes, by line width", "ratio", 12],
      ["schematic.drawing.dashed_lines_gap_length_ratio", "Gaps between dashes, by line width", "ratio", 3],
      ["schematic.connection_grid_size", "Connection grid", "mils", 50],
    ],
  ],
  [
    "References between sheets",
    [
      ["schematic.drawing.intersheets_ref_show", "Show them at global labels", "yesNo", false],
      ["schematic.drawing.intersheets_ref_own_page", "Also of their own page", "yesNo", false],
      ["schematic.drawing.intersheets_ref_short", "Short: 1..3", "yesNo", false],
      ["schematic.drawing.intersheets_ref_prefix", "Before them", "text", "["],
      ["schematic.drawing.intersheets_ref_suffix", "Behind them", "text", "]"],
    ],
  ],
  [
    "Sheet and numbers",
    [
      ["schematic.page_layout_descr_file", "Drawing sheet file", "text", ""],
      ["schematic.annotate_start_num", "Number references from", "count", 0],
    ],
  ],
];

/** How units of a part are written behind its number: separator and first sign, as the file has them. */
const notations: readonly (readonly [string, string])[] = [
  ["0,65", "A"],
  ["46,65", ".A"],
  ["45,65", "-A"],
  ["95,65", "_A"],
  ["46,49", ".1"],
  ["45,49", "-1"],
  ["95,49", "_1"],
];
const junctions: readonly (readonly [string, string])[] = [
  ["0", "None"],
  ["1", "Smallest"],
  ["2", "Small"],
  ["3", "Usual"],
  ["4", "Large"],
  ["5", "Largest"],
];

/** How schematics are drawn and numbered. */
export function formattingPage(project: JsonObject): SettingsPage {
  const number = (...path: string[]) => at(project, ...path);
  const separator = number("schematic", "subpart_id_separator") ?? 0;
  const first = number("schematic", "subpart_first_id") ?? 65;
  const units = choiceField("Units of a part", `${Number(separator)},${Number(first)}`, notations);
  const size = number("schematic", "drawing", "junction_size_choice") ?? 3;
  const junction = choiceField("Junction dots", String(size), junctions);
  const fields: (readonly [Row, SettingField])[] = [];
  const sections = groups.map(([title, rows]) => {
    const own = rows.map((row) => {
      const field = fieldOf(row, at(project, ...row[0].split(".")) ?? row[3]);
      fields.push([row, field]);
      return field;
    });
    const more = title === "Lines and symbols" ? [junction] : title === "Sheet and numbers" ? [units] : [];
    return element("section", {}, element("h4", {}, title), fieldRows([...own, ...more]));
  });
  return {
    id: "formatting",
    title: "Formatting",
    root: element("div", {}, ...sections),
    calls() {
      const set: Record<string, unknown> = {};
      for (const [[path, label, is], field] of fields) {
        if (!field.isEdited()) continue;
        const value = said(field);
        if (value === null) throw new Error(`Cannot leave ${label} empty: give a number.`);
        set[path] = is === "mils" ? Number((Number(value) / MM_PER_MIL).toFixed(4)) : value;
      }
      if (junction.isEdited()) set["schematic.drawing.junction_size_choice"] = Number(junction.value());
      if (units.isEdited()) {
        const [sign, unit] = units.value()!.split(",").map(Number);
        set["schematic.subpart_id_separator"] = sign;
        set["schematic.subpart_first_id"] = unit;
      }
      return Object.keys(set).length === 0 ? [] : [{ id: "project.settings", args: { set } }];
    },
  };
}

function fieldOf([, label, is]: Row, value: unknown): SettingField {
  if (is === "yesNo") return yesNoField(label, value === true);
  if (is === "text") return textField(label, String(value));
  if (is === "mils") return numberField(label, Number((Number(value) * MM_PER_MIL).toFixed(6)), true);
  return numberField(label, Number(value), false);
}
