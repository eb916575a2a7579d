import { decodeText } from "../format/text.ts";
import { parseTree } from "../format/tree.ts";
import type { Doc } from "./document.ts";
import { idsWhenRead, readDoc } from "./document.ts";
import { isJson } from "./file-kinds.ts";
import type { Item, ItemId } from "./item.ts";
import { ORDER_STEP } from "./item.ts";
import type { Entry } from "./item-table.ts";
import { sameValue } from "./kind.ts";
import { renumberNets } from "./net-numbers.ts";
import { hasNetTable, withNetRows } from "./net-table.ts";
import type { ItemText, Step } from "./step.ts";
import { applyStep, applySteps, bytesOfItem, editsSince, textOfEntry } from "./step.ts";

/** An item that both sides changed, each in its own way. */
export interface MergeConflict {
  readonly id: ItemId;
  readonly kind: string;
  /** What happened here and there. */
  readonly mine: "changed" | "added" | "removed";
  readonly theirs: "changed" | "added" | "removed";
  /** The properties that say something else on both sides; empty where it is the item as a whole. */
  readonly properties: readonly string[];
}

export type Side = "mine" | "theirs";

export interface Merged {
  /** Steps that bring their changes into `mine`; empty while there are conflicts. */
  readonly steps: readonly Step[];
  readonly conflicts: readonly MergeConflict[];
}

/**
 * Three versions of a document, merged item by item: what only they changed is taken over, of an item that both changed
 * property by property. `from` is what both started from. `choose` says whose version counts where they differ; without
 * it that is a conflict, and then there are no steps at all. Numbers of nets are taken as names; a net that they took
 * away stays in the table, in case that something here is on it.
 */
export function mergeDocs(from: Doc, mine: Doc, theirs: Doc, choose: (id: ItemId) => Side | null = () => null): Merged {
  const base = numberedAs(from, [mine]);
  const there = aligned(base, mine, theirs);
  const conflicts: MergeConflict[] = [];
  const steps: Step[] = [];
  let doc = mine;
  const take = (...more: readonly Step[]) => {
    for (const step of more) doc = applyStep(doc, step);
    steps.push(...more);
  };
  const settle = (conflict: MergeConflict, theirWay: () => void) => {
    const side = choose(conflict.id);
    if (side === null) conflicts.push(conflict);
    else if (side === "theirs") theirWay();
  };

  for (const old of base.items.entries) {
    const now = there.items.entry(old.id);
    if (now !== undefined && sameText(base, old, there, now)) continue;
    const own = mine.items.entry(old.id);
    if (now === undefined) {
      if (own === undefined || old.kind === "net") continue;
      const remove = () => take({ op: "remove", item: textOfEntry(doc, doc.items.get(old.id)!) });
      if (sameText(base, old, mine, own)) remove();
      else settle(conflictOf(old, "changed", "removed"), remove);
    } else if (own === undefined) {
      const add = () => take({ op: "add", item: { ...textOfEntry(there, now.item()), order: old.order } });
      settle(conflictOf(old, "removed", "changed"), add);
    } else if (sameText(mine, own, there, now)) {
      // Both did the same.
    } else if (sameText(base, old, mine, own)) take(...replaced(doc, there, old.id));
    else {
      const both = mergeItem(base.items.get(old.id)!, own.item(), now.item(), base, mine, there);
      if (both.properties.length === 0) take(...both.steps);
      else {
        const conflict = { ...conflictOf(old, "changed", "changed"), properties: both.properties };
        settle(conflict, () => take(...replaced(doc, there, old.id)));
      }
    }
  }
  for (const { entry, order } of added(base, mine, there)) {
    const own = mine.items.entry(entry.id);
    const item: ItemText = { ...textOfEntry(there, entry.item()), order };
    if (own === undefined) take({ op: "add", item });
    else if (!sameText(mine, own, there, entry))
      settle(conflictOf(entry, "added", "added"), () => take(...replaced(doc, there, entry.id)));
  }
  return conflicts.length > 0 ? { steps: [], conflicts } : { steps: netsFirst(mine, there, steps), conflicts };
}

/** Items are read against the table of nets: its new rows come first. */
function netsFirst(mine: Doc, there: Doc, steps: readonly Step[]): Step[] {
  const isNet = (step: Step) => step.op === "add" && step.item.kind === "net";
  const sorted = withNetRows(mine, there, [...steps.filter(isNet), ...steps.filter((step) => !isNet(step))]);
  applySteps(mine, sorted);
  return [...sorted];
}

/** Their document with the ids and the numbers of nets that ours has for the same things. */
function aligned(base: Doc, mine: Doc, theirs: Doc): Doc {
  const doc = numberedAs(theirs, [mine, base]);
  const live = new Map<ItemId, ItemId>();
  const fresh = idsWhenRead(base);
  for (const [i, entry] of base.items.entries.entries()) if (fresh[i] !== entry.id) live.set(fresh[i]!, entry.id);
  if (live.size === 0) return doc;
  // A session keeps made-up ids over a save, a reader makes them anew.
  let items = doc.items;
  for (const entry of doc.items.entries) {
    const id = live.get(entry.id);
    if (id !== undefined && items.entry(id) === undefined)
      items = items.without(entry.id).with({ ...entry.item(), id });
  }
  return { ...doc, items };
}

/** The document with its nets numbered as others number them, and the ids that it has. */
function numberedAs(doc: Doc, others: readonly Doc[]): Doc {
  const bytes = hasNetTable(doc) ? renumberNets(doc, others) : null;
  if (bytes === null) return doc;
  let { items, ...numbered } = readDoc(bytes).doc!;
  const had = doc.items.entries;
  for (const [i, entry] of items.entries.entries()) {
    const id = had[i]!.id;
    if (entry.kind !== "net" && entry.id !== id) items = items.without(entry.id).with({ ...entry.item(), id });
  }
  return { ...numbered, items };
}

/** What they added, each with its place in the order of ours: behind what it stands behind there. */
function added(base: Doc, mine: Doc, there: Doc): { readonly entry: Entry; readonly order: number }[] {
  const found: { entry: Entry; order: number }[] = [];
  const { entries } = mine.items;
  const places = new Map(entries.map((entry, i) => [entry.id, i]));
  let at = -1;
  let run: Entry[] = [];
  const place = () => {
    const low = entries[at]?.order ?? 0;
    const high = entries[at + 1]?.order ?? low + ORDER_STEP * (run.length + 1);
    for (const [i, entry] of run.entries())
      found.push({ entry, order: low + ((high - low) * (i + 1)) / (run.length + 1) });
    run = [];
  };
  for (const entry of there.items.entries) {
    const index = places.get(entry.id);
    if (index !== undefined && base.items.entry(entry.id) !== undefined) {
      place();
      at = index;
    } else if (base.items.entry(entry.id) === undefined) run.push(entry);
  }
  place();
  return found;
}

function conflictOf(entry: Entry, mine: MergeConflict["mine"], theirs: MergeConflict["theirs"]): MergeConflict {
  return { id: entry.id, kind: entry.kind, mine, theirs, properties: [] };
}

function replaced(doc: Doc, there: Doc, id: ItemId): Step[] {
  const own = doc.items.get(id)!;
  const now = { ...textOfEntry(there, there.items.get(id)!), order: own.order };
  return [
    { op: "remove", item: textOfEntry(doc, own) },
    { op: "add", item: now },
  ];
}

interface Both {
  /** What is to be done to ours. */
  readonly steps: readonly Step[];
  /** What stands in the way, by property. */
  readonly properties: readonly string[];
}

/** An item that both changed: theirs over ours, where ours is still as it was; items inside it one by one. */
function mergeItem(old: Item, own: Item, now: Item, base: Doc, mine: Doc, there: Doc): Both {
  if (isJson(base.kind)) return { steps: [], properties: ["value"] };
  const theirs = editsSince(there, old, textOfEntry(there, now));
  const ours = new Map(editsSince(mine, old, textOfEntry(mine, own)).map((step) => [placeOf(step), step]));
  const properties: string[] = [];
  const steps: Step[] = [];
  for (const step of theirs) {
    const other = ours.get(placeOf(step));
    if (other === undefined) steps.push(step);
    else if (step.op !== "set" || other.op !== "set") {
      if (!sameValue(step, other)) properties.push(placeOf(step));
    } else {
      const differing = Object.keys(step.to).filter(
        (key) => Object.hasOwn(other.to, key) && !sameValue(step.to[key], other.to[key]),
      );
      properties.push(...differing.map((key) => (step.in === undefined ? key : `${step.id} ${key}`)));
      const left = Object.entries(step.to).filter(([key]) => !Object.hasOwn(other.to, key));
      if (left.length === 0) continue;
      const from = Object.fromEntries(left.map(([key]) => [key, step.from[key]]));
      steps.push({ ...step, from, to: Object.fromEntries(left) });
    }
  }
  if (properties.length > 0) return { steps: [], properties };
  // Whatever they changed beyond the properties would be lost.
  const told = applySteps({ ...there, items: there.items.with(old) }, theirs);
  const isAll = sameTokens(bytesOfItem(told, told.items.get(old.id)!), bytesOfItem(there, now));
  return isAll ? { steps, properties } : { steps: [], properties: ["what no property tells"] };
}

function placeOf(step: Step): string {
  const id = step.op === "set" ? step.id : step.item.id;
  return [...(step.in === undefined ? [] : [step.in]), ...(step.within ?? []), id].join(" ");
}

function sameText(a: Doc, one: Entry, b: Doc, other: Entry): boolean {
  if (one === other) return true;
  if (isJson(a.kind)) return sameValue(one.item()["value"], other.item()["value"]);
  const [x, y] = [bytesOfItem(a, one.item()), bytesOfItem(b, other.item())];
  return x.length === y.length && x.every((byte, i) => byte === y[i]);
}

/** Whether two texts differ in blanks at most. */
function sameTokens(a: Uint8Array, b: Uint8Array): boolean {
  const [one, other] = [parseTree(a), parseTree(b)];
  if (one.count !== other.count) return false;
  for (let i = 0; i < one.count; i++) {
    if (one.kind[i] !== other.kind[i] || one.next[i] !== other.next[i]) return false;
    if (one.kind[i] === 0) continue;
    if (decodeText(a, one.start[i], one.end[i]) !== decodeText(b, other.start[i], other.end[i])) return false;
  }
  return true;
}
