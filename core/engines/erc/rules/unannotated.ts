import { defineRule } from "../rule.ts";
import { partSubject } from "../subject.ts";

export const unannotated = defineRule({
  type: "unannotated",
  title: "Symbol is not annotated",
  about: "The symbol has no number (R?). Give it one with sch.annotate; until then its pins name no net.",
  severity: "error",
  fromAnnotation: true,
  *check({ netlist }) {
    for (const part of netlist.parts) {
      if (part.annotated || part.virtual) continue;
      yield { sheet: part.sheet, items: [partSubject(part)], message: `Item not annotated: ${part.reference}` };
    }
  },
});
