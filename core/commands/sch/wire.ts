import { defineEdit } from "../define.ts";
import { pointsMm } from "../schemas.ts";
import { drawPath } from "./draw-path.ts";

export const wire = defineEdit({
  id: "sch.wire",
  title: "Draw wire",
  about:
    "Draws wires along points, one for each straight piece. Dots come where three ways meet, and wires that pass below " +
    "a new dot are broken there, as in KiCad. A wire end on a pin, a label or another wire's end connects.",
  scope: "schematic",
  args: { pts: pointsMm("The points, from end to end; pins are on the 1.27 mm grid") },
  examples: [
    {
      about: "A wire with a corner.",
      fixture: "blinky/blinky.kicad_sch",
      args: {
        pts: [
          [190.5, 76.2],
          [203.2, 76.2],
          [203.2, 83.82],
        ],
      },
    },
  ],
  run: (cx, args) => drawPath(cx.edit, args.pts, false),
});
