import { Type } from "typebox";
import { CommandError } from "../../base/error.ts";
import type { Point } from "../../base/nm.ts";
import type { Item } from "../../model/item.ts";
import { defineEdit } from "../define.ts";
import { itemRefs, pointMm, toPoint } from "../schemas.ts";
import { passNets } from "./follow-nets.ts";
import { centreOf, selectItems } from "./selection.ts";
import { alter, moveItem } from "./transform.ts";

export const force = Type.Optional(Type.Boolean({ description: "Change locked items too." }));

export const alone = Type.Optional(
  Type.Boolean({ description: "Only the named members of a group, not the whole group." }),
);

export const move = defineEdit({
  id: "pcb.move",
  title: "Move",
  about:
    "Moves items by a vector, or so that their place (a footprint's anchor, else the middle) comes to a point. A group " +
    "moves as a whole, also when one of its members is named, unless `alone` says otherwise. Tracks and vias that then " +
    "touch pads of one other net take it, as in KiCad; with pads of several nets all stays, and the notes say so.",
  scope: "board",
  onParts: true,
  args: {
    items: itemRefs("What to move"),
    by: Type.Optional(pointMm("How far")),
    to: Type.Optional(pointMm("Where to")),
    force,
    alone,
  },
  examples: [
    {
      about: "R1 two millimetres to the right.",
      fixture: "blinky/blinky.kicad_pcb",
      args: { items: "R1", by: [2, 0] },
    },
    { about: "D1 to a place.", fixture: "blinky/blinky.kicad_pcb", args: { items: ["D1"], to: [110, 70] } },
  ],
  run(cx, args) {
    if ((args.by === undefined) === (args.to === undefined)) {
      throw new CommandError({
        code: "invalid-args",
        message: "Cannot move: give either by or to.",
        hint: 'Example: { "items": "R1", "by": [2, 0] }',
      });
    }
    const notes: string[] = [];
    const items = selectItems(cx.doc, args.items, "move", { force: args.force, alone: args.alone, notes });
    const by = args.by === undefined ? vectorTo(items, toPoint(args.to!)) : toPoint(args.by);
    if (by.x === 0 && by.y === 0) return notes;
    for (const item of items) alter(cx.edit, moveItem(item, by));
    return [...notes, ...passNets(cx)];
  },
});

function vectorTo(items: readonly Item[], to: Point): Point {
  const from = centreOf(items);
  if (from === null) {
    throw new CommandError({
      code: "invalid-args",
      message: "Cannot move these items to a point: they have no place (an empty group).",
      hint: "Name the members instead.",
    });
  }
  return { x: to.x - from.x, y: to.y - from.y };
}
