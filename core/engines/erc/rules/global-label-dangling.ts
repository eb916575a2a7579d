import { danglingLabels } from "../labels.ts";
import { defineRule } from "../rule.ts";
import { nodeSubject } from "../subject.ts";

export const globalLabelDangling = defineRule({
  type: "global_label_dangling",
  title: "Global label not connected anywhere else in the schematic",
  about: "The global label touches nothing, or names a net of fewer than two pins in the whole design.",
  severity: "warning",
  *check({ subgraphs, netlist }) {
    for (const subgraph of subgraphs)
      for (const label of danglingLabels(subgraph, netlist))
        if (label.kind === "globalLabel") yield { sheet: subgraph.sheet, items: [nodeSubject(label)] };
  },
});
