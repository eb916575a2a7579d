import type { Node } from "../../netlist/node.ts";
import { netsByName } from "../nets.ts";
import { defineRule } from "../rule.ts";
import { nodeSubject } from "../subject.ts";

export const sameLocalGlobalLabel = defineRule({
  type: "same_local_global_label",
  title: "Local and global labels have same name",
  about: "On the global label's own sheet the local label joins it, on other sheets it does not.",
  severity: "warning",
  *check({ netlist }) {
    const globals = new Map<string, Node>();
    const locals = new Map<string, Node>();
    for (const { subgraphs } of netsByName(netlist))
      for (const { nodes } of subgraphs)
        for (const node of nodes) {
          const known = node.kind === "label" ? locals : node.kind === "globalLabel" ? globals : null;
          if (known !== null && !known.has(node.text)) known.set(node.text, node);
        }
    for (const [text, node] of globals) {
      const local = locals.get(text);
      if (local !== undefined) yield { sheet: node.sheet, items: [nodeSubject(node), nodeSubject(local)] };
    }
  },
});
