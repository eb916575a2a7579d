import { Type } from "typebox";
import { CommandError } from "../../base/error.ts";
import { settingsFor } from "../board-settings.ts";
import { defineEdit } from "../define.ts";
import { degrees, pointMm, toPoint } from "../schemas.ts";
import { layerNamed } from "./layers.ts";
import { alignArgs, textLook } from "./text-args.ts";
import { effectsOf, lookOn } from "./text-look.ts";

/** First file version that has texts cut out of a box. */
const KNOCKOUT_SINCE = 20220131;

export const addText = defineEdit({
  id: "pcb.addText",
  title: "Add text",
  about:
    "Adds a text. Size and pen are the project's for the layer, as in KiCad; on layers of the back it is mirrored. " +
    // biome-ignore lint/suspicious/noTemplateCurlyInString: KiCad's own variable.
    "Variables such as ${REVISION} are resolved when it is shown.",
  scope: "board",
  onParts: true,
  args: {
    text: Type.String({ description: "The text; \\n begins a new line.", minLength: 1 }),
    at: pointMm("Its anchor"),
    layer: Type.String({ description: "A layer, e.g. F.SilkS.", minLength: 1 }),
    angle: Type.Optional(degrees("Its direction")),
    ...textLook,
    ...alignArgs,
    knockout: Type.Optional(Type.Boolean({ description: "Cut out of a filled box." })),
  },
  label: (args) => `Add text ${args.text.slice(0, 40)}`,
  examples: [
    {
      about: "A name on the silkscreen.",
      fixture: "blinky/blinky.kicad_pcb",
      args: { text: "Blinky", at: [104, 58], layer: "F.SilkS" },
    },
    {
      about: "A small one on the back, cut out of a box.",
      fixture: "blinky/blinky.kicad_pcb",
      args: {
        // biome-ignore lint/suspicious/noTemplateCurlyInString: KiCad's own variable.
        text: "rev ${REVISION}",
        at: [110, 70],
        layer: "B.SilkS",
        size: 0.8,
        hAlign: "center",
        vAlign: "center",
        angle: 90,
        knockout: true,
      },
    },
  ],
  async run(cx, args) {
    const layer = layerNamed(cx.doc, args.layer, "add a text");
    if (args.knockout === true && cx.doc.version < KNOCKOUT_SINCE) {
      throw new CommandError({
        code: "invalid-args",
        message: `Cannot add a text cut out of a box: a file of version ${cx.doc.version} knows none.`,
        hint: "Leave knockout out.",
      });
    }
    const at = { ...toPoint(args.at), angle: (((args.angle ?? 0) % 360) + 360) % 360 };
    const effects = effectsOf(lookOn(await settingsFor(cx), layer), layer, args);
    cx.edit.add("text", { text: args.text, locked: false, at, layer, knockout: args.knockout === true, effects });
  },
});
