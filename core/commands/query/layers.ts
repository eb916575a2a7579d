import { Type } from "typebox";
import { layersOf } from "../../model/board/layer-table.ts";
import { defineCommand } from "../define.ts";

export const layers = defineCommand({
  id: "query.layers",
  title: "Layers",
  about: "The board's layers: copper from front to back, then the others, with what the board's author calls them.",
  kind: "query",
  scope: "board",
  args: {},
  result: Type.Object({
    copper: Type.Integer({ description: "Number of copper layers." }),
    layers: Type.Array(
      Type.Object({
        name: Type.String({ description: "KiCad's name; items carry it." }),
        userName: Type.String({
          description: "What it is called on this board; KiCad's name when nothing else is said.",
        }),
        type: Type.String({ description: "signal, power, mixed, jumper, user, …" }),
        ordinal: Type.Integer({ description: "Its number in the file." }),
        copper: Type.Boolean(),
      }),
    ),
  }),
  examples: [{ about: "Which layers are there?", fixture: "blinky/blinky.kicad_pcb", args: {} }],
  run(cx) {
    const layers = layersOf(cx.doc).map(({ name, userName, type, ordinal, copper }) => ({
      name,
      userName,
      type,
      ordinal,
      copper,
    }));
    return { copper: layers.filter((layer) => layer.copper).length, layers };
  },
});
