import type { Evaluator } from "./evaluate.ts";
import { compile } from "./evaluate.ts";
import type { Expression } from "./expression.ts";
import { numberOf } from "./value.ts";
import type { Question, RuleWorld } from "./world.ts";

/**
 * A condition asked of all items that are of one class (see {@link file://./item-class.ts}) at once: 1 or 0 where the
 * answer is the same for all of them, null where it hangs on more than their class.
 */
export type Decider = (question: Question) => 0 | 1 | null;

/** What the class of an item tells by itself. */
const properties: ReadonlySet<string> = new Set(["type", "netclass", "net_class", "via_type", "pad_type"]);
const functions: ReadonlySet<string> = new Set([
  "hasnetclass",
  "hasexactnetclass",
  "ismicrovia",
  "isblindburiedvia",
  "isplated",
]);

/** Makes a condition ready to be asked of classes. */
export function decider(tree: Expression, world: RuleWorld): Decider {
  if (isOfClass(tree)) {
    const whole: Evaluator = compile(tree, world);
    return (question) => (numberOf(whole(question)) !== 0 ? 1 : 0);
  }
  switch (tree.op) {
    case "!": {
      const right = decider(tree.right, world);
      return (question) => {
        const known = right(question);
        return known === null ? null : known === 1 ? 0 : 1;
      };
    }
    case "&&":
    case "||": {
      const left = decider(tree.left, world);
      const right = decider(tree.right, world);
      const settled = tree.op === "&&" ? 0 : 1;
      return (question) => {
        const first = left(question);
        if (first === settled) return settled;
        const second = right(question);
        if (second === settled) return settled;
        return first === null || second === null ? null : second;
      };
    }
    default:
      return () => null;
  }
}

function isOfClass(tree: Expression): boolean {
  switch (tree.op) {
    case "number":
    case "text":
    case "null":
    case "layer":
      return true;
    case "property":
      return properties.has(tree.name.toLowerCase());
    case "call":
      return functions.has(tree.name.toLowerCase()) && tree.args.every(isOfClass);
    case "!":
      return isOfClass(tree.right);
    default:
      return isOfClass(tree.left) && isOfClass(tree.right);
  }
}
