import {
  flag,
  layer,
  length,
  optionalPoint,
  optionalYesNo,
  placement,
  point,
  positional,
  text,
  uuid,
} from "../field.ts";
import { optionalWord } from "../field-forms.ts";
import type { ItemOf } from "../item.ts";
import { defineKind } from "../kind.ts";
import { oneOf } from "../surface.ts";

/** `(barcode (at 1 2 0) (layer "F.SilkS") (size 5 5) (text "…") (text_height 1) (type qr) (ecc_level L) …)` (KiCad 10). */
export const barcode = defineKind({
  kind: "barcode",
  tokens: ["barcode"],
  about: "A barcode.",
  since: 20250914,
  shape: {
    locked: flag("locked", "Whether the item is locked."),
    at: placement("Centre.", { zero: "written" }),
    layer: layer(),
    size: point("size", "Width and height."),
    text: text("text", "What it says."),
    textHeight: length("text_height", "Height of the text below it."),
    type: optionalWord("type", ["code39", "code128", "datamatrix", "qr", "microqr"], "The code."),
    errorCorrection: optionalWord("ecc_level", ["L", "M", "Q", "H"], "Error correction of a QR code: L, M, Q or H."),
    hide: optionalYesNo("hide", "Whether the text below it is hidden."),
    knockout: optionalYesNo("knockout", "Whether it is cut out of a filled box."),
    margins: optionalPoint("margins", "Margin of the box, across and along."),
    uuid: uuid(),
  },
});

/** `(point (at 1 2) (size 1) (layer "Dwgs.User") (uuid "…"))` (KiCad 10). */
export const snapPoint = defineKind({
  kind: "point",
  tokens: ["point"],
  about: "A point to snap to.",
  since: 20250901,
  shape: { at: point("at", "Its place."), size: length("size", "Size of its mark."), layer: layer(), uuid: uuid() },
});

/** `(target plus (at 1 2) (size 5) (width 0.1) (layer "Edge.Cuts") (uuid "…"))`. */
export const target = defineKind({
  kind: "target",
  tokens: ["target"],
  about: "An alignment mark.",
  shape: {
    shape: { ...positional(0, "plus or x.", false), surface: oneOf<string>(["plus", "x"]) },
    at: point("at", "Its centre."),
    size: length("size", "Its size."),
    width: length("width", "Width of its lines."),
    layer: layer(),
    uuid: uuid(),
  },
});

export type Barcode = ItemOf<typeof barcode>;
