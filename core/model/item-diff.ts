import type { Doc } from "./document.ts";
import { isJson } from "./file-kinds.ts";
import type { Item, ItemId } from "./item.ts";
import { RESERVED } from "./item.ts";
import { sameValue } from "./kind.ts";
import { bytesOfItem } from "./step.ts";

/** How an item differs between two snapshots of a document. */
export interface ItemDifference {
  readonly id: ItemId;
  readonly kind: string;
  readonly change: "added" | "removed" | "changed";
  /** Names of the properties that say something else; of items inside, `<id> <property>`. */
  readonly properties: readonly string[];
  readonly before: Item | null;
  readonly after: Item | null;
}

/** All items that differ, in file order; what only looks different (blanks, spelling) has no properties. */
export function diffDocs(before: Doc, after: Doc): ItemDifference[] {
  const found: ItemDifference[] = [];
  for (const entry of before.items.entries) {
    const now = after.items.entry(entry.id);
    if (now === entry) continue;
    const { id, kind } = entry;
    if (now === undefined) {
      found.push({ id, kind, change: "removed", properties: [], before: entry.item(), after: null });
      continue;
    }
    const [old, item] = [entry.item(), now.item()];
    if (isJson(before.kind) ? sameValue(old["value"], item["value"]) : sameBytes(before, old, after, item)) continue;
    found.push({ id, kind, change: "changed", properties: differing(old, item), before: old, after: item });
  }
  for (const entry of after.items.entries) {
    const { id, kind } = entry;
    if (before.items.entry(id) === undefined)
      found.push({ id, kind, change: "added", properties: [], before: null, after: entry.item() });
  }
  return found;
}

function differing(old: Item, now: Item): string[] {
  const own = Object.keys(old).filter((key) => !RESERVED.has(key) && !sameValue(old[key], now[key]));
  const then = new Map(old.children.map((child) => [child.id, child]));
  const inside = now.children.flatMap((child) => {
    const was = then.get(child.id);
    then.delete(child.id);
    if (was === undefined) return [`${child.id} added`];
    return differing(was, child).map((key) => `${child.id} ${key}`);
  });
  return [...own, ...inside, ...[...then.keys()].map((id) => `${id} removed`)];
}

function sameBytes(a: Doc, one: Item, b: Doc, other: Item): boolean {
  if (one === other) return true;
  const [x, y] = [bytesOfItem(a, one), bytesOfItem(b, other)];
  return x.length === y.length && x.every((byte, i) => byte === y[i]);
}
