import { formatDegrees, formatNm, headOf, numberOf, quote } from "../../format/text.ts";
import { LIST } from "../../format/tree.ts";
import { boardEffects } from "../effects.ts";
import type { Field, Placement, PlacementOptions } from "../field.ts";
import {
  argOf,
  flag,
  hasWord,
  KICAD_8,
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
import { between, lengths } from "../field-forms.ts";
import type { ItemOf } from "../item.ts";
import type { Shape } from "../kind.ts";
import { defineKind } from "../kind.ts";
import { anyNumber, bareWord, eachOf, integer, readOnly } from "../surface.ts";

/**
 * Whether a footprint's text may stand on its head: `(unlocked yes)` since KiCad 8, before that a word inside the
 * text's `at` (which must be a {@link textPlacement}).
 */
function unlocked(): Field<boolean> {
  const own = flag("unlocked", "Whether the text may stand upside down.");
  return {
    ...own,
    rides: "at",
    read: (tree, [node], file) =>
      tree.kind[node!] === LIST && headOf(tree, node!) === "at"
        ? hasWord(tree, node!, "unlocked")
        : own.read(tree, [node!], file),
    write: (value, file, all) => (file.version >= KICAD_8 ? own.write(value, file, all) : null),
  };
}

/** The place of a text that may be {@link unlocked}. */
function textPlacement(about: string, options: PlacementOptions): Field<Placement> {
  const plain = placement(about, options);
  const written = placement(about, { zero: "written" });
  return {
    ...plain,
    write(p, file, all) {
      // KiCad 8 and later write the angle of every text.
      if (file.version >= KICAD_8) return written.write(p, file, all);
      if (all["unlocked"] !== true) return plain.write(p, file, all);
      return `(at ${formatNm(p.x)} ${formatNm(p.y)} ${formatDegrees(p.angle)} unlocked)`;
    },
  };
}

/** `(gr_text "TEXT" (at 1 2 90) (layer "F.SilkS") (uuid "…") (effects …))`. */
export const text = defineKind({
  kind: "text",
  tokens: ["gr_text"],
  about: "A text on the board.",
  shape: {
    text: positional(0, "The text."),
    locked: { ...flag("locked", "Whether the item is locked."), wordBefore: "text" },
    at: placement("Anchor.", { zero: "written" }),
    layer: layer(),
    knockout: knockout(),
    uuid: uuid(),
    effects: boardEffects(),
    renderCache: { ...rawList("render_cache", "Outlines of an outline font, as KiCad drew them last."), bulky: true },
  },
});

/** `(fp_text reference "R1" (at 0 -1) (layer "F.SilkS") (effects …))`: places are relative to the footprint. */
export const footprintText = defineKind({
  kind: "text",
  tokens: ["fp_text"],
  about: "A text of a footprint: its reference, its value or any other.",
  shape: {
    role: { ...positional(0, "reference, value or user.", false), surface: readOnly(bareWord) },
    text: positional(1, "The text."),
    locked: { ...flag("locked", "Whether the item is locked."), wordBefore: "text" },
    at: textPlacement("Anchor, relative to the footprint; the angle is the board's.", { zero: "left-out" }),
    unlocked: unlocked(),
    layer: layer(),
    knockout: knockout(),
    hide: flag("hide", "Whether the text is hidden."),
    uuid: uuid(),
    effects: boardEffects(),
    renderCache: { ...rawList("render_cache", "Outlines of an outline font, as KiCad drew them last."), bulky: true },
  },
});

/** Fields of a footprint are texts since KiCad 8; before that they have a name and a value only. */
function placed<S extends Shape>(shape: S): S {
  const since = Object.entries(shape).map(([name, field]) => {
    const write: typeof field.write = (value, file, all) => (isFilters(all) ? null : field.write(value, file, all));
    return [name, { ...field, write, since: KICAD_8 }];
  });
  return Object.fromEntries(since) as S;
}

/** The filters of the part's symbol are no field to KiCad: `(property ki_fp_filters "R_*")`, a bare word and no place. */
function isFilters(property: Readonly<Record<string, unknown>>): boolean {
  return property["name"] === "ki_fp_filters";
}

const fieldName = positional(0, "The field's name.");

/** `(property "Reference" "R1" (at …) (layer …) (uuid …) (effects …))` of a footprint. */
export const footprintProperty = defineKind({
  kind: "property",
  tokens: ["property"],
  about: "A field of a footprint.",
  shape: {
    name: { ...fieldName, write: (name, _, all) => (isFilters(all) ? name : quote(name)) },
    value: positional(1, "The field's value."),
    ...placed({
      at: textPlacement("Anchor, relative to the footprint; the angle is the board's.", { zero: "written" }),
      unlocked: unlocked(),
      layer: layer(),
      knockout: knockout(),
      hide: flag("hide", "Whether the field is hidden."),
      uuid: uuid(),
      effects: boardEffects(),
      renderCache: { ...rawList("render_cache", "Outlines of an outline font, as KiCad drew them last."), bulky: true },
    }),
  },
});

/** `(span 1 1)` of a table's cell: columns and rows that it takes; 0 0 where another cell lies over it. */
export const span: Field<readonly number[]> = {
  about: "Columns and rows that the cell takes; [0, 0] below a wide one.",
  tokens: ["span"],
  absent: [1, 1],
  surface: eachOf(integer),
  read: (tree, [node]) => [1, 2].map((n) => numberOf(tree, argOf(tree, node!, n)) || 0),
  write: (value) => `(span ${value.join(" ")})`,
};

/** `(angle 90)` of a text box. */
export const textBoxAngle: Field<number> = {
  about: "Angle of the text in degrees.",
  tokens: ["angle"],
  absent: 0,
  surface: anyNumber,
  read(tree, [node]) {
    const arg = argOf(tree, node!, 1);
    return numberOf(tree, arg) || 0;
  },
  write: (value) => (value === 0 ? null : `(angle ${formatDegrees(value)})`),
};

const boxShape = {
  text: positional(0, "The text."),
  locked: { ...flag("locked", "Whether the item is locked."), wordBefore: "text" },
  start: optionalPoint("start", "One corner."),
  end: optionalPoint("end", "The opposite corner."),
  pts: path("The four corners of a turned box."),
  margins: lengths("margins", "Left, top, right and bottom margin."),
  angle: textBoxAngle,
  layer: layer(),
  uuid: uuid(),
  effects: boardEffects(),
  border: optionalYesNo("border", "Whether the border is drawn."),
  stroke: stroke(),
  knockout: between(optionalYesNo("knockout", "Whether the text is cut out of a filled box."), 20250210),
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
