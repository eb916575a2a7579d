import type { BoardItem } from "../../model/board/board-items.ts";
import type { ConstraintType } from "./constraint.ts";
import { itemClasses, MOST_CLASSES } from "./item-class.ts";
import { isBare } from "./item-traits.ts";
import type { ReadyRule } from "./ready-rule.ts";
import { fits, fitsClass } from "./ready-rule.ts";
import type { Ruling, Writable } from "./ruling.ts";
import { emptyRuling, speak } from "./ruling.ts";
import type { RuleWorld } from "./world.ts";

/** What the rules say of all items of two classes on a layer. */
interface Plan {
  /** What holds when none of the open rules fits. */
  readonly settled: Ruling;
  /** Open rules, whose answer hangs on the items, among the others that fit, in the rules' order; empty without any. */
  readonly steps: readonly { readonly ready: ReadyRule; readonly open: boolean }[];
}

/** Answers what rules say, and thinks once for each pair of classes of items. */
export type RuleOracle = (
  type: ConstraintType,
  a: BoardItem,
  b: BoardItem | null,
  layer: string | null,
  hole: boolean,
) => Ruling;

const MOST_LAYERS = 128;

export function ruleOracle(world: RuleWorld, byType: ReadonlyMap<ConstraintType, readonly ReadyRule[]>): RuleOracle {
  const classes = itemClasses(world.items, world.settings);
  const plans = new Map<ConstraintType, Map<number, Plan>>();
  const layers = new Map<string, number>();

  function layerNumber(layer: string): number {
    let number = layers.get(layer);
    if (number === undefined) layers.set(layer, (number = layers.size + 1));
    return number;
  }

  function makePlan(
    type: ConstraintType,
    a: BoardItem,
    b: BoardItem | null,
    layer: string | null,
    hole: boolean,
  ): Plan {
    const settled: Writable<Ruling> = { ...emptyRuling(type) };
    const steps: { ready: ReadyRule; open: boolean }[] = [];
    // Net classes and the like are about copper only.
    const silent = type === "clearance" && (isBare(a) || (b !== null && isBare(b)));
    for (const ready of silent ? [] : (byType.get(type) ?? [])) {
      const known = fitsClass(ready, world, a, b, layer, hole);
      if (known === false) continue;
      if (known) speak(settled, ready);
      steps.push({ ready, open: known === null });
    }
    return { settled, steps: steps.some((step) => step.open) ? steps : [] };
  }

  return (type, a, b, layer, hole) => {
    let ofType = plans.get(type);
    if (ofType === undefined) plans.set(type, (ofType = new Map()));
    const pair = classes.of(a) * MOST_CLASSES + (b === null ? 0 : classes.of(b));
    const key = (pair * MOST_LAYERS + (layer === null ? 0 : layerNumber(layer))) * 2 + (hole ? 1 : 0);
    let plan = ofType.get(key);
    if (plan === undefined) ofType.set(key, (plan = makePlan(type, a, b, layer, hole)));
    if (plan.steps.length === 0) return plan.settled;
    const fitting = plan.steps.filter(({ ready, open }) => open && fits(ready, world, a, b, layer, hole) === "applied");
    if (fitting.length === 0) return plan.settled;
    const found: Writable<Ruling> = { ...emptyRuling(type) };
    for (const step of plan.steps) if (!step.open || fitting.includes(step)) speak(found, step.ready);
    return found;
  };
}
