import type { Absent, Field } from "../field.ts";
import { flag, layer, optionalInteger, optionalLength, optionalText, path, uuid } from "../field.ts";
import { between, listFlag, optionalWord } from "../field-forms.ts";
import type { ItemOf } from "../item.ts";
import { defineKind } from "../kind.ts";
import { struct } from "../struct.ts";
import { text } from "./text.ts";

const types = ["aligned", "orthogonal", "leader", "center", "radial"];

/** First version that says yes or no of these. */
const NORMAL_BOOLEANS = 20241030;

/** A word of its own up to KiCad 8, `(word yes)` since. */
function styleFlag(token: string, about: string): Field<boolean> {
  const own = listFlag(token, about);
  return {
    ...own,
    write: (value, file) => (value ? (file.version >= NORMAL_BOOLEANS ? `(${token} yes)` : token) : null),
  };
}

const text0 = (token: string, about: string): Field<string | Absent> => optionalText(token, about);

/** `(format (prefix "") (suffix "") (units 3) (units_format 1) (precision 4))`. */
const format = struct("format", "How the number is written.", {
  prefix: text0("prefix", "Before the number."),
  suffix: text0("suffix", "Behind it."),
  units: optionalInteger("units", "0 inch, 1 mil, 2 mm, 3 automatic."),
  unitsFormat: optionalInteger("units_format", "0 no unit, 1 the bare unit, 2 the unit in brackets."),
  precision: optionalInteger("precision", "Digits after the point; from 6 by unit."),
  override: text0("override_value", "A text instead of the number."),
  suppressZeroes: styleFlag("suppress_zeroes", "Whether zeros at the end are left out."),
});

/** `(style (thickness 0.1) (arrow_length 1.27) (text_position_mode 0) …)`. */
const style = struct("style", "Lines, arrows and where the text goes.", {
  thickness: optionalLength("thickness", "Width of the lines."),
  arrowLength: optionalLength("arrow_length", "Length of the arrows."),
  textPosition: optionalInteger("text_position_mode", "0 outside, 1 in the line, 2 by hand."),
  arrowDirection: between(
    optionalWord("arrow_direction", ["outward", "inward"], "Where the arrows point: outward or inward."),
    NORMAL_BOOLEANS,
  ),
  extensionHeight: optionalLength("extension_height", "How far extension lines go beyond the dimension line."),
  textFrame: optionalInteger("text_frame", "A leader's frame: 0 none, 1 rectangle, 2 circle, 3 rounded."),
  extensionOffset: optionalLength("extension_offset", "Gap between the measured point and the extension line."),
  keepTextAligned: styleFlag("keep_text_aligned", "Whether the text follows the line."),
});

/** `(dimension (type aligned) (layer …) (uuid …) (pts (xy …) (xy …)) (height …) (format …) (style …) (gr_text …))`. */
export const dimension = defineKind({
  kind: "dimension",
  tokens: ["dimension"],
  about: "A dimension: aligned, orthogonal, leader, center or radial.",
  shape: {
    type: optionalWord("type", types, "aligned, orthogonal, leader, center or radial."),
    // Before KiCad 8 the bare word came first.
    locked: { ...flag("locked", "Whether the item is locked."), wordBefore: "" },
    layer: layer(),
    uuid: uuid(),
    pts: path("The measured points."),
    height: optionalLength("height", "Distance of the dimension line from the points."),
    leaderLength: optionalLength("leader_length", "Length of a radial dimension's leader."),
    orientation: optionalInteger("orientation", "0 horizontal, 1 vertical (orthogonal dimensions)."),
    format,
    style,
  },
  children: { gr_text: text },
});

export type Dimension = ItemOf<typeof dimension>;
