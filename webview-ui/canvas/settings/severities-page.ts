import type { Severity } from "../../../core/model/project/settings.ts";
import { element } from "../../dom/element.ts";
import { choiceField, table } from "./setting-field.ts";
import type { SettingsPage } from "./settings-page.ts";

const levels = [
  ["error", "Error"],
  ["warning", "Warning"],
  ["ignore", "Ignore"],
] as const;

/** How grave each type of violation is. */
export function severitiesPage(
  check: "drc" | "erc",
  types: readonly string[],
  set: ReadonlyMap<string, Severity>,
): SettingsPage {
  const all = [...new Set([...types, ...set.keys()])].sort();
  const rows = all.map((type) => {
    const words = type.replaceAll("_", " ");
    const now = set.get(type);
    const choices = now === undefined ? [["", "KiCad's default"] as const, ...levels] : levels;
    return { type, words, field: choiceField(`Severity of ${words}`, now ?? "", choices) };
  });
  const filter = element("input", {
    type: "search",
    placeholder: "Only types with these words",
    "aria-label": "Filter",
    oninput() {
      const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
      for (const [i, line] of [...made.tBodies[0]!.rows].entries())
        line.hidden = !words.every((word) => rows[i]!.words.includes(word));
    },
  });
  const made = table(
    ["Type of violation", "Severity"],
    rows.map(({ words, field }) => [words, field.input]),
  );
  return {
    id: "severities",
    title: "Severities",
    root: element("div", {}, filter, element("div", { class: "scroll" }, made)),
    calls() {
      const edited = rows.filter(({ field }) => field.isEdited());
      if (edited.length === 0) return [];
      const args = { [check]: Object.fromEntries(edited.map(({ type, field }) => [type, field.value()])) };
      return [{ id: "check.severities", args }];
    },
  };
}
