import { Type } from "typebox";
import { CommandError } from "../../base/error.ts";
import { toMm } from "../../base/nm.ts";
import { connect } from "../../engines/connect/clusters.ts";
import type { Copper } from "../../engines/connect/copper.ts";
import { defineCommand } from "../define.ts";
import { refOf } from "../item-json.ts";
import { resolveItems } from "../item-refs.ts";
import { trackLength } from "../track-length.ts";

export const connections = defineCommand({
  id: "query.connections",
  title: "Connections",
  about:
    "What a pad, track, via or zone reaches: the pads and the copper that hang together with it, and the pads of its net " +
    "that it does not reach yet. A footprint answers for each of its pads.",
  kind: "query",
  scope: "board",
  args: { item: Type.String({ description: "A pad (R1.2), a footprint (R1), or a uuid.", minLength: 1 }) },
  result: Type.Object({
    connections: Type.Array(
      Type.Object({
        item: Type.String({ description: "R1.2, or the id." }),
        net: Type.String(),
        reaches: Type.Array(Type.String(), { description: "Pads that hang together with it." }),
        missing: Type.Array(Type.String(), { description: "Pads of the net that it does not reach." }),
        tracks: Type.Integer(),
        vias: Type.Integer(),
        zones: Type.Integer(),
        trackLength: Type.Number({ description: "Of the tracks that hang together with it (mm)." }),
      }),
    ),
  }),
  examples: [
    { about: "What does a pin reach?", fixture: "blinky/blinky.kicad_pcb", args: { item: "U1.3" } },
    { about: "A whole part.", fixture: "board-tools/board-tools.kicad_pcb", args: { item: "R1" } },
  ],
  run(cx, args) {
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
