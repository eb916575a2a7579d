import type { Nm } from "../../base/nm.ts";
import type { BoardItem } from "../../model/board/board-items.ts";
import { layersMeet } from "../../model/board/layer-set.ts";
import { effectiveNetClass } from "../../model/project/net-class.ts";
import type { Constraint, ConstraintType, Rule } from "./constraint.ts";
import { areaRules, boardRules } from "./implicit.ts";
import { isBare } from "./item-traits.ts";
import type { Local } from "./local.ts";
import { localClearance, localConnection, localThermal, overriddenClearance } from "./local.ts";
import { netClassRules } from "./net-class-rules.ts";
import { tiedNets, tieGroupsOf } from "./net-tie.ts";
import { ruleOracle } from "./plans.ts";
import type { Verdict } from "./ready-rule.ts";
import { fits, readyRules } from "./ready-rule.ts";
import type { Ruling, Writable } from "./ruling.ts";
import { emptyRuling, MAX_CLEARANCE, nameOf, speak } from "./ruling.ts";
import { numberOf } from "./value.ts";
import type { RuleWorld } from "./world.ts";

export type { Ruling } from "./ruling.ts";
export { nameOf } from "./ruling.ts";

/** How one rule was tried. */
export interface Trial {
  readonly name: string;
  readonly rule: Rule | null;
  readonly constraint: Constraint | null;
  readonly verdict: Verdict;
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

/** Makes the rules of a board ready: its own constraints, its net classes, its rule areas, then the custom rules. */
export function makeRulebook(world: RuleWorld, custom: readonly Rule[]): Rulebook {
  const { items, settings } = world;
  const { constraints } = settings;
  const rules = [...boardRules(settings), ...netClassRules(world), ...areaRules(items), ...custom];
  const byType = readyRules(rules, world);
  const ruled = ruleOracle(world, byType);
  const hasTies = items.footprints.some((each) => tieGroupsOf(each).size > 0);
  const locals: (Local | null | undefined)[] = new Array(items.slots);
  const overrides: (Local | null | undefined)[] = new Array(items.slots);
  const boardMinimum: Local = { min: constraints.minClearance, name: "board minimum" };
  const overruledBy = new WeakMap<Ruling, Map<Local, Ruling>>();
  const saidOf = new WeakMap<Ruling, Ruling>();

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
      if (own !== null) return { ...emptyRuling(type), ...own, isNull: false };
    }
    const bare = aBare || bBare;
    let found = trials === undefined ? ruled(type, a, b, layer, hole) : explained(type, a, b, layer, hole, trials);
    if (found.rule !== null && found.rule.source === "custom") return found;
    if (pad?.footprint != null && inherited.has(type) && byType.has(type)) {
      const [first, second] = a === pad ? [pad.footprint, b] : [a, pad.footprint];
      found = explained(type, first, second, layer, hole, trials ?? [], found);
      if (found.rule !== null && found.rule.source === "custom") return found;
    }
    return withLocal(found, type, a, b, pad, zone, bare);
  }

  /** Tries every rule, and says how. */
  function explained(
    type: ConstraintType,
    a: BoardItem,
    b: BoardItem | null,
    layer: string | null,
    hole: boolean,
    trials: Trial[],
    before: Ruling = emptyRuling(type),
  ): Ruling {
    const found: Writable<Ruling> = { ...before };
    // Net classes and the like are about copper only.
    const silent = type === "clearance" && (isBare(a) || (b !== null && isBare(b)));
    for (const ready of byType.get(type) ?? []) {
      const verdict = silent ? "kind" : fits(ready, world, a, b, layer, hole);
      trials.push({ name: nameOf(ready.rule), rule: ready.rule, constraint: ready.constraint, verdict });
      if (verdict === "applied") speak(found, ready);
    }
    return found;
  }

  /** A pad's or zone's own clearance; `null` for what has none. */
  function localOf(item: BoardItem): Local | null {
    if (!item.connected || (item.type !== "pad" && item.type !== "zone")) return null;
    let own = locals[item.slot];
    if (own === undefined) locals[item.slot] = own = localClearance(item);
    return own;
  }

  function overrideOf(item: BoardItem): Local | null {
    if (item.type !== "pad") return null;
    let own = overrides[item.slot];
    if (own === undefined) overrides[item.slot] = own = overriddenClearance(item);
    return own;
  }

  /** A net tie's own items may touch what carries one of the tied nets. */
  function tiedClearance(a: BoardItem, b: BoardItem | null, aBare: boolean, bBare: boolean): Ruling | null {
    if (!hasTies || b === null || aBare || bBare) return null;
    const bothConnected = a.connected && b.connected;
    if (a.connected === b.connected && !(a.footprint !== null && a.footprint === b.footprint)) return null;
    if (bothConnected && a.footprint !== b.footprint) return null;
    for (const [tie, other] of [
      [a, b],
      [b, a],
    ] as const) {
      if (tie.footprint === null || !other.connected) continue;
      if (tiedNets(items, tie).has(other.net))
        return { ...emptyRuling("clearance"), min: 0, name: "net tie", isNull: false };
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
    const ownA = bBare || !a.connected ? null : overrideOf(a);
    const ownB = aBare || b === null || !b.connected ? null : overrideOf(b);
    if (ownA === null && ownB === null) return null;
    let own = ownA;
    if (ownB !== null && (own === null || ownB.min > own.min)) own = ownB;
    if (own === null || own.min === 0) return null;
    const least = type === "clearance" ? constraints.minClearance : constraints.minHoleClearance;
    const isLess = own.min < least;
    return {
      ...emptyRuling(type),
      min: isLess ? least : own.min,
      name: isLess ? (type === "clearance" ? "board minimum" : "board minimum hole") : own.name,
      isNull: false,
    };
  }

  function withLocal(
    found: Ruling,
    type: ConstraintType,
    a: BoardItem,
    b: BoardItem | null,
    pad: BoardItem | null,
    zone: BoardItem | null,
    bare: boolean,
  ): Ruling {
    switch (type) {
      case "clearance": {
        const [ownA, ownB] = [localOf(a), b === null ? null : localOf(b)];
        const own = ownB !== null && (ownA === null || ownB.min > ownA.min) ? ownB : ownA;
        const least = bare ? found : atLeast(found);
        if (own === null || own.min <= (found.min ?? 0)) return said(least);
        return own.min < (least.min ?? 0) ? least : overruled(found, own);
      }
      case "diff_pair_gap":
        return said(atLeast(found));
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

  /** The ruling, or the board's minimum where that is more. */
  function atLeast(found: Ruling): Ruling {
    return (found.min ?? 0) >= boardMinimum.min ? found : overruled(found, boardMinimum);
  }

  function said(found: Ruling): Ruling {
    if (!found.isNull) return found;
    let made = saidOf.get(found);
    if (made === undefined) saidOf.set(found, (made = { ...found, isNull: false }));
    return made;
  }

  /** What an item says itself in a ruling's place; one object for each two, since hot loops ask often. */
  function overruled(found: Ruling, own: Local): Ruling {
    let byOwn = overruledBy.get(found);
    if (byOwn === undefined) overruledBy.set(found, (byOwn = new Map()));
    let made = byOwn.get(own);
    if (made === undefined)
      byOwn.set(own, (made = { ...found, min: own.min, name: own.name, rule: null, severity: null, isNull: false }));
    return made;
  }

  const simpleClearance = (byType.get("clearance") ?? []).every(
    ({ rule }) => rule.source === "net class" && rule.line < 0,
  );
  const pairs = new Map<string, Nm>();
  const worsts = new Map<ConstraintType, Nm>();

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
      const known = worsts.get(type);
      if (known !== undefined) return known;
      let worst = 0;
      for (const { constraint } of byType.get(type) ?? []) worst = Math.max(worst, constraint.min ?? 0);
      if (type === "clearance" || type === "hole_clearance") {
        worst = Math.max(worst, type === "clearance" ? constraints.minClearance : 0);
        for (const each of items.all) {
          if (each.type !== "pad" && each.type !== "zone") continue;
          worst = Math.max(worst, (localClearance(each) ?? overriddenClearance(each))?.min ?? 0);
        }
      }
      worst = Math.min(worst, MAX_CLEARANCE);
      worsts.set(type, worst);
      return worst;
    },
    applying(type, a) {
      const found: { rule: Rule; constraint: Constraint; holds: boolean }[] = [];
      for (const ready of byType.get(type) ?? []) {
        if (ready.layers !== null && !layersMeet(ready.layers, a.layers)) continue;
        if (fits({ ...ready, layers: null }, world, a, null, null, false) !== "applied") continue;
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
}

/** What a pad inherits from its footprint when no rule is about the pad itself. */
const inherited: ReadonlySet<ConstraintType> = new Set<ConstraintType>([
  "zone_connection",
  "thermal_relief_gap",
  "thermal_spoke_width",
]);
