import { element } from "../../dom/element.ts";
import { typedNumber, typedNumbers } from "./typed-value.ts";

/** A value that is shown; `isMixed` when the selected items have different ones. */
export interface Shown {
  readonly value: unknown;
  readonly isMixed: boolean;
}

export interface Control {
  readonly label: string;
  /** What is taken, in the words of the property's form: "a length in mm", "one of a, b". */
  readonly says: string;
  readonly isFixed: boolean;
  /** Id of a list of names that are offered. */
  readonly list?: string;
  /** Takes the value, or refuses it with false. */
  readonly commit: (json: unknown) => boolean;
  readonly complain?: (text: string) => void;
}

/** What a field shows when the items have different values. */
const MIXED = "several values";

/** The control for a value: a checkbox, a choice, or a field that takes units and arithmetic. */
export function propertyControl(shown: Shown, control: Control): HTMLElement {
  const { value, isMixed } = shown;
  if (typeof value === "boolean") return checkbox(value, isMixed, control);
  const plain = isMixed ? "" : Array.isArray(value) ? value.join(", ") : String(value ?? "");
  if (control.isFixed) {
    const text = isMixed ? MIXED : plain;
    return element("span", { class: "value", title: text }, text);
  }
  const choices = choicesOf(control.says);
  if (choices !== null) return choice(choices, plain, isMixed, control);
  return field(plain, value, isMixed, control);
}

function checkbox(value: boolean, isMixed: boolean, { label, isFixed, commit }: Control): HTMLElement {
  const box = element("input", { type: "checkbox", "aria-label": label, onchange: () => commit(box.checked) });
  box.checked = value && !isMixed;
  box.indeterminate = isMixed;
  box.disabled = isFixed;
  return box;
}

function choice(choices: readonly string[], value: string, isMixed: boolean, { label, commit }: Control): HTMLElement {
  const all = choices.includes(value) || isMixed ? choices : [value, ...choices];
  const options = all.map((each) => element("option", { value: each }, each === "" ? "(none)" : each));
  if (isMixed) options.unshift(element("option", { value: MIXED, disabled: true }, MIXED));
  const select = element("select", { "aria-label": label, onchange: () => commit(select.value) }, ...options);
  select.value = isMixed ? MIXED : value;
  return select;
}

/** A field that commits on Enter or when it is left; Escape brings the old value back. */
function field(value: string, like: unknown, isMixed: boolean, control: Control): HTMLElement {
  const { label, list, says, commit, complain } = control;
  const input = element("input", {
    type: "text",
    "aria-label": label,
    ...(list === undefined ? {} : { list }),
    ...(isMixed ? { placeholder: MIXED } : {}),
    spellcheck: "false",
    onkeydown: (event) => {
      const { key } = event as KeyboardEvent;
      if (key === "Escape") input.value = value;
      if (key === "Enter" || key === "Escape") input.blur();
      event.stopPropagation();
    },
    onchange: () => {
      if (input.value === value) return;
      const json = parsed(input.value, like, says);
      if (json === undefined) complain?.(`Cannot take "${input.value}": that is not ${says}.`);
      if (json === undefined || !commit(json)) input.value = value;
    },
  });
  input.value = value;
  return input;
}

/** What was typed, in the form of the value that was there; undefined when it is none. */
function parsed(typed: string, like: unknown, says: string): unknown {
  const isLength = /\bmm\b/.test(says);
  if (typeof like === "number") return typedNumber(typed, isLength);
  if (Array.isArray(like) && typeof like[0] === "number") return typedNumbers(typed, isLength);
  if (Array.isArray(like)) return typed.split(/[,;]\s*|\s+/).filter((part) => part !== "");
  return typed;
}

/** The words that a property takes, when it takes no others. */
function choicesOf(says: string): string[] | null {
  const words = /^one of (.+)$/.exec(says)?.[1];
  return words === undefined ? null : words.split(/,\s*|\s+or\s+/).map((word) => word.replace(/^"|"$/g, ""));
}
