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
  /** All that fits, in the rules' order; empty when nothing is open. */
  readonly steps: readonly Step[];
  /** The rulings when some open rules fit, by which of them do. */
  readonly known: Map<string, Ruling>;
}

interface Step {
  readonly ready: ReadyRule;
  /** Whether the answer hangs on the items themselves. */
  readonly open: boolean;
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
    const steps: Step[] = [];
    // Net classes and the like are about copper only.
    const silent = type === "clearance" && (isBare(a) || (b !== null && isBare(b)));
    for (const ready of silent ? [] : (byType.get(type) ?? [])) {
      const known = fitsClass(ready, world, a, b, layer, hole);
      if (known === false) continue;
      if (known) speak(settled, ready);
      steps.push({ ready, open: known === null });
    }
    return { settled, steps: steps.some((step) => step.open) ? steps : [], known: new Map() };
  }

  return (type, a, b, layer, hole) => {
    let ofType = plans.get(type);
    if (ofType === undefined) plans.set(type, (ofType = new Map()));
    const pair = classes.of(a) * MOST_CLASSES + (b === null ? 0 : classes.of(b));
    const key = (pair * MOST_LAYERS + (layer === null ? 0 : layerNumber(layer))) * 2 + (hole ? 1 : 0);
    let plan = ofType.get(key);
    if (plan === undefined) ofType.set(key, (plan = makePlan(type, a, b, layer, hole)));
    if (plan.steps.length === 0) return plan.settled;
    let which = "";
    for (let i = 0; i < plan.steps.length; i++) {
      const { ready, open } = plan.steps[i]!;
      if (open && fits(ready, world, a, b, layer, hole) === "applied") which += `${i} `;
    }
    if (which === "") return plan.settled;
    let found = plan.known.get(which);
    if (found === undefined) plan.known.set(which, (found = spoken(type, plan.steps, which.split(" "))));
    return found;
  };
}

/** What the rules say when these open ones fit. */
function spoken(type: ConstraintType, steps: readonly Step[], fitting: readonly string[]): Ruling {
  const found: Writable<Ruling> = { ...emptyRuling(type) };
  steps.forEach(({ ready, open }, i) => {
    if (!open || fitting.includes(String(i))) speak(found, ready);
  });
  return found;
}
