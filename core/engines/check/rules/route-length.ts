import type { Constraint, Rule } from "../../rules/constraint.ts";
import { pairOf } from "../../rules/diff-pair.ts";
import type { CheckBoard } from "../check-board.ts";
import type { Report } from "../define-rule.ts";
import { defineRule } from "../define-rule.ts";
import { mm } from "../numbers.ts";
import type { RouteGroup } from "../route-groups.ts";
import { routeGroups } from "../route-groups.ts";

/** Lengths of nets, their differences, and how many vias they have, where custom rules say so. */
export const routeLength = defineRule({
  name: "route-length",
  about: "Lengths, skews and numbers of vias that custom rules ask for.",
  types: ["length_out_of_range", "skew_out_of_range", "too_many_vias"],
  scope: "board",
  run(board, report) {
    if (!(["length", "skew", "via_count"] as const).some((type) => board.rulebook.has(type))) return;
    for (const [rule, groups] of routeGroups(board, report.pause)) {
      if (rule.severity === "ignore") continue;
      for (const constraint of rule.constraints) {
        if (constraint.type === "length") lengths(board, report, rule, constraint, groups);
        else if (constraint.type === "via_count") viaCounts(board, report, rule, constraint, groups);
        else if (constraint.type === "skew") {
          const sets = constraint.withinDiffPairs === true ? pairs(groups) : [groups];
          for (const set of sets) skews(board, report, rule, constraint, set);
        }
      }
    }
  },
});

function lengths(
  board: CheckBoard,
  report: Report,
  rule: Rule,
  { min, max }: Constraint,
  groups: readonly RouteGroup[],
): void {
  for (const group of groups) {
    const isLess = min !== undefined && group.length < min;
    if (!isLess && (max === undefined || group.length <= max)) continue;
    const limit = (isLess ? min : max)!;
    const detail = `rule '${rule.name}' ${isLess ? "min" : "max"} length ${mm(limit)}; actual ${mm(group.length)}`;
    report({ ...about(board, rule, group), type: "length_out_of_range", detail, limit, actual: group.length });
  }
}

function viaCounts(
  board: CheckBoard,
  report: Report,
  rule: Rule,
  { min, max }: Constraint,
  groups: readonly RouteGroup[],
): void {
  for (const group of groups) {
    const isMore = max !== undefined && group.vias > max;
    if (!isMore && (min === undefined || group.vias >= min)) continue;
    const limit = (isMore ? max : min)!;
    const detail = `rule '${rule.name}' ${isMore ? "max" : "min"} count ${limit}; actual ${group.vias}`;
    report({ ...about(board, rule, group), type: "too_many_vias", detail, limit, actual: group.vias });
  }
}

/** Each net against the longest. */
function skews(
  board: CheckBoard,
  report: Report,
  rule: Rule,
  { min, max }: Constraint,
  groups: readonly RouteGroup[],
): void {
  let longest: RouteGroup | null = null;
  for (const group of groups) if (longest === null || group.length > longest.length) longest = group;
  if (longest === null) return;
  for (const group of groups) {
    const skew = group.length - longest.length;
    const isMore = max !== undefined && Math.abs(skew) > max;
    if (!isMore && (min === undefined || Math.abs(skew) >= min)) continue;
    const limit = (isMore ? max : min)!;
    const detail = `rule '${rule.name}' ${isMore ? "max" : "min"} skew ${mm(limit)}; actual ${mm(skew)}; longest is ${longest.net} with ${mm(longest.length)}`;
    report({ ...about(board, rule, group), type: "skew_out_of_range", detail, limit, actual: skew });
  }
}

/** The groups two by two, as the names of their nets pair them. */
function pairs(groups: readonly RouteGroup[]): RouteGroup[][] {
  const left = new Map(groups.map((group) => [group.net, group]));
  const found: RouteGroup[][] = [];
  for (const group of groups) {
    const other = left.get(pairOf(group.net)?.other ?? "");
    if (!left.has(group.net) || other === undefined) continue;
    found.push([group, other]);
    left.delete(group.net);
    left.delete(other.net);
  }
  return found;
}

function about(board: CheckBoard, rule: Rule, { items }: RouteGroup) {
  return {
    items: items.map((item) => item.id),
    at: board.place(items[0]!),
    severity: rule.severity,
    rule: `rule '${rule.name}'`,
  };
}
