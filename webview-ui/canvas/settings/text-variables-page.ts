import { element } from "../../dom/element.ts";
import type { SettingField } from "./setting-field.ts";
import { button, table, tableRow, textField } from "./setting-field.ts";
import type { SettingsPage } from "./settings-page.ts";

interface VariableRow {
  readonly known: string | null;
  readonly name: SettingField<string>;
  readonly value: SettingField<string>;
}

/** Names that texts may show the values of. */
export function textVariablesPage(variables: ReadonlyMap<string, string>): SettingsPage {
  const made = table(["Name", "Text", ""], []);
  const body = made.tBodies[0]!;
  const rows = new Set<VariableRow>();
  const add = (known: string | null, text: string) => {
    const called = known ?? "new variable";
    const name = textField(`Name of ${called}`, known ?? "");
    const value = textField(`Text of ${called}`, text);
    const own: VariableRow = { known, name, value };
    const remove = () => {
      rows.delete(own);
      row.remove();
    };
    const row = tableRow(name.input, [value.input, button("✕", remove, `Remove ${called}`)]);
    rows.add(own);
    body.append(row);
    if (known === null) name.input.focus();
  };
  for (const [name, text] of variables) add(name, text);
  return {
    id: "textVariables",
    title: "Text variables",
    root: element(
      "div",
      {},
      // biome-ignore lint/suspicious/noTemplateCurlyInString: how KiCad names a variable in a text.
      element("p", {}, "Texts show a variable where they say ", element("code", {}, "${NAME}"), "."),
      element("div", { class: "scroll" }, made),
      button("Add variable", () => add(null, "")),
    ),
    calls() {
      const set: Record<string, string | null> = {};
      const kept = new Set<string>();
      for (const { name, value } of rows) {
        const called = name.value()!.trim();
        if (called === "") throw new Error("Cannot set a text variable without a name.");
        if (kept.has(called)) throw new Error(`Cannot set the text variable ${called} twice.`);
        kept.add(called);
        if (variables.get(called) !== value.value()!) set[called] = value.value()!;
      }
      for (const name of variables.keys()) if (!kept.has(name)) set[name] = null;
      return Object.keys(set).length === 0 ? [] : [{ id: "project.textVariables", args: { set } }];
    },
  };
}
