import { Type } from "typebox";
import { CommandError } from "../../base/error.ts";
import { contactsOfItem } from "../../engines/sheet/contacts.ts";
import { shiftPatches } from "../../engines/sheet/shift.ts";
import { librarySymbolsOf } from "../../engines/sheet/symbol-pins.ts";
import type { Item } from "../../model/item.ts";
import type { SymbolInstance } from "../../model/schematic/symbol.ts";
import type { EditContext } from "../define.ts";
import { defineEdit } from "../define.ts";
import { copySymbolParts } from "../lib/symbol-parts.ts";
import { itemRefs, pointMm, toPoint } from "../schemas.ts";
import { joinAlong, joinAt } from "./draw-lines.ts";
import { referencesOf, resolveWhole } from "./symbol-refs.ts";

export const duplicate = defineEdit({
  id: "sch.duplicate",
  title: "Duplicate",
  about:
    "Copies symbols, wires, labels, sheets and drawings to another place. Copied symbols lose their number (R? instead of " +
    "R7) unless `keepReferences`.",
  scope: "schematic",
  onSymbolParts: copySymbolParts,
  args: {
    items: itemRefs("What to copy"),
    by: pointMm("How far from the originals the copies are"),
    keepReferences: Type.Optional(
      Type.Boolean({ description: "Whether copies keep their references; false when left out." }),
    ),
  },
  label: (args) => `Duplicate ${typeof args.items === "string" ? args.items : args.items.slice(0, 3).join(", ")}`,
  examples: [
    { about: "A second LED.", fixture: "blinky/blinky.kicad_sch", args: { items: ["D1", "R3"], by: [25.4, 0] } },
  ],
  run(cx, args) {
    const items = resolveWhole(cx.doc, args.items, "duplicate");
    const odd = items.find((item) => !COPIED.has(item.kind));
    if (odd !== undefined) {
      throw new CommandError({
        code: "invalid-args",
        message: `Cannot duplicate ${odd.id}: it is a part of the file (${odd.kind}), not a thing on the sheet.`,
        hint: "List what is there with query.items.",
        data: { id: odd.id },
      });
    }
    const by = toPoint(args.by);
    const ids = cx.edit.copy(items);
    const library = librarySymbolsOf(cx.doc);
    const places = [];
    for (const original of items) {
      const copy = cx.doc.items.get(ids.get(original.id)!)!;
      for (const { id, owner, to } of shiftPatches(copy, by)) cx.edit.set(id, to, owner);
      if (copy.kind === "symbol" && args.keepReferences !== true) clearNumber(cx, copy);
      places.push(...contactsOfItem(cx.doc.items.get(copy.id)!, library).map(({ at }) => at));
    }
    joinAt(cx.edit, places);
    joinAlong(cx.edit, ids.values());
    const notes = items.some((item) => item.kind === "symbol") && args.keepReferences !== true ? [UNNUMBERED] : [];
    return by.x === 0 && by.y === 0 ? [...notes, "The copies lie on the originals."] : notes;
  },
});

const UNNUMBERED = "The copied parts have no number yet: give them one.";

const COPIED: ReadonlySet<string> = new Set([
  ...["symbol", "wire", "bus", "busEntry", "junction", "noConnect", "label", "text", "textBox"],
  ...["graphic", "sheet", "image", "table", "ruleArea", "group"],
]);

/** `R7` becomes `R?` in the field and in all uses of the sheet; a power symbol's `#PWR01` too. */
function clearNumber(cx: EditContext, symbol: Item): void {
  const instances = symbol["instances"] as readonly SymbolInstance[];
  cx.edit.set(symbol.id, { instances: instances.map((use) => ({ ...use, reference: unnumbered(use.reference) })) });
  const field = symbol.children.find((child) => child.kind === "property" && child["name"] === "Reference");
  const [reference] = referencesOf(symbol);
  if (field !== undefined && reference !== undefined)
    cx.edit.set(field.id, { value: unnumbered(field["value"] as string) }, symbol.id);
}

function unnumbered(reference: string): string {
  return reference.replace(/\d*\??$/, "?");
}
