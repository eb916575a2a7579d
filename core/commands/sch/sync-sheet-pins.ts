import { Type } from "typebox";
import { CommandError } from "../../base/error.ts";
import type { Item } from "../../model/item.ts";
import { propertyValue } from "../../model/schematic/sheet.ts";
import type { EditContext } from "../define.ts";
import { defineEdit } from "../define.ts";
import { addPin, freePlace, type Side } from "./sheet-pins.ts";
import { sheetNamed } from "./sheet-refs.ts";
import { walkSheets } from "./sheet-walk.ts";

export const syncSheetPins = defineEdit({
  id: "sch.syncSheetPins",
  title: "Synchronise sheet pins",
  about:
    "Makes the pins of sheet symbols agree with the hierarchical labels inside: adds missing pins (inputs left, outputs " +
    "right), takes over their shapes, and with `remove` deletes pins that lead nowhere.",
  scope: "schematic",
  args: {
    sheets: Type.Optional(
      Type.Array(Type.String({ minLength: 1 }), {
        description: "Names or uuids of sheets; all when left out.",
        minItems: 1,
      }),
    ),
    remove: Type.Optional(
      Type.Boolean({ description: "Whether pins without a label inside are deleted; false when left out." }),
    ),
  },
  examples: [{ about: "All sheets.", fixture: "hierarchy/hierarchy.kicad_sch", args: {} }],
  async run(cx, args) {
    const sheets = args.sheets?.map((ref) => sheetNamed(cx.doc, ref, "synchronise")) ?? [
      ...cx.doc.items.ofKind("sheet"),
    ];
    const uses = await walkSheets(cx, { path: cx.open.path, doc: cx.doc });
    const notes: string[] = [];
    for (const sheet of sheets) {
      const name = propertyValue(sheet, "Sheetname");
      const use = uses.find((each) => each.path.endsWith(`/${sheet.id}`) && each.depth === 1);
      if (use?.doc === undefined || use.doc === null) {
        notes.push(`${name} was left alone: ${use?.problem ?? "its file was not found"}.`);
        continue;
      }
      const labels = new Map<string, string>();
      for (const label of use.doc.items.ofKind("label"))
        if (label["token"] === "hierarchical_label")
          labels.set(label["text"] as string, (label["shape"] as string) ?? "input");
      notes.push(...syncOne(cx, sheet.id, name, labels, args.remove === true));
    }
    return notes;
  },
});

function syncOne(
  cx: EditContext,
  id: string,
  name: string,
  labels: ReadonlyMap<string, string>,
  remove: boolean,
): string[] {
  const notes: string[] = [];
  const pins = cx.doc.items.get(id)!.children.filter((child) => child.kind === "sheetPin");
  for (const pin of pins) {
    const shape = labels.get(pin["name"] as string);
    if (shape !== undefined) cx.edit.set(pin.id, { shape }, id);
    else if (remove) cx.edit.remove(pin.id, id);
    else notes.push(`Pin ${String(pin["name"])} of ${name} has no hierarchical label inside.`);
  }
  const known = new Set(pins.map((pin) => pin["name"]));
  const missing = [...labels]
    .filter(([label]) => !known.has(label))
    .sort(([a], [b]) => a.localeCompare(b, "en", { numeric: true }));
  for (const [label, shape] of missing) {
    const sheet = cx.doc.items.get(id)!;
    const sides: readonly Side[] = shape === "output" ? ["right", "left"] : ["left", "right"];
    const [side, at] = firstFree(sheet, [...sides, "bottom", "top"]);
    addPin(cx.edit, sheet, label, shape, side, at);
  }
  return notes;
}

function firstFree(sheet: Item, sides: readonly Side[]) {
  for (const side of sides) {
    const at = freePlace(sheet, side);
    if (at !== null) return [side, at] as const;
  }
  throw new CommandError({
    code: "check-failed",
    message: `Cannot add pins to ${propertyValue(sheet, "Sheetname")}: all its sides are full.`,
    hint: 'Make it larger: sch.setProperties { "items": …, "properties": { "size": [50.8, 76.2] } }.',
    data: { id: sheet.id },
  });
}
