import { layerOf } from "../../../model/board/board-items.ts";
import { defineRule } from "../define-rule.ts";
import { openEnds } from "../open-ends.ts";

/** Copper that ends nowhere. */
export const openEndsRule = defineRule({
  name: "open-ends",
  about: "Open ends of tracks, vias that join nothing.",
  types: ["track_dangling", "via_dangling"],
  run(board, report) {
    for (const { item, at } of openEnds(board, report))
      report({
        type: item.type === "via" ? "via_dangling" : "track_dangling",
        detail: "",
        items: [item.id],
        at,
        ...(item.type === "via" ? {} : { layer: layerOf(item) }),
      });
  },
});
