import { Type } from "typebox";
import { encodeBase64 } from "../../base/base64.ts";
import { composePicture } from "../../engines/render/picture.ts";
import { decodePng, encodePng } from "../../engines/render/png.ts";
import { defineCommand } from "../define.ts";
import { writeOut } from "../write-out.ts";
import { drawView, regionMm, viewArgs } from "./view.ts";

const DEFAULT_WIDTH = 1600;
const MAX_SIDE = 8192;

export const png = defineCommand({
  id: "render.png",
  title: "Render as PNG",
  about:
    "A picture of a board, a schematic, a footprint or a symbol of a library as it stands, unsaved edits included.",
  kind: "export",
  scope: "document",
  args: {
    ...viewArgs,
    width: Type.Optional(
      Type.Integer({ description: "Width in pixels (1600 when left out).", minimum: 16, maximum: MAX_SIDE }),
    ),
  },
  result: Type.Object({
    png: Type.Optional(Type.String({ description: "The picture, base64; left out when it was written to a file." })),
    out: Type.Optional(Type.String({ description: "The file that was written, absolute." })),
    width: Type.Integer({ description: "Width in pixels." }),
    height: Type.Integer({ description: "Height in pixels." }),
    region: Type.Array(Type.Number(), { description: "The part that is shown: [x1, y1, x2, y2] in mm." }),
    scale: Type.Number({ description: "Pixels a millimetre." }),
    layers: Type.Array(Type.String(), { description: "The layers with something on them, from bottom to top." }),
  }),
  examples: [
    { about: "See the whole board.", fixture: "blinky/blinky.kicad_pcb", args: {} },
    {
      about: "See the copper on the front in a small picture.",
      fixture: "blinky/blinky.kicad_pcb",
      args: { layers: ["F.Cu", "Edge.Cuts"], width: 400 },
    },
    { about: "See a symbol of a library.", fixture: "blinky/blinky.kicad_sym", args: { symbol: "Timer", width: 300 } },
    { about: "See a footprint.", fixture: "blinky/blinky.pretty/R_0805.kicad_mod", args: { width: 300 } },
    { about: "See the schematic.", fixture: "blinky/blinky.kicad_sch", args: { width: 800 } },
  ],
  async run(cx, args) {
    const view = await drawView(cx, args);
    const { region } = view;
    const aspect = (region.maxY - region.minY) / (region.maxX - region.minX);
    let width = args.width ?? DEFAULT_WIDTH;
    // A tall region gets fewer columns, so that no side is beyond the limit.
    if (width * aspect > MAX_SIDE) width = Math.max(1, Math.floor(MAX_SIDE / aspect));
    const height = Math.max(1, Math.min(MAX_SIDE, Math.round(width * aspect)));
    cx.signal.throwIfAborted();
    const pixels = composePicture(view.recording, view.order, { ...view, width, height }, view.theme, decodePng);
    const bytes = encodePng(pixels);
    const drawn = new Set([...view.recording.layers.values()].map((shapes) => shapes.layer));
    return {
      ...(args.out === undefined ? { png: encodeBase64(bytes) } : { out: await writeOut(cx, args.out, bytes) }),
      width,
      height,
      region: regionMm(region),
      scale: Math.round((width / (region.maxX - region.minX)) * 1e9) / 1000,
      layers: view.order.filter((layer) => drawn.has(layer)),
    };
  },
});
