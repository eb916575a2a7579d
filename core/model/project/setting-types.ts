import type { ToWrite } from "../../format/json-text.ts";
import { Real } from "../../format/json-text.ts";
import type { Json } from "../../format/json-tree.ts";
import { PIN_TYPES } from "./pin-map.ts";
import type { SettingPath } from "./setting-path.ts";

/** What may stand at a path. `says` is for messages; `write` answers undefined for what may not. */
export interface SettingType {
  readonly says: string;
  write(value: Json): ToWrite | undefined;
}

const isNumber = (value: Json): value is number => typeof value === "number" && Number.isFinite(value);

/** Longest length that a setting takes, in mm. */
const MOST_MM = 2000;

const length: SettingType = {
  says: "a length in mm, 0 or more",
  write: (value) => (isNumber(value) && value >= 0 && value <= MOST_MM ? new Real(value) : undefined),
};

const mils: SettingType = {
  says: "a width in mils, 0 or more",
  write: (value) => (isNumber(value) && value >= 0 && value <= 100_000 ? value : undefined),
};

/** Written with a point, as KiCad writes what is no whole number by nature. */
const milsReal: SettingType = {
  says: mils.says,
  write: (value) => (isNumber(value) && value >= 0 && value <= 100_000 ? new Real(value) : undefined),
};

const ratio: SettingType = {
  says: "a ratio, 0 or more",
  write: (value) => (isNumber(value) && value >= 0 && value <= 1000 ? new Real(value) : undefined),
};

const count: SettingType = {
  says: "a whole number, 0 or more",
  write: (value) => (isNumber(value) && Number.isInteger(value) && value >= 0 ? value : undefined),
};

const yesNo: SettingType = {
  says: "true or false",
  write: (value) => (typeof value === "boolean" ? value : undefined),
};

const text: SettingType = { says: "a text", write: (value) => (typeof value === "string" ? value : undefined) };

const severity: SettingType = {
  says: '"error", "warning" or "ignore"',
  write: (value) => (["error", "warning", "ignore"].includes(value as string) ? value : undefined),
};

const outputType: SettingType = {
  says: '"folder" or "archive"',
  write: (value) => (["folder", "archive"].includes(value as string) ? value : undefined),
};

const ids: SettingType = {
  says: "a list of ids of jobs",
  write: (value) => (Array.isArray(value) && value.every((each) => typeof each === "string") ? value : undefined),
};

const pinTable: SettingType = {
  says: `a table of ${PIN_TYPES.length} by ${PIN_TYPES.length} with 0 (fine), 1 (warning) and 2 (error), alike both ways`,
  write: (value) => (isPinTable(value) ? value : undefined),
};

const presets: SettingType = {
  says: "a list of presets with a name each and their columns as fields_ordered",
  write: (value) => (Array.isArray(value) && value.every(isPreset) && hasNoTwins(value) ? value : undefined),
};

const fixed: SettingType = { says: "what KiCad put there: it tells how the file is read", write: () => undefined };

/** Names of one level; `*` is any, `**` at the end any below. */
const types: readonly (readonly [string, SettingType])[] = [
  ["meta.**", fixed],
  ["board.design_settings.meta.**", fixed],
  ["net_settings.meta.**", fixed],
  ["net_settings.classes.*.name", fixed],
  ["jobs.*.id", fixed],
  ["jobs.*.type", text],
  ["jobs.*.description", text],
  ["outputs.*.id", fixed],
  ["outputs.*.type", outputType],
  ["outputs.*.description", text],
  ["outputs.*.only", ids],
  ["outputs.*.settings.output_path", text],
  ["board.design_settings.rules.allow_blind_buried_vias", yesNo],
  ["board.design_settings.rules.allow_microvias", yesNo],
  ["board.design_settings.rules.use_height_for_length_calcs", yesNo],
  ["board.design_settings.rules.min_resolved_spokes", count],
  ["board.design_settings.rules.*", length],
  ["board.design_settings.rule_severities.*", severity],
  ["board.design_settings.zones_allow_external_fillets", yesNo],
  ["erc.rule_severities.*", severity],
  ["net_settings.classes.*.bus_width", mils],
  ["net_settings.classes.*.wire_width", mils],
  ["net_settings.classes.*.line_style", count],
  ["net_settings.classes.*.priority", count],
  ["net_settings.classes.*.pcb_color", text],
  ["net_settings.classes.*.schematic_color", text],
  ["net_settings.classes.*.tuning_profile", text],
  ...["clearance", "track_width", "via_diameter", "via_drill", "microvia_diameter", "microvia_drill"].map(
    (name) => [`net_settings.classes.*.${name}`, length] as const,
  ),
  ...["diff_pair_width", "diff_pair_gap", "diff_pair_via_gap"].map(
    (name) => [`net_settings.classes.*.${name}`, length] as const,
  ),
  ["text_variables.*", text],
  ["erc.pin_map", pinTable],
  ["schematic.bom_presets", presets],
  ...["text_size", "line_thickness", "wire_thickness", "bus_thickness", "junction_size"].map(
    (name) => [`schematic.drawing.default_${name}`, milsReal] as const,
  ),
  ["schematic.drawing.pin_symbol_size", milsReal],
  ["schematic.connection_grid_size", milsReal],
  ...["text_offset", "label_size", "overbar_offset", "dashed_lines_dash_length", "dashed_lines_gap_length"].map(
    (name) => [`schematic.drawing.${name}_ratio`, ratio] as const,
  ),
  ["schematic.drawing.junction_size_choice", count],
  ...["show", "own_page", "short"].map((name) => [`schematic.drawing.intersheets_ref_${name}`, yesNo] as const),
  ...["prefix", "suffix"].map((name) => [`schematic.drawing.intersheets_ref_${name}`, text] as const),
  ["schematic.page_layout_descr_file", text],
  ["schematic.annotate_start_num", count],
  ["schematic.subpart_first_id", count],
  ["schematic.subpart_id_separator", count],
];

const rows = types.map(([pattern, type]) => ({ names: pattern.split("."), type }));

/** What may stand at a path: by what KiCad has there, or else like what stands there now; null when nobody knows. */
export function settingType(path: SettingPath, now: Json | undefined): SettingType | null {
  const row = rows.find(({ names }) => {
    const rest = names.at(-1) === "**" ? names.length - 1 : -1;
    if (rest < 0 ? names.length !== path.length : path.length < rest) return false;
    return names.every((name, i) => name === "*" || name === "**" || name === path[i]);
  });
  if (row !== undefined) return row.type;
  if (now === undefined) return null;
  const kind = kindOf(now);
  // Null is what KiCad writes for an empty map or list.
  return kind === "null" ? { says: "any value", write: (value) => value } : likeNow(kind);
}

function isPinTable(value: Json): boolean {
  const rows = Array.isArray(value) ? (value as readonly Json[]) : [];
  const size = PIN_TYPES.length;
  const at = (row: number, column: number) =>
    Array.isArray(rows[row]) ? (rows[row] as readonly Json[])[column] : null;
  if (rows.length !== size || rows.some((row) => !Array.isArray(row) || row.length !== size)) return false;
  return rows.every((_, i) => rows.every((__, j) => [0, 1, 2].includes(at(i, j) as number) && at(i, j) === at(j, i)));
}

function isPreset(value: Json): boolean {
  const { name, fields_ordered: fields } = (value ?? {}) as { readonly name?: Json; readonly fields_ordered?: Json };
  const isField = (each: Json) => typeof (each as { readonly name?: Json } | null)?.name === "string";
  return typeof name === "string" && name !== "" && Array.isArray(fields) && fields.every(isField);
}

function hasNoTwins(presets: readonly Json[]): boolean {
  return new Set(presets.map((each) => (each as { readonly name?: Json }).name)).size === presets.length;
}

function likeNow(kind: string): SettingType {
  return {
    says: `${kind === "list" ? "a list" : kind === "text" ? "a text" : kind === "number" ? "a number" : "true or false"}, as there is now`,
    write: (value) => (kindOf(value) === kind ? value : undefined),
  };
}

function kindOf(value: Json): "null" | "list" | "text" | "number" | "boolean" | "object" {
  if (value === null) return "null";
  if (Array.isArray(value)) return "list";
  const kind = typeof value;
  return kind === "string" ? "text" : kind === "number" ? "number" : kind === "boolean" ? "boolean" : "object";
}
