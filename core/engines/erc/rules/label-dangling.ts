import { isOnRuleArea } from "../../netlist/net-classes.ts";
import { danglingLabels } from "../labels.ts";
import { defineRule } from "../rule.ts";
import { nodeSubject } from "../subject.ts";

export const labelDangling = defineRule({
  type: "label_dangling",
  title: "Label not connected to anything",
  about: "The label touches nothing, or names a net of fewer than two pins.",
  severity: "error",
  *check({ subgraphs, netlist }) {
    for (const subgraph of subgraphs)
      for (const label of danglingLabels(subgraph, netlist))
        if (label.kind !== "globalLabel") yield { sheet: subgraph.sheet, items: [nodeSubject(label)] };
    for (const node of netlist.nodes)
      if (node.kind === "directive" && node.dangling[0] === true && !isOnRuleArea(node))
        yield { sheet: node.sheet, items: [nodeSubject(node)] };
  },
});
