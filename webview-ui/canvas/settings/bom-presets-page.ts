import type { Json, JsonObject } from "../../../core/format/json-tree.ts";
import { element } from "../../dom/element.ts";
import type { SettingField } from "./setting-field.ts";
import { areaField, button, choiceField, fieldRows, named, textField, yesNoField } from "./setting-field.ts";
import type { SettingsPage } from "./settings-page.ts";
import { listAt, objectAt, said } from "./settings-page.ts";

interface PresetFields {
  /** As it was read; what the fields do not show of it stays. */
  readonly old: JsonObject;
  readonly name: SettingField<string>;
  readonly columns: SettingField<string>;
  readonly sortField: SettingField<string>;
  readonly order: SettingField<string>;
  readonly filter: SettingField<string>;
  readonly group: SettingField<boolean>;
  readonly excludeDnp: SettingField<boolean>;
  readonly includeExcluded: SettingField<boolean>;
}

const empty: JsonObject = {
  exclude_dnp: false,
  fields_ordered: [
    { group_by: false, label: "Refs", name: "Reference", show: true },
    { group_by: true, label: "Value", name: "Value", show: true },
    { group_by: true, label: "Footprint", name: "Footprint", show: true },
    // biome-ignore lint/suspicious/noTemplateCurlyInString: KiCad's name of the column.
    { group_by: false, label: "Qty", name: "${QUANTITY}", show: true },
  ],
  filter_string: "",
  group_symbols: true,
  include_excluded_from_bom: false,
  name: "",
  sort_asc: true,
  sort_field: "Reference",
};

/** Tables of parts that the project keeps under a name; `project.bom` takes them as `preset`. */
export function bomPresetsPage(project: JsonObject): SettingsPage {
  const rows: PresetFields[] = [];
  const list = element("div", { class: "presets" });
  let isAnyRemoved = false;
  const add = (old: JsonObject, isOpen: boolean) => {
    const own = fieldsOf(old);
    rows.push(own);
    const remove = () => {
      isAnyRemoved ||= old !== empty;
      rows.splice(rows.indexOf(own), 1);
      box.remove();
    };
    const called = textOf(old["name"]);
    const summary = element("summary", {}, called === "" ? "New preset" : called);
    own.name.input.addEventListener("input", () => {
      summary.textContent = own.name.value() ?? "";
    });
    const { old: _, ...fields } = own;
    const box = element(
      "details",
      isOpen ? { open: true } : {},
      summary,
      fieldRows(Object.values(fields)),
      button("Remove preset", remove, `Remove preset ${called}`),
    );
    list.append(box);
    if (isOpen) own.name.input.focus();
  };
  for (const each of listAt(project, "schematic", "bom_presets")) add(objectAt({ each }, "each"), false);
  return {
    id: "bomPresets",
    title: "BOM presets",
    root: element(
      "div",
      {},
      element(
        "p",
        {},
        "One column a line: the field, its head behind = if it has another, and * behind it where equal rows are grouped by it.",
      ),
      list,
      button("Add preset", () => add(empty, true)),
    ),
    calls() {
      const isEdited = rows.some(
        ({ old, ...fields }) => old === empty || Object.values(fields).some((field: SettingField) => field.isEdited()),
      );
      if (!isEdited && !isAnyRemoved) return [];
      const presets = rows.map(presetOf);
      const names = new Set(presets.map((each) => each["name"]));
      if (names.has("")) throw new Error("Cannot keep a preset without a name.");
      if (names.size < presets.length) throw new Error("Cannot keep two presets of one name.");
      return [{ id: "project.settings", args: { set: { "schematic.bom_presets": presets }, create: true } }];
    },
  };
}

function fieldsOf(old: JsonObject): PresetFields {
  const called = textOf(old["name"]);
  const of = called === "" ? "" : ` of ${called}`;
  return {
    old,
    name: textField(`Name${of}`, called),
    columns: areaField(`Columns${of}`, listAt(old, "fields_ordered").flatMap(lineOf).join("\n"), 6),
    sortField: textField(`Sorted by${of}`, textOf(old["sort_field"])),
    order: choiceField(`Order${of}`, old["sort_asc"] === false ? "falling" : "rising", named(["rising", "falling"])),
    filter: textField(`Only references with${of}`, textOf(old["filter_string"])),
    group: yesNoField(`Group parts that are alike${of}`, old["group_symbols"] === true),
    excludeDnp: yesNoField(`Leave out what is not populated${of}`, old["exclude_dnp"] === true),
    includeExcluded: yesNoField(`Also what is not in the BOM${of}`, old["include_excluded_from_bom"] === true),
  };
}

/** A column as a line of text; none for one that is hidden and groups nothing. */
function lineOf(value: Json): string[] {
  const row = objectAt({ value }, "value");
  if (row["show"] !== true) return [];
  const [name, label] = [textOf(row["name"]), textOf(row["label"])];
  return [`${name}${label === name || label === "" ? "" : ` = ${label}`}${row["group_by"] === true ? " *" : ""}`];
}

function presetOf(fields: PresetFields): JsonObject {
  const { old } = fields;
  const known = listAt(old, "fields_ordered").map((value) => objectAt({ value }, "value"));
  const shown = said(fields.columns)
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .map((line) => {
      const isGrouped = / \*$/.test(line);
      const [name = "", label = name] = line.replace(/ \*$/, "").split(/\s*=\s*/);
      return { group_by: isGrouped, label, name, show: true };
    });
  // Columns that are hidden keep their place behind the others.
  const hidden = known.filter((row) => row["show"] !== true && !shown.some(({ name }) => name === row["name"]));
  return {
    ...old,
    name: said(fields.name).trim(),
    fields_ordered: fields.columns.isEdited() || old === empty ? [...shown, ...hidden] : listAt(old, "fields_ordered"),
    sort_field: said(fields.sortField),
    sort_asc: said(fields.order) === "rising",
    filter_string: said(fields.filter),
    group_symbols: said(fields.group),
    exclude_dnp: said(fields.excludeDnp),
    include_excluded_from_bom: said(fields.includeExcluded),
  };
}

function textOf(value: Json | undefined): string {
  return typeof value === "string" ? value : "";
}
