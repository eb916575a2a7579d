import { defineRule } from "../define-rule.ts";

/** What is said of each kind of fault. */
const details = {
  open: "not a closed shape",
  branch: "self-intersecting",
  crossing: "self-intersecting",
  point: "a line without a length",
} as const;

/** The board's edge must close. */
export const outline = defineRule({
  name: "outline",
  about: "Edges of the board that are missing, do not close, or cross each other.",
  types: ["invalid_outline"],
  scope: "board",
  run(board, report) {
    for (const { kind, at, items } of board.outlineFaults())
      report({
        type: "invalid_outline",
        detail: details[kind],
        items: items.map((item) => item.id),
        at,
        layer: "Edge.Cuts",
      });
    if (board.outlineFaults().length === 0 && board.outline().length === 0)
      report({
        type: "invalid_outline",
        detail: "no edges on Edge.Cuts",
        items: [],
        at: { x: 0, y: 0 },
        layer: "Edge.Cuts",
      });
  },
});
