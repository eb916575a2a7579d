import type { Point } from "../../../base/nm.ts";
import { layerOf } from "../../../model/board/board-items.ts";
import { connect } from "../../connect/clusters.ts";
import { defineRule } from "../define-rule.ts";
import { openEnds } from "../open-ends.ts";

/** What should hang together and does not, and what ends nowhere. */
export const connectivity = defineRule({
  name: "connectivity",
  about: "Missing connections, open ends of tracks, vias that join nothing, fills that connect to nothing.",
  types: ["unconnected_items", "track_dangling", "via_dangling", "isolated_copper"],
  run(board, report) {
    for (const { item, at } of openEnds(board, report))
      report({
        type: item.type === "via" ? "via_dangling" : "track_dangling",
        detail: "",
        items: [item.id],
        at,
        ...(item.type === "via" ? {} : { layer: layerOf(item) }),
      });
    if (!report.wants("unconnected_items")) return;
    for (const { missing } of connect(board.doc))
      for (const link of missing)
        report({
          type: "unconnected_items",
          detail: "",
          items: [link.from.parent, link.to.parent],
          at: link.fromPlace as Point,
        });
  },
});
