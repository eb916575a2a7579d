import type { Nm } from "../../base/nm.ts";
import type { BoardItem } from "../../model/board/board-items.ts";
import type { LayerSet } from "../../model/board/layer-set.ts";
import { hasLayer, layerBit, layersMeet, NO_LAYERS } from "../../model/board/layer-set.ts";
import { layersOf } from "../../model/board/layer-table.ts";
import { effectiveNetClass } from "../../model/project/net-class.ts";
import type { Constraint, ConstraintType, Disallowed, Rule, RuleSeverity, ZoneConnection } from "./constraint.ts";
import type { Evaluator } from "./evaluate.ts";
import { compile } from "./evaluate.ts";
import { areaRules, boardRules } from "./implicit.ts";
import { layerNames } from "./layer-names.ts";
import { localClearance, localConnection, localThermal, overriddenClearance } from "./local.ts";
import { netClassRules } from "./net-class-rules.ts";
import { tiedNets } from "./net-tie.ts";
import { numberOf } from "./value.ts";
import type { RuleWorld } from "./world.ts";

/** What holds for one or two items: the numbers, and what said so last. */
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

/** How one rule was tried. */
export interface Trial {
  readonly name: string;
  readonly rule: Rule | null;
  readonly constraint: Constraint | null;
  readonly verdict: "applied" | "layer" | "condition" | "kind" | "weaker";
  readonly note?: string;
}

/** The rules of one board, ready to be asked. */
export interface Rulebook {
  readonly world: RuleWorld;
  /** All rules in the order in which they are tried; the last that fits decides. */
  readonly rules: readonly Rule[];
  /** What holds for A, or for A and B, on a layer (null: none in particular). */
  resolve(type: ConstraintType, a: BoardItem, b: BoardItem | null, layer: string | null, more?: Asking): Ruling;
  /** The least distance of two items' copper on a layer; 0 when none is asked for. For hot loops. */
  clearance(a: BoardItem, b: BoardItem, layer: string): Nm;
  has(type: ConstraintType): boolean;
  /** Whether a rule that a person wrote is about this. */
  hasCustom(type: ConstraintType): boolean;
  /** The largest minimum that any rule, pad or zone asks for. */
  worst(type: ConstraintType): Nm;
  /** The custom rules' constraints of a type that choose an item by themselves: for assertions. */
  applying(
    type: ConstraintType,
    a: BoardItem,
  ): readonly { readonly rule: Rule; readonly constraint: Constraint; readonly holds: boolean }[];
}

export interface Asking {
  /** A stands for its hole. */
  readonly hole?: boolean;
  /** Collects how each rule was tried. */
  readonly trials?: Trial[];
}

interface Ready {
  readonly constraint: Constraint;
  readonly rule: Rule;
  readonly condition: Evaluator | null;
  readonly test: Evaluator | null;
  readonly layers: LayerSet | null;
}

/** KiCad's cap on clearances. */
const MAX_CLEARANCE: Nm = 500_000_000;

const clearances: ReadonlySet<ConstraintType> = new Set<ConstraintType>([
  "clearance",
  "courtyard_clearance",
  "silk_clearance",
  "hole_clearance",
  "edge_clearance",
  "physical_clearance",
  "physical_hole_clearance",
]);

/** Makes the rules of a board ready: its own constraints, its net classes, its rule areas, then the custom rules. */
export function makeRulebook(world: RuleWorld, custom: readonly Rule[]): Rulebook {
  const { items, settings } = world;
  const { constraints } = settings;
  const rules = [...boardRules(settings), ...netClassRules(world), ...areaRules(items), ...custom];
  const byType = new Map<ConstraintType, Ready[]>();
  for (const rule of rules) {
    const condition = rule.condition === null ? null : compile(rule.condition, world);
    const layers = layerTestSet(rule);
    for (const constraint of rule.constraints) {
      const test = constraint.test === undefined ? null : compile(constraint.test, world);
      const ready: Ready = { constraint, rule, condition, test, layers };
      const list = byType.get(constraint.type);
      if (list === undefined) byType.set(constraint.type, [ready]);
      else list.push(ready);
    }
  }
  const enabledNames = new Set(layersOf(items.doc).map((layer) => layer.name));

  function fits(
    ready: Ready,
    a: BoardItem,
    b: BoardItem | null,
    layer: string | null,
    hole: boolean,
  ): Trial["verdict"] {
    const { constraint, layers } = ready;
    if (constraint.type === "disallow") {
      if (!isDisallowed(constraint, a, hole)) return "kind";
      if (layers !== null && !layersMeet(layers, a.type === "footprint" ? footprintLayers(a, world) : a.layers))
        return "layer";
    }
    if (layers !== null) {
      if (layer !== null && !hasLayer(layers, layer)) return "layer";
      if (!layersMeet(layers, items.enabled)) return "layer";
    }
    if (constraint.type === "hole_to_hole" && !isDrilled(a) && (b === null || !isDrilled(b))) return "kind";
    if (ready.condition === null) return "applied";
    const question = { a, b, layer, constraint: constraint.type, hole };
    if (numberOf(ready.condition(question)) !== 0) return "applied";
    if (b !== null && numberOf(ready.condition({ ...question, a: b, b: a })) !== 0) return "applied";
    return "condition";
  }

  function resolve(
    type: ConstraintType,
    a: BoardItem,
    b: BoardItem | null,
    layer: string | null,
    more: Asking = {},
  ): Ruling {
    const { trials, hole = false } = more;
    const aBare = isBare(a);
    const bBare = b !== null && isBare(b);
    if (type === "clearance") {
      const tie = tiedClearance(a, b, aBare, bBare);
      if (tie !== null) return tie;
    }
    if (type === "clearance" || type === "hole_clearance") {
      const own = overriding(type, a, b, aBare, bBare);
      if (own !== null) {
        trials?.push({
          name: own.name,
          rule: null,
          constraint: null,
          verdict: "applied",
          note: "an item's own clearance",
        });
        return own;
      }
    }
    const pad = a.type === "pad" ? a : b?.type === "pad" ? b : null;
    const zone = a.type === "zone" ? a : b?.type === "zone" ? b : null;
    if (pad !== null) {
      const own = type === "zone_connection" ? localConnection(pad) : localThermal(type, pad, zone);
      if (own !== null) return { ...empty(type), ...own, isNull: false };
    }
    const found = { ...empty(type) } as Writable<Ruling>;
    const go = (first: BoardItem, second: BoardItem | null) => {
      for (const ready of byType.get(type) ?? []) {
        // Net classes and the like are about copper only.
        const verdict = type === "clearance" && (aBare || bBare) ? "kind" : fits(ready, first, second, layer, hole);
        trials?.push({ name: nameOf(ready.rule), rule: ready.rule, constraint: ready.constraint, verdict });
        if (verdict === "applied") apply(found, ready);
      }
    };
    go(a, b);
    if (found.rule !== null && found.rule.source === "custom") return found;
    if (pad?.footprint != null && inherited.has(type)) {
      if (a === pad) go(pad.footprint, b);
      else go(a, pad.footprint);
      if (found.rule !== null && found.rule.source === "custom") return found;
    }
    return withLocal(found, type, a, b, pad, zone, aBare || bBare);
  }

  /** A net tie's own items may touch what carries one of the tied nets. */
  function tiedClearance(a: BoardItem, b: BoardItem | null, aBare: boolean, bBare: boolean): Ruling | null {
    if (b === null || aBare || bBare) return null;
    const bothConnected = a.connected && b.connected;
    if (a.connected === b.connected && !(a.footprint !== null && a.footprint === b.footprint)) return null;
    if (bothConnected && a.footprint !== b.footprint) return null;
    for (const [tie, other] of [
      [a, b],
      [b, a],
    ] as const) {
      if (tie.footprint === null || !other.connected) continue;
      if (tiedNets(items, tie).has(other.net)) return { ...empty("clearance"), min: 0, name: "net tie", isNull: false };
    }
    return null;
  }

  function overriding(
    type: ConstraintType,
    a: BoardItem,
    b: BoardItem | null,
    aBare: boolean,
    bBare: boolean,
  ): Ruling | null {
    const ownA = bBare || !a.connected ? null : overriddenClearance(a);
    const ownB = aBare || b === null || !b.connected ? null : overriddenClearance(b);
    if (ownA === null && ownB === null) return null;
    let own = ownA;
    if (ownB !== null && (own === null || ownB.min > own.min)) own = ownB;
    if (own === null || own.min === 0) return null;
    const least = type === "clearance" ? constraints.minClearance : constraints.minHoleClearance;
    const isLess = own.min < least;
    return {
      ...empty(type),
      min: isLess ? least : own.min,
      name: isLess ? (type === "clearance" ? "board minimum" : "board minimum hole") : own.name,
      isNull: false,
    };
  }

  function withLocal(
    found: Writable<Ruling>,
    type: ConstraintType,
    a: BoardItem,
    b: BoardItem | null,
    pad: BoardItem | null,
    zone: BoardItem | null,
    bare: boolean,
  ): Ruling {
    const say = (min: Nm, name: string) =>
      Object.assign(found, { min, name, rule: null, isNull: false, severity: null });
    switch (type) {
      case "clearance": {
        for (const each of b === null ? [a] : [a, b]) {
          const own = each.connected ? localClearance(each) : null;
          if (own !== null && own.min > (found.min ?? 0)) say(own.min, own.name);
        }
        if (!bare && (found.min ?? 0) < constraints.minClearance) say(constraints.minClearance, "board minimum");
        found.isNull = false;
        return found;
      }
      case "diff_pair_gap":
        if ((found.min ?? 0) < constraints.minClearance) say(constraints.minClearance, "board minimum");
        found.isNull = false;
        return found;
      case "zone_connection": {
        const own = (pad === null ? null : localConnection(pad.footprint)) ?? localConnection(zone);
        return own === null ? found : { ...found, ...own, rule: null, severity: null, isNull: false };
      }
      case "thermal_relief_gap":
      case "thermal_spoke_width": {
        const own = localThermal(type, zone, zone);
        return own === null ? found : { ...found, ...own, rule: null, severity: null, isNull: false };
      }
      default:
        return found;
    }
  }

  const simpleClearance = (byType.get("clearance") ?? []).every(
    ({ rule }) => rule.source === "net class" && rule.line < 0,
  );
  const pairs = new Map<string, Nm>();

  function clearance(a: BoardItem, b: BoardItem, layer: string): Nm {
    if (!simpleClearance || a.footprint !== null || b.footprint !== null || isBare(a) || isBare(b))
      return resolve("clearance", a, b, layer).min ?? 0;
    const ofClass = (item: BoardItem) => (item.connected ? effectiveNetClass(settings, item.net) : null);
    const [first, second] = [ofClass(a), ofClass(b)];
    const key = `${first?.name}\n${second?.name}`;
    let min = pairs.get(key);
    if (min === undefined)
      pairs.set(key, (min = Math.max(first?.clearance ?? 0, second?.clearance ?? 0, constraints.minClearance)));
    for (const each of [a, b]) if (each.type === "zone") min = Math.max(min, localClearance(each)?.min ?? 0);
    return min;
  }

  return {
    world,
    rules,
    resolve,
    clearance,
    has: (type) => (byType.get(type)?.length ?? 0) > 0,
    hasCustom: (type) => (byType.get(type) ?? []).some(({ rule }) => rule.source === "custom"),
    worst(type) {
      let worst = 0;
      for (const { constraint } of byType.get(type) ?? []) worst = Math.max(worst, constraint.min ?? 0);
      if (type === "clearance" || type === "hole_clearance") {
        worst = Math.max(worst, type === "clearance" ? constraints.minClearance : 0);
        for (const each of items.all) {
          if (each.type !== "pad" && each.type !== "zone") continue;
          worst = Math.max(worst, (localClearance(each) ?? overriddenClearance(each))?.min ?? 0);
        }
      }
      return Math.min(worst, MAX_CLEARANCE);
    },
    applying(type, a) {
      const found: { rule: Rule; constraint: Constraint; holds: boolean }[] = [];
      for (const ready of byType.get(type) ?? []) {
        if (ready.layers !== null && !layersMeet(ready.layers, a.layers)) continue;
        if (fits({ ...ready, layers: null }, a, null, null, false) !== "applied") continue;
        const question = { a, b: null, layer: null, constraint: type };
        found.push({
          rule: ready.rule,
          constraint: ready.constraint,
          holds: ready.test !== null && numberOf(ready.test(question)) !== 0,
        });
      }
      return found;
    },
  };

  function layerTestSet({ layers }: Rule): LayerSet | null {
    if (layers === null) return null;
    let set: LayerSet = NO_LAYERS;
    for (const name of layerNames) {
      if (!layers.matches(name)) continue;
      const bit = layerBit(name);
      set = { copper: set.copper | bit.copper, others: set.others | bit.others };
    }
    return set;
  }

  function isDisallowed({ disallow }: Constraint, a: BoardItem, hole: boolean): boolean {
    const kind = hole ? "hole" : disallowedKind(a);
    if (kind === null || disallow === undefined) return false;
    return disallow.has(kind) || (disallow.has("via") && a.type === "via" && !hole);
  }

  function footprintLayers(footprint: BoardItem, { items: all }: RuleWorld): LayerSet {
    let set = footprint.layers;
    for (const child of all.childrenOf(footprint)) {
      if (child.type !== "graphic") continue;
      if (child.item["layer"] === "F.CrtYd") set = { copper: set.copper | 1, others: set.others | FRONT };
      if (child.item["layer"] === "B.CrtYd") set = { copper: set.copper | (1 << 31), others: set.others | BACK };
    }
    return enabledNames.size > 0 ? set : footprint.layers;
  }
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };

const sided = (side: string) =>
  ["Adhes", "Paste", "SilkS", "Mask", "CrtYd", "Fab"].reduce(
    (set, name) => set | layerBit(`${side}.${name}`).others,
    0,
  );
const FRONT = sided("F");
const BACK = sided("B");

/** What a pad inherits from its footprint when no rule is about the pad itself. */
const inherited: ReadonlySet<ConstraintType> = new Set<ConstraintType>([
  "zone_connection",
  "thermal_relief_gap",
  "thermal_spoke_width",
]);

function empty(type: ConstraintType): Ruling {
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

function apply(found: Writable<Ruling>, { constraint, rule }: Ready): void {
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

/** Without copper, so that copper clearances say nothing about it. */
function isBare(item: BoardItem): boolean {
  return item.layers.copper === 0 || item.isRuleArea;
}

function isDrilled({ type, item }: BoardItem): boolean {
  if (type === "via") return item["type"] !== "micro";
  const drill = item["drill"] as { readonly x: Nm; readonly y: Nm } | null;
  return type === "pad" && drill !== null && drill.x === drill.y && drill.x > 0;
}

function disallowedKind({ type, item }: BoardItem): Disallowed | null {
  switch (type) {
    case "track":
    case "arc":
      return "track";
    case "via":
      return (
        ({ micro: "micro_via", blind: "blind_via", buried: "buried_via" } as const)[String(item["type"])] ??
        "through_via"
      );
    case "pad":
      return "pad";
    case "footprint":
      return "footprint";
    case "graphic":
      return "graphic";
    case "text":
    case "field":
    case "textBox":
      return "text";
    case "zone":
      return String(item["attr"]).includes("teardrop") ? "track" : "zone";
    default:
      return null;
  }
}
