import { Type } from "typebox";
import { defineEdit } from "../define.ts";
import type { Found } from "../item-refs.ts";
import { ownersOf, resolveAnywhere, resolveItems } from "../item-refs.ts";
import { propertyPatch, refused } from "../property-patch.ts";
import { itemRefs } from "../schemas.ts";
import { resolveOnSheet } from "./symbol-refs.ts";

export const setProperties = defineEdit({
  id: "sch.setProperties",
  title: "Set properties",
  about:
    "Sets properties of symbols, fields, pins, wires, labels, sheets and parts of the file (also of a symbol library: its " +
    "symbols by name, their pins as NAME.1; and of a drawing sheet) by the names and in the units " +
    'that query.item shows and query.schema explains: { "dnp": true }, { "effects": { "bold": true } }. Objects may be ' +
    "given in part.",
  scope: "schematic",
  also: ["symbolLibrary", "drawingSheet"],
  args: {
    items: itemRefs("What to change"),
    properties: Type.Record(Type.String(), Type.Unknown(), {
      description: "New values by property name, as query.item shows them.",
      minProperties: 1,
    }),
  },
  examples: [
    {
      about: "Two parts that are not populated.",
      fixture: "blinky/blinky.kicad_sch",
      args: { items: ["R1", "R2"], properties: { dnp: true } },
    },
  ],
  run(cx, args) {
    const verb = "set properties of";
    const onSheet = (ref: string) => resolveOnSheet(cx.doc, ref, verb);
    const resolve = cx.doc.kind === "schematic" ? onSheet : (ref: string) => resolveItems(cx.doc, ref, verb);
    for (const found of resolveAnywhere(cx.doc, args.items, verb, resolve)) {
      const { item } = found;
      for (const name of Object.keys(args.properties)) {
        const instead = elsewhere(found, name);
        if (instead !== null) throw refused(found, `${name} is more than a property`, instead);
      }
      const around = ownersOf(found).map(({ id }) => id);
      cx.edit.set(item.id, propertyPatch(cx.doc, found, args.properties), around);
    }
  },
});

/** The command that changes a property together with what hangs on it; null where the property stands for itself. */
function elsewhere({ item, owner }: Found, name: string): string | null {
  if (item.kind === "symbol" && (name === "at" || name === "mirror"))
    return "Use sch.move, sch.rotate or sch.mirror: fields and wires go along.";
  if (item.kind === "sheet" && name === "at") return "Use sch.move: its pins and fields go along.";
  if (owner?.kind === "symbol" && item["name"] === "Reference" && name === "value")
    return 'Use sch.setField with name "Reference": it renames the part in every use of the sheet.';
  if ((item.kind === "librarySymbol" || item.kind === "symbolUnit") && name === "name")
    return "The names of its units, and what uses it, hang on its name.";
  if (item.kind === "property" && name === "name") return "Use sch.setField to add a field of another name.";
  return null;
}
