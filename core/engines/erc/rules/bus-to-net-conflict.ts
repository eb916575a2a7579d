import { readBusLabel } from "../../../model/bus-label.ts";
import type { Node } from "../../netlist/node.ts";
import { isLabel } from "../../netlist/node.ts";
import { defineRule } from "../rule.ts";
import { nodeSubject } from "../subject.ts";

export const busToNetConflict = defineRule({
  type: "bus_to_net_conflict",
  title: "Invalid connection between bus and net items",
  about: "A wire, or a label of a single net, touches a bus. Nets leave a bus by a bus entry.",
  severity: "error",
  *check({ subgraphs }) {
    for (const { nodes, sheet } of subgraphs) {
      const net = nodes.find((node) => isBus(node) === false);
      const bus = nodes.find((node) => isBus(node) === true);
      if (net !== undefined && bus !== undefined) yield { sheet, items: [nodeSubject(net), nodeSubject(bus)] };
    }
  },
});

/** Whether an item is one of buses or of nets; null for what is either. */
function isBus(node: Node): boolean | null {
  if (node.kind === "bus") return true;
  if (node.kind === "wire") return false;
  if (isLabel(node) || node.kind === "sheetPin") return readBusLabel(node.text) !== null;
  return null;
}
