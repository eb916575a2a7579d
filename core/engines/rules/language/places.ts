import type { Token } from "../lexer.ts";
import { tokensOf } from "../lexer.ts";

/** What stands at a place of a rules file. */
export interface Place {
  /** The heads of the lists around it, from outside. */
  readonly lists: readonly string[];
  /** How many words or texts stand before it in the innermost list, the head among them. */
  readonly before: number;
  /** The constraint's type, inside of one. */
  readonly constraint: string;
  /** Inside an expression: its text up to the place. Null elsewhere. */
  readonly expression: string | null;
  /** The word that the place is in or behind: its start in the file. */
  readonly wordStart: number;
}

const WORD = /[A-Za-z0-9_.*?-]/;

/** Looks at what stands around an offset; what is behind it does not matter. */
export function placeAt(text: string, offset: number): Place {
  let wordStart = offset;
  const inside = expressionAt(text, offset);
  const isPart = inside === null ? (c: string) => WORD.test(c) : (c: string) => /[A-Za-z0-9_]/.test(c);
  while (wordStart > 0 && isPart(text[wordStart - 1]!)) wordStart--;
  const lists: { head: string; count: number; second: string }[] = [];
  for (const token of tokensOf(text)) {
    if (token.kind === "end" || token.start >= wordStart || (inside !== null && token.start === inside.start)) break;
    if (token.kind === "(") lists.push({ head: "", count: 0, second: "" });
    else if (token.kind === ")") lists.pop();
    else {
      const list = lists.at(-1);
      if (list === undefined) continue;
      if (list.count === 0) list.head = token.text;
      if (list.count === 1) list.second = token.text;
      list.count++;
    }
  }
  const constraint = lists.findLast(({ head }) => head === "constraint")?.second ?? "";
  return {
    lists: lists.map(({ head }) => head),
    before: lists.at(-1)?.count ?? 0,
    constraint,
    expression: inside === null ? null : text.slice(inside.start + 1, offset),
    wordStart,
  };
}

/** The quoted expression that an offset is in. */
function expressionAt(text: string, offset: number): Token | null {
  const tokens = tokensOf(text);
  const i = tokens.findIndex(({ kind, start, end, open }) => {
    return kind === "text" && start < offset && (offset < end || (open === true && offset <= end));
  });
  if (i < 1) return null;
  const before = tokens[i - 1]!;
  const isTest = before.text === "condition" || before.text === "assertion";
  return before.kind === "word" && isTest ? tokens[i]! : null;
}
