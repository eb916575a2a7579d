import type { Pin } from "../../netlist/parts.ts";
import { netsByName } from "../nets.ts";
import { defineRule } from "../rule.ts";
import { pinSubject } from "../subject.ts";

export const differentUnitNet = defineRule({
  type: "different_unit_net",
  title: "Different net assigned to a shared pin in another unit of the symbol",
  about: "A pin that all units show is on different nets in two of them.",
  severity: "error",
  *check({ netlist }) {
    const known = new Map<string, { readonly net: string; readonly pin: Pin }>();
    for (const { name, pins } of netsByName(netlist)) {
      for (const pin of pins) {
        if (pin.part.unitCount < 2) continue;
        const key = `${pin.part.reference}:${pin.number}`;
        const before = known.get(key);
        if (before === undefined) known.set(key, { net: name, pin });
        else if (before.net !== name) {
          const message = `Pin ${pin.number} is connected to both ${name} and ${before.net}`;
          yield { sheet: pin.part.sheet, items: [pinSubject(pin), pinSubject(before.pin)], message };
        }
      }
    }
  },
});
