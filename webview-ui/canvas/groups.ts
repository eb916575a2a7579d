import type { Doc } from "../../core/model/document.ts";
import type { ItemId } from "../../core/model/item.ts";

const known = new WeakMap<Doc, ReadonlyMap<ItemId, readonly ItemId[]>>();

/** All that moves with an item: the members of its outermost group, else the item alone. */
export function groupOf(doc: Doc | null, id: ItemId): readonly ItemId[] {
  if (doc === null) return [id];
  let members = known.get(doc);
  if (members === undefined) {
    members = membersOf(doc);
    known.set(doc, members);
  }
  return members.get(id) ?? [id];
}

function membersOf(doc: Doc): ReadonlyMap<ItemId, readonly ItemId[]> {
  const lists = new Map<ItemId, readonly ItemId[]>();
  for (const { id, members } of doc.items.ofKind("group")) lists.set(id, Array.isArray(members) ? members : []);
  const nested = new Set([...lists.values()].flat().filter((id) => lists.has(id)));
  const leaves = (id: ItemId, seen: ReadonlySet<ItemId>): ItemId[] =>
    (lists.get(id) ?? []).flatMap((member) => {
      if (!lists.has(member)) return doc.items.entry(member) === undefined ? [] : [member];
      return seen.has(member) ? [] : leaves(member, new Set([...seen, member]));
    });
  const found = new Map<ItemId, readonly ItemId[]>();
  for (const id of lists.keys()) {
    if (nested.has(id)) continue;
    const all = leaves(id, new Set([id]));
    for (const member of all) found.set(member, all);
  }
  return found;
}

/** Verbs of the board that take whole groups unless told otherwise. */
const groupVerbs = new Set("align delete distribute duplicate flip lock move rotate unlock".split(" "));

/** What a verb must be told where only some members of a group are selected: these alone are meant. */
export function groupArgs(doc: Doc | null, verb: string, ids: Iterable<ItemId>): { readonly alone?: true } {
  if (doc?.kind !== "board" || !groupVerbs.has(verb)) return {};
  const chosen = new Set(ids);
  return [...chosen].some((id) => groupOf(doc, id).some((member) => !chosen.has(member))) ? { alone: true } : {};
}
