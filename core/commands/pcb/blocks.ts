import { CommandError } from "../../base/error.ts";
import type { Box, Point } from "../../base/nm.ts";
import type { Doc } from "../../model/document.ts";
import type { Item } from "../../model/item.ts";
import type { Edit } from "../../session/edit.ts";
import { emptyBox, joinBoxes } from "../item-bounds.ts";
import { bodyBox } from "./body-box.ts";
import type { Selecting } from "./selection.ts";
import { groupsByMember, lockedBy, membersOf, nameOf, selectItems } from "./selection.ts";
import { alter, moveItem } from "./transform.ts";

/** What aligns and spaces as one: an item, or a group with its members. */
export interface Block {
  readonly item: Item;
  readonly items: readonly Item[];
  readonly box: Box;
  readonly locked: boolean;
}

/** The blocks that a call names, in its order. Locked ones are not refused: they are what others go by. */
export function blocksOf(doc: Doc, refs: string | readonly string[], verb: string, how: Selecting): Block[] {
  const owners = groupsByMember(doc);
  const items = selectItems(doc, refs, verb, { ...how, force: true });
  const chosen = new Set(items.map((item) => item.id));
  const tops = items.filter((item) => {
    const group = owners.get(item.id);
    return group === undefined || !chosen.has(group.id);
  });
  return tops.map((item) => {
    const all = withMembers(doc, item);
    const box = all.reduce((sum, each) => (membersOf(each).length > 0 ? sum : joinBoxes(sum, bodyBox(each))), emptyBox);
    if (!(box.minX <= box.maxX && box.minY <= box.maxY)) {
      throw new CommandError({
        code: "invalid-args",
        message: `Cannot ${verb} ${nameOf(item)}: it has no place of its own (an empty group, or nothing drawn).`,
        hint: "Leave it out.",
        data: { id: item.id },
      });
    }
    return { item, items: all, box, locked: all.some((each) => lockedBy(each, owners) !== null) };
  });
}

function withMembers(doc: Doc, item: Item): Item[] {
  const inside = membersOf(item).flatMap((id) => {
    const member = doc.items.get(id);
    return member === undefined ? [] : withMembers(doc, member);
  });
  return [item, ...inside];
}

export function moveBlock(edit: Edit, block: Block, by: Point): void {
  if (by.x === 0 && by.y === 0) return;
  for (const item of block.items) alter(edit, moveItem(item, by));
}
