import type { BoardItem } from "../../model/board/board-items.ts";
import type { Expression } from "./expression.ts";
import { functionNamed } from "./functions.ts";
import { propertyNamed } from "./properties.ts";
import type { Value } from "./value.ts";
import { equal, numberOf } from "./value.ts";
import type { Question, RuleWorld } from "./world.ts";

/** A condition made ready to be asked often. */
export type Evaluator = (question: Question) => Value;

/** Makes a condition ready for one board. */
export function compile(tree: Expression, world: RuleWorld): Evaluator {
  switch (tree.op) {
    case "number": {
      const { value } = tree;
      return () => value;
    }
    case "text": {
      const { value } = tree;
      return () => value;
    }
    case "null":
      return () => undefined;
    case "layer":
      return (question) => (question.layer === null ? undefined : question.layer);
    case "property": {
      const read = propertyNamed(tree.name);
      if (read === undefined) return () => undefined;
      if (tree.of === "B") return ({ b }) => (b === null ? undefined : read(b, world));
      return ({ a }) => read(a, world);
    }
    case "call": {
      const known = functionNamed(tree.name);
      if (known === undefined) return () => undefined;
      const args = tree.args.map((arg) => compile(arg, world));
      const subject = (question: Question): BoardItem | null => (tree.of === "B" ? question.b : question.a);
      return (question) => {
        const item = subject(question);
        if (item === null) return 0;
        const given = args.map((arg) => textOf(arg(question)));
        if (known.value !== undefined) return known.value(item, given, world);
        return known.run(item, given, question, world) ? 1 : 0;
      };
    }
    case "!": {
      const right = compile(tree.right, world);
      return (question) => (numberOf(right(question)) === 0 ? 1 : 0);
    }
    default:
      return compileBinary(tree, world);
  }
}

function textOf(value: Value): string {
  return typeof value === "string"
    ? value
    : typeof value === "object"
      ? value.text
      : value === undefined
        ? ""
        : String(value);
}

function compileBinary(tree: Extract<Expression, { left: Expression }>, world: RuleWorld): Evaluator {
  const left = compile(tree.left, world);
  const right = compile(tree.right, world);
  const number = (combine: (a: number, b: number) => number): Evaluator => {
    return (question) => combine(numberOf(left(question)), numberOf(right(question)));
  };
  switch (tree.op) {
    case "||":
      return (question) => (numberOf(left(question)) !== 0 || numberOf(right(question)) !== 0 ? 1 : 0);
    case "&&":
      return (question) => (numberOf(left(question)) !== 0 && numberOf(right(question)) !== 0 ? 1 : 0);
    case "==":
      return (question) => (equal(left(question), right(question)) === true ? 1 : 0);
    case "!=":
      return (question) => (equal(left(question), right(question)) === false ? 1 : 0);
    case "<":
      return number((a, b) => (a < b ? 1 : 0));
    case "<=":
      return number((a, b) => (a <= b ? 1 : 0));
    case ">":
      return number((a, b) => (a > b ? 1 : 0));
    case ">=":
      return number((a, b) => (a >= b ? 1 : 0));
    case "+":
      return number((a, b) => a + b);
    case "-":
      return number((a, b) => a - b);
    case "*":
      return number((a, b) => a * b);
    case "/":
      return number((a, b) => (b === 0 ? 0 : a / b));
  }
}
