import { referenceWithUnit } from "../../netlist/parts.ts";
import { defineRule } from "../rule.ts";
import { partSubject } from "../subject.ts";

export const extraUnits = defineRule({
  type: "extra_units",
  title: "Symbol has more units than are defined",
  about: "The placed unit does not exist in the library symbol.",
  severity: "error",
  fromAnnotation: true,
  *check({ netlist }) {
    for (const part of netlist.parts) {
      if (part.definition === undefined || part.virtual || part.unit <= part.unitCount) continue;
      const message = `Error: symbol ${referenceWithUnit(part, netlist.design)} is unit ${part.unit} of ${part.unitCount}`;
      yield { sheet: part.sheet, items: [partSubject(part)], message };
    }
  },
});
