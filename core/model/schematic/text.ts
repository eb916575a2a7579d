import { effects } from "../effects.ts";
import { flag, optionalYesNo, placement, point, positional } from "../field.ts";
import { lengths } from "../field-forms.ts";
import type { ItemOf } from "../item.ts";
import { defineKind } from "../kind.ts";
import { privateFlag, schematicFill, schematicStroke, schematicUuid } from "./shared-fields.ts";

/** `(text "Note" (exclude_from_sim no) (at 1 2 0) (effects …) (uuid "…"))`. */
export const schematicText = defineKind({
  kind: "text",
  tokens: ["text"],
  about: "A text.",
  shape: {
    // In a library symbol a text may be private to the editor.
    private: privateFlag(),
    text: positional(0, "The text."),
    excludeFromSim: optionalYesNo("exclude_from_sim", "Whether simulation ignores it."),
    at: placement("Anchor.", { zero: "written" }),
    effects: effects(),
    uuid: schematicUuid(),
    locked: flag("locked", "Whether it is locked."),
  },
});

/** `(text_box "Note" (at 1 2 0) (size 3 4) (stroke …) (fill …) (effects …) (uuid "…"))`. */
export const schematicTextBox = defineKind({
  kind: "textBox",
  tokens: ["text_box"],
  about: "A text in a box.",
  shape: {
    // In a library symbol a text may be private to the editor.
    private: privateFlag(),
    text: positional(0, "The text."),
    excludeFromSim: optionalYesNo("exclude_from_sim", "Whether simulation ignores it."),
    at: placement("Top left corner.", { zero: "written" }),
    size: point("size", "Width and height."),
    margins: lengths("margins", "Left, top, right and bottom margin."),
    stroke: schematicStroke(),
    fill: schematicFill(),
    effects: effects(),
    uuid: schematicUuid(),
    locked: flag("locked", "Whether it is locked."),
  },
});

export type SchematicText = ItemOf<typeof schematicText>;
export type SchematicTextBox = ItemOf<typeof schematicTextBox>;
