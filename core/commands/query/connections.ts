import { Type } from "typebox";
import { CommandError } from "../../base/error.ts";
import { toMm } from "../../base/nm.ts";
import { connect } from "../../engines/connect/clusters.ts";
import type { Copper } from "../../engines/connect/copper.ts";
import { defineCommand } from "../define.ts";
import { refOf } from "../item-json.ts";
import { resolveItems } from "../item-refs.ts";
import { wholeDesign } from "../sch/design.ts";
import { trackLength } from "../track-length.ts";
import { schematicConnections } from "./schematic-nets.ts";

export const connections = defineCommand({
  id: "query.connections",
  title: "Connections",
  about:
    "What a pad, track, via or zone reaches: the pads and the copper that hang together with it, and the pads of its net " +
    "that it does not reach yet. A footprint answers for each of its pads. In a schematic: the pins that a pin, wire or " +
    "label is joined with, on all sheets below, and the labels that do it; a symbol answers for each of its pins.",
  kind: "query",
  scope: "document",
  args: { item: Type.String({ description: "A pad or pin (R1.2), a part (R1), or a uuid.", minLength: 1 }) },
  result: Type.Object({
    connections: Type.Array(
      Type.Object({
        item: Type.String({ description: "R1.2, or the id." }),
        net: Type.String(),
        reaches: Type.Array(Type.String(), { description: "Pads or pins that hang together with it." }),
        missing: Type.Array(Type.String(), { description: "Pads of the net that it does not reach." }),
        wires: Type.Optional(Type.Integer()),
        labels: Type.Optional(Type.Array(Type.String(), { description: "Ids." })),
        tracks: Type.Optional(Type.Integer()),
        vias: Type.Optional(Type.Integer()),
        zones: Type.Optional(Type.Integer()),
        trackLength: Type.Optional(Type.Number({ description: "Of the tracks that hang together with it (mm)." })),
      }),
    ),
  }),
  examples: [
    { about: "What does a pin reach?", fixture: "blinky/blinky.kicad_pcb", args: { item: "U1.3" } },
    { about: "A whole part.", fixture: "board-tools/board-tools.kicad_pcb", args: { item: "R1" } },
    { about: "What is a pin wired to?", fixture: "blinky/blinky.kicad_sch", args: { item: "U1.3" } },
  ],
  async run(cx, args) {
    if (cx.doc.kind === "schematic")
      return { connections: schematicConnections((await wholeDesign(cx)).netlist, args.item) };
    const found = resolveItems(cx.doc, args.item, "follow").flatMap((each) =>
      each.item.kind === "footprint"
        ? each.item.children.filter((child) => child.kind === "pad").map((item) => ({ item, owner: each.item }))
        : [each],
    );
    const rows = found.map((each) => {
      const { item } = each;
      const net = item["net"];
      if (typeof net !== "string") {
        throw new CommandError({
          code: "invalid-args",
          message: `Cannot follow ${item.kind} ${item.id}: it carries no net.`,
          hint: 'Name a pad such as "R1.2", a track, a via, a zone or a footprint.',
        });
      }
      const state = net === "" ? undefined : connect(cx.doc, net)[0];
      const own = state?.clusters.find((cluster) => cluster.some((piece) => piece.parent === item.id)) ?? [];
      const pads = (cluster: readonly Copper[]) =>
        cluster.filter((piece) => piece.kind === "pad").map((piece) => piece.ref);
      const name = refOf(each) || item.id;
      const others = state?.clusters.filter((cluster) => cluster !== own).flatMap(pads) ?? [];
      const parents = (kind: Copper["kind"]) =>
        new Set(own.filter((piece) => piece.kind === kind).map((piece) => piece.parent));
      const length = [...parents("track")].reduce((sum, id) => sum + trackLength(cx.doc.items.get(id)!), 0);
      return {
        item: name,
        net,
        reaches: pads(own)
          .filter((pad) => pad !== name)
          .sort(),
        missing: others.sort(),
        tracks: parents("track").size,
        vias: parents("via").size,
        zones: parents("fill").size,
        trackLength: toMm(Math.round(length)),
      };
    });
    return { connections: rows };
  },
});
