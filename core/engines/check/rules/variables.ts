import type { BoardItem } from "../../../model/board/board-items.ts";
import { expandBoardText } from "../../render/item-text.ts";
import type { CheckBoard } from "../check-board.ts";
import type { Report } from "../define-rule.ts";
import { defineRule } from "../define-rule.ts";

/** Texts that name a variable which nobody defines, and texts that are a warning of the author's own. */
export const variables = defineRule({
  name: "variables",
  // biome-ignore lint/suspicious/noTemplateCurlyInString: KiCad's own variable.
  about: "Unknown text variables; ${DRC_WARNING …} and ${DRC_ERROR …} in texts.",
  types: ["unresolved_variable", "generic_warning", "generic_error"],
  scope: "item",
  run(board, report) {
    for (const item of board.items.all) {
      const text = textOf(item);
      if (text === null || !text.includes("${")) continue;
      if (own(board, report, item, text)) continue;
      if (/\$\{[^}]*\}/.test(expandBoardText(board.cx, item.item, item.footprint?.item ?? null)))
        report({ type: "unresolved_variable", detail: text, items: [item.id], at: board.place(item) });
    }
  },
});

function own(board: CheckBoard, report: Report, item: BoardItem, text: string): boolean {
  const found = /^\$\{DRC_(WARNING|ERROR)\s*([^}]*)\}/.exec(text);
  if (found === null) return false;
  report({
    type: found[1] === "WARNING" ? "generic_warning" : "generic_error",
    detail: found[2] ?? "",
    items: [item.id],
    at: board.place(item),
  });
  return true;
}

function textOf({ type, item }: BoardItem): string | null {
  if (type === "field") return (item["value"] ?? item["text"]) as string;
  return type === "text" || type === "textBox" ? (item["text"] as string) : null;
}
