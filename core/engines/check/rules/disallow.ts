import type { BoardItem } from "../../../model/board/board-items.ts";
import type { CheckBoard } from "../check-board.ts";
import type { Report } from "../define-rule.ts";
import { defineRule } from "../define-rule.ts";

/** What rule areas and custom rules do not allow. */
export const disallow = defineRule({
  name: "disallow",
  about: "Items that a rule area or a custom rule forbids.",
  types: ["items_not_allowed"],
  run(board, report) {
    if (!board.rulebook.has("disallow")) return;
    for (const item of board.items.all) {
      report.pause();
      if (item.isRuleArea) continue;
      test(board, report, item, false);
      if (board.hole(item).length > 0) test(board, report, item, true);
    }
  },
});

function test(board: CheckBoard, report: Report, item: BoardItem, hole: boolean): void {
  const ruling = board.rulebook.resolve("disallow", item, null, null, { hole });
  if (!ruling.disallow || ruling.severity === "ignore") return;
  report({
    type: "items_not_allowed",
    detail: ruling.name,
    items: [item.id],
    at: board.place(item),
    severity: ruling.severity,
    rule: ruling.name,
  });
}
