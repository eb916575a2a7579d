import { effects } from "../effects.ts";
import { flag, optionalYesNo, placement, point, positional } from "../field.ts";
import { between } from "../field-forms.ts";
import type { Item, ItemOf } from "../item.ts";
import { defineKind } from "../kind.ts";
import { oneOf } from "../surface.ts";
import { sheetInstances } from "./instances.ts";
import { property } from "./property.ts";
import { fieldsAutoplaced, schematicStroke, schematicUuid, sheetFill } from "./shared-fields.ts";

export type { SheetInstance } from "./instances.ts";

/** First version whose sheets say these. */
const SHEET_FLAGS = 20240602;

/** `(pin "A" input (at 1 2 180) (uuid "…") (effects …))` on a sheet's edge. */
export const sheetPin = defineKind({
  kind: "sheetPin",
  tokens: ["pin"],
  about: "A pin of a sheet.",
  shape: {
    name: positional(0, "The hierarchical label's name."),
    shape: {
      ...positional(1, "input, output, bidirectional, tri_state or passive.", false),
      surface: oneOf<string>(["input", "output", "bidirectional", "tri_state", "passive"]),
    },
    at: placement("Its place on the sheet's edge; the angle points outward.", { zero: "written" }),
    uuid: schematicUuid(),
    effects: effects(),
  },
});

/** `(sheet (at 1 2) (size 3 4) … (property "Sheetname" …) (property "Sheetfile" …) (pin …) (instances …))`. */
export const sheet = defineKind({
  kind: "sheet",
  tokens: ["sheet"],
  about: "A hierarchical sheet.",
  shape: {
    at: point("at", "Top left corner."),
    size: point("size", "Width and height."),
    excludeFromSim: between(optionalYesNo("exclude_from_sim", "Whether simulation ignores it."), SHEET_FLAGS),
    inBom: between(optionalYesNo("in_bom", "Whether its parts are in the bill of materials."), SHEET_FLAGS),
    onBoard: between(optionalYesNo("on_board", "Whether its parts go to the board."), SHEET_FLAGS),
    dnp: between(optionalYesNo("dnp", "Whether its parts are not to be populated."), SHEET_FLAGS),
    fieldsAutoplaced: fieldsAutoplaced(),
    stroke: schematicStroke(),
    fill: sheetFill(),
    uuid: schematicUuid(),
    locked: flag("locked", "Whether it is locked."),
    instances: sheetInstances,
  },
  children: { property, pin: sheetPin },
});

export type Sheet = ItemOf<typeof sheet>;
export type SheetPin = ItemOf<typeof sheetPin>;

/** A field of a symbol or a sheet; KiCad 6 called the sheet's "Sheet name" and "Sheet file". "" when missing. */
export function propertyValue(item: Item, name: string): string {
  const wanted = foldName(name);
  for (const child of item.children)
    if (child.kind === "property" && foldName(child["name"] as string) === wanted) return child["value"] as string;
  return "";
}

function foldName(name: string): string {
  return name.replace(/^Sheet (name|file)$/, "Sheet$1");
}
