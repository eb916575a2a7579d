import type { Doc } from "../model/document.ts";
import { idsWhenRead, writtenItem } from "../model/document.ts";
import type { ItemId } from "../model/item.ts";
import { ORDER_STEP } from "../model/item.ts";
import type { Entry } from "../model/item-table.ts";
import type { ItemText, Step } from "../model/step.ts";

/**
 * Steps as whoever reads the saved file can apply them. A session keeps its made-up ids and its places in file order
 * over a save, but a fresh reader numbers both anew: what was the second `property` may be the first, what got a place
 * between two neighbours has one of its own. The journal is for a fresh reader.
 */
export function asReadFromFile(saved: Doc, steps: readonly Step[]): readonly Step[] {
  const names = namesOf(saved);
  return steps.map((step) => {
    if (step.in === undefined) {
      if (step.op === "set") return { ...step, id: names.top.id(step.id) };
      return { ...step, item: renamed(step.item, names.top) };
    }
    const inside = names.inside(step.in);
    const owner = names.top.id(step.in);
    if (step.op === "set") return { ...step, in: owner, id: inside.id(step.id) };
    return { ...step, in: owner, item: renamed(step.item, inside) };
  });
}

interface Siblings {
  id(live: ItemId): ItemId;
  order(live: number): number;
}

interface Names {
  readonly top: Siblings;
  inside(owner: ItemId): Siblings;
}

const known = new WeakMap<Doc, Names>();

function namesOf(saved: Doc): Names {
  const before = known.get(saved);
  if (before !== undefined) return before;
  const { entries } = saved.items;
  const ids = idsWhenRead(saved);
  const top = siblings(entries, ids);
  const children = new Map<ItemId, Siblings>();
  const names: Names = {
    top,
    inside(owner) {
      const found = children.get(owner);
      if (found !== undefined) return found;
      const made = insideOf(saved, saved.items.entry(owner), owner, top.id(owner));
      children.set(owner, made);
      return made;
    },
  };
  known.set(saved, names);
  return names;
}

function insideOf(saved: Doc, entry: Entry | undefined, owner: ItemId, fresh: ItemId): Siblings {
  // An item that came after the save, or whose text nobody changed, keeps what is in it.
  const item = entry === undefined || "source" in entry ? null : entry.item();
  if (item === null || item.base === null) return { id: (id) => underOwner(id, owner, fresh), order: (order) => order };
  const read = writtenItem(saved, item, fresh);
  const same = siblings(
    item.children,
    read.children.map((child) => child.id),
  );
  return {
    id: (id) => (item.children.some((child) => child.id === id) ? same.id(id) : same.id(underOwner(id, owner, fresh))),
    order: same.order,
  };
}

/** A made-up id inside an item bears its owner's. */
function underOwner(id: ItemId, owner: ItemId, fresh: ItemId): ItemId {
  return owner !== fresh && id.startsWith(`${owner}/`) ? `${fresh}${id.slice(owner.length)}` : id;
}

function siblings(
  live: readonly { readonly id: ItemId; readonly order: number }[],
  fresh: readonly ItemId[],
): Siblings {
  const now = new Map(live.map(({ id }, i) => [id, fresh[i] ?? id]));
  const taken = new Set(fresh);
  const free = (id: ItemId): ItemId => (taken.has(id) ? free(`${id}'`) : id);
  return {
    id: (id) => now.get(id) ?? free(id),
    order(order) {
      let low = 0;
      let high = live.length;
      while (low < high) {
        const middle = (low + high) >> 1;
        if (live[middle]!.order <= order) low = middle + 1;
        else high = middle;
      }
      const from = low === 0 ? 0 : live[low - 1]!.order;
      const to = live[low]?.order ?? from + ORDER_STEP;
      return (low + (order - from) / (to - from)) * ORDER_STEP;
    },
  };
}

function renamed(item: ItemText, by: Siblings): ItemText {
  const id = by.id(item.id);
  const edits = item.edits?.map((edit) => renamedEdit(edit, item.id, id));
  return { ...item, id, order: by.order(item.order), ...(edits === undefined ? {} : { edits }) };
}

/** Edits of an item's own text: the text names what is in it, so only the owner's name differs. */
function renamedEdit(edit: Step, owner: ItemId, fresh: ItemId): Step {
  if (owner === fresh) return edit;
  const inside = edit.in === undefined ? {} : { in: fresh };
  if (edit.op === "set")
    return { ...edit, ...inside, id: edit.in === undefined ? fresh : underOwner(edit.id, owner, fresh) };
  return { ...edit, ...inside, item: { ...edit.item, id: underOwner(edit.item.id, owner, fresh) } };
}
