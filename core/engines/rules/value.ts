import { matchesText } from "./wildcard.ts";

/** What an expression comes to: a number, a text, or nothing (a property that an item has not). */
export type Value = number | string | ValueObject | undefined;

/** A value that knows itself what it equals: a net class, a layer. */
export interface ValueObject {
  readonly text: string;
  equals(other: string): boolean;
}

/** A number for arithmetic and truth: texts and nothing count as 0. */
export function numberOf(value: Value): number {
  return typeof value === "number" ? value : 0;
}

/** Texts compare without regard to case, and as a pattern when one has wildcards; nothing equals nothing. */
export function equal(a: Value, b: Value): boolean | undefined {
  if (a === undefined || b === undefined) return undefined;
  if (typeof a === "number" || typeof b === "number") return typeof a === typeof b ? a === b : undefined;
  if (typeof a === "object") return a.equals(typeof b === "object" ? b.text : b);
  if (typeof b === "object") return b.equals(a);
  if (b.includes("*") || b.includes("?")) return matchesText(a, b);
  if (a.includes("*") || a.includes("?")) return matchesText(b, a);
  return a.length === b.length && a.toLowerCase() === b.toLowerCase();
}
