import type { Point } from "../../base/nm.ts";
import { plainEffects } from "../../model/effects.ts";
import type { ItemId } from "../../model/item.ts";
import type { Edit } from "../../session/edit.ts";
import { newFieldLook } from "./field-look.ts";

const tokens = { local: "label", global: "global_label", hierarchical: "hierarchical_label" } as const;

export interface NewLabel {
  /** As files hold it: `{slash}` for a slash. */
  readonly text: string;
  readonly at: Point;
  /** Where the text goes from there: 0 right, 90 up, 180 left, 270 down. */
  readonly angle: number;
  readonly type: keyof typeof tokens;
  /** The flag's shape; input when left out, none for local ones. */
  readonly shape?: string;
}

/** Adds a label as KiCad places one. */
export function addLabel(edit: Edit, { text, at, angle, type, shape }: NewLabel): ItemId {
  // KiCad's text reads from left to right whatever the angle, so two of the four hang on the other side.
  const hAlign = angle === 180 || angle === 270 ? "right" : "left";
  const effects = { ...plainEffects, hAlign, vAlign: type === "local" ? "bottom" : "center" } as const;
  const id = edit.add("label", {
    token: tokens[type],
    text,
    length: null,
    shape: type === "local" ? null : (shape ?? "input"),
    at: { x: at.x, y: at.y, angle },
    fieldsAutoplaced: type === "global",
    effects,
  });
  if (type === "global") {
    edit.addInside(id, "property", {
      name: "Intersheetrefs",
      // biome-ignore lint/suspicious/noTemplateCurlyInString: KiCad's own variable.
      value: "${INTERSHEET_REFS}",
      at: { x: at.x, y: at.y, angle: 0 },
      ...newFieldLook(edit.doc.version, false, { hAlign }),
    });
  }
  return id;
}
