import type { BoardItem } from "../../model/board/board-items.ts";
import type { LayerSet } from "../../model/board/layer-set.ts";
import { hasLayer, layerBit, layersMeet, NO_LAYERS } from "../../model/board/layer-set.ts";
import { layersOf } from "../../model/board/layer-table.ts";
import type { Constraint, ConstraintType, Rule } from "./constraint.ts";
import type { Decider } from "./decide.ts";
import { decider } from "./decide.ts";
import type { Evaluator } from "./evaluate.ts";
import { compile } from "./evaluate.ts";
import { disallowedKind, isDrilled } from "./item-traits.ts";
import { layerNames } from "./layer-names.ts";
import { numberOf } from "./value.ts";
import type { RuleWorld } from "./world.ts";

/** How one rule was tried. */
export type Verdict = "applied" | "layer" | "condition" | "kind" | "weaker";

/** One constraint of a rule, ready to be tried. */
export interface ReadyRule {
  readonly constraint: Constraint;
  readonly rule: Rule;
  readonly condition: Evaluator | null;
  /** The condition, asked of classes of items. */
  readonly decide: Decider | null;
  readonly test: Evaluator | null;
  readonly layers: LayerSet | null;
}

/** The constraints of rules by type, in the rules' order. */
export function readyRules(
  rules: readonly Rule[],
  world: RuleWorld,
): ReadonlyMap<ConstraintType, readonly ReadyRule[]> {
  const byType = new Map<ConstraintType, ReadyRule[]>();
  for (const rule of rules) {
    const condition = rule.condition === null ? null : compile(rule.condition, world);
    const decide = rule.condition === null ? null : decider(rule.condition, world);
    const layers = layerTestSet(rule);
    for (const constraint of rule.constraints) {
      const test = constraint.test === undefined ? null : compile(constraint.test, world);
      const ready: ReadyRule = { constraint, rule, condition, decide, test, layers };
      const list = byType.get(constraint.type);
      if (list === undefined) byType.set(constraint.type, [ready]);
      else list.push(ready);
    }
  }
  return byType;
}

/** Whether a rule fits A, or A and B, and if not, why. */
export function fits(
  ready: ReadyRule,
  world: RuleWorld,
  a: BoardItem,
  b: BoardItem | null,
  layer: string | null,
  hole: boolean,
): Verdict {
  const { constraint, layers } = ready;
  if (constraint.type === "disallow") {
    if (!isDisallowed(constraint, a, hole)) return "kind";
    if (layers !== null && !layersMeet(layers, a.type === "footprint" ? footprintLayers(a, world) : a.layers))
      return "layer";
  }
  if (!isOnLayer(ready, world, layer)) return "layer";
  if (constraint.type === "hole_to_hole" && !isDrilled(a) && (b === null || !isDrilled(b))) return "kind";
  if (ready.condition === null) return "applied";
  const question = { a, b, layer, constraint: constraint.type, hole };
  if (numberOf(ready.condition(question)) !== 0) return "applied";
  if (b !== null && numberOf(ready.condition({ ...question, a: b, b: a })) !== 0) return "applied";
  return "condition";
}

/** The same for all items of A's and B's classes: true, false, or null where it hangs on more than their classes. */
export function fitsClass(
  ready: ReadyRule,
  world: RuleWorld,
  a: BoardItem,
  b: BoardItem | null,
  layer: string | null,
  hole: boolean,
): boolean | null {
  const { constraint } = ready;
  if (constraint.type === "disallow" && !isDisallowed(constraint, a, hole)) return false;
  if (!isOnLayer(ready, world, layer)) return false;
  if (constraint.type === "hole_to_hole" && !isDrilled(a) && (b === null || !isDrilled(b))) return false;
  let known: 0 | 1 | null = 1;
  if (ready.decide !== null) {
    const question = { a, b, layer, constraint: constraint.type, hole };
    known = ready.decide(question);
    if (known !== 1 && b !== null) {
      const swapped = ready.decide({ ...question, a: b, b: a });
      if (swapped === 1) known = 1;
      else if (swapped === null) known = null;
    }
  }
  // Where a forbidden item lies is not said by its class.
  if (known === 1 && constraint.type === "disallow" && ready.layers !== null) return null;
  return known === null ? null : known === 1;
}

function isOnLayer({ layers }: ReadyRule, { items }: RuleWorld, layer: string | null): boolean {
  if (layers === null) return true;
  return (layer === null || hasLayer(layers, layer)) && layersMeet(layers, items.enabled);
}

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

function footprintLayers(footprint: BoardItem, { items }: RuleWorld): LayerSet {
  let set = footprint.layers;
  for (const child of items.childrenOf(footprint)) {
    if (child.type !== "graphic") continue;
    if (child.item["layer"] === "F.CrtYd") set = { copper: set.copper | 1, others: set.others | FRONT };
    if (child.item["layer"] === "B.CrtYd") set = { copper: set.copper | (1 << 31), others: set.others | BACK };
  }
  return layersOf(items.doc).length > 0 ? set : footprint.layers;
}

const sided = (side: string) =>
  ["Adhes", "Paste", "SilkS", "Mask", "CrtYd", "Fab"].reduce(
    (set, name) => set | layerBit(`${side}.${name}`).others,
    0,
  );
const FRONT = sided("F");
const BACK = sided("B");
