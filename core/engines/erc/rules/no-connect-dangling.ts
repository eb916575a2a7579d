import { isLabel } from "../../netlist/node.ts";
import { connectedPins, flagOf, netSubgraphs } from "../no-connect-flag.ts";
import { defineRule } from "../rule.ts";
import { nodeSubject } from "../subject.ts";

export const noConnectDangling = defineRule({
  type: "no_connect_dangling",
  title: "Unconnected “no connection” flag",
  about: "The flag marks nothing: no pin and no label is where it stands.",
  severity: "warning",
  *check({ subgraphs, netlist }) {
    for (const subgraph of subgraphs) {
      const flag = flagOf(subgraph, netlist);
      if (flag === null || connectedPins(subgraph, netlist).length > 0) continue;
      if (netSubgraphs(subgraph, netlist).some((each) => each.nodes.some(isLabel))) continue;
      yield { sheet: subgraph.sheet, items: [nodeSubject(flag)] };
    }
  },
});
