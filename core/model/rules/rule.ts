import { headOf, textOf } from "../../format/text.ts";
import type { Tree } from "../../format/tree.ts";
import { LIST } from "../../format/tree.ts";
import { optionalText, positional } from "../field.ts";
import { defineKind } from "../kind.ts";

/** `(rule name (constraint …) (condition "…") (layer …) (severity …))` of a `.kicad_dru` file; its id is its name. */
export const rule = defineKind({
  kind: "rule",
  tokens: ["rule"],
  about: "A design rule of the board's own.",
  shape: {
    name: positional(0, "The rule's name."),
    layer: optionalText("layer", "outer, inner or a layer's name: where the rule holds.", false),
    condition: optionalText("condition", "What the rule is for, an expression; everything when null."),
    severity: optionalText("severity", "error, warning, ignore or exclusion; the check's own when null.", false),
  },
});

/** Whether a text is design rules: it starts with their version or a rule, or is comments all through. */
export function isRules(tree: Tree): boolean {
  if (tree.count === 0) return tree.problems.length === 0 && tree.bytes.includes(35);
  return tree.kind[0] === LIST && ["version", "rule"].includes(headOf(tree, 0));
}

/** The name of the rule at a list. */
export function ruleName(tree: Tree, list: number): string {
  const first = tree.next[list + 1]!;
  return first < tree.next[list]! ? textOf(tree, first) : "";
}
