import { Type } from "typebox";
import type { Nm, Point } from "../../base/nm.ts";
import { toMm } from "../../base/nm.ts";
import type { Item } from "../../model/item.ts";
import { defineCommand } from "../define.ts";
import { placeOnBoard } from "../item-json.ts";
import { netNames, referenceOf, resolveTopLevel } from "../item-refs.ts";
import { itemRefs } from "../schemas.ts";
import { pageArgs, pageOf, pageResult } from "./page.ts";
import { noNet } from "./unrouted.ts";

export const pads = defineCommand({
  id: "query.pads",
  title: "Pads",
  about: "Pads with their net and their place on the board: of footprints, of a net, without a net, or all.",
  kind: "query",
  scope: "board",
  args: {
    items: Type.Optional(itemRefs("Pads of these footprints")),
    net: Type.Optional(Type.String({ description: "Pads of this net; empty: pads without one." })),
    ...pageArgs,
  },
  result: Type.Object({
    pads: Type.Array(
      Type.Object({
        id: Type.String(),
        ref: Type.String({ description: "R1.2" }),
        net: Type.String(),
        at: Type.Array(Type.Number(), { description: "[x, y] on the board (mm)." }),
        angle: Type.Number({ description: "On the board (degrees)." }),
        type: Type.String({ description: "thru_hole, smd, connect or np_thru_hole." }),
        shape: Type.String(),
        size: Type.Array(Type.Number(), { description: "[width, height] (mm)." }),
        drill: Type.Optional(Type.Array(Type.Number(), { description: "[width, height] of the hole (mm)." })),
        layers: Type.Array(Type.String()),
        pinFunction: Type.Optional(Type.String({ description: "Name of the symbol's pin." })),
      }),
    ),
    ...pageResult,
  }),
  examples: [
    { about: "Of one part.", fixture: "blinky/blinky.kicad_pcb", args: { items: "U1" } },
    { about: "Of a net.", fixture: "blinky/blinky.kicad_pcb", args: { net: "VCC" } },
    { about: "Without a net.", fixture: "board-tools/board-tools.kicad_pcb", args: { net: "" } },
  ],
  run(cx, args) {
    if (args.net !== undefined && args.net !== "" && !netNames(cx.doc).includes(args.net))
      throw noNet(args.net, netNames(cx.doc));
    const owners =
      args.items === undefined
        ? [...cx.doc.items.ofKind("footprint")]
        : resolveTopLevel(cx.doc, args.items, "list the pads of");
    const rows = owners.flatMap((owner) =>
      owner.children.filter((child) => child.kind === "pad").map((item) => rowOf(item, owner)),
    );
    const { page, ...rest } = pageOf(
      rows.filter((row) => args.net === undefined || row.net === args.net),
      args,
    );
    return { pads: page, ...rest };
  },
});

function rowOf(item: Item, owner: Item) {
  const place = placeOnBoard({ item, owner })!;
  const drill = item["drill"] as { x: Nm; y: Nm } | null;
  const size = item["size"] as Point;
  const pinFunction = item["pinFunction"];
  return {
    id: item.id,
    ref: `${referenceOf(owner)}.${String(item["number"])}`,
    net: String(item["net"]),
    at: [toMm(place.x), toMm(place.y)],
    angle: (item["at"] as { angle: number }).angle,
    type: String(item["type"]),
    shape: String(item["shape"]),
    size: [toMm(size.x), toMm(size.y)],
    ...(drill === null || drill.x === 0 ? {} : { drill: [toMm(drill.x), toMm(drill.y)] }),
    layers: [...(item["layers"] as readonly string[])],
    ...(typeof pinFunction === "string" && pinFunction !== "" ? { pinFunction } : {}),
  };
}
