import type { BoardItem } from "../../../model/board/board-items.ts";
import type { Pad } from "../../../model/board/pad.ts";
import type { CheckBoard } from "../check-board.ts";
import type { Report } from "../define-rule.ts";
import { defineRule } from "../define-rule.ts";

/** What a footprint says of itself against its pads. */
export const footprints = defineRule({
  name: "footprints",
  about: "A footprint's type against its pads; plated pads without a hole.",
  types: ["footprint_type_mismatch", "through_hole_pad_without_hole"],
  scope: "item",
  run(board, report) {
    for (const footprint of board.items.footprints) {
      report.pause();
      const pads = board.items.childrenOf(footprint).filter((each) => each.type === "pad");
      typeOf(board, report, footprint, pads);
      for (const pad of pads) {
        const { type, drill } = pad.item as unknown as Pad;
        // What says nothing of its hole has one without a size for KiCad: that is a matter of the padstack.
        if ((type === "thru_hole" || type === "np_thru_hole") && drill !== null && (drill.x <= 0 || drill.y <= 0))
          report({ type: "through_hole_pad_without_hole", detail: "", items: [pad.id], at: board.place(pad) });
      }
    }
  },
});

function typeOf(board: CheckBoard, report: Report, footprint: BoardItem, pads: readonly BoardItem[]): void {
  if (!report.wants("footprint_type_mismatch")) return;
  const attributes = footprint.item["attributes"] as readonly string[];
  const isThrough = attributes.includes("through_hole");
  const isSmd = attributes.includes("smd");
  if (!isThrough && !isSmd) return;
  const likely = likelyType(pads.map((pad) => pad.item as unknown as Pad));
  if (likely === null || (likely === "through_hole" ? isThrough : isSmd)) return;
  const name = (type: string) => (type === "smd" ? "SMD" : "Through hole");
  report({
    type: "footprint_type_mismatch",
    detail: `pads are '${name(likely)}'; set as '${isThrough ? "Through hole" : "SMD"}'`,
    items: [footprint.id],
    at: board.place(footprint),
  });
}

/** What a footprint's pads make of it: one plated pad makes it through hole, else one SMD pad SMD. */
function likelyType(pads: readonly Pad[]): "through_hole" | "smd" | null {
  let smd = 0;
  let through = 0;
  for (const pad of pads) {
    // Heat sinks, castellated and mechanical pads tell nothing.
    if (["pad_prop_heatsink", "pad_prop_castellated", "pad_prop_mechanical"].includes(pad.property ?? "")) continue;
    if (pad.type === "thru_hole") through++;
    else if (pad.type === "smd" && pad.layers.some((layer) => layer.endsWith(".Cu"))) smd++;
  }
  return through > 0 ? "through_hole" : smd > 0 ? "smd" : null;
}
