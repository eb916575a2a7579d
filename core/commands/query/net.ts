import { Type } from "typebox";
import { toMm } from "../../base/nm.ts";
import { connect } from "../../engines/connect/clusters.ts";
import { effectiveNetClass } from "../../model/project/net-class.ts";
import { settingsFor } from "../board-settings.ts";
import { defineCommand } from "../define.ts";
import { netNames } from "../item-refs.ts";
import { wholeDesign } from "../sch/design.ts";
import { trackLength } from "../track-length.ts";
import { drawnOf, labelIds, pinNames, rulesOf, schematicNet, sheetsOfNet } from "./schematic-nets.ts";
import { noNet } from "./unrouted.ts";

export const net = defineCommand({
  id: "query.net",
  title: "Net",
  about:
    "One net in full: its class and what that asks for, its pads, tracks by layer with their length and widths, vias, " +
    "zones, the clusters that its copper hangs together in and how many connections are missing. Of a schematic: its " +
    "class, pins, labels and sheets.",
  kind: "query",
  scope: "document",
  args: { net: Type.String({ description: "The net's name.", minLength: 1 }) },
  result: Type.Object({
    net: Type.String(),
    netClass: Type.String({ description: "Its class; several joined by commas." }),
    rules: Type.Object(
      {
        clearance: Type.Number({ description: "mm" }),
        trackWidth: Type.Number({ description: "mm" }),
        viaDiameter: Type.Number({ description: "mm" }),
        viaDrill: Type.Number({ description: "mm" }),
      },
      { description: "What the class asks for." },
    ),
    pads: Type.Array(Type.String(), { description: "Pads or pins: R1.2, …" }),
    labels: Type.Optional(Type.Array(Type.String(), { description: "Ids of its labels." })),
    sheets: Type.Optional(Type.Array(Type.String())),
    drawn: Type.Optional(
      Type.Array(Type.Object({ file: Type.String(), ids: Type.Array(Type.String()) }), {
        description: "Ids of its wires, pins, labels and junctions by sheet file.",
      }),
    ),
    tracks: Type.Optional(
      Type.Array(
        Type.Object({
          layer: Type.String(),
          count: Type.Integer(),
          length: Type.Number({ description: "mm" }),
          widths: Type.Array(Type.Number(), { description: "mm, ascending." }),
        }),
      ),
    ),
    length: Type.Optional(Type.Number({ description: "Of all tracks (mm)." })),
    vias: Type.Optional(Type.Array(Type.Object({ id: Type.String(), at: Type.Array(Type.Number()) }))),
    zones: Type.Optional(
      Type.Array(Type.Object({ id: Type.String(), name: Type.String(), layers: Type.Array(Type.String()) })),
    ),
    clusters: Type.Optional(Type.Integer({ description: "Pieces that its copper hangs together in." })),
    missing: Type.Optional(Type.Integer({ description: "Connections that are missing." })),
  }),
  examples: [
    { about: "What is GND?", fixture: "blinky/blinky.kicad_pcb", args: { net: "GND" } },
    { about: "What is it in the schematic?", fixture: "blinky/blinky.kicad_sch", args: { net: "GND" } },
  ],
  async run(cx, args) {
    if (cx.doc.kind === "schematic") {
      const found = schematicNet((await wholeDesign(cx)).netlist, args.net);
      const own = { net: found.name, netClass: found.netClass.name, rules: rulesOf(found) };
      const drawn = drawnOf(found);
      return { ...own, pads: pinNames(found), labels: labelIds(found), sheets: sheetsOfNet(found), drawn };
    }
    const names = netNames(cx.doc);
    if (!names.includes(args.net)) throw noNet(args.net, names);
    const own = effectiveNetClass(await settingsFor(cx), args.net);
    const state = connect(cx.doc, args.net)[0];
    const layers = new Map<string, { count: number; length: number; widths: Set<number> }>();
    const vias: { id: string; at: number[] }[] = [];
    const zones: { id: string; name: string; layers: string[] }[] = [];
    for (const item of cx.doc.items.ofKind("track", "arcTrack", "via", "zone")) {
      if (item["net"] !== args.net) continue;
      const at = item["at"] as { x: number; y: number };
      if (item.kind === "via") vias.push({ id: item.id, at: [toMm(at.x), toMm(at.y)] });
      else if (item.kind === "zone") {
        const own = item["layers"] as readonly string[];
        zones.push({
          id: item.id,
          name: String(item["name"] ?? ""),
          layers: own.length > 0 ? [...own] : [String(item["layer"])],
        });
      } else {
        const layer = String(item["layer"]);
        const row = layers.get(layer) ?? { count: 0, length: 0, widths: new Set() };
        layers.set(layer, row);
        row.count++;
        row.length += trackLength(item);
        row.widths.add(toMm(item["width"] as number));
      }
    }
    const pads = (state?.clusters ?? []).flatMap((cluster) =>
      cluster.filter((each) => each.kind === "pad").map((each) => each.ref),
    );
    return {
      net: args.net,
      netClass: own.name,
      rules: {
        clearance: toMm(own.clearance),
        trackWidth: toMm(own.trackWidth),
        viaDiameter: toMm(own.viaDiameter),
        viaDrill: toMm(own.viaDrill),
      },
      pads: pads.sort(),
      tracks: [...layers].map(([layer, row]) => ({
        layer,
        count: row.count,
        length: toMm(Math.round(row.length)),
        widths: [...row.widths].sort((a, b) => a - b),
      })),
      length: toMm(Math.round([...layers.values()].reduce((sum, row) => sum + row.length, 0))),
      vias,
      zones,
      clusters: state?.clusters.length ?? 0,
      missing: state?.missing.length ?? 0,
    };
  },
});
