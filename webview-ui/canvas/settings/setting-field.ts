import { element } from "../../dom/element.ts";
import { typedNumber } from "../panels/typed-value.ts";

/** One value that a person sets; it waits in its control until the dialog applies it. */
export interface SettingField<T = unknown> {
  readonly label: string;
  readonly input: HTMLElement;
  /** What stands there now; undefined when what was typed is no such value. */
  readonly value: () => T | undefined;
  readonly isEdited: () => boolean;
}

/** A line of text. */
export function textField(label: string, value: string, list?: string): SettingField<string> {
  const input = element("input", {
    type: "text",
    "aria-label": label,
    autocomplete: "off",
    spellcheck: "false",
    ...(list === undefined ? {} : { list }),
  });
  input.value = value;
  return watched(label, input, () => input.value, value);
}

/** Lines of text. */
export function areaField(label: string, value: string, rows: number): SettingField<string> {
  const input = element("textarea", { "aria-label": label, rows: String(rows), spellcheck: "false", class: "code" });
  input.value = value;
  return watched(label, input, () => input.value, value);
}

/** A number; a length is in millimetres, and units and arithmetic may be typed. Null: nothing is said, the field is empty. */
export function numberField(label: string, value: number | null, isLength: boolean): SettingField<number | null> {
  const shown = value === null ? "" : String(value);
  const input = element("input", {
    type: "text",
    inputmode: "decimal",
    "aria-label": isLength ? `${label} (mm)` : label,
    autocomplete: "off",
    spellcheck: "false",
  });
  input.value = shown;
  const now = () => {
    if (input.value.trim() === "") return null;
    return input.value === shown ? value : typedNumber(input.value, isLength);
  };
  return watched(label, input, now, value);
}

export function yesNoField(label: string, value: boolean): SettingField<boolean> {
  const input = element("input", { type: "checkbox", "aria-label": label });
  input.checked = value;
  return watched(label, input, () => input.checked, value);
}

/** One of several values, each with the words that it is shown by. */
export function choiceField(
  label: string,
  value: string,
  choices: readonly (readonly [value: string, words: string])[],
): SettingField<string> {
  const all = choices.some(([each]) => each === value) ? choices : [[value, value] as const, ...choices];
  const input = element(
    "select",
    { "aria-label": label },
    ...all.map(([each, words]) => element("option", { value: each }, words)),
  );
  input.value = value;
  return watched(label, input, () => input.value, value);
}

/** Words that stand for themselves, as choices. */
export function named(words: readonly string[]): readonly (readonly [string, string])[] {
  return words.map((word) => [word, word === "" ? "(none)" : word] as const);
}

/** Fields below each other, each with its label. */
export function fieldRows(fields: readonly SettingField[]): HTMLElement {
  return element(
    "div",
    { class: "rows-of-fields" },
    ...fields.map(({ label, input }) => element("label", {}, element("span", {}, label), input)),
  );
}

/** A table with a head; cells are words or controls. */
export function table(head: readonly string[], rows: readonly (readonly (Node | string)[])[]): HTMLTableElement {
  return element(
    "table",
    {},
    element("thead", {}, element("tr", {}, ...head.map((each) => element("th", { scope: "col" }, each)))),
    element("tbody", {}, ...rows.map(([first = "", ...rest]) => tableRow(first, rest))),
  );
}

/** A line of a table; the first cell heads it. */
export function tableRow(first: Node | string, rest: readonly (Node | string)[]): HTMLTableRowElement {
  return element("tr", {}, element("th", { scope: "row" }, first), ...rest.map((each) => element("td", {}, each)));
}

export function button(words: string, press: () => void, label = words): HTMLButtonElement {
  return element("button", { type: "button", "aria-label": label, onclick: press }, words);
}

function watched<T>(
  label: string,
  input: HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement,
  now: () => T | undefined,
  first: T,
): SettingField<T> {
  const field = { label, input, value: now, isEdited: () => now() !== first };
  const mark = () => {
    input.classList.toggle("edited", field.isEdited());
    if (now() === undefined) input.setAttribute("aria-invalid", "true");
    else input.removeAttribute("aria-invalid");
  };
  input.addEventListener("input", mark);
  input.addEventListener("change", mark);
  return field;
}
