import type { Doc } from "../model/document.ts";
import { idsWhenRead, writtenItem } from "../model/document.ts";
import { isJson } from "../model/file-kinds.ts";
import type { Item, ItemId } from "../model/item.ts";
import { ORDER_STEP } from "../model/item.ts";
import { isBefore } from "../model/item-table.ts";
import type { ItemText, Step } from "../model/step.ts";
import { editsSince, textOfEntry } from "../model/step.ts";

/**
 * Steps as whoever reads the saved file can apply them. A session keeps its made-up ids, its places in file order and
 * the text that items came from over a save; a fresh reader has the saved text and numbers the rest anew: what was the
 * second `property` may be the first, what got a place between two neighbours has one of its own. The journal is for a
 * fresh reader.
 */
export function asReadFromFile(saved: Doc, steps: readonly Step[]): readonly Step[] {
  // The settings of a project are called by their paths, whoever reads it.
  if (isJson(saved.kind)) return steps;
  const names = namesOf(saved);
  return steps.map((step) => {
    if (step.in !== undefined) return inside(names, step.in, step);
    return step.op === "set"
      ? { ...step, id: names.top.id(step.id) }
      : { ...step, item: retold(saved, names, step.item) };
  });
}

function inside(names: Names, owner: ItemId, step: Step): Step {
  const siblings = names.inside(owner);
  const to = { in: names.top.id(owner) };
  if (step.op === "set") return { ...step, ...to, id: siblings.id(step.id) };
  const { item } = step;
  return { ...step, ...to, item: { ...item, id: siblings.id(item.id), order: siblings.order(item) } };
}

/** An item's JSON form, told from the text that the saved file has of it. */
function retold(saved: Doc, names: Names, item: ItemText): ItemText {
  const id = names.top.id(item.id);
  const order = names.top.order(item);
  const was = changedBeforeSave(saved, item.id);
  if (was === null) {
    const edits = item.edits?.map((edit) => renamedEdit(edit, item.id, id));
    return { ...item, id, order, ...(edits === undefined ? {} : { edits }) };
  }
  const edits = editsSince(saved, was, item).map((edit) =>
    edit.in === undefined ? ({ ...edit, id } as Step) : inside(names, item.id, edit),
  );
  return { ...textOfEntry(saved, writtenItem(saved, was, id)), order, ...(edits.length === 0 ? {} : { edits }) };
}

/** An item whose text in the saved file is not the one that it came from. */
function changedBeforeSave(saved: Doc, id: ItemId): Item | null {
  const entry = saved.items.entry(id);
  if (entry === undefined || "source" in entry) return null;
  const item = entry.item();
  return item.base === null ? null : item;
}

interface Siblings {
  id(live: ItemId): ItemId;
  order(live: Placed): number;
}

type Placed = Pick<ItemText, "id" | "order">;

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
      const made = insideOf(saved, owner, top.id(owner));
      children.set(owner, made);
      return made;
    },
  };
  known.set(saved, names);
  return names;
}

function insideOf(saved: Doc, owner: ItemId, fresh: ItemId): Siblings {
  const item = changedBeforeSave(saved, owner);
  if (item === null) return { id: (id) => underOwner(id, owner, fresh), order: ({ order }) => order };
  const read = writtenItem(saved, item, fresh);
  return siblings(
    item.children,
    read.children.map((child) => child.id),
  );
}

/** A made-up id inside an item bears its owner's. */
function underOwner(id: ItemId, owner: ItemId, fresh: ItemId): ItemId {
  return owner !== fresh && id.startsWith(`${owner}/`) ? `${fresh}${id.slice(owner.length)}` : id;
}

function siblings(live: readonly Placed[], fresh: readonly ItemId[]): Siblings {
  const now = new Map(live.map(({ id }, i) => [id, fresh[i] ?? id]));
  const taken = new Set(fresh);
  const free = (id: ItemId): ItemId => (taken.has(id) ? free(`${id}'`) : id);
  return {
    id: (id) => now.get(id) ?? free(id),
    order(wanted) {
      let low = 0;
      let high = live.length;
      while (low < high) {
        const middle = (low + high) >> 1;
        if (isBefore(live[middle]!, wanted)) low = middle + 1;
        else high = middle;
      }
      const next = live[low];
      if (next?.id === wanted.id) return (low + 1) * ORDER_STEP;
      const from = low === 0 ? 0 : live[low - 1]!.order;
      const to = next?.order ?? from + ORDER_STEP;
      const part = to === from ? 0.5 : (wanted.order - from) / (to - from);
      // Well between both: who stood at one place with a neighbour was told apart from it by an id that is another now.
      return (low + 0.25 + part / 2) * ORDER_STEP;
    },
  };
}

/** Edits of an item's own text: the text names what is in it, so only the owner's name differs. */
function renamedEdit(edit: Step, owner: ItemId, fresh: ItemId): Step {
  if (owner === fresh) return edit;
  const inside = edit.in === undefined ? {} : { in: fresh };
  if (edit.op === "set")
    return { ...edit, ...inside, id: edit.in === undefined ? fresh : underOwner(edit.id, owner, fresh) };
  return { ...edit, ...inside, item: { ...edit.item, id: underOwner(edit.item.id, owner, fresh) } };
}
