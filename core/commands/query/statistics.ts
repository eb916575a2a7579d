import { Type } from "typebox";
import type { Nm } from "../../base/nm.ts";
import { toMm } from "../../base/nm.ts";
import { ringArea } from "../../geometry/ring.ts";
import type { Item } from "../../model/item.ts";
import { boardOutline } from "../../model/shape/board-outline.ts";
import { defineCommand } from "../define.ts";

/** How far the chords of an arc may stray in a measured area. */
const AREA_ERROR: Nm = 1000;

export const statistics = defineCommand({
  id: "query.statistics",
  title: "Board statistics",
  about:
    "What KiCad's Board Statistics counts: size and area of the board (cut-outs taken off), components by side and " +
    "mounting, pads and vias by type, and the holes by size. Components marked as not in position files count too, as in " +
    "KiCad's default.",
  kind: "query",
  scope: "board",
  args: {},
  result: Type.Object({
    board: Type.Object({
      width: Type.Union([Type.Number(), Type.Null()], { description: "mm" }),
      height: Type.Union([Type.Number(), Type.Null()], { description: "mm" }),
      area: Type.Union([Type.Number(), Type.Null()], { description: "mm²; null while the outline is open." }),
      closed: Type.Boolean({ description: "Whether Edge.Cuts closes." }),
    }),
    components: Type.Array(
      Type.Object({
        type: Type.String({ description: "through_hole, smd or unspecified." }),
        front: Type.Integer(),
        back: Type.Integer(),
        total: Type.Integer(),
      }),
    ),
    pads: Type.Record(Type.String(), Type.Integer(), {
      description: "Pads by type: thru_hole, smd, connect, np_thru_hole, castellated, press_fit.",
    }),
    vias: Type.Record(Type.String(), Type.Integer(), { description: "Vias by type: through, blind, micro." }),
    tracks: Type.Integer(),
    holes: Type.Array(
      Type.Object({
        count: Type.Integer(),
        shape: Type.String({ description: "round or slot." }),
        size: Type.Array(Type.Number(), { description: "[x, y] (mm)." }),
        plated: Type.Boolean(),
        of: Type.String({ description: "pad or via." }),
      }),
      { description: "The most frequent first." },
    ),
  }),
  examples: [{ about: "The whole board.", fixture: "blinky/blinky.kicad_pcb", args: {} }],
  run(cx) {
    const { doc } = cx;
    const outline = boardOutline(doc, AREA_ERROR);
    let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
    for (const ring of outline.rings) {
      for (let i = 0; i + 1 < ring.length; i += 2) {
        minX = Math.min(minX, ring[i]!);
        maxX = Math.max(maxX, ring[i]!);
        minY = Math.min(minY, ring[i + 1]!);
        maxY = Math.max(maxY, ring[i + 1]!);
      }
    }
    const sized = minX <= maxX;
    const area = Math.abs(outline.rings.reduce((sum, ring) => sum + ringArea(ring), 0));
    const parts = { through_hole: [0, 0], smd: [0, 0], unspecified: [0, 0] };
    const pads: Record<string, number> = {};
    const vias: Record<string, number> = {};
    const holes = new Map<string, { count: number; shape: string; size: number[]; plated: boolean; of: string }>();
    const hole = (x: Nm, y: Nm, plated: boolean, of: string) => {
      const row = { count: 0, shape: x === y ? "round" : "slot", size: [toMm(x), toMm(y)], plated, of };
      const key = JSON.stringify(row);
      const known = holes.get(key) ?? row;
      holes.set(key, known);
      known.count++;
    };
    for (const item of doc.items.ofKind("footprint")) {
      const attributes = item["attributes"] as readonly string[];
      const type = attributes.includes("through_hole")
        ? "through_hole"
        : attributes.includes("smd")
          ? "smd"
          : "unspecified";
      parts[type][item["layer"] === "B.Cu" ? 1 : 0]!++;
      for (const pad of item.children) if (pad.kind === "pad") countPad(pad, pads, hole);
    }
    let tracks = 0;
    for (const item of doc.items.ofKind("track", "arcTrack", "via")) {
      if (item.kind !== "via") {
        tracks++;
        continue;
      }
      const type = item["type"] === "" ? "through" : String(item["type"]);
      vias[type] = (vias[type] ?? 0) + 1;
      hole(item["drill"] as Nm, item["drill"] as Nm, true, "via");
    }
    return {
      board: {
        width: sized ? toMm(maxX - minX) : null,
        height: sized ? toMm(maxY - minY) : null,
        area: sized && outline.closed ? Number((area / 1e12).toFixed(4)) : null,
        closed: sized && outline.closed,
      },
      components: Object.entries(parts).map(([type, [front, back]]) => ({
        type,
        front: front!,
        back: back!,
        total: front! + back!,
      })),
      pads,
      vias,
      tracks,
      holes: [...holes.values()].sort((a, b) => b.count - a.count),
    };
  },
});

function countPad(
  pad: Item,
  pads: Record<string, number>,
  hole: (x: Nm, y: Nm, plated: boolean, of: string) => void,
): void {
  const special = { pad_prop_castellated: "castellated", pad_prop_pressfit: "press_fit" }[
    String(pad["property"] ?? "")
  ];
  const type = special ?? String(pad["type"]);
  pads[type] = (pads[type] ?? 0) + 1;
  const drill = pad["drill"] as { x: Nm; y: Nm } | null;
  if (drill !== null && drill.x > 0) hole(drill.x, drill.y, pad["type"] !== "np_thru_hole", "pad");
}
