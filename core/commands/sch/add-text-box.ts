import { Type } from "typebox";
import { CommandError } from "../../base/error.ts";
import { plainEffects } from "../../model/effects.ts";
import { defineEdit } from "../define.ts";
import { mm, pointMm, toNm, toPoint } from "../schemas.ts";

/** KiCad 7 is the first that knows text boxes in schematics. */
const SINCE = 20220126;

export const addTextBox = defineEdit({
  id: "sch.addTextBox",
  title: "Add text box",
  about: "Adds a text in a box, broken into lines at its width.",
  scope: "schematic",
  args: {
    text: Type.String({ description: "The text.", minLength: 1 }),
    from: pointMm("A corner"),
    to: pointMm("The opposite corner"),
    size: Type.Optional(mm("Text height; 1.27 when left out", { exclusiveMinimum: 0 })),
    border: Type.Optional(Type.Boolean({ description: "Whether the frame is drawn; true when left out." })),
    align: Type.Optional(
      Type.Union([Type.Literal("left"), Type.Literal("center"), Type.Literal("right")], {
        description: "left (default), center or right.",
      }),
    ),
  },
  examples: [
    {
      about: "A framed note.",
      fixture: "blinky/blinky.kicad_sch",
      args: { text: "The LED blinks at about 1 Hz.", from: [180.34, 50.8], to: [205.74, 58.42] },
    },
  ],
  run(cx, args) {
    if (cx.doc.version < SINCE) {
      throw new CommandError({
        code: "check-failed",
        message: `Cannot add a text box: a file of version ${cx.doc.version} knows none; KiCad 7 is the first that does.`,
        hint: "Use sch.addText, or raise the file's version with project.upgrade.",
      });
    }
    const [a, b] = [toPoint(args.from), toPoint(args.to)];
    if (a.x === b.x || a.y === b.y) {
      throw new CommandError({
        code: "invalid-args",
        message: `Cannot add a text box from ${JSON.stringify(args.from)} to ${JSON.stringify(args.to)}: it has no size.`,
        hint: "Give opposite corners.",
      });
    }
    const size = args.size === undefined ? plainEffects.height : toNm(args.size);
    cx.edit.add("textBox", {
      text: args.text,
      excludeFromSim: false,
      at: { x: Math.min(a.x, b.x), y: Math.min(a.y, b.y), angle: 0 },
      size: { x: Math.abs(a.x - b.x), y: Math.abs(a.y - b.y) },
      stroke: { width: args.border === false ? -1 : 0, type: "default", color: null },
      fill: { type: "none", color: null },
      effects: { ...plainEffects, width: size, height: size, hAlign: args.align ?? "left", vAlign: "top" },
    });
  },
});
