import { Type } from "typebox";
import { CommandError } from "../../base/error.ts";
import { joinedTo, waysFrom } from "../../engines/connect/path-between.ts";
import type { Item, ItemId } from "../../model/item.ts";
import { defineEdit } from "../define.ts";
import { netNames, resolveItems } from "../item-refs.ts";
import { noNet } from "../query/unrouted.ts";
import { itemRefs } from "../schemas.ts";
import { leaveGroups } from "./delete.ts";
import { force } from "./move.ts";
import { groupsByMember, lockedBy } from "./selection.ts";

export const unroute = defineEdit({
  id: "pcb.unroute",
  title: "Unroute",
  about:
    "Takes tracks and vias away: of nets, of footprints and pads (all tracks that hang together with them on the net), or " +
    "`between` two pads the ones on the shortest way from one to the other. Zones stay. Locked tracks stay and are told, " +
    "unless force says otherwise.",
  scope: "board",
  args: {
    nets: Type.Optional(Type.Array(Type.String({ minLength: 1 }), { description: "Nets to take apart.", minItems: 1 })),
    items: Type.Optional(itemRefs("Footprints or pads whose tracks go, or tracks and vias themselves")),
    between: Type.Optional(
      Type.Array(Type.String({ minLength: 1 }), {
        description: 'Two pads: ["R1.2", "U1.3"].',
        minItems: 2,
        maxItems: 2,
      }),
    ),
    force,
  },
  examples: [
    { about: "A net.", fixture: "board-tools/board-tools.kicad_pcb", args: { nets: ["/OUT"] } },
    { about: "Between two pads.", fixture: "blinky/blinky.kicad_pcb", args: { between: ["R3.2", "D1.2"] } },
  ],
  run(cx, args) {
    const given = [args.nets, args.items, args.between].filter((each) => each !== undefined).length;
    if (given !== 1) {
      throw new CommandError({
        code: "invalid-args",
        message: "Cannot unroute: give one of nets, items and between.",
        hint: 'Example: { "nets": ["GND"] } or { "between": ["R1.2", "U1.3"] }.',
      });
    }
    const tracks = (ids: Iterable<ItemId>): Item[] =>
      [...ids]
        .flatMap((id) => cx.doc.items.get(id) ?? [])
        .filter(({ kind }) => ["track", "arcTrack", "via"].includes(kind));
    let chosen: Item[];
    if (args.nets !== undefined) {
      const known = netNames(cx.doc);
      for (const net of args.nets) if (!known.includes(net)) throw noNet(net, known);
      chosen = [...cx.doc.items.ofKind("track", "arcTrack", "via")].filter((item) =>
        args.nets!.includes(String(item["net"])),
      );
    } else {
      const refs = args.between ?? args.items!;
      const found = resolveItems(cx.doc, refs, "unroute");
      const ends = found.flatMap((each) =>
        each.item.kind === "footprint" ? each.item.children.filter((child) => child.kind === "pad") : [each.item],
      );
      const [from, to] = ends;
      const way = args.between === undefined ? joinedTo(cx.doc, ends) : from && to ? waysFrom(cx.doc, from)(to) : null;
      if (way === null) {
        throw new CommandError({
          code: "not-found",
          message: `Cannot unroute between ${args.between!.join(" and ")}: no copper joins them.`,
          hint: "See what a pad reaches with query.connections.",
        });
      }
      chosen = tracks(way);
    }
    const owners = groupsByMember(cx.doc);
    const kept = args.force === true ? [] : chosen.filter((item) => lockedBy(item, owners) !== null);
    const gone = chosen.filter((item) => !kept.includes(item));
    leaveGroups(cx.edit, new Set(gone.map((item) => item.id)));
    for (const item of gone) cx.edit.remove(item.id);
    const vias = gone.filter((item) => item.kind === "via").length;
    return [
      `${gone.length - vias} tracks and ${vias} vias went.`,
      ...(kept.length === 0 ? [] : [`${kept.length} locked ones stayed; force: true takes them too.`]),
    ];
  },
});
