import { Type } from "typebox";
import { CommandError } from "../../base/error.ts";
import { arcThrough } from "../../geometry/arc.ts";
import { defineEdit } from "../define.ts";
import { mm, pointMm, toPoint } from "../schemas.ts";
import { passNets } from "./follow-nets.ts";
import { copperNamed } from "./layers.ts";
import { netAt, netNamed, usualOf } from "./nets.ts";

/** KiCad's own default track width: 0.2 mm. */
const DEFAULT_WIDTH = 200_000;

export const addArcTrack = defineEdit({
  id: "pcb.addArcTrack",
  title: "Add arc track",
  about:
    "Adds a copper track along an arc through three places. Without `net` it takes the net of the copper that its ends " +
    "touch; without `width` the width that the net's tracks have most.",
  scope: "board",
  args: {
    layer: Type.String({ description: "A copper layer, e.g. F.Cu.", minLength: 1 }),
    from: pointMm("Start"),
    mid: pointMm("A place on the arc between its ends"),
    to: pointMm("End"),
    net: Type.Optional(Type.String({ description: "The net's name; a new name makes a new net." })),
    width: Type.Optional(mm("Track width", { exclusiveMinimum: 0 })),
  },
  label: (args) => (args.net === undefined ? "Add arc track" : `Add arc track ${args.net}`),
  examples: [
    {
      about: "A quarter turn on GND.",
      fixture: "blinky/blinky.kicad_pcb",
      args: { layer: "F.Cu", net: "GND", width: 0.25, from: [100, 60], mid: [101.414214, 60.585786], to: [102, 62] },
    },
  ],
  run(cx, args) {
    const layer = copperNamed(cx.doc, args.layer, "add an arc track");
    const [start, mid, end] = [toPoint(args.from), toPoint(args.mid), toPoint(args.to)];
    if ((start.x === end.x && start.y === end.y) || arcThrough(start, mid, end) === null) {
      throw new CommandError({
        code: "invalid-args",
        message: `Cannot add an arc track: ${args.from.join(", ")}, ${args.mid.join(", ")} and ${args.to.join(", ")} are no arc: three different places that are not in a line make one.`,
        hint: "For a straight track use pcb.addTrack.",
      });
    }
    const notes: string[] = [];
    let { net } = args;
    if (net === undefined) {
      net = netAt(cx.doc, layer, [start, end], "add an arc track");
      notes.push(net === "" ? "The track touches no net and has none." : `The track took the net ${net}.`);
    }
    const name = netNamed(cx.edit, net, notes);
    const width =
      args.width === undefined
        ? usualOf(cx.doc, "track", "width", name, DEFAULT_WIDTH)
        : Math.max(1, Math.round(args.width * 1e6));
    cx.edit.add("arcTrack", { start, mid, end, width, locked: false, layer, net: name });
    return [...notes, ...passNets(cx)];
  },
});
