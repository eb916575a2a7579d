import { defineEdit } from "../define.ts";
import { pointsMm } from "../schemas.ts";
import { drawPath } from "./draw-path.ts";

export const bus = defineEdit({
  id: "sch.bus",
  title: "Draw bus",
  about:
    "Draws a bus along points, one line for each straight piece. A label such as D[0..7] or {SCL SDA} tells its members " +
    "(sch.label); wires join it through sch.busEntry.",
  scope: "schematic",
  args: { pts: pointsMm("The points, from end to end, on the 1.27 mm grid") },
  examples: [
    {
      about: "An upright bus.",
      fixture: "blinky/blinky.kicad_sch",
      args: {
        pts: [
          [215.9, 63.5],
          [215.9, 88.9],
        ],
      },
    },
  ],
  run: (cx, args) => drawPath(cx.edit, args.pts, true),
});
