import type { Doc } from "../model/document.ts";
import type { ItemId } from "../model/item.ts";
import type { Step } from "../model/step.ts";

/** What came, changed and went, by id. */
export interface Ids {
  readonly newIds: readonly ItemId[];
  readonly changedIds: readonly ItemId[];
  readonly removedIds: readonly ItemId[];
}

/** What differs between two snapshots among the items that were touched. */
export function idsOf(before: Doc, after: Doc, touched: Iterable<ItemId>): Ids {
  const newIds: ItemId[] = [];
  const changedIds: ItemId[] = [];
  const removedIds: ItemId[] = [];
  for (const id of touched) {
    const old = before.items.entry(id);
    const now = after.items.entry(id);
    if (now === undefined) {
      if (old !== undefined) removedIds.push(id);
    } else if (old === undefined) newIds.push(id);
    else if (old !== now) changedIds.push(id);
  }
  return { newIds, changedIds, removedIds };
}

/** What steps did in all: an item that came and went is not told. */
export function idsOfSteps(steps: readonly Step[]): Ids {
  const state = new Map<ItemId, "new" | "changed" | "removed" | "gone">();
  for (const step of steps) {
    const id = step.in ?? (step.op === "set" ? step.id : step.item.id);
    const was = state.get(id);
    if (step.in !== undefined || step.op === "set") state.set(id, was === "new" ? "new" : "changed");
    else if (step.op === "add") state.set(id, was === "removed" ? "changed" : "new");
    else state.set(id, was === "new" ? "gone" : "removed");
  }
  const of = (what: string) => [...state].filter(([, s]) => s === what).map(([id]) => id);
  return { newIds: of("new"), changedIds: of("changed"), removedIds: of("removed") };
}
