import type { Node } from "../../netlist/node.ts";
import { defineRule } from "../rule.ts";
import { nodeSubject } from "../subject.ts";

export const singleGlobalLabel = defineRule({
  type: "single_global_label",
  title: "Global label only appears once in the schematic",
  about: "Nothing else has this global label, so it joins nothing: a typing error, or a local label would do.",
  severity: "ignore",
  *check({ netlist }) {
    const byText = new Map<string, Node[]>();
    for (const node of netlist.nodes) {
      if (node.kind !== "globalLabel") continue;
      const there = byText.get(node.text);
      if (there === undefined) byText.set(node.text, [node]);
      else there.push(node);
    }
    for (const [node, ...others] of byText.values())
      if (others.length === 0) yield { sheet: node!.sheet, items: [nodeSubject(node!)] };
  },
});
