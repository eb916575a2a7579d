import { defineRule } from "../define-rule.ts";
import { mm } from "../numbers.ts";

/** The board's edge must close. */
export const outline = defineRule({
  name: "outline",
  about: "Edges of the board that are missing or do not close.",
  types: ["invalid_outline"],
  run(board, report) {
    for (const { at, items, distance } of board.outlineGaps())
      report({
        type: "invalid_outline",
        detail: `not a closed shape (gap ${mm(distance)})`,
        items: items.map((item) => item.id),
        at,
        layer: "Edge.Cuts",
      });
    if (board.outlineGaps().length === 0 && board.outline().length === 0)
      report({
        type: "invalid_outline",
        detail: "no edges on Edge.Cuts",
        items: [],
        at: { x: 0, y: 0 },
        layer: "Edge.Cuts",
      });
  },
});
