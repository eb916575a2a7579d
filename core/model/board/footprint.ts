import { quote, textOf } from "../../format/text.ts";
import { LIST } from "../../format/tree.ts";
import type { Field } from "../field.ts";
import {
  flag,
  layer,
  optionalInteger,
  optionalLength,
  optionalNumber,
  optionalText,
  optionalYesNo,
  placement,
  positional,
  text,
  texts,
  uuid,
} from "../field.ts";
import { between } from "../field-forms.ts";
import type { Item, ItemOf } from "../item.ts";
import { defineKind } from "../kind.ts";
import { embeddedFileShape } from "../page.ts";
import { rows, rowsIn } from "../struct.ts";
import { anyText, eachOf, layerName, oneOf } from "../surface.ts";
import { barcode, snapPoint } from "./barcode.ts";
import { dimension } from "./dimension.ts";
import { footprintGraphic } from "./graphic.ts";
import { group } from "./group.ts";
import { image } from "./image.ts";
import { model } from "./model.ts";
import { pad } from "./pad.ts";
import { table } from "./table.ts";
import { footprintProperty, footprintText, footprintTextBox } from "./text.ts";
import { zone } from "./zone.ts";

/** Versions of the board format that brought these tokens. */
const KICAD_9_FOOTPRINTS = 20240928;
const NET_TIES = 20220818;
const JUMPERS = 20250324;
const STACKUPS = 20250818;
const UNITS = 20250909;
const VARIANTS = 20260101;

const attributeWords = [
  ...["smd", "through_hole", "board_only", "exclude_from_pos_files", "exclude_from_bom", "exclude_from_sim"],
  ...["allow_missing_courtyard", "dnp", "allow_soldermask_bridges"],
];

const attributes: Field<readonly string[]> = {
  ...texts("attr", `${attributeWords.join(", ")}.`, false),
  surface: eachOf(oneOf(attributeWords)),
  // KiCad writes them in this order, whatever the order of setting.
  write: (value) =>
    value.length === 0 ? null : `(attr ${attributeWords.filter((word) => value.includes(word)).join(" ")})`,
};

/** `(jumper_pad_groups ("1" "2") ("3" "4"))`: lists without a head. */
const jumperPadGroups: Field<readonly (readonly string[])[]> = {
  about: "Groups of pads that are joined inside the part.",
  tokens: ["jumper_pad_groups"],
  absent: [],
  since: JUMPERS,
  surface: eachOf(eachOf(anyText)),
  read(tree, [node]) {
    const found: string[][] = [];
    for (let c = tree.next[node! + 1]!; c < tree.next[node!]!; c = tree.next[c]!) {
      if (tree.kind[c] !== LIST) continue;
      const pads: string[] = [];
      for (let d = c + 1; d < tree.next[c]!; d = tree.next[d]!) pads.push(textOf(tree, d));
      found.push(pads);
    }
    return found;
  },
  write: (groups) =>
    groups.length === 0 ? null : `(jumper_pad_groups ${groups.map((g) => `(${g.map(quote).join(" ")})`).join(" ")})`,
};

/** `(stackup (layer "F.Cu") …)`: the copper layers that a footprint was made for. */
const ownStackup = rowsIn(
  "stackup",
  "layer",
  "Copper layers that the footprint was made for; empty for any number.",
  { name: { ...positional(0, "The layer's name."), surface: layerName } },
  { since: STACKUPS },
);

/** `(variant (name "A") (dnp yes) (field (name "Value") (value "10k")))`. */
const variants = rows(
  "variant",
  "What differs in a variant of the board (KiCad 10).",
  {
    name: text("name", "The variant's name."),
    dnp: optionalYesNo("dnp", "Whether it is not populated; null as usual."),
    excludeFromBom: optionalYesNo("exclude_from_bom", "Whether the bill of materials leaves it out; null as usual."),
    excludeFromSim: optionalYesNo("exclude_from_sim", "Whether simulation leaves it out; null as usual."),
    excludeFromPosFiles: optionalYesNo("exclude_from_pos_files", "Whether position files do; null as usual."),
    fields: rows("field", "Fields with another value.", {
      name: text("name", "The field."),
      value: { ...text("value", "Its value."), write: (value: string) => `(value ${quote(value)})` },
    }),
  },
  { since: VARIANTS },
);

/** `(footprint "Lib:Name" (layer "F.Cu") (uuid "…") (at 1 2 90) … (property …) … (fp_line …) … (pad …) …)`. */
export const footprint = defineKind({
  kind: "footprint",
  tokens: ["footprint", "module"],
  about: "A footprint placed on the board.",
  shape: {
    libId: positional(0, "Library and name."),
    // A footprint's own file says these; on a board the file does.
    fileVersion: optionalInteger("version", "Version of the footprint's own file."),
    generator: optionalText("generator", "What wrote it."),
    generatorVersion: optionalText("generator_version", "The version of that."),
    // Before KiCad 8 bare words after the name.
    locked: { ...flag("locked", "Whether the footprint is locked."), wordBefore: "fileVersion" },
    placed: { ...flag("placed", "Whether it counts as placed."), wordBefore: "fileVersion" },
    layer: layer("F.Cu on the top, B.Cu on the bottom."),
    tedit: between(optionalText("tedit", "When it was edited last (KiCad 6).", false), undefined, 20220225),
    uuid: uuid(),
    at: placement("Place of its anchor.", { zero: "left-out" }),
    descr: optionalText("descr", "Description."),
    tags: optionalText("tags", "Keywords."),
    componentClasses: rowsIn(
      "component_classes",
      "class",
      "The component classes that its symbol gave it.",
      { name: positional(0, "A class.") },
      { since: KICAD_9_FOOTPRINTS },
    ),
    path: optionalText("path", "The symbol's path in the schematic."),
    sheetname: optionalText("sheetname", "The symbol's sheet."),
    sheetfile: optionalText("sheetfile", "The file of that sheet."),
    units: rowsIn(
      "units",
      "unit",
      "Its units and their pins, for gate swaps (KiCad 10).",
      { name: text("name", "The unit."), pins: texts("pins", "Its pins.") },
      { since: UNITS },
    ),
    autoplaceCost90: optionalInteger("autoplace_cost90", "KiCad 6: cost of a quarter turn."),
    autoplaceCost180: optionalInteger("autoplace_cost180", "KiCad 6: cost of a half turn."),
    solderMaskMargin: optionalLength("solder_mask_margin", "How far mask openings go beyond the copper."),
    solderPasteMargin: optionalLength("solder_paste_margin", "How far paste goes beyond the copper."),
    solderPasteRatio: pasteRatio(),
    clearance: optionalLength("clearance", "The footprint's own clearance."),
    zoneConnect: optionalInteger("zone_connect", "0 none, 1 thermal relief, 2 solid, 3 thermal for plated holes only."),
    thermalWidth: optionalLength("thermal_width", "Width of thermal spokes (KiCad 6)."),
    thermalGap: optionalLength("thermal_gap", "Gap of thermal reliefs (KiCad 6)."),
    attributes,
    stackup: ownStackup,
    privateLayers: between(texts("private_layers", "Layers that only its editor shows."), 20211231),
    netTiePadGroups: between(texts("net_tie_pad_groups", "Groups of pads that may be joined: 1,2."), NET_TIES),
    jumperDuplicates: between(
      optionalYesNo("duplicate_pad_numbers_are_jumpers", "Whether pads of one number are joined inside the part."),
      JUMPERS,
    ),
    jumperPadGroups,
    variants,
    embeddedFonts: between(optionalYesNo("embedded_fonts", "Whether it keeps its fonts."), 20240706),
    embeddedFiles: rowsIn("embedded_files", "file", "Files that it keeps.", embeddedFileShape, { since: 20240706 }),
  },
  children: {
    property: footprintProperty,
    fp_text: footprintText,
    fp_text_box: footprintTextBox,
    table,
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
    barcode,
    point: snapPoint,
    model,
  },
});

export type Footprint = ItemOf<typeof footprint>;

/** Paste as a part of the pad's size; KiCad 6 to 8 call it solder_paste_ratio. */
function pasteRatio(): Field<number | null> {
  const ratio = optionalNumber("solder_paste_margin_ratio", "How far paste goes, as a part of the pad's size.");
  return {
    ...ratio,
    tokens: ["solder_paste_margin_ratio", "solder_paste_ratio"],
    write: (value, file) => {
      const text = ratio.write(value, file, {});
      return text !== null && file.version < 20240225 ? text.replace("_margin_ratio", "_ratio") : text;
    },
  };
}

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
