import { Type } from "typebox";
import { CommandError } from "../../base/error.ts";
import { toMm } from "../../base/nm.ts";
import { connect } from "../../engines/connect/clusters.ts";
import type { Copper } from "../../engines/connect/copper.ts";
import { defineCommand } from "../define.ts";
import { netNames } from "../item-refs.ts";
import { nearest } from "../registry.ts";
import { fromPoint } from "../schemas.ts";

const place = Type.Object({
  id: Type.String({ description: "The item." }),
  kind: Type.String({ description: "track, via, pad, graphic or fill (a piece of a zone)." }),
  ref: Type.Optional(Type.String({ description: "R1.2 for a pad." })),
  at: Type.Array(Type.Number(), { description: "[x, y] in mm." }),
});

export const unrouted = defineCommand({
  id: "query.unrouted",
  title: "Unrouted connections",
  about:
    "The connections that copper does not make yet, counted as KiCad does: tracks, arcs, vias, pads and zone fills hang " +
    "together where their copper overlaps; per net one connection is missing for each cluster beyond the first.",
  kind: "query",
  scope: "board",
  args: { net: Type.Optional(Type.String({ description: "Only this net.", minLength: 1 })) },
  result: Type.Object({
    count: Type.Integer({ description: "Missing connections in all." }),
    nets: Type.Array(
      Type.Object({
        net: Type.String(),
        clusters: Type.Array(
          Type.Object({
            pads: Type.Array(Type.String(), { description: "Pads in it, as R1.2." }),
            items: Type.Integer({ description: "Number of pieces of copper." }),
          }),
        ),
        missing: Type.Array(
          Type.Object({ from: place, to: place, length: Type.Number({ description: "Straight distance (mm)." }) }),
        ),
      }),
      { description: "The nets that miss a connection, most first." },
    ),
  }),
  examples: [
    { about: "What is left to route?", fixture: "blinky/blinky.kicad_pcb", args: {} },
    { about: "Is GND done?", fixture: "blinky/blinky.kicad_pcb", args: { net: "GND" } },
  ],
  run(cx, args) {
    if (args.net !== undefined && !netNames(cx.doc).includes(args.net)) throw noNet(args.net, netNames(cx.doc));
    const open = connect(cx.doc, args.net).filter((state) => state.missing.length > 0);
    open.sort((a, b) => b.missing.length - a.missing.length);
    return {
      count: open.reduce((sum, state) => sum + state.missing.length, 0),
      nets: open.map(({ net, clusters, missing }) => ({
        net,
        clusters: clusters.map((cluster) => ({
          pads: cluster.filter((each) => each.kind === "pad").map((each) => each.ref),
          items: cluster.length,
        })),
        missing: missing.map((link) => ({
          from: { ...nameOf(link.from), at: fromPoint(link.fromPlace) },
          to: { ...nameOf(link.to), at: fromPoint(link.toPlace) },
          length: toMm(link.length),
        })),
      })),
    };
  },
});

function nameOf(copper: Copper) {
  return { id: copper.parent, kind: copper.kind, ...(copper.ref === "" ? {} : { ref: copper.ref }) };
}

/** The refusal for a net that the board has not. */
export function noNet(name: string, known: readonly string[]): CommandError {
  const near = nearest(name, known);
  return new CommandError({
    code: "not-found",
    message: `Cannot find the net ${JSON.stringify(name)}: there are ${known.length} others.`,
    hint: near === undefined ? "List the nets with query.nets." : `Did you mean ${JSON.stringify(near)}?`,
    data: { net: name, ...(near === undefined ? {} : { nearest: near }) },
  });
}
