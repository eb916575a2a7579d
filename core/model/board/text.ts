import { numberOf } from "../../format/text.ts";
import { effects } from "../effects.ts";
import type { Field } from "../field.ts";
import {
  argOf,
  flag,
  knockout,
  layer,
  optionalPoint,
  optionalYesNo,
  path,
  placement,
  positional,
  rawList,
  stroke,
  uuid,
} from "../field.ts";
import type { ItemOf } from "../item.ts";
import { defineKind } from "../kind.ts";
import { anyNumber } from "../surface.ts";

/** `(gr_text "TEXT" (at 1 2 90) (layer "F.SilkS") (uuid "…") (effects …))`. */
export const text = defineKind({
  kind: "text",
  tokens: ["gr_text"],
  about: "A text on the board.",
  shape: {
    text: positional(0, "The text."),
    locked: flag("locked", "Whether the item is locked."),
    at: placement("Anchor.", { zero: "written" }),
    layer: layer(),
    knockout: knockout(),
    uuid: uuid(),
    effects: effects(),
    renderCache: { ...rawList("render_cache", "Outlines of an outline font, as KiCad drew them last."), bulky: true },
  },
});

/** `(fp_text reference "R1" (at 0 -1) (layer "F.SilkS") (effects …))`: places are relative to the footprint. */
export const footprintText = defineKind({
  kind: "text",
  tokens: ["fp_text"],
  about: "A text of a footprint: its reference, its value or any other.",
  shape: {
    role: positional(0, "reference, value or user.", false),
    text: positional(1, "The text."),
    locked: flag("locked", "Whether the item is locked."),
    at: placement("Anchor, relative to the footprint; the angle is the board's.", { zero: "left-out" }),
    unlocked: flag("unlocked", "Whether the text may stand upside down."),
    layer: layer(),
    knockout: knockout(),
    hide: flag("hide", "Whether the text is hidden."),
    uuid: uuid(),
    effects: effects(),
    renderCache: { ...rawList("render_cache", "Outlines of an outline font, as KiCad drew them last."), bulky: true },
  },
});

/** `(property "Reference" "R1" (at …) (layer …) (uuid …) (effects …))` of a footprint. */
export const footprintProperty = defineKind({
  kind: "property",
  tokens: ["property"],
  about: "A field of a footprint.",
  shape: {
    name: positional(0, "The field's name."),
    value: positional(1, "The field's value."),
    at: placement("Anchor, relative to the footprint; the angle is the board's.", { zero: "written" }),
    unlocked: flag("unlocked", "Whether the text may stand upside down."),
    layer: layer(),
    knockout: knockout(),
    hide: flag("hide", "Whether the field is hidden."),
    uuid: uuid(),
    effects: effects(),
    renderCache: { ...rawList("render_cache", "Outlines of an outline font, as KiCad drew them last."), bulky: true },
  },
});

/** `(angle 90)` of a text box. */
const angle: Field<number> = {
  about: "Angle of the text in degrees.",
  tokens: ["angle"],
  absent: 0,
  surface: anyNumber,
  read(tree, [node]) {
    const arg = argOf(tree, node!, 1);
    return numberOf(tree, arg) || 0;
  },
  write: (value) => (value === 0 ? null : `(angle ${value})`),
};

const boxShape = {
  text: positional(0, "The text."),
  locked: flag("locked", "Whether the item is locked."),
  start: optionalPoint("start", "One corner."),
  end: optionalPoint("end", "The opposite corner."),
  pts: path("The four corners of a turned box."),
  margins: rawList("margins", "Left, top, right and bottom margin."),
  angle,
  layer: layer(),
  knockout: knockout(),
  uuid: uuid(),
  effects: effects(),
  border: optionalYesNo("border", "Whether the border is drawn."),
  stroke: stroke(),
  renderCache: { ...rawList("render_cache", "Outlines of an outline font, as KiCad drew them last."), bulky: true },
};

/** `(gr_text_box "TEXT" (start …) (end …) …)`. */
export const textBox = defineKind({
  kind: "textBox",
  tokens: ["gr_text_box"],
  about: "A text in a box.",
  shape: boxShape,
});

/** `(fp_text_box …)`. */
export const footprintTextBox = defineKind({
  kind: "textBox",
  tokens: ["fp_text_box"],
  about: "A text in a box, in a footprint.",
  shape: boxShape,
});

export type Text = ItemOf<typeof text>;
export type FootprintText = ItemOf<typeof footprintText>;
export type FootprintProperty = ItemOf<typeof footprintProperty>;
export type TextBox = ItemOf<typeof textBox>;
