import { Type } from "typebox";
import { CommandError } from "../../base/error.ts";
import type { Nm } from "../../base/nm.ts";
import { toMm } from "../../base/nm.ts";
import { copperLayers } from "../../model/board/layer-table.ts";
import type { Setup } from "../../model/board/setup.ts";
import type { StackLayer } from "../../model/board/stackup.ts";
import { stackup as field, strangeLayer } from "../../model/board/stackup.ts";
import { defineEdit } from "../define.ts";
import { partOf, setPart } from "../file-part.ts";
import { mm } from "../schemas.ts";

const sheet = {
  thickness: Type.Optional(mm("Thickness", { minimum: 0 })),
  material: Type.Optional(Type.String({ description: "FR4, Polyimide, …" })),
  epsilonR: Type.Optional(Type.Number({ description: "Dielectric constant.", minimum: 1 })),
  lossTangent: Type.Optional(Type.Number({ description: "Loss tangent.", minimum: 0 })),
  color: Type.Optional(Type.String({ description: "Green, Black, … or #RRGGBB." })),
  locked: Type.Optional(Type.Boolean({ description: "Whether KiCad keeps this thickness." })),
};

const layer = Type.Object(
  {
    name: Type.String({ description: "A layer (F.Cu, F.Mask) or dielectric 1, dielectric 2, …", minLength: 1 }),
    type: Type.Optional(Type.String({ description: "core or prepreg of a dielectric; the usual one else." })),
    ...sheet,
    sheets: Type.Optional(
      Type.Array(Type.Object(sheet, { additionalProperties: false }), {
        description: "Instead of the above for a dielectric of several sheets.",
        minItems: 1,
      }),
    ),
  },
  { additionalProperties: false },
);

/** What KiCad calls the layers of a stackup. */
const usualTypes: Readonly<Record<string, string | undefined>> = {
  "F.SilkS": "Top Silk Screen",
  "F.Paste": "Top Solder Paste",
  "F.Mask": "Top Solder Mask",
  "B.Mask": "Bottom Solder Mask",
  "B.Paste": "Bottom Solder Paste",
  "B.SilkS": "Bottom Silk Screen",
};

export const setStackup = defineEdit({
  id: "pcb.setStackup",
  title: "Set stackup",
  about:
    "Sets how the board is built: all layers from the top (every copper layer, a dielectric between each two), or only the " +
    "finish and the edges. The board's thickness follows from the layers.",
  scope: "board",
  args: {
    layers: Type.Optional(Type.Array(layer, { description: "All layers from the top.", minItems: 3 })),
    copperFinish: Type.Optional(Type.String({ description: "None, ENIG, HAL lead-free, Immersion tin, …" })),
    dielectricConstraints: Type.Optional(Type.Boolean({ description: "Whether the impedance is to be controlled." })),
    edgeConnector: Type.Optional(
      Type.Union([Type.Literal("yes"), Type.Literal("bevelled"), Type.Null()], { description: "null for none." }),
    ),
    castellatedPads: Type.Optional(Type.Boolean({ description: "Whether there are castellated pads." })),
    edgePlating: Type.Optional(Type.Boolean({ description: "Whether edges are plated." })),
  },
  examples: [
    {
      about: "Two layers on 1.51 mm of FR4.",
      fixture: "blinky/blinky.kicad_pcb",
      args: {
        layers: [
          { name: "F.Mask", thickness: 0.01, color: "Green" },
          { name: "F.Cu", thickness: 0.035 },
          { name: "dielectric 1", type: "core", thickness: 1.51, material: "FR4", epsilonR: 4.5, lossTangent: 0.02 },
          { name: "B.Cu", thickness: 0.035 },
          { name: "B.Mask", thickness: 0.01, color: "Green" },
        ],
        copperFinish: "ENIG",
      },
    },
  ],
  run(cx, args) {
    const { layers, ...rest } = args as typeof args & { revision?: number };
    const setup = partOf(cx.edit, "setup") as unknown as Setup | undefined;
    const now = setup?.stackup ?? null;
    if (layers === undefined && now === null) throw refusal("the board has no stackup yet, and no layers are given");
    const json: Record<string, unknown> = {};
    // KiCad writes the last two only when they are so.
    for (const name of [
      "copperFinish",
      "dielectricConstraints",
      "edgeConnector",
      "castellatedPads",
      "edgePlating",
    ] as const)
      if (rest[name] !== undefined)
        json[name] = rest[name] === false && name !== "dielectricConstraints" ? null : rest[name];
    if (now === null) {
      json["copperFinish"] ??= "None";
      json["dielectricConstraints"] ??= false;
    }
    if (layers !== undefined) {
      checkOrder(
        layers.map(({ name }) => name),
        copperLayers(cx.doc),
      );
      json["layers"] = layers.map(({ name, type, sheets, ...own }) => ({
        name,
        type: type ?? usualTypes[name] ?? (name.endsWith(".Cu") ? "copper" : "prepreg"),
        sheets: sheets ?? [own],
      }));
    }
    // Layers are given whole: nothing of the old ones shows through.
    const base = now === null ? null : layers === undefined ? now : { ...now, layers: [] };
    const stackup = field.surface?.from?.(json, base);
    if (stackup === undefined || stackup === null) throw refusal("a value does not fit");
    const strange = strangeLayer(stackup.layers);
    if (strange !== null) throw refusal(`KiCad has no place for ${strange} in a stackup`);
    setPart(cx.edit, "setup", { stackup });
    if (layers === undefined) return [];
    const thickness = thicknessOf(stackup.layers);
    setPart(cx.edit, "general", { thickness });
    return [`The board is ${toMm(thickness)} mm thick.`];
  },
});

function thicknessOf(layers: readonly StackLayer[]): Nm {
  return layers.reduce((sum, each) => sum + each.sheets.reduce((own, part) => own + (part.thickness ?? 0), 0), 0);
}

function checkOrder(names: readonly string[], copper: readonly string[]): void {
  const given = names.filter((name) => name.endsWith(".Cu"));
  if (given.join() !== copper.join())
    throw refusal(`its copper layers are ${given.join(", ") || "none"}, and the board's are ${copper.join(", ")}`);
  let between = 1;
  for (const name of names) {
    if (name.startsWith("dielectric")) between++;
    if (!name.endsWith(".Cu")) continue;
    if (between === 0) throw refusal(`there is no dielectric above ${name}`);
    between = 0;
  }
}

function refusal(reason: string): CommandError {
  return new CommandError({
    code: "invalid-args",
    message: `Cannot set the stackup: ${reason}.`,
    hint: "Look at it with query.stackup, and give every layer from the top; pcb.setLayers changes the number of layers.",
  });
}
