import { samePlace } from "../places.ts";
import { defineRule } from "../rule.ts";
import { nodeSubject } from "../subject.ts";

export const labelMultipleWires = defineRule({
  type: "label_multiple_wires",
  title: "Label connects more than one wire",
  about: "The label stands where two wires cross, and joins them; a dot would show it.",
  severity: "warning",
  *check({ netlist }) {
    for (const sheet of netlist.sheets) {
      for (const label of netlist.nodesOf(sheet)) {
        if (label.kind !== "label") continue;
        const at = label.points[0]!;
        const lines = label.touching.filter(
          (node) => (node.kind === "wire" || node.kind === "bus") && !node.points.some((p) => samePlace(p, at)),
        );
        if (lines.length >= 2) yield { sheet, items: [label, ...lines.slice(0, 3)].map(nodeSubject) };
      }
    }
  },
});
