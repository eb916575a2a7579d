import { effects } from "../effects.ts";
import { flag, optionalInteger, optionalYesNo, placement, positional } from "../field.ts";
import type { ItemOf } from "../item.ts";
import { defineKind } from "../kind.ts";

/** `(property "Reference" "R1" (at 1 2 0) (effects …))` of a symbol, a sheet or a label. */
export const property = defineKind({
  kind: "property",
  tokens: ["property"],
  about: "A field of a symbol, a sheet or a label.",
  shape: {
    name: positional(0, "The field's name."),
    value: positional(1, "The field's value."),
    fieldId: optionalInteger("id", "The field's number, in files of KiCad 6."),
    at: placement("Anchor.", { zero: "written" }),
    hide: flag("hide", "Whether the field is hidden (KiCad 10; older files say it in the effects)."),
    showName: optionalYesNo("show_name", "Whether the name is shown before the value."),
    doNotAutoplace: optionalYesNo("do_not_autoplace", "Whether automatic placement leaves it alone."),
    effects: effects(),
  },
});

export type Property = ItemOf<typeof property>;
