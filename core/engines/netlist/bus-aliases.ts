import type { Doc } from "../../model/document.ts";
import type { BusAliases } from "./connection.ts";
import type { Design } from "./design.ts";

/** Every alias of a design: the project's, and those that sheets hold (files of KiCad 6 to 9). */
export function busAliasesOf(design: Design): BusAliases {
  const all = new Map(design.settings.busAliases);
  for (const doc of new Set(design.sheets.map((sheet) => sheet.doc)))
    for (const [name, members] of sheetAliases(doc)) all.set(name, members);
  return all;
}

/** The aliases that one sheet's file holds. */
export function sheetAliases(doc: Doc): BusAliases {
  return new Map(
    [...doc.items.ofKind("busAlias")].map((item) => [item["name"] as string, item["members"] as readonly string[]]),
  );
}
