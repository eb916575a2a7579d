import { Type } from "typebox";
import { toMm } from "../../base/nm.ts";
import type { Netlist } from "../../engines/netlist/netlist.ts";
import type { PathNode } from "../../model/field.ts";
import type { Item } from "../../model/item.ts";
import { pathPoints } from "../../model/shape/path.ts";
import { defineCommand } from "../define.ts";
import { netNames, referenceOf } from "../item-refs.ts";
import { wholeDesign } from "../sch/design.ts";
import { netNamesOf, pinNames, schematicNet } from "./schematic-nets.ts";
import { noNet } from "./unrouted.ts";

export const nets = defineCommand({
  id: "query.nets",
  title: "Nets",
  about:
    "The nets of a board: pads, track length, vias and zones of each; or of a schematic and the sheets below it: pins. With " +
    "`net` only that one, and its pads or pins by name.",
  kind: "query",
  scope: "document",
  args: { net: Type.Optional(Type.String({ description: "Only this net.", minLength: 1 })) },
  result: Type.Object({
    nets: Type.Array(
      Type.Object({
        name: Type.String(),
        pads: Type.Integer({ description: "Number of pads, or pins." }),
        tracks: Type.Optional(Type.Integer({ description: "Number of track segments and arcs." })),
        trackLength: Type.Optional(Type.Number({ description: "Length of all tracks (mm)." })),
        vias: Type.Optional(Type.Integer()),
        zones: Type.Optional(Type.Integer()),
        padNames: Type.Optional(Type.Array(Type.String(), { description: "The pads or pins as R1.2." })),
      }),
      { description: "In the order of the file." },
    ),
  }),
  examples: [
    { about: "All nets.", fixture: "blinky/blinky.kicad_pcb", args: {} },
    { about: "What is on GND?", fixture: "blinky/blinky.kicad_pcb", args: { net: "GND" } },
    { about: "What does GND join?", fixture: "blinky/blinky.kicad_sch", args: { net: "GND" } },
  ],
  async run(cx, args) {
    if (cx.doc.kind === "schematic") return ofSchematic((await wholeDesign(cx)).netlist, args.net);
    const names = netNames(cx.doc);
    if (args.net !== undefined && !names.includes(args.net)) throw noNet(args.net, names);
    const rows = new Map(
      names.map((name) => [name, { pads: [] as string[], tracks: 0, length: 0, vias: 0, zones: 0 }]),
    );
    for (const item of cx.doc.items.ofKind("track", "arcTrack", "via", "zone", "footprint")) {
      if (item.kind === "footprint") {
        for (const pad of item.children)
          if (pad.kind === "pad")
            rows.get(pad["net"] as string)?.pads.push(`${referenceOf(item)}.${String(pad["number"])}`);
        continue;
      }
      const row = rows.get(item["net"] as string);
      if (row === undefined) continue;
      if (item.kind === "via") row.vias++;
      else if (item.kind === "zone") row.zones++;
      else {
        row.tracks++;
        row.length += lengthOf(item);
      }
    }
    const wanted = [...rows].filter(([name]) => args.net === undefined || name === args.net);
    return {
      nets: wanted.map(([name, row]) => ({
        name,
        pads: row.pads.length,
        tracks: row.tracks,
        trackLength: toMm(Math.round(row.length)),
        vias: row.vias,
        zones: row.zones,
        ...(args.net === undefined ? {} : { padNames: row.pads }),
      })),
    };
  },
});

function ofSchematic(netlist: Netlist, name: string | undefined) {
  const wanted = name === undefined ? netNamesOf(netlist) : [schematicNet(netlist, name)];
  return {
    nets: wanted.map((net) => {
      const pins = pinNames(net);
      return { name: net.name, pads: pins.length, ...(name === undefined ? {} : { padNames: pins }) };
    }),
  };
}

/** Length of a track's centre line in nm. */
function lengthOf(track: Item): number {
  const { start, mid, end } = track as unknown as {
    start: { x: number; y: number };
    mid?: { x: number; y: number };
    end: { x: number; y: number };
  };
  const path: PathNode[] = mid === undefined ? [start, end] : [{ start, mid, end }];
  const points = pathPoints(path);
  let length = 0;
  for (let i = 2; i + 1 < points.length; i += 2)
    length += Math.hypot(points[i]! - points[i - 2]!, points[i + 1]! - points[i - 1]!);
  return length;
}
