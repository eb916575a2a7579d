import type { BoardItem, BoardItems } from "../../../model/board/board-items.ts";
import { isBoardItem, itemMaker, itemsOfLists } from "../../../model/board/board-items.ts";
import type { Doc } from "../../../model/document.ts";
import type { ItemId } from "../../../model/item.ts";
import type { Entry } from "../../../model/item-table.ts";
import { difference } from "../../connect/live-nets.ts";

/** What an edit did to the items of a board. What was changed went and came. */
export interface ItemChange {
  readonly gone: readonly BoardItem[];
  readonly come: readonly BoardItem[];
  /** Whether something else of the file changed: a layer, a net, a group, the setup. */
  readonly around: boolean;
}

/** The items of a board while it is edited: what an edit leaves alone stays the same object with the same slot. */
export class LiveItems {
  private entries: readonly Entry[];
  private readonly lists = new Map<Entry, readonly BoardItem[]>();
  private readonly make: (entry: Entry, slot: number) => BoardItem[];
  private slots = 0;
  current: BoardItems;
  /** Kept up to date while no id is there twice. */
  private byId: Map<ItemId, BoardItem> | null = null;

  constructor(doc: Doc) {
    this.make = itemMaker(doc);
    this.entries = doc.items.entries;
    for (const entry of this.entries) this.add(entry);
    this.current = this.itemsOf(doc);
  }

  update(doc: Doc): ItemChange {
    const { gone, come } = difference(this.entries, doc.items.entries);
    this.entries = doc.items.entries;
    const around = [...gone, ...come].some(({ kind }) => !isBoardItem(kind));
    const went = gone.flatMap((entry) => this.lists.get(entry) ?? []);
    for (const entry of gone) this.lists.delete(entry);
    const came = come.flatMap((entry) => this.add(entry));
    const { byId } = this;
    if (byId !== null) {
      for (const { id } of went) byId.delete(id);
      for (const item of came) byId.set(item.id, item);
    }
    this.current = this.itemsOf(doc);
    // An id that came twice is in the map once.
    if (byId !== null && byId.size !== this.current.all.length) {
      this.byId = null;
      this.current = this.itemsOf(doc);
    }
    return { gone: went, come: came, around };
  }

  /** Whether so much went that it is better to number all anew. */
  get isSparse(): boolean {
    return this.slots > 2 * this.current.all.length + 1000;
  }

  private add(entry: Entry): readonly BoardItem[] {
    const list = this.make(entry, this.slots);
    this.slots += list.length;
    if (list.length > 0) this.lists.set(entry, list);
    return list;
  }

  private itemsOf(doc: Doc): BoardItems {
    const lists = this.entries.flatMap((entry) => {
      const list = this.lists.get(entry);
      return list === undefined ? [] : [list];
    });
    const items = itemsOfLists(doc, lists, this.slots, this.byId);
    if (items.byId.size === items.all.length) this.byId ??= new Map(items.byId);
    return items;
  }
}
