import type { TProperties } from "typebox";
import { Type } from "typebox";
import { CommandError } from "../../base/error.ts";
import type { BomField, BomFormat, BomOptions } from "../../engines/netlist/bom.ts";
import type { ProjectSettings } from "../../model/project/settings.ts";

/** What both commands of the bill of materials take. */
export const bomArgs = {
  preset: Type.Optional(
    Type.String({ description: "A preset of the project file, by name; `project` for the table as it was left." }),
  ),
  fields: Type.Optional(
    Type.Array(Type.String(), {
      description: "Columns: Reference, Value, any field, or KiCad's QUANTITY, DNP, ITEM_NUMBER, … as variables.",
    }),
  ),
  labels: Type.Optional(Type.Array(Type.String(), { description: "Their heads, in the same order." })),
  groupBy: Type.Optional(Type.Array(Type.String(), { description: "Parts that are alike in these share a row." })),
  sortField: Type.Optional(Type.String({ description: "Reference when left out." })),
  descending: Type.Optional(Type.Boolean({ description: "Sort the other way round." })),
  filter: Type.Optional(
    Type.String({ description: "Only references with this in them; * and ? stand for any signs: R*, U1?" }),
  ),
  variant: Type.Optional(Type.String({ description: "As this variant is built (KiCad 10).", minLength: 1 })),
  excludeDnp: Type.Optional(Type.Boolean({ description: "Leave out parts that are not populated." })),
  includeExcluded: Type.Optional(Type.Boolean({ description: "Also parts that are not in the bill of materials." })),
} satisfies TProperties;

export interface BomArgs {
  readonly preset?: string;
  readonly fields?: readonly string[];
  readonly labels?: readonly string[];
  readonly groupBy?: readonly string[];
  readonly sortField?: string;
  readonly descending?: boolean;
  readonly filter?: string;
  readonly variant?: string;
  readonly excludeDnp?: boolean;
  readonly includeExcluded?: boolean;
}

/** KiCad's columns when nothing is said. */
const COLUMNS: readonly (readonly [string, string])[] = [
  ["Reference", "Refs"],
  ["Value", "Value"],
  ["Footprint", "Footprint"],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: KiCad's name of the column.
  ["${QUANTITY}", "Qty"],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: KiCad's name of the column.
  ["${DNP}", "DNP"],
];

/** The table that a call asks for: a preset's or KiCad's default, with what the call says put over it. */
export function bomOptions(args: BomArgs, settings: ProjectSettings, ranges: string, delimiter: string): BomOptions {
  const preset = args.preset === undefined ? null : presetOf(args.preset, settings);
  const names = args.fields ?? preset?.fields.map((field) => field.name) ?? COLUMNS.map(([name]) => name);
  const presetLabels = (preset?.fields ?? []).map((field) => [field.name, field.label] as const);
  // Columns that the call names are headed by their names, as KiCad does.
  const known = new Map(args.fields === undefined ? [...COLUMNS, ...presetLabels] : presetLabels);
  const group = new Set(
    args.groupBy ?? preset?.fields.filter((field) => field.groupBy).map((field) => field.name) ?? [],
  );
  const fields: BomField[] = names.map((name, i) => ({
    name,
    label: args.labels?.[i] ?? known.get(name) ?? name.replace(/^\$\{(.*)\}$/, "$1"),
    groupBy: group.has(name),
  }));
  // What is grouped by counts also where it is not shown.
  const hidden = [...group]
    .filter((name) => !names.includes(name))
    .map((name) => ({ name, label: name, groupBy: true }));
  return {
    fields,
    hidden,
    sortField: args.sortField ?? preset?.sortField ?? "Reference",
    ascending: args.descending === undefined ? (preset?.ascending ?? true) : !args.descending,
    filter: args.filter ?? preset?.filter ?? "",
    excludeDnp: args.excludeDnp ?? preset?.excludeDnp ?? false,
    includeExcluded: args.includeExcluded ?? preset?.includeExcluded ?? false,
    referenceDelimiter: delimiter,
    rangeDelimiter: ranges,
  };
}

interface Preset {
  readonly fields: readonly BomField[];
  readonly sortField: string;
  readonly ascending: boolean;
  readonly filter: string;
  readonly excludeDnp: boolean;
  readonly includeExcluded: boolean;
}

function presetOf(name: string, settings: ProjectSettings): Preset {
  const schematic = record(settings.json["schematic"]);
  const presets = Array.isArray(schematic["bom_presets"]) ? schematic["bom_presets"].map(record) : [];
  const found = name === "project" ? record(schematic["bom_settings"]) : presets.find((each) => each["name"] === name);
  if (found === undefined || !Array.isArray(found["fields_ordered"])) {
    const names = presets.map((each) => String(each["name"]));
    throw new CommandError({
      code: "not-found",
      message: `Cannot use the preset ${JSON.stringify(name)}: the project has ${names.length === 0 ? "none" : names.join(", ")}.`,
      hint: "Leave preset out, or name the columns with fields.",
    });
  }
  const grouping = found["group_symbols"] === true;
  const rows = found["fields_ordered"].map(record);
  return {
    fields: rows
      .filter((row) => row["show"] === true)
      .map((row) => ({
        name: String(row["name"]),
        label: String(row["label"]),
        groupBy: grouping && row["group_by"] === true,
      })),
    sortField: String(found["sort_field"] ?? "Reference"),
    ascending: found["sort_asc"] !== false,
    filter: String(found["filter_string"] ?? ""),
    excludeDnp: found["exclude_dnp"] === true,
    includeExcluded: found["include_excluded_from_bom"] === true,
  };
}

/** How the table is written: KiCad's CSV with the call's marks. */
export function bomFormat(args: {
  fieldDelimiter?: string;
  stringDelimiter?: string;
  keepTabs?: boolean;
  keepLineBreaks?: boolean;
}): BomFormat {
  return {
    fieldDelimiter: args.fieldDelimiter ?? ",",
    stringDelimiter: args.stringDelimiter ?? '"',
    keepTabs: args.keepTabs ?? false,
    keepLineBreaks: args.keepLineBreaks ?? false,
  };
}

function record(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}
