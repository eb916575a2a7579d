import { CommandError } from "../../base/error.ts";
import type { Item, ItemId } from "../../model/item.ts";
import { defineEdit } from "../define.ts";
import { resolveTopLevel } from "../item-refs.ts";
import { itemRefs } from "../schemas.ts";
import { leaveGroups } from "./delete.ts";
import { force } from "./move.ts";
import { groupsByMember, nameOf, refuseLocked } from "./selection.ts";

export const ungroup = defineEdit({
  id: "pcb.ungroup",
  title: "Ungroup",
  about:
    "Dissolves groups: those named, or those that the named items are members of. The members stay where they are.",
  scope: "board",
  args: { items: itemRefs("The groups, or members of them"), force },
  examples: [
    {
      about: "A group that was made before.",
      fixture: "board-tools/board-tools.kicad_pcb",
      args: { items: "R2" },
    },
  ],
  run(cx, args) {
    const owners = groupsByMember(cx.doc);
    const groups = new Map<ItemId, Item>();
    for (const item of resolveTopLevel(cx.doc, args.items, "ungroup")) {
      const found = item.kind === "group" ? item : owners.get(item.id);
      if (found?.kind !== "group") {
        throw new CommandError({
          code: "invalid-args",
          message: `Cannot ungroup ${nameOf(item)}: it is neither a group nor in one.`,
          hint: "List the groups with query.groups.",
          data: { id: item.id },
        });
      }
      if (args.force !== true) refuseLocked(found, "ungroup", owners);
      groups.set(found.id, found);
    }
    leaveGroups(cx.edit, new Set(groups.keys()));
    for (const id of groups.keys()) cx.edit.remove(id);
  },
});
