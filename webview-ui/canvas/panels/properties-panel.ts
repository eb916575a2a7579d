import type { Doc } from "../../../core/model/document.ts";
import { kindOfItem } from "../../../core/model/document.ts";
import type { Field } from "../../../core/model/field.ts";
import type { Item } from "../../../core/model/item.ts";
import { element } from "../../dom/element.ts";

export interface PropertyEdits {
  readonly setProperty: (item: Item, name: string, json: unknown) => void;
  readonly setField: (item: Item, field: Item, value: string) => void;
  readonly complain: (text: string) => void;
}

/** Not worth a row: long, or said elsewhere. */
const silent = new Set(["uuid", "renderCache", "primitives", "fills", "data", "outlines", "instances", "pts"]);

/** How a person gets on, for who has not read any manual. */
const howTo: Readonly<Partial<Record<Doc["kind"], string>>> = {
  board:
    "Click selects, a drag moves (Alt: off the grid), R rotates, Delete removes, Ctrl+Z undoes. " +
    "Wheel zooms, right button pans, Home fits. ? lists all keys.",
  schematic:
    "Click selects, a drag moves with wires in tow, R rotates, Delete removes, Ctrl+Z undoes. " +
    "A double-click opens a sheet. " +
    "Wheel zooms, right button pans, Home fits. ? lists all keys.",
};

/** What the selection is: all properties of one item, or a count of several. */
export class PropertiesPanel {
  readonly root: HTMLElement;
  private readonly body = element("div", { class: "properties" });
  private readonly edits: PropertyEdits;

  constructor(edits: PropertyEdits) {
    this.edits = edits;
    this.root = element(
      "section",
      { class: "panel properties-panel", "aria-label": "Properties" },
      element("h2", {}, "Properties"),
      this.body,
    );
  }

  show(doc: Doc | null, items: readonly Item[], readOnly: boolean): void {
    // A field being typed in is not pulled away; it is shown anew when it is left.
    if (this.body.contains(document.activeElement) && items.length === 1 && this.body.dataset["id"] === items[0]?.id) {
      const active = document.activeElement;
      active?.addEventListener("blur", () => setTimeout(() => this.show(doc, items, readOnly)), { once: true });
      return;
    }
    this.body.dataset["id"] = items.length === 1 ? items[0]!.id : "";
    if (doc === null || items.length === 0)
      this.body.replaceChildren(
        element("p", {}, "Nothing is selected."),
        ...(doc === null ? [] : [element("p", { class: "keys" }, howTo[doc.kind] ?? "")]),
      );
    else if (items.length === 1) this.body.replaceChildren(this.one(doc, items[0]!, readOnly));
    else this.body.replaceChildren(several(items));
  }

  /** Goes to the first thing that can be edited. */
  focus(): void {
    this.body.querySelector<HTMLElement>("input, select")?.focus();
  }

  private one(doc: Doc, item: Item, readOnly: boolean): HTMLElement {
    const list = element("dl", {});
    row(list, "Kind", "What it is", text(kindTitle(item)));
    row(list, "Id", "The item's id", text(item.id));
    for (const child of item.children) {
      if (child.kind !== "property") continue;
      const name = String(child["name"]);
      if (child["value"] === "" && !["Reference", "Value"].includes(name)) continue;
      const value = String(child["value"]);
      const label = `Field ${name}`;
      row(
        list,
        name,
        label,
        readOnly
          ? text(value)
          : input(label, value, (typed) => {
              this.edits.setField(item, child, typed);
              return true;
            }),
      );
    }
    const kind = kindOfItem(doc, item);
    // Properties of a schematic's items have no command yet; their fields have.
    const isFixed = readOnly || doc.kind === "schematic";
    for (const [name, field] of Object.entries(kind.shape)) {
      if (silent.has(name) || item[name] === null || item[name] === undefined) continue;
      const shown = this.control(item, name, field as Field<unknown>, isFixed);
      if (shown !== null) row(list, title(name), field.about, shown);
    }
    return list;
  }

  private control(item: Item, name: string, field: Field<unknown>, readOnly: boolean): HTMLElement | null {
    const { surface } = field;
    if (surface === undefined) return null;
    const json = surface.to(item[name]);
    // Parts of the file that are only carried are no matter for a line of text.
    if (typeof json === "string" && json.startsWith("(")) return null;
    const isFixed = readOnly || surface.from === undefined;
    if (typeof json === "boolean") {
      const box = element("input", {
        type: "checkbox",
        "aria-label": field.about,
        onchange: () => this.edits.setProperty(item, name, box.checked),
      });
      box.checked = json;
      box.disabled = isFixed;
      return box;
    }
    if (typeof json === "object" && !isFlat(json)) return null;
    const shown = Array.isArray(json) ? json.join(", ") : String(json);
    if (isFixed) return text(shown);
    return input(field.about, shown, (typed) => {
      const value = parsed(typed, json);
      if (surface.from?.(value, item[name]) === undefined) {
        this.edits.complain(`Cannot set ${title(name).toLowerCase()}: "${typed}" is not ${surface.says}.`);
        return false;
      }
      this.edits.setProperty(item, name, value);
      return true;
    });
  }
}

function several(items: readonly Item[]): HTMLElement {
  const counts = new Map<string, number>();
  const nets = new Set<string>();
  const layers = new Set<string>();
  for (const item of items) {
    counts.set(item.kind, (counts.get(item.kind) ?? 0) + 1);
    if (typeof item["net"] === "string" && item["net"] !== "") nets.add(item["net"]);
    if (typeof item["layer"] === "string") layers.add(item["layer"]);
  }
  const list = element("dl", {});
  row(list, "Selected", "Number of items", text(String(items.length)));
  for (const [kind, count] of counts) row(list, title(kind), "Number of these", text(String(count)));
  if (layers.size > 0) row(list, "Layers", "Layers of the selection", text([...layers].join(", ")));
  if (nets.size > 0) row(list, "Nets", "Nets of the selection", text([...nets].slice(0, 12).join(", ")));
  return list;
}

function row(list: HTMLElement, name: string, about: string, value: HTMLElement): void {
  list.append(element("dt", { title: about }, name), element("dd", {}, value));
}

function text(value: string): HTMLElement {
  return element("span", { class: "value", title: value }, value);
}

/** A field that commits on Enter or when it is left; `commit` may refuse with false. Escape brings the old value back. */
function input(label: string, value: string, commit: (typed: string) => boolean): HTMLInputElement {
  const field = element("input", {
    type: "text",
    "aria-label": label,
    onkeydown: (event) => {
      const { key } = event as KeyboardEvent;
      if (key === "Escape") field.value = value;
      if (key === "Enter" || key === "Escape") field.blur();
      event.stopPropagation();
    },
    onchange: () => {
      if (field.value !== value && !commit(field.value)) field.value = value;
    },
  });
  field.value = value;
  return field;
}

function parsed(typed: string, like: unknown): unknown {
  if (Array.isArray(like)) {
    const parts = typed.split(/[,;]\s*|\s+/).filter((part) => part !== "");
    return typeof like[0] === "number" ? parts.map(Number) : parts;
  }
  if (typeof like === "number") return typed.trim() === "" ? typed : Number(typed.trim().replace(",", "."));
  return typed;
}

function isFlat(json: unknown): boolean {
  return Array.isArray(json) && json.length <= 8 && json.every((v) => typeof v === "number" || typeof v === "string");
}

/** `footprint R1`: what a person calls an item. */
export function kindTitle(item: Item): string {
  return title(item.kind);
}

/** A name in camelCase as words. */
function title(name: string): string {
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The reference of a footprint or symbol, or "". */
export function referenceOf(item: Item): string {
  for (const child of item.children) {
    if (child.kind === "property" && child["name"] === "Reference") return String(child["value"]);
    if (child.kind === "text" && child["role"] === "reference") return String(child["text"]);
  }
  return "";
}
