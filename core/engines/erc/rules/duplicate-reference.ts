import type { Part } from "../../netlist/parts.ts";
import { referenceWithUnit } from "../../netlist/parts.ts";
import { defineRule } from "../rule.ts";
import { partSubject } from "../subject.ts";

export const duplicateReference = defineRule({
  type: "duplicate_reference",
  title: "Duplicate reference designators",
  about: "Two symbols are the same unit of the same part. Renumber one of them (sch.annotate).",
  severity: "error",
  fromAnnotation: true,
  *check({ netlist }) {
    const known = new Map<string, Part>();
    for (const part of netlist.parts) {
      if (!part.annotated || part.virtual) continue;
      const key = part.unitCount > 1 ? `${part.reference} ${part.unit}` : part.reference;
      const before = known.get(key);
      if (before === undefined) known.set(key, part);
      else {
        const message = `Duplicate items ${referenceWithUnit(part, netlist.design)}`;
        yield { sheet: part.sheet, items: [partSubject(before), partSubject(part)], message };
      }
    }
  },
});
