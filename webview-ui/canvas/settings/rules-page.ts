import { element } from "../../dom/element.ts";
import type { SettingField } from "./setting-field.ts";
import { areaField, button } from "./setting-field.ts";
import type { SettingsPage, SettingsSource } from "./settings-page.ts";

/** A rule as it stands in the rules file. */
export interface RuleText {
  readonly name: string;
  readonly text: string;
}

const NEW_RULE = `(rule "new rule"
  (constraint clearance (min 0.3mm))
  (condition "A.NetClass == 'Power'"))`;

/** The board's own rules in KiCad's language, one field each. */
export function rulesPage(rules: readonly RuleText[]): SettingsPage {
  const rows: { readonly known: RuleText | null; readonly field: SettingField<string> }[] = [];
  const list = element("div", { class: "rules" });
  const add = (known: RuleText | null) => {
    const field = areaField(
      known === null ? "New rule" : `Rule ${known.name}`,
      known?.text ?? NEW_RULE,
      (known?.text ?? NEW_RULE).split("\n").length + 1,
    );
    const own = { known, field };
    const remove = () => {
      rows.splice(rows.indexOf(own), 1);
      box.remove();
    };
    const box = element("div", {}, field.input, button("✕", remove, `Remove rule ${known?.name ?? ""}`));
    rows.push(own);
    list.append(box);
    if (known === null) field.input.focus();
  };
  for (const each of rules) add(each);
  return {
    id: "rules",
    title: "Custom rules",
    root: element(
      "div",
      {},
      element(
        "p",
        {},
        "Of two rules that fit the later one decides. The .kicad_dru file opens as text too, with completion.",
      ),
      list,
      button("Add rule", () => add(null)),
    ),
    calls() {
      const edited = rows.filter(({ known, field }) => known === null || field.isEdited());
      const names = edited.map(({ field }) => nameOf(field.value()!));
      const kept = new Set(rows.map(({ known, field }) => (field.isEdited() ? nameOf(field.value()!) : known?.name)));
      const remove = rules.map(({ name }) => name).filter((name) => !kept.has(name) && !names.includes(name));
      if (edited.length === 0 && remove.length === 0) return [];
      const texts = edited.map(({ field }) => field.value()!.trim());
      const args = { ...(texts.length > 0 ? { rules: texts } : {}), ...(remove.length > 0 ? { remove } : {}) };
      return [{ id: "pcb.setCustomRules", args }];
    },
  };
}

/** The rules of a board's file, with their text. */
export async function rulesOf(source: SettingsSource, path: string): Promise<readonly RuleText[]> {
  const file = path.replace(/\.[^./\\]*$/, ".kicad_dru");
  const listed = await source.look("query.items", { path: file, kind: "rule", fields: ["name"], limit: 1000 });
  const found = (listed?.["items"] ?? []) as unknown as readonly { readonly id: string; readonly name: string }[];
  const answers = await Promise.all(found.map(({ id }) => source.look("query.item", { path: file, item: id })));
  return found.flatMap(({ name }, i) => {
    const item = answers[i]?.["item"] as { readonly text?: string } | undefined;
    return item?.text === undefined ? [] : [{ name, text: item.text }];
  });
}

function nameOf(text: string): string {
  const found = /\(rule\s+(?:"((?:[^"\\]|\\.)*)"|([^\s()]+))/.exec(text);
  return found?.[1] ?? found?.[2] ?? "";
}
