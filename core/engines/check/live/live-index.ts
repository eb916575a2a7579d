import type { Box } from "../../../base/nm.ts";
import { boxesMeet } from "../../../geometry/shape.ts";
import type { BoardItem } from "../../../model/board/board-items.ts";
import type { BoxIndex } from "../../render/box-index.ts";
import { buildBoxIndex, searchBoxIndex } from "../../render/box-index.ts";

/** So many items may have come since the tree was made: they are gone through one by one. */
const MOST_LOOSE = 1000;

/** Where the items of a board are while it is edited: a tree of those of some time ago, and what came since. */
export class LiveIndex {
  private items: readonly BoardItem[] = [];
  private tree: BoxIndex = buildBoxIndex([]);
  private readonly gone = new Set<BoardItem>();
  private loose: { readonly item: BoardItem; readonly box: Box }[] = [];

  constructor(items: readonly BoardItem[], boxOf: (item: BoardItem) => Box) {
    this.rebuild(items, boxOf);
  }

  update(gone: readonly BoardItem[], come: readonly BoardItem[], boxOf: (item: BoardItem) => Box): void {
    const left = new Set(gone);
    for (const item of gone) this.gone.add(item);
    this.loose = this.loose.filter(({ item }) => !left.has(item));
    for (const item of come) this.loose.push({ item, box: boxOf(item) });
    if (this.loose.length <= MOST_LOOSE) return;
    this.rebuild([...this.items.filter((item) => !this.gone.has(item)), ...this.loose.map(({ item }) => item)], boxOf);
  }

  /** Calls `found` for every item whose box meets this one, until it answers true. */
  // biome-ignore lint/suspicious/noConfusingVoidType: whoever wants all of them answers nothing.
  search(box: Box, found: (item: BoardItem) => true | void): void {
    for (const each of this.loose) if (boxesMeet(each.box, box) && found(each.item) === true) return;
    searchBoxIndex(this.tree, box, (i) => {
      const item = this.items[i]!;
      return this.gone.has(item) ? undefined : found(item);
    });
  }

  private rebuild(items: readonly BoardItem[], boxOf: (item: BoardItem) => Box): void {
    this.items = items;
    this.tree = buildBoxIndex(items.map(boxOf));
    this.gone.clear();
    this.loose = [];
  }
}
