import { missingUnits } from "../missing-units.ts";
import { defineRule } from "../rule.ts";

export const missingPowerPin = defineRule({
  type: "missing_power_pin",
  title: "Symbol has power input pins that are not placed",
  about: "The unit with the power pins is on no sheet: the part gets no power.",
  severity: "error",
  check: ({ netlist }) =>
    missingUnits(
      netlist,
      "power_in",
      (reference, units) => `Symbol ${reference} has input power pins in units ${units} that are not placed.`,
    ),
});
