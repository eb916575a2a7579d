import type { Node } from "../../netlist/node.ts";
import { defineRule } from "../rule.ts";
import { nodeSubject } from "../subject.ts";

export const fourWayJunction = defineRule({
  type: "four_way_junction",
  title: "Four connection points are joined together",
  about: "Four wire ends and pins meet at one point; some houses draw two staggered dots instead.",
  severity: "ignore",
  *check({ netlist }) {
    for (const sheet of netlist.sheets) {
      const places = new Map<string, Node[]>();
      for (const node of netlist.nodesOf(sheet)) {
        if (node.kind !== "pin" && node.kind !== "wire" && node.kind !== "bus") continue;
        for (const p of node.points) {
          const key = `${Math.round(p.x / 100)},${Math.round(p.y / 100)}`;
          const there = places.get(key);
          if (there === undefined) places.set(key, [node]);
          else there.push(node);
        }
      }
      for (const nodes of places.values())
        if (nodes.length >= 4) yield { sheet, items: nodes.slice(0, 4).map(nodeSubject) };
    }
  },
});
