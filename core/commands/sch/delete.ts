import { CommandError } from "../../base/error.ts";
import type { Point } from "../../base/nm.ts";
import { contactsOf, contactsOfItem, placeKey } from "../../engines/sheet/contacts.ts";
import { needsJunction } from "../../engines/sheet/junctions.ts";
import { librarySymbolsOf } from "../../engines/sheet/symbol-pins.ts";
import type { Item } from "../../model/item.ts";
import type { EditContext } from "../define.ts";
import { defineEdit } from "../define.ts";
import { deleteSymbolParts } from "../lib/symbol-parts.ts";
import { itemRefs } from "../schemas.ts";
import { resolveOnSheet } from "./symbol-refs.ts";

export const deleteItems = defineEdit({
  id: "sch.delete",
  title: "Delete",
  about:
    "Deletes symbols, wires, labels, sheets, sheet pins and drawings. Dots that join nothing any more go too, and the " +
    "file's copy of a symbol that is used no more; wires of a deleted symbol stay.",
  scope: "schematic",
  onSymbolParts: deleteSymbolParts,
  args: { items: itemRefs("What to delete") },
  label: (args) => `Delete ${typeof args.items === "string" ? args.items : args.items.slice(0, 3).join(", ")}`,
  examples: [{ about: "The LED and its resistor.", fixture: "blinky/blinky.kicad_sch", args: { items: ["D1", "R3"] } }],
  run(cx, args) {
    const found = resolveOnSheet(cx.doc, args.items, "delete");
    const library = librarySymbolsOf(cx.doc);
    const places: Point[] = [];
    const used = new Set<string>();
    for (const { item, owner } of found) {
      if (owner !== undefined && owner.kind !== "sheet") throw insideOf(item, owner);
      if (owner === undefined && !WHOLE.has(item.kind)) throw notDeletable(item);
      if (owner !== undefined && item.kind !== "sheetPin") throw insideOf(item, owner);
    }
    for (const { item, owner } of found) {
      places.push(...contactsOfItem(item, library).map((contact) => contact.at));
      if (item.kind === "sheetPin") places.push(item["at"] as Point);
      if (item.kind === "symbol") used.add(libraryName(item));
      // A sheet pin goes with its sheet.
      if (owner === undefined) cx.edit.remove(item.id);
      else if (cx.doc.items.entry(owner.id) !== undefined) cx.edit.remove(item.id, owner.id);
    }
    removeIdleDots(cx, places);
    removeUnusedCopies(cx, used);
  },
});

const WHOLE: ReadonlySet<string> = new Set([
  "symbol",
  "wire",
  "bus",
  "busEntry",
  "junction",
  "noConnect",
  "label",
  "text",
  "textBox",
  "graphic",
  "sheet",
  "image",
  "table",
  "ruleArea",
  "group",
]);

function removeIdleDots(cx: EditContext, places: readonly Point[]): void {
  const map = contactsOf(cx.doc);
  const seen = new Set<string>();
  for (const p of places) {
    if (seen.has(placeKey(p))) continue;
    seen.add(placeKey(p));
    if (needsJunction(p, map)) continue;
    for (const contact of map.at(p)) if (contact.kind === "junction") cx.edit.remove(contact.item);
  }
}

function removeUnusedCopies(cx: EditContext, names: ReadonlySet<string>): void {
  const left = new Set([...cx.doc.items.ofKind("symbol")].map(libraryName));
  for (const list of [...cx.doc.items.ofKind("librarySymbols")]) {
    for (const copy of list.children) {
      const name = copy["name"] as string;
      const parent = list.children.some((other) => other["extends"] === name.replace(/^.*:/, ""));
      if (names.has(name) && !left.has(name) && !parent) cx.edit.remove(copy.id, list.id);
    }
  }
}

function libraryName(symbol: Item): string {
  return (symbol["libName"] as string | null) ?? (symbol["libId"] as string | null) ?? "";
}

function insideOf(item: Item, owner: Item): CommandError {
  return new CommandError({
    code: "invalid-args",
    message: `Cannot delete ${item.kind} ${item.id}: it belongs to ${owner.kind} ${owner.id}.`,
    hint: `Name the ${owner.kind} instead: ${JSON.stringify(owner.id)}.`,
    data: { id: item.id, owner: owner.id },
  });
}

function notDeletable(item: Item): CommandError {
  return new CommandError({
    code: "invalid-args",
    message: `Cannot delete ${item.id}: it is a part of the file's frame, not of the drawing.`,
    hint: "List what is there with query.items.",
    data: { id: item.id },
  });
}
