import { defineRule } from "../rule.ts";
import { pinSubject } from "../subject.ts";

export const duplicatePins = defineRule({
  type: "duplicate_pins",
  title: "Duplicate pins with different nets",
  about: "Two pins of one number lie on different nets: on the board that number is one pad.",
  severity: "error",
  *check({ netlist }) {
    for (const part of netlist.parts) {
      // KiCad 9 has it as an error always, whatever the project says.
      if (part.power !== null || part.pins.length < 2) continue;
      const byNumber = new Map<string, (typeof part.pins)[number]>();
      const told = new Set<string>();
      for (const pin of part.pins) {
        const first = byNumber.get(pin.number);
        if (first === undefined) {
          byNumber.set(pin.number, pin);
          continue;
        }
        const nets = [first, pin].map((each) => netlist.netOf(each)?.name ?? "");
        if (nets[0] === nets[1] || told.has(pin.number)) continue;
        told.add(pin.number);
        const message = `Pin ${pin.number} on symbol '${part.reference}' is connected to different nets: ${nets.join(" and ")}`;
        yield { sheet: part.sheet, items: [pinSubject(first), pinSubject(pin)], message, severity: "error" };
      }
    }
  },
});
