import { fieldOf } from "../../netlist/sheet-text.ts";
import { defineRule } from "../rule.ts";
import { nodeSubject } from "../subject.ts";

export const undefinedNetclass = defineRule({
  type: "undefined_netclass",
  title: "Undefined netclass",
  about: "A label or a directive names a net class that the project does not have.",
  severity: "error",
  *check({ netlist }) {
    const defined = new Set(netlist.design.settings.netClasses.map((each) => each.name));
    for (const node of netlist.nodes) {
      if (node.pin !== null) continue;
      const raw = fieldOf(node.item, "Netclass");
      if (raw === undefined) continue;
      const name = netlist.textOf(node.sheet).ofLabel(node.item, raw);
      if (name !== "" && !defined.has(name))
        yield { sheet: node.sheet, items: [nodeSubject(node)], message: `Netclass ${name} is not defined` };
    }
  },
});
