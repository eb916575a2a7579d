import { readBusLabel } from "../../../model/bus-label.ts";
import { defineRule } from "../rule.ts";
import { nodeSubject } from "../subject.ts";

export const busToBusConflict = defineRule({
  type: "bus_to_bus_conflict",
  title: "Buses are graphically connected but share no bus members",
  about: "A bus with a global label meets a sheet pin or hierarchical label of a bus with other members.",
  severity: "error",
  *check({ subgraphs, netlist }) {
    for (const { nodes, sheet } of subgraphs) {
      const label = nodes.find((node) => node.kind === "globalLabel" && readBusLabel(node.text) !== null);
      const port = nodes.find(
        (node) => (node.kind === "sheetPin" || node.kind === "hierLabel") && readBusLabel(node.text) !== null,
      );
      if (label === undefined || port === undefined) continue;
      const names = new Set(netlist.busMembers(label).map((member) => member.shortName));
      if (netlist.busMembers(port).some((member) => names.has(member.shortName))) continue;
      yield { sheet, items: [nodeSubject(label), nodeSubject(port)] };
    }
  },
});
