import { Type } from "typebox";
import { CommandError } from "../../base/error.ts";
import { toMm } from "../../base/nm.ts";
import type { Obstacle } from "../../engines/route/obstacles.ts";
import { obstaclesOf } from "../../engines/route/obstacles.ts";
import { nearest } from "../../geometry/distance.ts";
import type { Shape } from "../../geometry/shape.ts";
import { circle, grownBox } from "../../geometry/shape.ts";
import { defineCommand } from "../define.ts";
import { resolveItems } from "../item-refs.ts";
import { copperNamed } from "../pcb/layers.ts";
import { mm, pointMm, toNm, toPoint } from "../schemas.ts";

export const near = defineCommand({
  id: "query.near",
  title: "What is near",
  about:
    "Copper, holes, edges and keep-outs within a distance of a place, a pad or an item, measured from rim to rim, the nearest " +
    "first. Zones' fills are left out. Texts count as their boxes.",
  kind: "query",
  scope: "board",
  args: {
    at: Type.Optional(pointMm("A place")),
    item: Type.Optional(Type.String({ description: "A pad, footprint, track or via.", minLength: 1 })),
    within: mm("How far away counts", { exclusiveMinimum: 0 }),
    layer: Type.Optional(Type.String({ description: "Only on this copper layer.", minLength: 1 })),
    otherNets: Type.Optional(Type.Boolean({ description: "Leave out what is on the item's own nets." })),
    limit: Type.Optional(
      Type.Integer({ description: "At most so many; 50 when left out.", minimum: 1, maximum: 1000 }),
    ),
  },
  result: Type.Object({
    near: Type.Array(
      Type.Object({
        id: Type.String(),
        part: Type.Optional(Type.String({ description: "The pad or drawing inside the item." })),
        kind: Type.String({ description: "track, via, pad, graphic, text, hole, edge or keepout." }),
        ref: Type.Optional(Type.String()),
        net: Type.Optional(Type.String()),
        distance: Type.Number({ description: "From rim to rim (mm)." }),
        at: Type.Array(Type.Number(), { description: "Where it comes nearest." }),
      }),
    ),
    total: Type.Integer(),
  }),
  examples: [
    {
      about: "Around a pad.",
      fixture: "board-tools/board-tools.kicad_pcb",
      args: { item: "U1.3", within: 1, otherNets: true },
    },
    {
      about: "Around a place.",
      fixture: "board-tools/board-tools.kicad_pcb",
      args: { at: [110, 98], within: 2, layer: "F.Cu" },
    },
  ],
  run(cx, args) {
    const obstacles = obstaclesOf(cx.doc);
    const { shapes, own, nets } = whatFor(args, obstacles.all, (ref) => resolveItems(cx.doc, ref, "look around"));
    const bit =
      args.layer === undefined ? -1 : 1 << obstacles.layers.indexOf(copperNamed(cx.doc, args.layer, "look around"));
    const within = toNm(args.within);
    const found = new Map<Obstacle, { distance: number; at: { x: number; y: number } }>();
    for (const shape of shapes) {
      for (const each of obstacles.near(grownBox(shape.shape.box, within))) {
        if (own.has(each) || (each.layers & bit & shape.layers) === 0) continue;
        if (args.otherNets === true && each.net !== "" && nets.has(each.net)) continue;
        const gap = nearest(shape.shape, each.shape, within);
        if (gap === null || gap.distance >= (found.get(each)?.distance ?? Infinity)) continue;
        found.set(each, { distance: gap.distance, at: gap.b });
      }
    }
    const rows = [...found].sort((a, b) => a[1].distance - b[1].distance);
    return {
      near: rows.slice(0, args.limit ?? 50).map(([each, { distance, at }]) => ({
        id: each.id,
        ...(each.part === null ? {} : { part: each.part }),
        kind: each.kind,
        ...(each.ref === "" ? {} : { ref: each.ref }),
        ...(each.net === "" ? {} : { net: each.net }),
        distance: toMm(Math.round(distance)),
        at: [toMm(Math.round(at.x)), toMm(Math.round(at.y))],
      })),
      total: rows.length,
    };
  },
});

function whatFor(
  args: { readonly at?: number[]; readonly item?: string },
  all: readonly Obstacle[],
  find: (ref: string) => { item: { id: string } }[],
): { shapes: { shape: Shape; layers: number }[]; own: Set<Obstacle>; nets: Set<string> } {
  if ((args.at === undefined) === (args.item === undefined)) {
    throw new CommandError({
      code: "invalid-args",
      message: "Cannot look around: give either at or item.",
      hint: 'Example: { "item": "U1.3", "within": 1 }.',
    });
  }
  if (args.at !== undefined) {
    const p = toPoint(args.at);
    return { shapes: [{ shape: circle(p.x, p.y, 0), layers: -1 }], own: new Set(), nets: new Set() };
  }
  const ids = new Set(find(args.item!).map(({ item }) => item.id));
  const own = new Set(all.filter((each) => ids.has(each.id) || (each.part !== null && ids.has(each.part))));
  return {
    shapes: [...own].map(({ shape, layers }) => ({ shape, layers })),
    own,
    nets: new Set([...own].map((each) => each.net)),
  };
}
