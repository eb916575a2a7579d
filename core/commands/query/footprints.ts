import { Type } from "typebox";
import { toMm } from "../../base/nm.ts";
import { fieldValue } from "../../model/board/footprint.ts";
import type { Placement } from "../../model/field.ts";
import type { Item } from "../../model/item.ts";
import { defineCommand } from "../define.ts";
import { netNames, referenceOf } from "../item-refs.ts";
import { byReference } from "../reference-order.ts";
import { fits, pageArgs, pageOf, pageResult } from "./page.ts";
import { noNet } from "./unrouted.ts";

export const footprints = defineCommand({
  id: "query.footprints",
  title: "Footprints",
  about:
    "The footprints of a board by reference: value, library name, side, place, angle, number of pads, nets, attributes. " +
    "Filters narrow each other; patterns take * and ?.",
  kind: "query",
  scope: "board",
  args: {
    ref: Type.Optional(Type.String({ description: "Pattern of the reference: R*, U1.", minLength: 1 })),
    value: Type.Optional(Type.String({ description: "Pattern of the value.", minLength: 1 })),
    footprint: Type.Optional(Type.String({ description: "Pattern of the library name: *0805*.", minLength: 1 })),
    side: Type.Optional(Type.Union([Type.Literal("front"), Type.Literal("back")], { description: "front or back." })),
    net: Type.Optional(Type.String({ description: "With a pad on this net.", minLength: 1 })),
    ...pageArgs,
  },
  result: Type.Object({
    footprints: Type.Array(
      Type.Object({
        id: Type.String(),
        ref: Type.String(),
        value: Type.String(),
        footprint: Type.String({ description: "Library:Name." }),
        side: Type.String({ description: "front or back." }),
        at: Type.Array(Type.Number(), { description: "[x, y] in mm." }),
        angle: Type.Number({ description: "degrees" }),
        pads: Type.Integer(),
        nets: Type.Array(Type.String()),
        locked: Type.Optional(Type.Boolean()),
        attributes: Type.Optional(Type.Array(Type.String(), { description: "smd, through_hole, dnp, …" })),
      }),
    ),
    ...pageResult,
  }),
  examples: [
    { about: "All parts.", fixture: "blinky/blinky.kicad_pcb", args: {} },
    { about: "Resistors on GND.", fixture: "board-tools/board-tools.kicad_pcb", args: { ref: "R*", net: "GND" } },
  ],
  run(cx, args) {
    if (args.net !== undefined && !netNames(cx.doc).includes(args.net)) throw noNet(args.net, netNames(cx.doc));
    const rows = [...cx.doc.items.ofKind("footprint")].map(rowOf).filter((row) => {
      if (args.ref !== undefined && !fits(args.ref, row.ref)) return false;
      if (args.value !== undefined && !fits(args.value, row.value)) return false;
      if (args.footprint !== undefined && !fits(args.footprint, row.footprint)) return false;
      if (args.side !== undefined && row.side !== args.side) return false;
      return args.net === undefined || row.nets.includes(args.net);
    });
    rows.sort((a, b) => byReference(a.ref, b.ref));
    const { page, ...rest } = pageOf(rows, args);
    return { footprints: page, ...rest };
  },
});

function rowOf(item: Item) {
  const at = item["at"] as Placement;
  const pads = item.children.filter((child) => child.kind === "pad");
  const attributes = item["attributes"] as readonly string[];
  return {
    id: item.id,
    ref: referenceOf(item),
    value: fieldValue(item, "Value"),
    footprint: String(item["libId"]),
    side: item["layer"] === "B.Cu" ? "back" : "front",
    at: [toMm(at.x), toMm(at.y)],
    angle: at.angle,
    pads: pads.length,
    nets: [...new Set(pads.map((pad) => String(pad["net"])).filter((net) => net !== ""))],
    ...(item["locked"] === true ? { locked: true } : {}),
    ...(attributes.length > 0 ? { attributes: [...attributes] } : {}),
  };
}
