import { pinsWithoutDriver } from "../drivers.ts";
import { defineRule } from "../rule.ts";
import { pinSubject } from "../subject.ts";

export const powerPinNotDriven = defineRule({
  type: "power_pin_not_driven",
  title: "Input Power pin not driven by any Output Power pins",
  about: "No power output feeds the net. Where a connector feeds it, put a PWR_FLAG on it.",
  severity: "error",
  *check({ netlist }) {
    for (const { pin, power } of pinsWithoutDriver(netlist))
      if (power) yield { sheet: pin.part.sheet, items: [pinSubject(pin)] };
  },
});
