import { Type } from "typebox";
import { CommandError } from "../../base/error.ts";
import { toMm } from "../../base/nm.ts";
import { compareNumbered } from "../../engines/netlist/names.ts";
import { defineCommand } from "../define.ts";
import { wholeDesign } from "../sch/design.ts";

export const pins = defineCommand({
  id: "query.pins",
  title: "Pins",
  about:
    "The pins of parts in a schematic: number, name, electrical type, place, net, and what else is on that net. Shows at " +
    "once what a pin reaches and which pins are still open.",
  kind: "query",
  scope: "schematic",
  args: {
    part: Type.String({ description: "The part (U1), one pin of it (U1.3), or the symbol's uuid.", minLength: 1 }),
  },
  result: Type.Object({
    pins: Type.Array(
      Type.Object({
        ref: Type.String(),
        number: Type.String(),
        name: Type.String(),
        type: Type.String({ description: "input, output, power_in, …" }),
        at: Type.Array(Type.Number(), { description: "[x, y] in mm." }),
        sheet: Type.String(),
        unit: Type.Integer(),
        net: Type.Union([Type.String(), Type.Null()], { description: "Null when nothing names it." }),
        reaches: Type.Array(Type.String(), { description: "The net's other pins." }),
        open: Type.Optional(Type.Boolean({ description: "True when it touches nothing." })),
        hidden: Type.Optional(Type.Boolean()),
      }),
    ),
    notes: Type.Optional(Type.Array(Type.String())),
  }),
  examples: [
    { about: "What is on U1's pins?", fixture: "blinky/blinky.kicad_sch", args: { part: "U1" } },
    { about: "What does one pin reach?", fixture: "blinky/blinky.kicad_sch", args: { part: "U1.3" } },
  ],
  async run(cx, args) {
    const { netlist, notes } = await wholeDesign(cx);
    const dot = args.part.lastIndexOf(".");
    const [ref, number] = dot < 0 ? [args.part, null] : [args.part.slice(0, dot), args.part.slice(dot + 1)];
    const whole = netlist.parts.filter((part) => part.reference === args.part || part.symbol.id === args.part);
    const parts = whole.length > 0 ? whole : netlist.parts.filter((part) => part.reference === ref);
    const wanted = parts
      .flatMap((part) => part.pins)
      .filter((pin) => whole.length > 0 || number === null || pin.number === number);
    if (wanted.length === 0) {
      throw new CommandError({
        code: "not-found",
        message: `Cannot find the pins of ${args.part}: ${parts.length === 0 ? "there is no such part" : "it has no such pin"}.`,
        hint:
          parts.length === 0
            ? "List the parts with query.symbols."
            : `List its pins: { "part": ${JSON.stringify(ref)} }.`,
        data: { part: args.part },
      });
    }
    const touching = new Set(
      netlist.nodes.filter((node) => node.pin !== null && node.touching.length > 0).map((node) => node.pin),
    );
    const rows = wanted.map((pin) => {
      const net = netlist.netOf(pin);
      const others = (net?.pins ?? []).filter((other) => other !== pin && !other.part.reference.startsWith("#"));
      return {
        ref: pin.part.reference,
        number: pin.number,
        name: pin.name,
        type: pin.type,
        at: [toMm(pin.at.x), toMm(pin.at.y)],
        sheet: pin.part.sheet.names,
        unit: pin.part.unit,
        net: net?.name ?? null,
        reaches: [...new Set(others.map((other) => `${other.part.reference}.${other.number}`))],
        ...(touching.has(pin) ? {} : { open: true }),
        ...(pin.hidden ? { hidden: true } : {}),
      };
    });
    rows.sort((a, b) => compareNumbered(a.number, b.number));
    return { pins: rows, ...(notes.length === 0 ? {} : { notes: [...notes] }) };
  },
});
