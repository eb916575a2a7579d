import { Type } from "typebox";
import { CommandError } from "../../base/error.ts";
import type { ItemId } from "../../model/item.ts";
import { defineEdit } from "../define.ts";
import { resolveTopLevel } from "../item-refs.ts";
import { itemRefs } from "../schemas.ts";
import { leaveGroups } from "./delete.ts";
import { force } from "./move.ts";
import { groupsByMember, isPlaced, nameOf, refuseLocked } from "./selection.ts";

export const group = defineEdit({
  id: "pcb.group",
  title: "Group",
  about:
    "Puts items into a new group, so that they move together; they leave the groups that they were in. Groups may be " +
    "members too. A group that is left without members goes.",
  scope: "board",
  args: {
    items: itemRefs("The members"),
    name: Type.Optional(Type.String({ description: "The group's name.", maxLength: 200 })),
    force,
  },
  examples: [
    {
      about: "The LED and its resistor.",
      fixture: "blinky/blinky.kicad_pcb",
      args: { items: ["D1", "R1"], name: "LED" },
    },
  ],
  run(cx, args) {
    const items = resolveTopLevel(cx.doc, args.items, "group");
    const owners = groupsByMember(cx.doc);
    for (const item of items) {
      if (!isPlaced(item)) {
        throw new CommandError({
          code: "invalid-args",
          message: `Cannot group ${nameOf(item)}: it is a part of the file, not a thing on the board.`,
          hint: "List things on the board with query.items.",
        });
      }
      if (args.force !== true) refuseLocked(item, "group", owners);
    }
    if (items.length < 2) {
      throw new CommandError({
        code: "invalid-args",
        message: `Cannot group ${items.map(nameOf).join("")}: a group has two members or more.`,
        hint: 'Name several items: { "items": ["R1", "C1"] }.',
      });
    }
    const ids: ReadonlySet<ItemId> = new Set(items.map((item) => item.id));
    leaveGroups(cx.edit, ids);
    cx.edit.add("group", { name: args.name ?? "", locked: false, members: [...ids] });
  },
});
