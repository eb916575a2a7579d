import { headOf, quote, sliceOf, textOf } from "../../format/text.ts";
import type { Tree } from "../../format/tree.ts";
import { LIST } from "../../format/tree.ts";
import type { Field } from "../field.ts";
import { argOf, listOf, optionalText, positional } from "../field.ts";
import { defineKind } from "../kind.ts";
import { anyText, bareWord, eachOf, orNull, record } from "../surface.ts";

/** What a rule asks for: limits with their units as the file has them, and what else it says. */
export interface RuleConstraint {
  readonly type: string;
  readonly min: string | null;
  readonly opt: string | null;
  readonly max: string | null;
  /** Loose words: what is disallowed, a zone's connection, an assertion's expression. */
  readonly words: readonly string[];
  /** Lists beside the limits (`within_diff_pairs`), as they stand. */
  readonly lists: readonly string[];
}

const limits = ["min", "opt", "max"];

const constraints: Field<readonly RuleConstraint[]> = {
  about:
    "What it asks for: type (clearance, track_width, disallow, …), min, opt, max with their units (0.2mm), words (track, via), other lists.",
  tokens: ["constraint"],
  many: true,
  absent: [],
  surface: eachOf(
    record<RuleConstraint>({
      type: bareWord,
      min: orNull(anyText),
      opt: orNull(anyText),
      max: orNull(anyText),
      words: eachOf(anyText),
      lists: eachOf(anyText),
    }),
  ),
  read: (tree, nodes) => nodes.map((node) => constraintOf(tree, node)),
  write: (list) => (list.length === 0 ? null : list.map(writeConstraint).join(" ")),
};

function constraintOf(tree: Tree, node: number): RuleConstraint {
  const limit = (name: string) => {
    const found = listOf(tree, node, name);
    return found < 0 ? null : textOf(tree, argOf(tree, found, 1));
  };
  const words: string[] = [];
  const lists: string[] = [];
  for (let c = tree.next[node + 1]!; c < tree.next[node]!; c = tree.next[c]!) {
    if (tree.kind[c] !== LIST) words.push(textOf(tree, c));
    else if (!limits.includes(headOf(tree, c))) lists.push(sliceOf(tree, tree.start[c]!, tree.end[c]!));
  }
  const [type = "", ...rest] = words;
  return { type, min: limit("min"), opt: limit("opt"), max: limit("max"), words: rest, lists };
}

function writeConstraint({ type, min, opt, max, words, lists }: RuleConstraint): string {
  const told = Object.entries({ min, opt, max }).flatMap(([name, value]) =>
    value === null ? [] : [`(${name} ${value})`],
  );
  const loose = words.map((word) => (/^[\w.*-]+$/.test(word) ? word : quote(word)));
  return `(constraint ${[type, ...loose, ...told, ...lists].join(" ")})`;
}

/** `(rule name (constraint …) (condition "…") (layer …) (severity …))` of a `.kicad_dru` file; its id is its name. */
export const rule = defineKind({
  kind: "rule",
  tokens: ["rule"],
  about: "A design rule of the board's own.",
  shape: {
    name: positional(0, "The rule's name."),
    layer: optionalText("layer", "outer, inner or a layer's name: where the rule holds.", false),
    condition: optionalText("condition", "What the rule is for, an expression; everything when null."),
    constraints,
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
