import { Type } from "typebox";
import { toMm } from "../../base/nm.ts";
import { hitTest } from "../../engines/render/hit-test.ts";
import { defineCommand } from "../define.ts";
import { refOf } from "../item-json.ts";
import { layerNamed } from "../pcb/layers.ts";
import { mm, pointMm, toNm, toPoint } from "../schemas.ts";

export const at = defineCommand({
  id: "query.at",
  title: "What is there",
  about:
    "What lies at a place: items and the pads, texts and lines inside them whose ink is within `tolerance`, the nearest and " +
    "then the smallest first. On a board `layer` narrows it.",
  kind: "query",
  scope: "document",
  args: {
    at: pointMm("The place"),
    tolerance: Type.Optional(mm("How far beside the ink counts; 0 when left out", { minimum: 0 })),
    layer: Type.Optional(Type.String({ description: "Only ink on this layer.", minLength: 1 })),
    limit: Type.Optional(
      Type.Integer({ description: "At most so many; 20 when left out.", minimum: 1, maximum: 1000 }),
    ),
  },
  result: Type.Object({
    hits: Type.Array(
      Type.Object({
        id: Type.String({ description: "The item." }),
        kind: Type.String(),
        ref: Type.Optional(Type.String({ description: "R1, or R1.2 when a pad was hit." })),
        part: Type.Optional(Type.String({ description: "What inside the item was hit." })),
        partKind: Type.Optional(Type.String({ description: "pad, property, text, graphic, …" })),
        net: Type.Optional(Type.String()),
        layer: Type.String(),
        distance: Type.Number({ description: "0 in the ink (mm)." }),
      }),
    ),
  }),
  examples: [
    { about: "What is at a pad's place?", fixture: "blinky/blinky.kicad_pcb", args: { at: [98.5, 62] } },
    {
      about: "Copper on the back within a millimetre.",
      fixture: "board-tools/board-tools.kicad_pcb",
      args: { at: [104, 88.73], layer: "B.Cu", tolerance: 0.5 },
    },
  ],
  run(cx, args) {
    const only =
      args.layer === undefined
        ? undefined
        : cx.doc.kind === "board"
          ? layerNamed(cx.doc, args.layer, "look")
          : args.layer;
    const hits = hitTest(cx.doc, toPoint(args.at), {
      tolerance: toNm(args.tolerance ?? 0),
      ...(only === undefined
        ? {}
        : { visible: (layer: string) => layer === only || (layer === "*.Cu" && only.endsWith(".Cu")) }),
    });
    return {
      hits: hits.slice(0, args.limit ?? 20).map((hit) => {
        const owner = cx.doc.items.get(hit.id)!;
        const part = hit.part === null ? undefined : owner.children.find((child) => child.id === hit.part);
        const ref = (part === undefined ? "" : refOf({ item: part, owner })) || refOf({ item: owner });
        const net = (part ?? owner)["net"];
        return {
          id: hit.id,
          kind: owner.kind,
          ...(ref === "" ? {} : { ref }),
          ...(part === undefined ? {} : { part: part.id, partKind: part.kind }),
          ...(typeof net === "string" && net !== "" ? { net } : {}),
          layer: hit.layer,
          distance: toMm(Math.round(hit.distance)),
        };
      }),
    };
  },
});
