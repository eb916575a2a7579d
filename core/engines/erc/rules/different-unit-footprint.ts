import { referenceWithUnit } from "../../netlist/parts.ts";
import { footprintOf, partsByReference } from "../parts.ts";
import { defineRule } from "../rule.ts";
import { partSubject } from "../subject.ts";

export const differentUnitFootprint = defineRule({
  type: "different_unit_footprint",
  title: "Different footprint assigned in another unit of the symbol",
  about: "The units of one part must name one footprint.",
  severity: "error",
  *check({ netlist }) {
    for (const parts of partsByReference(netlist)) {
      const first = parts.find((part) => footprintOf(part, netlist) !== "");
      if (first === undefined) continue;
      for (const part of parts) {
        const footprint = footprintOf(part, netlist);
        if (footprint === "" || footprint === footprintOf(first, netlist)) continue;
        const [a, b] = [first, part].map((each) => referenceWithUnit(each, netlist.design));
        const message = `Different footprints assigned to ${a} and ${b}`;
        yield { sheet: part.sheet, items: [partSubject(first), partSubject(part)], message };
      }
    }
  },
});
