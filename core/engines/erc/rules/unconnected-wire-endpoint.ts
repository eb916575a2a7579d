import { defineRule } from "../rule.ts";
import { nodeSubject } from "../subject.ts";

export const unconnectedWireEndpoint = defineRule({
  type: "unconnected_wire_endpoint",
  title: "Unconnected wire endpoint",
  about: "A wire ends where nothing else is; often it just misses a pin.",
  severity: "warning",
  *check({ subgraphs }) {
    for (const { nodes, sheet } of subgraphs) {
      for (const node of nodes) {
        if (node.kind !== "wire" && node.kind !== "busEntry") continue;
        const message = node.kind === "wire" ? "Unconnected wire endpoint" : "Unconnected wire to bus entry";
        for (const [end, dangling] of node.dangling.entries())
          if (dangling) yield { sheet, items: [{ ...nodeSubject(node), at: node.points[end]! }], message };
      }
    }
  },
});
