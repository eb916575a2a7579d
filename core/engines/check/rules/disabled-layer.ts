import { layerOf } from "../../../model/board/board-items.ts";
import { hasLayer } from "../../../model/board/layer-set.ts";
import type { Pad } from "../../../model/board/pad.ts";
import { expandLayers } from "../../../model/board/pad.ts";
import type { Via } from "../../../model/board/via.ts";
import { defineRule } from "../define-rule.ts";

/** Copper on layers that the board has not. */
export const disabledLayer = defineRule({
  name: "disabled-layer",
  about: "Items on copper layers that the board's layer table has not.",
  types: ["item_on_disabled_layer"],
  scope: "item",
  run(board, report) {
    const isMissing = (layer: string) => layer.endsWith(".Cu") && !hasLayer(board.items.enabled, layer);
    for (const item of board.items.all) {
      if (item.type === "zone" || item.type === "footprint") continue;
      let names: readonly string[] = [];
      if (item.type === "pad") {
        const pad = item.item as unknown as Pad;
        if (pad.type === "smd" || pad.type === "connect") names = expandLayers(pad.layers, board.cx.layerNames);
      } else if (item.type === "via") names = (item.item as unknown as Via).layers;
      else names = [layerOf(item)];
      const bad = names.find(isMissing);
      if (bad !== undefined)
        report({
          type: "item_on_disabled_layer",
          detail: `layer ${bad}`,
          items: [item.id],
          at: board.place(item),
          layer: bad,
        });
    }
  },
});
