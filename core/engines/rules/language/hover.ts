import { constraintTypes, renamedConstraints } from "../constraint.ts";
import { functionNamed } from "../functions.ts";
import { propertyNamed, propertyNames } from "../properties.ts";
import { placeAt } from "./places.ts";

export interface Hover {
  /** Markdown. */
  readonly about: string;
  /** Offsets of the word. */
  readonly start: number;
  readonly end: number;
}

const heads: Readonly<Record<string, string>> = {
  version: "The version of the rules' language: 1.",
  rule: "A rule: constraints for what its condition chooses. Rules are tried from the first to the last, and the last that fits counts.",
  condition: "What the rule is for: an expression about A, and B where two items are compared.",
  layer: "The layers that the rule is for: `outer`, `inner`, or a name.",
  severity: "How a violation counts: ignore, warning, error or exclusion.",
  constraint: "What is asked for.",
  min: "The least.",
  opt: "What is best: routing goes by it.",
  max: "The most.",
};

/** What the word at an offset means; null where it means nothing to the language. */
export function hover(text: string, offset: number): Hover | null {
  let end = offset;
  while (end < text.length && /[A-Za-z0-9_]/.test(text[end]!)) end++;
  const { lists, before, expression, wordStart: start } = placeAt(text, end);
  const word = text.slice(start, end);
  if (word === "") return null;
  const about = expression === null ? ofRule(word, lists, before) : ofExpression(word, text.slice(0, start));
  return about === null ? null : { about, start, end };
}

function ofRule(word: string, lists: readonly string[], before: number): string | null {
  if (before === 0) return heads[word] ?? null;
  if (lists.at(-1) !== "constraint" || before !== 1) return null;
  const renamed = renamedConstraints[word];
  if (renamed !== undefined) return `Old name of \`${renamed}\`. ${constraintTypes[renamed].about}`;
  if (!Object.hasOwn(constraintTypes, word)) return null;
  const { about, measure } = constraintTypes[word as keyof typeof constraintTypes];
  const takes =
    measure === "length" ? " Takes lengths: `(min 0.2mm)`." : measure === "number" ? " Takes bare numbers." : "";
  return `**${word}** ${about}${takes}`;
}

function ofExpression(word: string, before: string): string | null {
  if (!/\b(A|B|AB)\s*\.\s*$/.test(before)) return null;
  const known = functionNamed(word);
  if (known !== undefined) {
    const old = known.instead === undefined ? "" : ` Now \`${known.instead}\`.`;
    return `**${known.name}**(${known.args.map((arg) => `'${arg}'`).join(", ")}) ${known.about}${old}`;
  }
  if (propertyNamed(word) === undefined) return null;
  return `Property **${propertyNames.find((each) => each.toLowerCase() === word.toLowerCase()) ?? word}** of an item.`;
}
