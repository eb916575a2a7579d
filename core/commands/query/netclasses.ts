import { Type } from "typebox";
import type { Nm } from "../../base/nm.ts";
import { toMm } from "../../base/nm.ts";
import { effectiveNetClass } from "../../model/project/net-class.ts";
import type { NetClass } from "../../model/project/settings.ts";
import { defineCommand } from "../define.ts";
import { netNames } from "../item-refs.ts";
import { settingsOf } from "../project/project-file.ts";

const mm = Type.Optional(Type.Number());

const netClass = Type.Object(
  {
    name: Type.String(),
    priority: Type.Integer({ description: "The lower the stronger." }),
    clearance: mm,
    trackWidth: mm,
    viaDiameter: mm,
    viaDrill: mm,
    microviaDiameter: mm,
    microviaDrill: mm,
    pairWidth: mm,
    pairGap: mm,
    pairViaGap: mm,
    wireWidth: mm,
    busWidth: mm,
    nets: Type.Optional(Type.Integer({ description: "How many of the board's nets are of this class." })),
  },
  { description: "Lengths in mm; one that is left out is that of the classes below." },
);

export const netclasses = defineCommand({
  id: "query.netclasses",
  title: "Net classes",
  about:
    "The project's net classes, strongest first, with the patterns that give them to nets; of a board also what holds " +
    "for each net: the classes it has and the lengths that come of them, as KiCad merges them. `nets` picks some nets.",
  kind: "query",
  scope: "document",
  args: {
    nets: Type.Optional(Type.Array(Type.String(), { description: "Only these nets, by full name.", maxItems: 10_000 })),
  },
  result: Type.Object({
    classes: Type.Array(netClass),
    patterns: Type.Array(Type.Object({ pattern: Type.String(), netClass: Type.String() })),
    nets: Type.Array(
      Type.Object({
        net: Type.String(),
        classes: Type.Array(Type.String(), { description: "Strongest first." }),
        clearance: Type.Number({ description: "mm" }),
        trackWidth: Type.Number({ description: "mm" }),
        viaDiameter: Type.Number({ description: "mm" }),
        viaDrill: Type.Number({ description: "mm" }),
        pairWidth: Type.Number({ description: "mm" }),
        pairGap: Type.Number({ description: "mm" }),
      }),
      { description: "What holds for each net; at most 10000." },
    ),
  }),
  examples: [
    { about: "What holds for GND?", fixture: "blinky/blinky.kicad_pcb", args: { nets: ["GND"] } },
    { about: "All classes and nets.", fixture: "blinky/blinky.kicad_pcb", args: {} },
  ],
  async run(cx, args) {
    const settings = await settingsOf(cx, cx.open.path);
    const all = cx.doc.kind === "board" ? netNames(cx.doc) : [];
    const found = all.map((net) => ({ net, is: effectiveNetClass(settings, net) }));
    const sizes = new Map<string, number>();
    for (const { is } of found) for (const { name } of is.classes) sizes.set(name, (sizes.get(name) ?? 0) + 1);
    const classes = [...settings.netClasses].sort((a, b) => a.priority - b.priority);
    const asked = args.nets?.map((net) => ({ net, is: effectiveNetClass(settings, net) })) ?? found;
    return {
      classes: classes.map((each) => ({
        ...classMm(each),
        ...(cx.doc.kind === "board" ? { nets: sizes.get(each.name) ?? 0 } : {}),
      })),
      patterns: settings.patterns.map((each) => ({ ...each })),
      nets: asked.slice(0, 10_000).map(({ net, is }) => ({
        net,
        classes: is.classes.map((each) => each.name),
        clearance: toMm(is.clearance),
        trackWidth: toMm(is.trackWidth),
        viaDiameter: toMm(is.viaDiameter),
        viaDrill: toMm(is.viaDrill),
        pairWidth: toMm(is.pairWidth),
        pairGap: toMm(is.pairGap),
      })),
    };
  },
});

function classMm({ name, priority, tuningProfile: _, ...lengths }: NetClass) {
  const given = Object.entries(lengths).filter((row): row is [string, Nm] => row[1] !== null);
  return { name, priority, ...Object.fromEntries(given.map(([key, value]) => [key, toMm(value)])) };
}
