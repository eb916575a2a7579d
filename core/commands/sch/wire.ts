import { CommandError } from "../../base/error.ts";
import { contactsOf, samePlace } from "../../engines/sheet/contacts.ts";
import { defineEdit } from "../define.ts";
import { pointsMm, toPoint } from "../schemas.ts";
import { addLine, contactsInside, gridNotes, isCovered, joinAt } from "./draw-lines.ts";

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
  run(cx, args) {
    const pts = args.pts.map(toPoint);
    const lines = pts.slice(1).map((to, i) => ({ bus: false, from: pts[i]!, to }));
    const empty = lines.findIndex((line) => samePlace(line.from, line.to));
    if (empty >= 0) {
      throw new CommandError({
        code: "invalid-args",
        message: `Cannot draw the wire: points ${empty} and ${empty + 1} are the same, ${JSON.stringify(args.pts[empty])}.`,
        hint: "Leave one of them out.",
      });
    }
    const notes = gridNotes(pts);
    const places = [...pts];
    for (const line of lines) {
      const map = contactsOf(cx.doc);
      if (isCovered(map, line)) {
        notes.push(
          `A wire runs from (${line.from.x / 1e6}, ${line.from.y / 1e6}) to (${line.to.x / 1e6}, ${line.to.y / 1e6}) already.`,
        );
        continue;
      }
      places.push(...contactsInside(map, line));
      addLine(cx.edit, line);
    }
    joinAt(cx.edit, places);
    return notes;
  },
});
