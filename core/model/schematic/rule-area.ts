import type { Point } from "../../base/nm.ts";
import { flag, optionalYesNo, path } from "../field.ts";
import { between } from "../field-forms.ts";
import type { ItemOf } from "../item.ts";
import { defineKind } from "../kind.ts";
import { structWithDefaults } from "../struct.ts";
import { schematicFill, schematicStroke, shapeUuid } from "./shared-fields.ts";

/** First version whose rule areas say these. */
const FLAGS = 20250610;

/** `(rule_area (polyline (pts …) (stroke …) (fill …) (uuid …)))`: directives at its border hold for what is inside. */
export const ruleArea = defineKind({
  kind: "ruleArea",
  tokens: ["rule_area"],
  about: "An area: the directives that touch its border hold for everything inside.",
  since: 20240417,
  shape: {
    locked: flag("locked", "Whether it is locked."),
    excludeFromSim: between(optionalYesNo("exclude_from_sim", "Whether simulation ignores what is inside."), FLAGS),
    inBom: between(optionalYesNo("in_bom", "Whether what is inside is in the bill of materials."), FLAGS),
    onBoard: between(optionalYesNo("on_board", "Whether what is inside goes to the board."), FLAGS),
    dnp: between(optionalYesNo("dnp", "Whether what is inside is not to be populated."), FLAGS),
    outline: structWithDefaults("polyline", "Its border.", {
      pts: path("The corners."),
      stroke: schematicStroke(),
      fill: schematicFill(),
      uuid: shapeUuid(),
    }),
  },
});

export type RuleArea = ItemOf<typeof ruleArea>;

/** The corners of a rule area: in schematics outlines have no arcs. */
export function cornersOf(area: RuleArea): readonly Point[] {
  return area.outline.pts as readonly Point[];
}

/** The outline with each corner elsewhere. */
export function reshapedOutline(area: RuleArea, to: (corner: Point) => Point): RuleArea["outline"] {
  return { ...area.outline, pts: cornersOf(area).map(to) };
}
