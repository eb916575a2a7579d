import { Type } from "typebox";
import { toMm } from "../../base/nm.ts";
import type { Setup } from "../../model/board/setup.ts";
import { stackup as field } from "../../model/board/stackup.ts";
import { defineCommand } from "../define.ts";

export const stackup = defineCommand({
  id: "query.stackup",
  title: "Stackup",
  about:
    "How the board is built, from the top: each layer with material, thickness (mm) and dielectric constants; finish and edges.",
  kind: "query",
  scope: "board",
  args: {},
  result: Type.Object({
    thickness: Type.Union([Type.Number(), Type.Null()], { description: "Of the board as the file says it (mm)." }),
    stackup: Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()], {
      description:
        "layers (name, type, sheets), copperFinish, dielectricConstraints, edgeConnector, castellatedPads, edgePlating; null when the board has none.",
    }),
  }),
  examples: [{ about: "How thick is the copper?", fixture: "blinky/blinky.kicad_pcb", args: {} }],
  run(cx) {
    const [general] = cx.doc.items.ofKind("general");
    const [setup] = cx.doc.items.ofKind("setup") as Iterable<Setup>;
    const thickness = (general?.["thickness"] as number | null | undefined) ?? null;
    return {
      thickness: thickness === null ? null : toMm(thickness),
      stackup: field.surface!.to(setup?.stackup ?? null) as Record<string, unknown> | null,
    };
  },
});
