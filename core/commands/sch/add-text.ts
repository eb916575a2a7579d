import { Type } from "typebox";
import { plainEffects } from "../../model/effects.ts";
import { defineEdit } from "../define.ts";
import { mm, pointMm, toNm, toPoint } from "../schemas.ts";

export const addText = defineEdit({
  id: "sch.addText",
  title: "Add text",
  about:
    "Adds a text. It is drawing only: sch.label names a net. A link makes it clickable (a web address, #2 for page 2).",
  scope: "schematic",
  args: {
    text: Type.String({ description: "The text; line breaks and markup such as ~{RESET} count.", minLength: 1 }),
    at: pointMm("Its anchor"),
    angle: Type.Optional(
      Type.Union([Type.Literal(0), Type.Literal(90)], { description: "0 lying (default), 90 standing." }),
    ),
    size: Type.Optional(mm("Text height; 1.27 when left out", { exclusiveMinimum: 0 })),
    bold: Type.Optional(Type.Boolean({ description: "Whether it is bold." })),
    italic: Type.Optional(Type.Boolean({ description: "Whether it is italic." })),
    align: Type.Optional(
      Type.Union([Type.Literal("left"), Type.Literal("center"), Type.Literal("right")], {
        description: "Which part of the text is at the anchor: left (default), center or right.",
      }),
    ),
    link: Type.Optional(Type.String({ description: "Where a click leads.", minLength: 1 })),
  },
  label: (args) => `Add text ${args.text.slice(0, 20)}`,
  examples: [
    { about: "A note.", fixture: "blinky/blinky.kicad_sch", args: { text: "1 Hz", at: [180.34, 60.96], size: 2.54 } },
  ],
  run(cx, args) {
    const size = args.size === undefined ? plainEffects.height : toNm(args.size);
    cx.edit.add("text", {
      text: args.text,
      excludeFromSim: false,
      at: { ...toPoint(args.at), angle: args.angle ?? 0 },
      effects: {
        ...plainEffects,
        width: size,
        height: size,
        bold: args.bold ?? false,
        italic: args.italic ?? false,
        hAlign: args.align ?? "left",
        vAlign: "bottom",
        href: args.link ?? null,
      },
    });
  },
});
