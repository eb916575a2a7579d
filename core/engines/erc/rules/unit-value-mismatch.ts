import { referenceWithUnit } from "../../netlist/parts.ts";
import { partsByReference } from "../parts.ts";
import { defineRule } from "../rule.ts";
import { partSubject } from "../subject.ts";

export const unitValueMismatch = defineRule({
  type: "unit_value_mismatch",
  title: "Units of same symbol have different values",
  about: "The units of one part must have one value.",
  severity: "error",
  fromAnnotation: true,
  *check({ netlist }) {
    for (const parts of partsByReference(netlist)) {
      const first = parts[0]!;
      for (const part of parts) {
        if (part.value === first.value) continue;
        const [a, b] = [first, part].map((each) => referenceWithUnit(each, netlist.design));
        const message = `Different values for ${a} (${first.value}) and ${b} (${part.value})`;
        yield { sheet: part.sheet, items: [partSubject(first), partSubject(part)], message };
      }
    }
  },
});
