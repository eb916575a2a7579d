import { Type } from "typebox";
import { CommandError } from "../../base/error.ts";
import { connectPads, zoneFill, zoneHatch } from "../../model/board/zone-settings.ts";
import { defineEdit } from "../define.ts";
import { outlineArgs, outlinesOf } from "./area-outline.ts";
import { layersNamed } from "./layers.ts";

/** What a rule area may keep out, as callers name it, and KiCad's word. */
const things = {
  tracks: "tracks",
  vias: "vias",
  pads: "pads",
  copper: "copperpour",
  footprints: "footprints",
} as const;

type Thing = keyof typeof things;

export const addRuleArea = defineEdit({
  id: "pcb.addRuleArea",
  title: "Add rule area",
  about:
    "Adds a rule area: a polygon (pts), rectangle (from, to) or circle (center, radius), that keeps things out or that " +
    "custom rules name.",
  scope: "board",
  args: {
    layers: Type.Array(Type.String({ minLength: 1 }), { description: "Its layers.", minItems: 1 }),
    ...outlineArgs,
    keepOut: Type.Optional(
      Type.Array(Type.Union((Object.keys(things) as Thing[]).map((word) => Type.Literal(word))), {
        description: "Default tracks, vias, copper.",
      }),
    ),
    name: Type.Optional(Type.String({ description: "Its name." })),
  },
  examples: [
    {
      about: "No copper below an antenna, on both sides.",
      fixture: "blinky/blinky.kicad_pcb",
      args: { layers: ["F.Cu", "B.Cu"], from: [101, 51], to: [106, 56], keepOut: ["tracks", "vias", "copper"] },
    },
    {
      about: "A named area for rules.",
      fixture: "blinky/blinky.kicad_pcb",
      args: { layers: ["F.Cu"], center: [115, 65], radius: 5, keepOut: [], name: "quiet" },
    },
  ],
  run(cx, args) {
    const layers = [...new Set(layersNamed(cx.doc, args.layers, "add a rule area"))];
    const kept = new Set<string>((args.keepOut ?? ["tracks", "vias", "copper"]).map(String));
    if (kept.size === 0 && args.name === undefined)
      throw new CommandError({
        code: "invalid-args",
        message: "Cannot add a rule area: it keeps nothing out and has no name that a rule could use.",
        hint: "Give keepOut or name.",
      });
    const words = Object.entries(things).map(([word, own]) => [own, kept.has(word) ? "not_allowed" : "allowed"]);
    cx.edit.add("zone", {
      net: "",
      netName: "",
      layer: layers.length === 1 ? layers[0]! : "",
      layers: layers.length === 1 ? [] : layers,
      name: args.name ?? null,
      hatch: { ...zoneHatch.absent, style: "edge", pitch: 500_000 },
      connectPads: { ...connectPads.absent, clearance: 0 },
      minThickness: 250_000,
      filledAreasThickness: false,
      keepout: Object.fromEntries(words),
      fill: { ...zoneFill.absent, thermalGap: 500_000, thermalBridgeWidth: 500_000 },
      outlines: outlinesOf(args, "a rule area"),
      fills: [],
    });
  },
});
