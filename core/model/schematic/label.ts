import { ownToken } from "../board/graphic.ts";
import { effects } from "../effects.ts";
import { flag, optionalLength, placement, positional } from "../field.ts";
import { optionalWord } from "../field-forms.ts";
import type { ItemOf } from "../item.ts";
import { defineKind } from "../kind.ts";
import { property } from "./property.ts";
import { fieldsAutoplaced, schematicUuid } from "./shared-fields.ts";

/** `(label "A" (at 1 2 0) (effects …) (uuid "…"))`, `(global_label "A" (shape input) …)`, `(hierarchical_label …)`, directives. */
export const label = defineKind({
  kind: "label",
  tokens: ["label", "global_label", "hierarchical_label", "netclass_flag", "directive_label"],
  about: "A net label: local, global, hierarchical, or a directive.",
  tokenField: "token",
  shape: {
    token: ownToken("label, global_label, hierarchical_label, netclass_flag or directive_label."),
    text: positional(0, "The net's name."),
    length: optionalLength("length", "Length of a directive's pin."),
    shape: optionalWord(
      "shape",
      ["input", "output", "bidirectional", "tri_state", "passive", "dot", "round", "diamond", "rectangle"],
      "input, output, bidirectional, tri_state or passive; dot, round, diamond or rectangle for directives.",
    ),
    at: placement("Where it touches the wire; the angle tells where the text goes.", { zero: "written" }),
    fieldsAutoplaced: fieldsAutoplaced(),
    effects: effects(),
    uuid: schematicUuid(),
    locked: flag("locked", "Whether it is locked."),
  },
  children: { property },
});

export type Label = ItemOf<typeof label>;
