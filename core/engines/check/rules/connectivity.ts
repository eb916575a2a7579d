import type { Point } from "../../../base/nm.ts";
import { connect } from "../../connect/clusters.ts";
import { defineRule } from "../define-rule.ts";

/** What should hang together and does not. */
export const connectivity = defineRule({
  name: "connectivity",
  about: "Missing connections.",
  types: ["unconnected_items"],
  scope: "board",
  run(board, report) {
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
