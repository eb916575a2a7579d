import type { EffectiveNetClass } from "../../model/project/net-class.ts";
import { effectiveNetClass } from "../../model/project/net-class.ts";
import type { Constraint, Rule } from "./constraint.ts";
import type { Expression } from "./expression.ts";
import type { RuleWorld } from "./world.ts";

/**
 * The rules that net classes make, one for each effective class that a net of the board has. Clearances come in rising
 * order, so that of two classes the stricter decides. `line` is -1 where the condition asks for nothing but the class.
 */
export function netClassRules({ items, settings }: RuleWorld): Rule[] {
  const classes = new Map<string, EffectiveNetClass>();
  for (const net of ["", ...netsOf(items)]) {
    const found = effectiveNetClass(settings, net);
    if (!classes.has(found.name)) classes.set(found.name, found);
  }
  const c = settings.constraints;
  const clearance: Rule[] = [];
  const rest: Rule[] = [];
  for (const each of classes.values()) {
    clearance.push(make(each, `netclass '${each.from.clearance}'`, [{ type: "clearance", min: each.clearance }]));
    const single = (what: string, constraint: Constraint, more: Expression | null, text: string) =>
      rest.push(make(each, `netclass '${what}'`, [constraint], more, text));
    single(each.from.trackWidth, { type: "track_width", min: c.minTrackWidth, opt: each.trackWidth }, null, "");
    single(
      `${each.from.pairWidth}' (diff pair)`.replace(/'$/, ""),
      { type: "track_width", min: c.minTrackWidth, opt: each.pairWidth },
      inPair,
      "A.inDiffPair('*')",
    );
    single(each.from.pairGap, { type: "diff_pair_gap", min: c.minClearance, opt: each.pairGap }, null, "");
    if (each.pairGap < each.clearance)
      single(each.from.pairGap, { type: "clearance", min: each.pairGap }, coupled, "AB.isCoupledDiffPair()");
    single(
      each.from.viaDiameter,
      { type: "via_diameter", min: c.minViaDiameter, opt: each.viaDiameter },
      notMicro,
      "A.Via_Type != 'Micro'",
    );
    single(
      each.from.viaDrill,
      { type: "hole_size", min: c.minThroughHole, opt: each.viaDrill },
      notMicro,
      "A.Via_Type != 'Micro'",
    );
    single(
      each.from.microviaDiameter,
      { type: "via_diameter", min: each.microviaDiameter },
      micro,
      "A.Via_Type == 'Micro'",
    );
    single(
      each.from.microviaDrill,
      { type: "hole_size", min: c.minMicroviaDrill, opt: each.microviaDrill },
      micro,
      "A.Via_Type == 'Micro'",
    );
  }
  clearance.sort((a, b) => a.constraints[0]!.min! - b.constraints[0]!.min!);
  return [...clearance, ...rest];
}

function netsOf(items: RuleWorld["items"]): Iterable<string> {
  const nets = new Set(items.doc.file.netCodes.keys());
  if (nets.size === 0) for (const each of items.all) nets.add(each.net);
  return nets;
}

function make(
  netClass: EffectiveNetClass,
  name: string,
  constraints: readonly Constraint[],
  more: Expression | null = null,
  text = "",
): Rule {
  const own: Expression = {
    op: "call",
    of: "A",
    name: "hasExactNetclass",
    args: [{ op: "text", value: netClass.name, ...nowhere }],
    ...nowhere,
  };
  const ownText = `A.hasExactNetclass('${netClass.name}')`;
  return {
    name,
    source: "net class",
    constraints,
    condition: more === null ? own : { op: "&&", left: own, right: more, ...nowhere },
    conditionText: text === "" ? ownText : `${ownText} && ${text}`,
    layers: null,
    severity: null,
    line: more === null ? -1 : 0,
  };
}

const nowhere = { start: 0, end: 0 } as const;
const word = (value: string): Expression => ({ op: "text", value, ...nowhere });
const viaType: Expression = { op: "property", of: "A", name: "Via_Type", ...nowhere };
const micro: Expression = { op: "==", left: viaType, right: word("Micro"), ...nowhere };
const notMicro: Expression = { op: "!=", left: viaType, right: word("Micro"), ...nowhere };
const inPair: Expression = { op: "call", of: "A", name: "inDiffPair", args: [word("*")], ...nowhere };
const coupled: Expression = { op: "call", of: "AB", name: "isCoupledDiffPair", args: [], ...nowhere };
