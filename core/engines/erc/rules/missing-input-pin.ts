import { missingUnits } from "../missing-units.ts";
import { defineRule } from "../rule.ts";

export const missingInputPin = defineRule({
  type: "missing_input_pin",
  title: "Symbol has input pins that are not placed",
  about: "A unit with inputs is on no sheet: its inputs stay open.",
  severity: "warning",
  check: ({ netlist }) =>
    missingUnits(
      netlist,
      "input",
      (reference, units) => `Symbol ${reference} has input pins in units ${units} that are not placed.`,
    ),
});
