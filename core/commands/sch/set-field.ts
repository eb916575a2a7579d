import { Type } from "typebox";
import { CommandError } from "../../base/error.ts";
import type { Point } from "../../base/nm.ts";
import type { Effects } from "../../model/effects.ts";
import type { Item, ItemId } from "../../model/item.ts";
import { propertyValue } from "../../model/schematic/sheet.ts";
import type { Edit } from "../../session/edit.ts";
import type { EditContext } from "../define.ts";
import { defineEdit } from "../define.ts";
import { itemRefs } from "../schemas.ts";
import { newFieldLook, shownPatch } from "./field-look.ts";
import { renameSymbol } from "./rename-symbol.ts";
import { resolveWhole } from "./symbol-refs.ts";

/** Kinds that have fields. */
const WITH_FIELDS: ReadonlySet<string> = new Set(["symbol", "sheet", "label"]);

export const setField = defineEdit({
  id: "sch.setField",
  title: "Set field",
  about:
    "Sets a field of symbols, sheets or labels, or adds it. Reference renames the part in the uses of the sheet that have " +
    "the old name; project.renamePart renames it on the board too.",
  scope: "schematic",
  args: {
    items: itemRefs("Symbols, sheets or labels"),
    name: Type.String({
      description: "The field: Reference, Value, Footprint, Datasheet, or one of your own.",
      minLength: 1,
    }),
    value: Type.String({ description: "Its text." }),
    show: Type.Optional(
      Type.Boolean({ description: "Whether it is shown on the sheet; a new field is hidden when left out." }),
    ),
  },
  label: (args) =>
    `Set ${args.name} of ${typeof args.items === "string" ? args.items : args.items.slice(0, 3).join(", ")}`,
  examples: [
    {
      about: "Another resistor.",
      fixture: "blinky/blinky.kicad_sch",
      args: { items: "R3", name: "Value", value: "470" },
    },
    {
      about: "A new field on two parts.",
      fixture: "blinky/blinky.kicad_sch",
      args: { items: ["R1", "R2"], name: "Tolerance", value: "1%" },
    },
    { about: "Rename R3.", fixture: "blinky/blinky.kicad_sch", args: { items: "R3", name: "Reference", value: "R10" } },
  ],
  run(cx, args) {
    const items = resolveWhole(cx.doc, args.items, "set the field of");
    const odd = items.find((item) => !WITH_FIELDS.has(item.kind));
    if (odd !== undefined) {
      throw new CommandError({
        code: "invalid-args",
        message: `Cannot set the field of ${odd.id}: a ${odd.kind} has no fields.`,
        hint: "Name symbols, sheets or labels.",
        data: { id: odd.id },
      });
    }
    const named = typeof args.items === "string" ? [args.items] : args.items;
    const notes: string[] = [];
    for (const item of items) {
      if (item.kind !== "symbol" || foldField(args.name) !== "Reference") {
        setFieldText(cx.edit, item.id, args.name, args.value, args.show);
        continue;
      }
      notes.push(...renameSymbol(cx.edit, item, args.value, named));
      if (args.show !== undefined) setFieldText(cx.edit, item.id, args.name, referenceNow(cx, item), args.show);
    }
    return [...new Set(notes)];
  },
});

function referenceNow(cx: EditContext, symbol: Item): string {
  return propertyValue(cx.doc.items.get(symbol.id)!, "Reference");
}

/** Sets a symbol's, sheet's or label's field, or adds it (hidden unless `show`). */
export function setFieldText(edit: Edit, id: ItemId, name: string, value: string, show?: boolean): void {
  const item = edit.doc.items.get(id)!;
  const own = propertyOf(item, name);
  if (own === undefined) {
    const at = item["at"] as Point;
    const look = newFieldLook(edit.doc.version, show === true);
    edit.addInside(id, "property", { name, value, at: { x: at.x, y: at.y, angle: 0 }, ...look });
    return;
  }
  const shown = show === undefined ? {} : shownPatch(edit.doc.version, own["effects"] as Effects, show);
  edit.set(own.id, { value, ...shown }, id);
}

/** A field by its name; the well-known ones whatever their letters' case. */
function propertyOf(item: Item, name: string): Item | undefined {
  const wanted = foldField(name);
  return item.children.find((child) => child.kind === "property" && foldField(child["name"] as string) === wanted);
}

const KNOWN = ["Reference", "Value", "Footprint", "Datasheet", "Description", "Sheetname", "Sheetfile"];

/** A field's name as KiCad writes it, whatever its letters' case. */
export function foldField(name: string): string {
  const plain = name.replace(/^Sheet (name|file)$/, "Sheet$1");
  return KNOWN.find((known) => known.toLowerCase() === plain.toLowerCase()) ?? plain;
}
