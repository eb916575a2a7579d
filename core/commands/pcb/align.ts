import { Type } from "typebox";
import { CommandError } from "../../base/error.ts";
import type { Box } from "../../base/nm.ts";
import { defineEdit } from "../define.ts";
import { itemRefs } from "../schemas.ts";
import type { Block } from "./blocks.ts";
import { blocksOf, moveBlock } from "./blocks.ts";
import { middleOfBox } from "./body-box.ts";
import { passNets } from "./follow-nets.ts";
import { alone, force } from "./move.ts";
import { nameOf, refuseLocked } from "./selection.ts";

const sides = ["left", "right", "top", "bottom", "centerX", "centerY"] as const;
type Side = (typeof sides)[number];

export const align = defineEdit({
  id: "pcb.align",
  title: "Align",
  about:
    "Brings items into line by their boxes (a footprint's without its texts), as KiCad's Align: left and right edges, top " +
    "and bottom edges, or middles (centerX: one above the other; centerY: side by side). They go by `to`, else by a locked " +
    "one among them, else by the outermost; for middles by the one farthest left or up. Groups go as a whole.",
  scope: "board",
  onParts: true,
  args: {
    items: itemRefs("What to align"),
    side: Type.Union(
      sides.map((side) => Type.Literal(side)),
      { description: "left, right, top, bottom, centerX or centerY." },
    ),
    to: Type.Optional(Type.String({ description: "The item that the others go by; it stays.", minLength: 1 })),
    force,
    alone,
  },
  label: (args) => `Align ${args.side}`,
  examples: [
    {
      about: "Left edges of three parts.",
      fixture: "board-tools/board-tools.kicad_pcb",
      args: { items: ["R3", "R5", "C1"], side: "left" },
    },
    {
      about: "One above the other, by C1.",
      fixture: "board-tools/board-tools.kicad_pcb",
      args: { items: ["R3", "R5"], side: "centerX", to: "C1" },
    },
  ],
  run(cx, args) {
    const notes: string[] = [];
    const side = args.side as Side;
    const how = { alone: args.alone, notes };
    const blocks = blocksOf(cx.doc, args.items, "align", how);
    const target = args.to === undefined ? targetOf(blocks, side) : blocksOf(cx.doc, args.to, "align with", how)[0]!;
    const moving = blocks.filter((block) => block.item.id !== target?.item.id);
    if (target === undefined || moving.length === 0) {
      throw new CommandError({
        code: "invalid-args",
        message: `Cannot align ${blocks.map((block) => nameOf(block.item)).join("")}: it takes two items or more.`,
        hint: 'Example: { "items": ["R1", "R2"], "side": "left" }.',
      });
    }
    const goal = lineOf(target.box, side);
    const vertical = side === "top" || side === "bottom" || side === "centerY";
    for (const block of moving) {
      const off = goal - lineOf(block.box, side);
      if (off === 0) continue;
      if (block.locked && args.force !== true) {
        if (args.to === undefined && moving.some((each) => !each.locked)) {
          notes.push(`${nameOf(block.item)} is locked and stayed.`);
          continue;
        }
        for (const item of block.items) refuseLocked(item, "align");
      }
      moveBlock(cx.edit, block, vertical ? { x: 0, y: off } : { x: off, y: 0 });
    }
    return [...notes, ...passNets(cx)];
  },
});

/** What the others go by: a locked one, else the one that is farthest out on that side. */
function targetOf(blocks: readonly Block[], side: Side): Block | undefined {
  const sign = side === "right" || side === "bottom" ? -1 : 1;
  const sorted = [...blocks].sort((a, b) => sign * (lineOf(a.box, side) - lineOf(b.box, side)));
  return sorted.find((block) => block.locked) ?? sorted[0];
}

function lineOf(box: Box, side: Side): number {
  switch (side) {
    case "left":
      return box.minX;
    case "right":
      return box.maxX;
    case "top":
      return box.minY;
    case "bottom":
      return box.maxY;
    case "centerX":
      return middleOfBox(box).x;
    case "centerY":
      return middleOfBox(box).y;
  }
}
