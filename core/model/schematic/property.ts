import { effects } from "../effects.ts";
import type { Absent, Field } from "../field.ts";
import { flag, KICAD_8, optionalInteger, optionalYesNo, placement, positional } from "../field.ts";
import { between } from "../field-forms.ts";
import type { ItemOf } from "../item.ts";
import { defineKind } from "../kind.ts";
import { privateFlag } from "./shared-fields.ts";

/** First version that says outside of a field's effects that it is hidden. */
const HIDDEN_OUTSIDE_EFFECTS = 20250900;

/** `(show_name)` in KiCad 7, `(show_name yes)` later; null when the file is silent. */
function sayso(token: string, about: string): Field<boolean | Absent> {
  const own = optionalYesNo(token, about);
  return {
    ...own,
    since: 20220903,
    write: (value, file, all) =>
      file.version >= KICAD_8 ? own.write(value, file, all) : value === true ? `(${token})` : null,
  };
}

const hide = between(
  flag("hide", "Whether the field is hidden (KiCad 10; older files say it in the effects)."),
  HIDDEN_OUTSIDE_EFFECTS,
);

const naming = {
  showName: sayso("show_name", "Whether the name is shown before the value."),
  doNotAutoplace: sayso("do_not_autoplace", "Whether automatic placement leaves it alone."),
};

/** In definitions of symbols KiCad up to 9 says these without a yes. */
function librarySayso(own: Field<boolean | Absent>): Field<boolean | Absent> {
  return {
    ...own,
    write: (value, file, all) =>
      file.version >= HIDDEN_OUTSIDE_EFFECTS
        ? own.write(value, file, all)
        : value === true
          ? `(${own.tokens![0]})`
          : null,
  };
}

const libraryNaming = {
  showName: librarySayso(naming.showName),
  doNotAutoplace: librarySayso(naming.doNotAutoplace),
};

const head = {
  private: privateFlag(),
  name: positional(0, "The field's name."),
  value: positional(1, "The field's value."),
  fieldId: between(optionalInteger("id", "The field's number, in files of KiCad 6."), undefined, 20220929),
  at: placement("Anchor.", { zero: "written" }),
};

/** `(property "Reference" "R1" (at 1 2 0) (effects …))` of a symbol, a sheet or a label. */
export const property = defineKind({
  kind: "property",
  tokens: ["property"],
  about: "A field of a symbol, a sheet or a label.",
  shape: { ...head, hide, ...naming, effects: effects() },
});

/** The same of a symbol's definition, where KiCad 10 says behind its naming that it is hidden. */
export const libraryProperty = defineKind({
  ...property,
  shape: { ...head, ...libraryNaming, hide, effects: effects() },
});

export type Property = ItemOf<typeof property>;
