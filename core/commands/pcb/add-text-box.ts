import { Type } from "typebox";
import { CommandError } from "../../base/error.ts";
import { settingsFor } from "../board-settings.ts";
import { defineEdit } from "../define.ts";
import { degrees, mm, pointMm, toPoint } from "../schemas.ts";
import { layerNamed } from "./layers.ts";
import { alignArgs, textLook } from "./text-args.ts";
import { effectsOf, lookOn } from "./text-look.ts";

/** First file version with text boxes. */
const SINCE = 20220131;

export const addTextBox = defineEdit({
  id: "pcb.addTextBox",
  title: "Add text box",
  about:
    "Adds a text in a box, broken into lines to fit, with or without a border. Left and top when nothing else is said.",
  scope: "board",
  onParts: true,
  args: {
    text: Type.String({ description: "The text; \\n begins a new line.", minLength: 1 }),
    from: pointMm("A corner"),
    to: pointMm("The opposite corner"),
    layer: Type.String({ description: "A layer, e.g. F.SilkS.", minLength: 1 }),
    angle: Type.Optional(degrees("Direction of the text: a multiple of 90")),
    border: Type.Optional(Type.Boolean({ description: "Whether the border is drawn; true when left out." })),
    lineWidth: Type.Optional(mm("Width of the border", { exclusiveMinimum: 0 })),
    margin: Type.Optional(mm("Between border and text", { minimum: 0 })),
    ...textLook,
    ...alignArgs,
  },
  examples: [
    {
      about: "A note in a frame.",
      fixture: "board-tools/board-tools.kicad_pcb",
      args: { text: "Handle with care", from: [101, 100], to: [112, 104], layer: "F.SilkS", size: 0.8 },
    },
  ],
  async run(cx, args) {
    const layer = layerNamed(cx.doc, args.layer, "add a text box");
    const [start, end] = [toPoint(args.from), toPoint(args.to)];
    if (cx.doc.version < SINCE) throw refused(`a file of version ${cx.doc.version} knows none`, "Use pcb.addText.");
    if (start.x === end.x || start.y === end.y) throw refused("it has no area", "Give two opposite corners.");
    const angle = (((args.angle ?? 0) % 360) + 360) % 360;
    if (angle % 90 !== 0)
      throw refused(`it stands at ${angle} degrees`, "Give 0, 90, 180 or 270; turn it with pcb.rotate.");
    const look = lookOn(await settingsFor(cx), layer);
    const effects = effectsOf(look, layer, { ...args, hAlign: args.hAlign ?? "left", vAlign: args.vAlign ?? "top" });
    const width = args.lineWidth === undefined ? look.line : Math.max(1, Math.round(args.lineWidth * 1e6));
    // KiCad's own margin: half the pen and three quarters of the letters' height.
    const margin =
      args.margin === undefined ? Math.round(width / 2 + effects.height * 0.75) : Math.round(args.margin * 1e6);
    cx.edit.add("textBox", {
      text: args.text,
      locked: false,
      start: { x: Math.min(start.x, end.x), y: Math.min(start.y, end.y) },
      end: { x: Math.max(start.x, end.x), y: Math.max(start.y, end.y) },
      margins: [margin, margin, margin, margin],
      angle,
      layer,
      effects,
      border: args.border !== false,
      stroke: { width, type: "solid", color: null },
    });
  },
});

function refused(reason: string, hint: string): CommandError {
  return new CommandError({ code: "invalid-args", message: `Cannot add a text box: ${reason}.`, hint });
}
