import { Type } from "typebox";
import { CommandError } from "../../base/error.ts";
import { defineEdit } from "../define.ts";
import { mm, pointsMm, toPoint } from "../schemas.ts";
import { passNets } from "./follow-nets.ts";
import { copperNamed } from "./layers.ts";
import { netAt, netNamed, usualOf } from "./nets.ts";

/** KiCad's own default track width: 0.2 mm. */
const DEFAULT_WIDTH = 200_000;

export const addTrack = defineEdit({
  id: "pcb.addTrack",
  title: "Add track",
  about:
    "Adds a copper track along points, one straight segment for each pair. Without `net` it takes the net of the copper " +
    "that its ends touch; without `width` the width that the net's tracks have most. Where it " +
    "touches a pad of another net it takes that one, as in KiCad, and so does what hangs on it.",
  scope: "board",
  args: {
    layer: Type.String({ description: "A copper layer, e.g. F.Cu.", minLength: 1 }),
    net: Type.Optional(Type.String({ description: "The net's name; a new name makes a new net." })),
    width: Type.Optional(mm("Track width", { exclusiveMinimum: 0 })),
    pts: pointsMm("The corners"),
  },
  label: (args) => (args.net === undefined ? "Add track" : `Add track ${args.net}`),
  examples: [
    {
      about: "A GND track with one corner.",
      fixture: "blinky/blinky.kicad_pcb",
      args: {
        layer: "F.Cu",
        net: "GND",
        width: 0.25,
        pts: [
          [100, 60],
          [105, 60],
          [107, 62],
        ],
      },
    },
  ],
  run(cx, args) {
    const layer = copperNamed(cx.doc, args.layer, "add a track");
    const points = args.pts.map(toPoint);
    const notes: string[] = [];
    for (const [i, p] of points.entries()) {
      const before = points[i - 1];
      if (before === undefined || p.x !== before.x || p.y !== before.y) continue;
      throw new CommandError({
        code: "invalid-args",
        message: `Cannot add a track: points ${i - 1} and ${i} are the same (${args.pts[i]!.join(", ")}), so the segment has no length.`,
        hint: "Leave one of them out.",
      });
    }
    let { net } = args;
    if (net === undefined) {
      net = netAt(cx.doc, layer, [points[0]!, points.at(-1)!], "add a track");
      notes.push(net === "" ? "The track touches no net and has none." : `The track took the net ${net}.`);
    }
    const name = netNamed(cx.edit, net, notes);
    const width =
      args.width === undefined
        ? usualOf(cx.doc, "track", "width", name, DEFAULT_WIDTH)
        : Math.max(1, Math.round(args.width * 1e6));
    for (const [i, end] of points.entries())
      if (i > 0) cx.edit.add("track", { start: points[i - 1]!, end, width, layer, net: name });
    return [...notes, ...passNets(cx)];
  },
});
