import { pinsWithoutDriver } from "../drivers.ts";
import { defineRule } from "../rule.ts";
import { pinSubject } from "../subject.ts";

export const pinNotDriven = defineRule({
  type: "pin_not_driven",
  title: "Input pin not driven by any Output pins",
  about: "Nothing on the net gives the input a level: no output, no passive or bidirectional pin.",
  severity: "error",
  *check({ netlist }) {
    for (const { pin, power } of pinsWithoutDriver(netlist))
      if (!power) yield { sheet: pin.part.sheet, items: [pinSubject(pin)] };
  },
});
