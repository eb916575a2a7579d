import type { Point } from "../../../base/nm.ts";
import { compareText } from "../../netlist/names.ts";
import { defineRule } from "../rule.ts";
import { firstUses } from "../sheets.ts";
import { nodeSubject, pinSubject } from "../subject.ts";

export const endpointOffGrid = defineRule({
  type: "endpoint_off_grid",
  title: "Symbol pin or wire end off connection grid",
  about: "What stands off the grid is hard to connect: wires drawn on the grid miss it.",
  severity: "warning",
  *check({ netlist }) {
    const step = Math.round(netlist.design.settings.connectionGrid / 100);
    const off = (p: Point) => Math.round(p.x / 100) % step !== 0 || Math.round(p.y / 100) % step !== 0;
    for (const sheet of firstUses(netlist)) {
      for (const part of netlist.parts) {
        if (part.sheet !== sheet) continue;
        // One pin tells of the whole symbol: the first by number.
        const [pin] = part.pins.filter((each) => off(each.at)).sort((a, b) => compareText(a.number, b.number));
        if (pin !== undefined) yield { sheet, items: [pinSubject(pin)] };
      }
      for (const node of netlist.nodesOf(sheet)) {
        if (node.kind === "wire" || node.kind === "bus") {
          const at = node.points.find(off);
          if (at !== undefined) yield { sheet, items: [{ ...nodeSubject(node), at }] };
        } else if (node.kind === "busEntry") {
          for (const at of node.points.filter(off)) yield { sheet, items: [{ ...nodeSubject(node), at }] };
        }
      }
    }
  },
});
