import type { ToWrite } from "../../format/json-text.ts";
import { Real } from "../../format/json-text.ts";
import type { Json } from "../../format/json-tree.ts";
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
