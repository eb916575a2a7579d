import type { BoardItem } from "../../../model/board/board-items.ts";
import type { Placement } from "../../../model/field.ts";
import type { CheckBoard } from "../check-board.ts";
import { defineRule } from "../define-rule.ts";
import { difference } from "../library/compare.ts";
import { footprintForm } from "../library/form.ts";
import type { LibraryAnswer } from "../library/port.ts";

/** Footprints that their libraries do not have, or have otherwise. Silent where nobody looked into libraries. */
export const libraryFootprints = defineRule({
  name: "library-footprints",
  about: "Footprints against their libraries.",
  types: ["lib_footprint_issues", "lib_footprint_mismatch"],
  scope: "item",
  run(board, report) {
    if (board.libraries === null) return;
    for (const footprint of board.items.footprints) {
      report.pause();
      const id = footprint.item["libId"] as string;
      const colon = id.indexOf(":");
      const answer = colon <= 0 ? undefined : board.libraries.get(id);
      if (answer === undefined || answer.state === "unreadable") continue;
      const [library, name] = [id.slice(0, colon), id.slice(colon + 1)];
      const what = { items: [footprint.id], at: board.place(footprint) };
      if (answer.state !== "found") {
        report({ type: "lib_footprint_issues", detail: issue(answer.state, library, name), ...what });
        continue;
      }
      const differs = report.wants("lib_footprint_mismatch") ? compared(board, footprint, answer) : null;
      if (differs !== null)
        report({ type: "lib_footprint_mismatch", detail: `${name} of library ${library}: ${differs}`, ...what });
    }
  },
});

function issue(state: "no-library" | "disabled" | "not-found", library: string, name: string): string {
  if (state === "no-library") return `there is no library ${library}`;
  return state === "disabled" ? `the library ${library} is disabled` : `library ${library} has no footprint ${name}`;
}

function compared(
  board: CheckBoard,
  { item }: BoardItem,
  { form }: Extract<LibraryAnswer, { state: "found" }>,
): string | null {
  const at = item["at"] as Placement;
  const lie = { at, back: item["layer"] === "B.Cu", copper: board.items.copper };
  return difference(footprintForm(item, board.doc.version), form, lie, board.cx.layerNames);
}
