import { Type } from "typebox";
import { CommandError } from "../../base/error.ts";
import type { Nm } from "../../base/nm.ts";
import { fromMm, toMm } from "../../base/nm.ts";
import { connectPads, zoneFill, zoneHatch } from "../../model/board/zone-settings.ts";
import { defineEdit } from "../define.ts";
import { mm } from "../schemas.ts";
import { outlineArgs, outlinesOf } from "./area-outline.ts";
import { copperNamed } from "./layers.ts";
import { netNamed } from "./nets.ts";

const padModes: Readonly<Record<string, string>> = {
  thermal: "",
  solid: "yes",
  none: "no",
  thermalForHoles: "thru_hole_only",
};
const islandModes = ["always", "never", "belowArea"];

export const addZone = defineEdit({
  id: "pcb.addZone",
  title: "Add zone",
  about:
    "Adds a copper zone: a polygon (pts), rectangle (from, to) or circle (center, radius). pcb.fillZones fills it.",
  scope: "board",
  args: {
    layers: Type.Array(Type.String({ minLength: 1 }), {
      description: "Copper layers.",
      minItems: 1,
    }),
    net: Type.Optional(Type.String({ description: "Its net." })),
    ...outlineArgs,
    name: Type.Optional(Type.String({ description: "Its name." })),
    priority: Type.Optional(Type.Integer({ description: "Higher is filled first.", minimum: 0 })),
    clearance: Type.Optional(mm("To other nets; default 0.5", { minimum: 0 })),
    minWidth: Type.Optional(mm("Thinnest copper kept; default 0.25", { exclusiveMinimum: 0 })),
    pads: Type.Optional(
      Type.Union(
        Object.keys(padModes).map((word) => Type.Literal(word)),
        {
          description: "How its net's pads join; default thermal.",
        },
      ),
    ),
    thermalGap: Type.Optional(mm("Default 0.5", { minimum: 0 })),
    spokeWidth: Type.Optional(mm("Default 0.5", { exclusiveMinimum: 0 })),
    smoothing: Type.Optional(
      Type.Union([Type.Literal("chamfer"), Type.Literal("fillet")], {
        description: "Its corners.",
      }),
    ),
    smoothingRadius: Type.Optional(mm("Default 1", { exclusiveMinimum: 0 })),
    islands: Type.Optional(
      Type.Union(
        islandModes.map((word) => Type.Literal(word)),
        { description: "When islands go; default always." },
      ),
    ),
    islandArea: Type.Optional(
      Type.Number({
        description: "For belowArea (mm²).",
        minimum: 0,
      }),
    ),
    hatch: Type.Optional(
      Type.Object(
        {
          width: mm("Lines", { exclusiveMinimum: 0 }),
          gap: mm("Gaps", { exclusiveMinimum: 0 }),
          angle: Type.Optional(Type.Number({ description: "Degrees." })),
        },
        { description: "Copper as a grid.", additionalProperties: false },
      ),
    ),
  },
  label: (args) => (args.net === undefined ? "Add zone" : `Add zone ${args.net}`),
  examples: [
    {
      about: "A ground plane on the back.",
      fixture: "blinky/blinky.kicad_pcb",
      args: { layers: ["B.Cu"], net: "GND", from: [101, 51], to: [129, 79], clearance: 0.3 },
    },
    {
      about: "A round, hatched one with a hole.",
      fixture: "blinky/blinky.kicad_pcb",
      args: {
        layers: ["F.Cu"],
        net: "VCC",
        center: [115, 65],
        radius: 8,
        holes: [
          [
            [113, 63],
            [117, 63],
            [115, 67],
          ],
        ],
        hatch: { width: 0.4, gap: 0.8, angle: 45 },
        priority: 2,
      },
    },
  ],
  run(cx, args) {
    const layers = [...new Set(args.layers.map((name) => copperNamed(cx.doc, name, "add a zone")))];
    const outlines = outlinesOf(args, "a zone");
    const minThickness = nm(args.minWidth, 250_000);
    const spokeWidth = nm(args.spokeWidth, Math.max(500_000, minThickness));
    if (spokeWidth < minThickness)
      throw refused(
        `spokes of ${toMm(spokeWidth)} mm are thinner than minWidth, ${toMm(minThickness)} mm, and would go`,
      );
    if (args.hatch !== undefined && fromMm(args.hatch.width) < minThickness)
      throw refused(`hatch lines of ${args.hatch.width} mm are thinner than minWidth, ${toMm(minThickness)} mm`);
    const notes: string[] = [];
    const net = netNamed(cx.edit, args.net ?? "", notes);
    const islandRemoval = args.islands === undefined ? 0 : islandModes.indexOf(String(args.islands));
    cx.edit.add("zone", {
      net,
      netName: net,
      layer: layers.length === 1 ? layers[0]! : "",
      layers: layers.length === 1 ? [] : layers,
      name: args.name ?? null,
      hatch: { ...zoneHatch.absent, style: "edge", pitch: 500_000 },
      priority: args.priority === undefined || args.priority === 0 ? null : args.priority,
      connectPads: {
        ...connectPads.absent,
        mode: padModes[String(args.pads ?? "thermal")]!,
        clearance: nm(args.clearance, 500_000),
      },
      minThickness,
      filledAreasThickness: false,
      fill: {
        ...zoneFill.absent,
        filled: false,
        mode: args.hatch === undefined ? null : "hatch",
        thermalGap: nm(args.thermalGap, 500_000),
        thermalBridgeWidth: spokeWidth,
        smoothing: args.smoothing ?? null,
        radius: args.smoothing === undefined ? null : nm(args.smoothingRadius, 1_000_000),
        islandRemoval: islandRemoval === 0 ? null : islandRemoval,
        islandAreaMin: islandRemoval === 2 ? (args.islandArea ?? 10) : null,
        ...(args.hatch === undefined
          ? {}
          : {
              hatchThickness: fromMm(args.hatch.width),
              hatchGap: fromMm(args.hatch.gap),
              hatchOrientation: args.hatch.angle ?? 0,
              hatchBorder: "hatch_thickness",
              hatchMinHoleArea: 0.3,
            }),
      },
      outlines,
      fills: [],
    });
    return [...notes, "It is not filled yet: run pcb.fillZones."];
  },
});

function nm(value: number | undefined, absent: Nm): Nm {
  return value === undefined ? absent : fromMm(value);
}

function refused(reason: string): CommandError {
  return new CommandError({
    code: "invalid-args",
    message: `Cannot add a zone: ${reason}.`,
    hint: "Give a smaller minWidth, or wider lines.",
  });
}
