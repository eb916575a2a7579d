import { defineRule } from "../rule.ts";
import { nodeSubject } from "../subject.ts";

export const wireDangling = defineRule({
  type: "wire_dangling",
  title: "Wires not connected to anything",
  about: "These wires join no pin and have no label.",
  severity: "error",
  *check({ subgraphs }) {
    for (const { nodes, sheet, driver, busMember } of subgraphs) {
      if (driver !== null || busMember) continue;
      const wires = nodes.filter((node) => node.kind === "wire" || node.kind === "busEntry");
      if (wires.length > 0) yield { sheet, items: wires.slice(0, 4).map(nodeSubject) };
    }
  },
});
