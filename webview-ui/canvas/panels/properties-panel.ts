import { copperLayers, layersOf } from "../../../core/model/board/layer-table.ts";
import type { Doc } from "../../../core/model/document.ts";
import type { Field } from "../../../core/model/field.ts";
import type { Item, ItemId } from "../../../core/model/item.ts";
import { kindShown } from "../../../core/model/library/kind-shown.ts";
import { symbolBehind } from "../../../core/model/library/parts-sheet.ts";
import { element } from "../../dom/element.ts";
import type { Control, Shown } from "./property-control.ts";
import { propertyControl } from "./property-control.ts";

export interface PropertyEdits {
  readonly setProperty: (items: readonly Item[], name: string, json: unknown) => void;
  readonly setField: (items: readonly Item[], name: string, value: string) => void;
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

/** What the selection is: the properties of one item, or those that several have in common. */
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
    const key = items.map(({ id }) => id).join();
    // A field being typed in is not pulled away; it is shown anew when it is left.
    if (this.body.contains(document.activeElement) && key !== "" && this.body.dataset["id"] === key) {
      const active = document.activeElement;
      active?.addEventListener("blur", () => setTimeout(() => this.show(doc, items, readOnly)), { once: true });
      return;
    }
    this.body.dataset["id"] = key;
    if (doc === null || items.length === 0)
      this.body.replaceChildren(
        element("p", {}, "Nothing is selected."),
        ...(doc === null
          ? []
          : [element("p", { class: "keys" }, howTo[symbolBehind(doc) === null ? doc.kind : "board"] ?? "")]),
      );
    else this.body.replaceChildren(this.list(doc, items, readOnly), ...listsOf(doc));
  }

  /** Goes to the first thing that can be edited. */
  focus(): void {
    this.body.querySelector<HTMLElement>("input, select")?.focus();
  }

  private list(doc: Doc, items: readonly Item[], readOnly: boolean): HTMLElement {
    const list = element("dl", {});
    const [first] = items;
    if (items.length === 1) {
      row(list, "Kind", "What it is", text(kindTitle(first!)));
      row(list, "Id", "The item's id", text(first!.id));
    } else counts(list, items);
    for (const name of fieldNames(items)) {
      const values = items.map((item) => fieldOf(item, name)?.["value"]);
      const control: Control = {
        label: `Field ${name}`,
        says: "a text",
        isFixed: readOnly,
        commit: (json) => {
          this.edits.setField(items, name, String(json));
          return true;
        },
      };
      row(list, name, `Field ${name}`, propertyControl(shownOf(values), control));
    }
    const fields = [...commonFields(doc, items)];
    const doubled = doubledMembers(fields, first!);
    for (const [name, field] of fields) this.property(list, doc, items, name, field, readOnly, doubled);
    return list;
  }

  private property(
    list: HTMLElement,
    doc: Doc,
    items: readonly Item[],
    name: string,
    field: Field<unknown>,
    readOnly: boolean,
    doubled: ReadonlySet<string>,
  ): void {
    const { surface } = field;
    if (surface === undefined) return;
    const values = items.map((item) => surface.to(item[name]));
    const shown = shownOf(values);
    // Parts of the file that are only carried are no matter for a line of text.
    if (values.some((value) => typeof value === "string" && value.startsWith("("))) return;
    const commit = (json: unknown): boolean => {
      const refused = items.some((item) => surface.from?.(json, item[name]) === undefined);
      if (refused) this.edits.complain(`Cannot set ${title(name).toLowerCase()}: that is not ${surface.says}.`);
      else this.edits.setProperty(items, name, json);
      return !refused;
    };
    const control: Control = {
      label: field.about,
      says: surface.says,
      isFixed: readOnly || surface.from === undefined,
      ...(surface.names === "layer" ? { list: isCopperOnly(doc, items) ? "copper-names" : "layer-names" } : {}),
      ...(surface.names === "net" ? { list: "net-names" } : {}),
      commit,
      complain: this.edits.complain,
    };
    if (isRecord(shown.value)) {
      for (const [member, value] of Object.entries(shown.value)) {
        if (typeof value === "object" && value !== null) continue;
        const each = shownOf(values.map((one) => (one as Record<string, unknown> | null)?.[member]));
        const part = {
          ...control,
          label: `${field.about}: ${member}`,
          says: memberSays(surface.says, member),
          commit: (json: unknown) => commit({ [member]: json }),
        };
        // A pin's name and its number are both texts of a size.
        const own = member === "text" ? name : `${name}, ${title(member).toLowerCase()}`;
        row(list, title(doubled.has(member) ? own : member), `${field.about} (${member})`, propertyControl(each, part));
      }
      return;
    }
    if (Array.isArray(shown.value) ? !isFlat(shown.value) : typeof shown.value === "object") return;
    row(list, title(name), field.about, propertyControl(shown, control));
  }
}

/** Members that several properties of an item have by the same name. */
function doubledMembers(fields: readonly (readonly [string, Field<unknown>])[], item: Item): ReadonlySet<string> {
  const seen = new Set<string>();
  const doubled = new Set<string>();
  for (const [name, { surface }] of fields) {
    const value = surface?.to(item[name]);
    if (!isRecord(value)) continue;
    for (const member of Object.keys(value)) (seen.has(member) ? doubled : seen).add(member);
  }
  return doubled;
}

/** Properties that all items have, by the first one's kind. */
function* commonFields(doc: Doc, items: readonly Item[]): Iterable<[string, Field<unknown>]> {
  const shapes = new Map(items.map((item) => [item.kind, kindShown(doc, item).shape]));
  const [first, ...others] = [...shapes.values()];
  for (const [name, field] of Object.entries(first ?? {})) {
    if (silent.has(name) || items.some((item) => item[name] === null || item[name] === undefined)) continue;
    const isCommon = others.every(
      (shape) => (shape[name] as Field<unknown> | undefined)?.surface?.says === (field as Field<unknown>).surface?.says,
    );
    if (isCommon) yield [name, field as Field<unknown>];
  }
}

/** Names of the fields that all items have; references of several are no matter for one line. */
function fieldNames(items: readonly Item[]): string[] {
  const names = (item: Item) =>
    item.children.filter(({ kind }) => kind === "property").map((child) => String(child["name"]));
  const [first, ...others] = items;
  const common = names(first!).filter((name) => others.every((item) => names(item).includes(name)));
  const isShown = (name: string) =>
    name === "Value" ||
    (name === "Reference" ? items.length === 1 : items.some((item) => fieldOf(item, name)?.["value"] !== ""));
  return common.filter(isShown);
}

function fieldOf(item: Item, name: string): Item | undefined {
  return item.children.find((child) => child.kind === "property" && child["name"] === name);
}

/** Ids of the fields of this name. */
export function fieldIds(items: readonly Item[], name: string): ItemId[] {
  return items.flatMap((item) => fieldOf(item, name)?.id ?? []);
}

/** One value when all are the same. */
function shownOf(values: readonly unknown[]): Shown {
  const [first] = values;
  const key = JSON.stringify(first);
  return { value: first, isMixed: values.some((value) => JSON.stringify(value) !== key) };
}

/** What a member of a record takes, in the words of the whole. */
function memberSays(says: string, member: string): string {
  return new RegExp(`\\b${member} \\(([^)]*)\\)`).exec(says)?.[1] ?? "a text";
}

/** Names that fields offer while something is typed. */
function listsOf(doc: Doc): HTMLElement[] {
  if (doc.kind !== "board") return [];
  const nets = new Set<string>();
  for (const item of doc.items.ofKind("track", "via", "zone"))
    if (typeof item["net"] === "string") nets.add(item["net"]);
  const list = (id: string, names: Iterable<string>) =>
    element("datalist", { id }, ...[...names].map((name) => element("option", { value: name })));
  return [
    list(
      "layer-names",
      layersOf(doc).map(({ name }) => name),
    ),
    list("copper-names", copperLayers(doc)),
    list("net-names", [...nets].sort()),
  ];
}

function isCopperOnly(doc: Doc, items: readonly Item[]): boolean {
  return doc.kind === "board" && items.every(({ kind }) => /^(track|arcTrack|via)$/.test(kind));
}

function counts(list: HTMLElement, items: readonly Item[]): void {
  const byKind = new Map<string, number>();
  const nets = new Set<string>();
  for (const item of items) {
    byKind.set(item.kind, (byKind.get(item.kind) ?? 0) + 1);
    if (typeof item["net"] === "string" && item["net"] !== "") nets.add(item["net"]);
  }
  row(list, "Selected", "Number of items", text(String(items.length)));
  for (const [kind, count] of byKind) row(list, title(kind), "Number of these", text(String(count)));
  if (nets.size > 1) row(list, "Nets", "Nets of the selection", text([...nets].slice(0, 12).join(", ")));
}

function row(list: HTMLElement, name: string, about: string, value: HTMLElement): void {
  list.append(element("dt", { title: about }, name), element("dd", {}, value));
}

function text(value: string): HTMLElement {
  return element("span", { class: "value", title: value }, value);
}

function isRecord(json: unknown): json is Readonly<Record<string, unknown>> {
  return typeof json === "object" && json !== null && !Array.isArray(json);
}

function isFlat(json: readonly unknown[]): boolean {
  return json.length <= 8 && json.every((v) => typeof v === "number" || typeof v === "string");
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
