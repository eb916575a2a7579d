import { missingUnits } from "../missing-units.ts";
import { defineRule } from "../rule.ts";

export const missingBidiPin = defineRule({
  type: "missing_bidi_pin",
  title: "Symbol has bidirectional pins that are not placed",
  about: "A unit with bidirectional pins is on no sheet: they stay open.",
  severity: "warning",
  check: ({ netlist }) =>
    missingUnits(
      netlist,
      "bidirectional",
      (reference, units) => `Symbol ${reference} has bidirectional pins in units ${units} that are not placed.`,
    ),
});
