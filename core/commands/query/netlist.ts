import { Type } from "typebox";
import { defineCommand } from "../define.ts";
import { wholeDesign } from "../sch/design.ts";
import { fits, pageArgs, pageOf, pageResult } from "./page.ts";

export const netlist = defineCommand({
  id: "query.netlist",
  title: "Netlist",
  about:
    "The nets of a schematic and all sheets below it, with their pins, classes and the labels that name them, as KiCad " +
    "builds them: what the board will get.",
  kind: "query",
  scope: "schematic",
  args: {
    net: Type.Optional(Type.String({ description: "Pattern of the net's name: GND, /Power/*.", minLength: 1 })),
    ...pageArgs,
  },
  result: Type.Object({
    nets: Type.Array(
      Type.Object({
        name: Type.String(),
        netClass: Type.String({ description: "Its class; several joined by commas." }),
        pins: Type.Array(Type.String(), { description: "R1.2, …" }),
        labels: Type.Array(Type.String(), { description: "The ids of its labels." }),
        unconnected: Type.Optional(Type.Boolean({ description: "True when a flag says that it is open on purpose." })),
      }),
    ),
    ...pageResult,
    notes: Type.Optional(Type.Array(Type.String())),
  }),
  examples: [
    { about: "All nets.", fixture: "blinky/blinky.kicad_sch", args: {} },
    { about: "What is on GND?", fixture: "blinky/blinky.kicad_sch", args: { net: "GND" } },
  ],
  async run(cx, args) {
    const { netlist: built, notes } = await wholeDesign(cx);
    const rows = built.nets
      .filter(
        (net) =>
          (args.net === undefined || fits(args.net, net.name)) && net.subgraphs.some((s) => !s.connection!.isBus),
      )
      .map((net) => ({
        name: net.name,
        netClass: net.netClass.name,
        pins: [
          ...new Set(
            net.pins
              .filter((pin) => !pin.part.reference.startsWith("#"))
              .map((pin) => `${pin.part.reference}.${pin.number}`),
          ),
        ],
        labels: net.subgraphs.flatMap(({ nodes }) => nodes.filter((node) => node.text !== "").map((node) => node.id)),
        ...(net.subgraphs.some((subgraph) => subgraph.noConnect !== null) ? { unconnected: true } : {}),
      }))
      .filter((row) => row.pins.length > 0 || row.labels.length > 0);
    const { page, ...rest } = pageOf(rows, args);
    return { nets: page, ...rest, ...(notes.length === 0 ? {} : { notes: [...notes] }) };
  },
});
