import type { Nm } from "../../../base/nm.ts";
import type { BoardItem } from "../../../model/board/board-items.ts";
import { layerOf } from "../../../model/board/board-items.ts";
import type { Pad } from "../../../model/board/pad.ts";
import type { Track } from "../../../model/board/track.ts";
import type { Via } from "../../../model/board/via.ts";
import type { ConstraintType } from "../../rules/constraint.ts";
import type { CheckBoard } from "../check-board.ts";
import type { Report } from "../define-rule.ts";
import { defineRule } from "../define-rule.ts";
import type { FindingName } from "../finding-types.ts";
import { mm } from "../numbers.ts";
import { ringWidth } from "../ring-width.ts";

/** Widths of tracks, sizes of vias and holes, widths of rings. */
export const sizes = defineRule({
  name: "sizes",
  about: "Track width, via diameter, hole size and annular width.",
  types: ["track_width", "via_diameter", "drill_out_of_range", "microvia_drill_out_of_range", "annular_width"],
  run(board, report) {
    for (const item of board.items.all) {
      if (item.type === "track" || item.type === "arc") {
        const { width } = item.item as unknown as Track;
        const layer = layerOf(item);
        measure(board, report, item, "track_width", "track_width", width, layer, "width");
      } else if (item.type === "via") {
        const via = item.item as unknown as Via;
        measure(board, report, item, "via_diameter", "via_diameter", via.size, null, "diameter");
        const type = via.type === "micro" ? "microvia_drill_out_of_range" : "drill_out_of_range";
        measure(board, report, item, "hole_size", type, via.drill, null, "hole");
        measure(
          board,
          report,
          item,
          "annular_width",
          "annular_width",
          Math.floor((via.size - via.drill) / 2),
          null,
          "annular width",
        );
      } else if (item.type === "pad") {
        const pad = item.item as unknown as Pad;
        // KiCad takes a plated pad that says nothing of its hole for one with a hole of no size.
        if (pad.drill === null && pad.type === "thru_hole") {
          measure(board, report, item, "hole_size", "drill_out_of_range", 0, null, "hole", 0);
          continue;
        }
        if (pad.drill === null || pad.drill.x <= 0) continue;
        const least = Math.min(pad.drill.x, pad.drill.y);
        const most = Math.max(pad.drill.x, pad.drill.y);
        measure(board, report, item, "hole_size", "drill_out_of_range", least, null, "hole", most);
        if (pad.type !== "thru_hole" || !report.wants("annular_width")) continue;
        const ring = ringWidth(board, item);
        if (ring !== null) measure(board, report, item, "annular_width", "annular_width", ring, null, "annular width");
      }
    }
  },
});

/** Compares a size with its limits; `largest` is what the maximum is compared with. */
function measure(
  board: CheckBoard,
  report: Report,
  item: BoardItem,
  constraint: ConstraintType,
  type: FindingName,
  actual: Nm,
  layer: string | null,
  what: string,
  largest: Nm = actual,
): void {
  if (!report.wants(type)) return;
  const ruling = board.rulebook.resolve(constraint, item, null, layer);
  if (ruling.severity === "ignore") return;
  const say = (side: string, limit: Nm, value: Nm) =>
    report({
      type,
      detail: `${ruling.name} ${side} ${what} ${mm(limit)}; actual ${mm(value)}`,
      items: [item.id],
      at: board.place(item),
      ...(layer === null ? {} : { layer }),
      severity: ruling.severity,
      rule: ruling.name,
      limit,
      actual: value,
    });
  if (ruling.min !== undefined && actual < ruling.min) say("min", ruling.min, actual);
  else if (ruling.max !== undefined && largest > ruling.max) say("max", ruling.max, largest);
}
