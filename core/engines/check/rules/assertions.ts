import { defineRule } from "../define-rule.ts";

/** What custom rules assert. */
export const assertions = defineRule({
  name: "assertions",
  about: "Assertions of custom rules that do not hold.",
  types: ["assertion_failure"],
  run(board, report) {
    if (!board.rulebook.has("assertion")) return;
    for (const item of board.items.all) {
      report.pause();
      for (const { rule, constraint, holds } of board.rulebook.applying("assertion", item)) {
        if (holds || rule.severity === "ignore") continue;
        report({
          type: "assertion_failure",
          detail: `rule '${rule.name}'${constraint.testText === undefined ? "" : `: ${constraint.testText}`}`,
          items: [item.id],
          at: board.place(item),
          severity: rule.severity,
          rule: `rule '${rule.name}'`,
        });
      }
    }
  },
});
