import type { Nm } from "../../base/nm.ts";
import type { ConstraintType, Rule, RuleSeverity, ZoneConnection } from "./constraint.ts";
import type { ReadyRule } from "./ready-rule.ts";

/** What holds for one or two items: the numbers, and what said so last. Shared by all that it holds for. */
export interface Ruling {
  readonly type: ConstraintType;
  readonly min?: Nm | number;
  readonly opt?: Nm | number;
  readonly max?: Nm | number;
  readonly disallow: boolean;
  readonly zoneConnection: ZoneConnection | null;
  /** The rule that spoke last; null when an item or the board's minimum did. */
  readonly rule: Rule | null;
  /** Who spoke last, in KiCad's words. */
  readonly name: string;
  readonly severity: RuleSeverity | null;
  readonly withinDiffPairs: boolean;
  /** Nothing holds at all. */
  readonly isNull: boolean;
}

export type Writable<T> = { -readonly [K in keyof T]: T[K] };

/** KiCad's cap on clearances. */
export const MAX_CLEARANCE: Nm = 500_000_000;

const clearances: ReadonlySet<ConstraintType> = new Set<ConstraintType>([
  "clearance",
  "courtyard_clearance",
  "silk_clearance",
  "hole_clearance",
  "edge_clearance",
  "physical_clearance",
  "physical_hole_clearance",
]);

export function emptyRuling(type: ConstraintType): Ruling {
  return {
    type,
    disallow: false,
    zoneConnection: null,
    rule: null,
    name: "",
    severity: null,
    withinDiffPairs: false,
    isNull: true,
  };
}

/** A rule that fits speaks: what it says nothing about stays as it was. */
export function speak(found: Writable<Ruling>, { constraint, rule }: ReadyRule): void {
  const cap = clearances.has(constraint.type) ? MAX_CLEARANCE : Infinity;
  if (constraint.min !== undefined) found.min = Math.min(constraint.min, cap);
  if (constraint.opt !== undefined) found.opt = constraint.opt;
  if (constraint.max !== undefined) found.max = constraint.max;
  if (constraint.type === "disallow") found.disallow = true;
  if (constraint.zoneConnection !== undefined) found.zoneConnection = constraint.zoneConnection;
  found.withinDiffPairs = constraint.withinDiffPairs === true;
  found.rule = rule;
  found.name = nameOf(rule);
  found.severity = rule.severity;
  found.isNull = false;
}

/** A rule as KiCad's reports name it. */
export function nameOf(rule: Rule): string {
  return rule.source === "custom" ? `rule '${rule.name}'` : rule.name;
}
