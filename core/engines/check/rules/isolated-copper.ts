import { defineRule } from "../define-rule.ts";
import { islandsOf } from "../islands.ts";

/** Fills that no pad hangs on. */
export const isolatedCopper = defineRule({
  name: "isolated-copper",
  about: "Fills that connect to nothing.",
  types: ["isolated_copper"],
  scope: "board",
  run(board, report) {
    for (const { zone, layer, lonely, at } of islandsOf(board))
      if (lonely === "orphan") report({ type: "isolated_copper", detail: "", items: [zone.id], at, layer });
  },
});
