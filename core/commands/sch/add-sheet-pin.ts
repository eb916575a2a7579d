import { Type } from "typebox";
import { CommandError } from "../../base/error.ts";
import { propertyValue } from "../../model/schematic/sheet.ts";
import { defineEdit } from "../define.ts";
import { mm, toNm } from "../schemas.ts";
import { addPin, freePlace, placeOnSide, type Side } from "./sheet-pins.ts";
import { sheetNamed } from "./sheet-refs.ts";

export const addSheetPin = defineEdit({
  id: "sch.addSheetPin",
  title: "Add sheet pin",
  about:
    "Adds a pin to a sheet symbol: it leads to the hierarchical label of that name inside the sheet. sch.syncSheetPins " +
    "adds all that are missing.",
  scope: "schematic",
  args: {
    sheet: Type.String({ description: "The sheet's name or uuid.", minLength: 1 }),
    name: Type.String({ description: "The hierarchical label's name.", minLength: 1 }),
    shape: Type.Optional(
      Type.Union(
        ["input", "output", "bidirectional", "tri_state", "passive"].map((word) => Type.Literal(word)),
        { description: "input (default), output, bidirectional, tri_state or passive." },
      ),
    ),
    side: Type.Optional(
      Type.Union(
        ["left", "right", "top", "bottom"].map((word) => Type.Literal(word)),
        { description: "left (default), right, top or bottom." },
      ),
    ),
    offset: Type.Optional(
      mm("Distance from the side's upper or left corner; the next free place when left out", { minimum: 0 }),
    ),
  },
  label: (args) => `Add pin ${args.name} to ${args.sheet}`,
  examples: [
    {
      about: "A pin on the right.",
      fixture: "hierarchy/hierarchy.kicad_sch",
      args: { sheet: "Lamp", name: "DIM", shape: "input", side: "right" },
    },
  ],
  run(cx, args) {
    const sheet = sheetNamed(cx.doc, args.sheet, "add a pin to");
    const side = (args.side ?? "left") as Side;
    const twin = sheet.children.find((child) => child.kind === "sheetPin" && child["name"] === args.name);
    if (twin !== undefined) {
      throw new CommandError({
        code: "conflict",
        message: `Cannot add a pin ${args.name} to ${propertyValue(sheet, "Sheetname")}: it has one of that name.`,
        hint: "Choose another name, or delete that pin with sch.delete.",
        data: { id: twin.id },
      });
    }
    const at = args.offset === undefined ? freePlace(sheet, side) : placeOnSide(sheet, side, toNm(args.offset));
    if (at === null) {
      throw new CommandError({
        code: "check-failed",
        message: `Cannot add a pin to ${propertyValue(sheet, "Sheetname")}: its ${side} side is full.`,
        hint: "Choose another side.",
      });
    }
    addPin(cx.edit, sheet, args.name, args.shape ?? "input", side, at);
  },
});
