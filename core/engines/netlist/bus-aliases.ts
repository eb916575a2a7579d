import { textOf } from "../../format/text.ts";
import { parseTree } from "../../format/tree.ts";
import type { Doc } from "../../model/document.ts";
import { argOf, listOf } from "../../model/field.ts";
import type { BusAliases } from "./connection.ts";
import type { Design } from "./design.ts";

const byDoc = new WeakMap<Doc, BusAliases>();

/** Every alias of a design: the project's, and those that sheets hold (files of KiCad 6 to 9). */
export function busAliasesOf(design: Design): BusAliases {
  const all = new Map(design.settings.busAliases);
  for (const doc of new Set(design.sheets.map((sheet) => sheet.doc)))
    for (const [name, members] of sheetAliases(doc)) all.set(name, members);
  return all;
}

/** The aliases that one sheet's file holds. */
export function sheetAliases(doc: Doc): BusAliases {
  const known = byDoc.get(doc);
  if (known !== undefined) return known;
  const found = new Map<string, readonly string[]>();
  for (const entry of doc.items.entries) {
    if (entry.kind !== "other" || !entry.id.startsWith("bus_alias")) continue;
    const { bytes, start, end } = entry.item().source;
    const tree = parseTree(bytes, { from: start, to: end });
    const list = listOf(tree, 0, "members");
    const members: string[] = [];
    for (let n = 1; list >= 0 && argOf(tree, list, n) >= 0; n++) members.push(textOf(tree, argOf(tree, list, n)));
    if (argOf(tree, 0, 1) >= 0) found.set(textOf(tree, argOf(tree, 0, 1)), members);
  }
  byDoc.set(doc, found);
  return found;
}
