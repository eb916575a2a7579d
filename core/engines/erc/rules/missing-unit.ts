import { missingUnits } from "../missing-units.ts";
import { defineRule } from "../rule.ts";

export const missingUnit = defineRule({
  type: "missing_unit",
  title: "Symbol has units that are not placed",
  about: "Some units of the part are on no sheet.",
  severity: "warning",
  check: ({ netlist }) =>
    missingUnits(netlist, null, (reference, units) => `Symbol ${reference} has unplaced units ${units}`),
});
