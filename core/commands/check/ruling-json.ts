import { toMm } from "../../base/nm.ts";
import type { Constraint } from "../../engines/rules/constraint.ts";
import { constraintTypes } from "../../engines/rules/constraint.ts";

/** A constraint in words: `clearance min 0.2 mm`. */
export function constraintJson(constraint: Constraint): string {
  const { type, disallow, zoneConnection, testText } = constraint;
  const words: string[] = [type];
  for (const side of ["min", "opt", "max"] as const) {
    const value = constraint[side];
    if (value !== undefined) words.push(side, amount(type, value));
  }
  if (disallow !== undefined) words.push(...disallow);
  if (zoneConnection !== undefined) words.push(zoneConnection);
  if (testText !== undefined) words.push(testText);
  return words.join(" ");
}

/** A constraint's number with its unit. */
export function amount(type: Constraint["type"], value: number): string {
  return constraintTypes[type].measure === "length" ? `${toMm(value)} mm` : String(value);
}
