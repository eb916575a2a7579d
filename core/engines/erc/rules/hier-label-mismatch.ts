import type { Node } from "../../netlist/node.ts";
import { defineRule } from "../rule.ts";
import { nodeSubject } from "../subject.ts";

export const hierLabelMismatch = defineRule({
  type: "hier_label_mismatch",
  title: "Mismatch between hierarchical labels and sheet pins",
  about:
    "A sheet pin has no label of its name inside the sheet, or a hierarchical label has no pin on the sheet symbol.",
  severity: "error",
  *check({ netlist }) {
    for (const inner of netlist.sheets) {
      const outer = inner.parent;
      if (outer === null) continue;
      const pins = new Map<string, Node>();
      for (const node of netlist.nodesOf(outer))
        if (node.kind === "sheetPin" && node.owner!.id === inner.uuid) pins.set(node.text, node);
      const labels = new Map<string, Node>();
      const matched = new Set<string>();
      for (const node of netlist.nodesOf(inner)) {
        if (node.kind !== "hierLabel") continue;
        if (pins.has(node.text)) matched.add(node.text);
        else labels.set(node.text, node);
      }
      for (const [name, pin] of pins) {
        if (matched.has(name)) continue;
        const message = `Sheet pin ${name} has no matching hierarchical label inside the sheet`;
        yield { sheet: outer, items: [nodeSubject(pin)], message };
      }
      for (const [name, label] of labels) {
        const message = `Hierarchical label ${name} has no matching sheet pin in the parent sheet`;
        yield { sheet: inner, items: [nodeSubject(label)], message };
      }
    }
  },
});
