import { Type } from "typebox";
import { CommandError } from "../../base/error.ts";
import { defineEdit } from "../define.ts";
import { itemRefs } from "../schemas.ts";
import { blocksOf, moveBlock } from "./blocks.ts";
import { middleOfBox } from "./body-box.ts";
import { passNets } from "./follow-nets.ts";
import { alone, force } from "./move.ts";
import { nameOf, refuseLocked } from "./selection.ts";

export const distribute = defineEdit({
  id: "pcb.distribute",
  title: "Distribute",
  about:
    "Spaces three or more items evenly between the first and the last, which stay: equal gaps between their boxes, or " +
    "(`by: centers`) equal distances of their middles, as KiCad's Distribute. Groups go as a whole.",
  scope: "board",
  onParts: true,
  args: {
    items: itemRefs("What to space"),
    along: Type.Union([Type.Literal("x"), Type.Literal("y")], {
      description: "x: side by side; y: one above the other.",
    }),
    by: Type.Optional(
      Type.Union([Type.Literal("gaps"), Type.Literal("centers")], { description: "gaps (default) or centers." }),
    ),
    force,
    alone,
  },
  examples: [
    {
      about: "Equal gaps from left to right.",
      fixture: "board-tools/board-tools.kicad_pcb",
      args: { items: ["J1", "C1", "R5"], along: "x" },
    },
    {
      about: "Equal steps of their middles.",
      fixture: "board-tools/board-tools.kicad_pcb",
      args: { items: ["R5", "R3", "C1"], along: "y", by: "centers" },
    },
  ],
  run(cx, args) {
    const notes: string[] = [];
    const blocks = blocksOf(cx.doc, args.items, "distribute", { alone: args.alone, notes });
    if (blocks.length < 3) {
      throw new CommandError({
        code: "invalid-args",
        message: `Cannot distribute ${blocks.map((block) => nameOf(block.item)).join(" and ")}: it takes three items or more.`,
        hint: 'Example: { "items": ["R1", "R2", "R3"], "along": "x" }.',
      });
    }
    const centers = args.by === "centers";
    const rows = blocks.map((block) => {
      const [low, high] = args.along === "x" ? [block.box.minX, block.box.maxX] : [block.box.minY, block.box.maxY];
      return { block, low, high, middle: middleOfBox(block.box)[args.along === "x" ? "x" : "y"] };
    });
    rows.sort((a, b) => (centers ? a.middle - b.middle : a.low - b.low || a.middle - b.middle));
    const last = rows.length - 1;
    const room = rows[last]!.low - rows[0]!.high - rows.slice(1, -1).reduce((sum, row) => sum + row.high - row.low, 0);
    let edge = rows[0]!.high;
    for (const [i, { block, low, high, middle }] of rows.entries()) {
      if (i === 0 || i === last) continue;
      const goal = centers ? rows[0]!.middle + ((rows[last]!.middle - rows[0]!.middle) * i) / last : edge + room / last;
      if (!centers) edge = goal + (high - low);
      const off = Math.round(goal - (centers ? middle : low));
      if (off === 0) continue;
      if (args.force !== true) for (const item of block.items) refuseLocked(item, "distribute");
      moveBlock(cx.edit, block, args.along === "x" ? { x: off, y: 0 } : { x: 0, y: off });
    }
    return [...notes, ...passNets(cx)];
  },
});
