import { Type } from "typebox";
import { writeSvg } from "../../engines/render/svg.ts";
import { encodeText } from "../../format/text.ts";
import { defineCommand } from "../define.ts";
import { writeOut } from "../write-out.ts";
import { drawView, regionMm, viewArgs } from "./view.ts";

export const svg = defineCommand({
  id: "render.svg",
  title: "Render as SVG",
  about: "A vector drawing of a board or a schematic as it stands, in millimetres, one group a layer.",
  kind: "export",
  scope: "document",
  args: viewArgs,
  result: Type.Object({
    svg: Type.Optional(Type.String({ description: "The drawing; left out when it was written to a file." })),
    out: Type.Optional(Type.String({ description: "The file that was written, absolute." })),
    region: Type.Array(Type.Number(), { description: "The part that is shown: [x1, y1, x2, y2] in mm." }),
    layers: Type.Array(Type.String(), { description: "The layers with something on them, from bottom to top." }),
  }),
  examples: [
    {
      about: "The front silk screen and the outline, black on white.",
      fixture: "blinky/blinky.kicad_pcb",
      args: { layers: ["F.SilkS", "Edge.Cuts"], theme: "print" },
    },
    { about: "The schematic.", fixture: "blinky/blinky.kicad_sch", args: {} },
  ],
  async run(cx, args) {
    const view = await drawView(cx, args);
    const text = writeSvg(view.recording, view.order, view, view.theme);
    const drawn = new Set([...view.recording.layers.values()].map((shapes) => shapes.layer));
    return {
      ...(args.out === undefined ? { svg: text } : { out: await writeOut(cx, args.out, encodeText(text)) }),
      region: regionMm(view.region),
      layers: view.order.filter((layer) => drawn.has(layer)),
    };
  },
});
