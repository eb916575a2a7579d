import type { Field } from "../field.ts";
import {
  flag,
  layer,
  optionalInteger,
  optionalLength,
  optionalText,
  placement,
  positional,
  rawList,
  texts,
  uuid,
} from "../field.ts";
import type { Item, ItemOf } from "../item.ts";
import { defineKind } from "../kind.ts";
import { dimension } from "./dimension.ts";
import { footprintGraphic } from "./graphic.ts";
import { group } from "./group.ts";
import { image } from "./image.ts";
import { pad } from "./pad.ts";
import { footprintProperty, footprintText, footprintTextBox } from "./text.ts";
import { zone } from "./zone.ts";

/** A 3D model of a footprint. */
const model = defineKind({
  kind: "model",
  tokens: ["model"],
  about: "A 3D model.",
  shape: { file: positional(0, "The model's file.") },
});

const attributes: Field<readonly string[]> = {
  ...texts(
    "attr",
    "smd, through_hole, board_only, exclude_from_pos_files, exclude_from_bom, allow_missing_courtyard, dnp.",
    false,
  ),
};

/** `(footprint "Lib:Name" (layer "F.Cu") (uuid "…") (at 1 2 90) … (property …) … (fp_line …) … (pad …) …)`. */
export const footprint = defineKind({
  kind: "footprint",
  tokens: ["footprint", "module"],
  about: "A footprint placed on the board.",
  shape: {
    libId: positional(0, "Library and name."),
    locked: flag("locked", "Whether the footprint is locked."),
    placed: flag("placed", "Whether it counts as placed."),
    layer: layer("F.Cu on the top, B.Cu on the bottom."),
    uuid: uuid(),
    at: placement("Place of its anchor.", { zero: "left-out" }),
    descr: optionalText("descr", "Description."),
    tags: optionalText("tags", "Keywords."),
    path: optionalText("path", "The symbol's path in the schematic."),
    sheetname: optionalText("sheetname", "The symbol's sheet."),
    sheetfile: optionalText("sheetfile", "The file of that sheet."),
    solderMaskMargin: optionalLength("solder_mask_margin", "How far mask openings go beyond the copper."),
    solderPasteMargin: optionalLength("solder_paste_margin", "How far paste goes beyond the copper."),
    clearance: optionalLength("clearance", "The footprint's own clearance."),
    zoneConnect: optionalInteger("zone_connect", "0 none, 1 thermal relief, 2 solid, 3 thermal for plated holes only."),
    attributes,
    netTiePadGroups: rawList("net_tie_pad_groups", "Pads that may be joined."),
  },
  children: {
    property: footprintProperty,
    fp_text: footprintText,
    fp_text_box: footprintTextBox,
    fp_line: footprintGraphic,
    fp_arc: footprintGraphic,
    fp_circle: footprintGraphic,
    fp_rect: footprintGraphic,
    fp_poly: footprintGraphic,
    fp_curve: footprintGraphic,
    pad,
    zone,
    group,
    image,
    dimension,
    model,
  },
});

export type Footprint = ItemOf<typeof footprint>;

/** The value of a field (`Reference`, `Value`, …), from a property or, in older boards, an fp_text; "" when missing. */
export function fieldValue(item: Item, name: string): string {
  for (const child of item.children) {
    if (child.kind === "property" && child["name"] === name) return child["value"] as string;
    if (child.kind === "text" && child["role"] === name.toLowerCase()) return child["text"] as string;
  }
  return "";
}

/** The child that holds a field, if any. */
export function fieldChild(item: Item, name: string): Item | undefined {
  return item.children.find(
    (child) =>
      (child.kind === "property" && child["name"] === name) ||
      (child.kind === "text" && child["role"] === name.toLowerCase()),
  );
}
