import { Type } from "typebox";
import type { Item, ItemId } from "../../model/item.ts";
import { settingsFor } from "../board-settings.ts";
import { defineEdit } from "../define.ts";
import { resolveTopLevel } from "../item-refs.ts";
import { itemRefs } from "../schemas.ts";
import { cleanGraphics } from "./clean-graphics.ts";
import { cleanTracks } from "./clean-tracks.ts";
import { leaveGroups } from "./delete.ts";
import { force } from "./move.ts";
import { groupsByMember, lockedBy } from "./selection.ts";

const flag = (description: string) => Type.Optional(Type.Boolean({ description }));

export const cleanup = defineEdit({
  id: "pcb.cleanup",
  title: "Clean up",
  about:
    "Takes away what does nothing, as KiCad's Cleanup Tracks & Vias and Cleanup Graphics: tracks of no length and twice the " +
    "same, vias at one place and on through-hole pads, straight pieces in one line (joined into one); when asked also " +
    "loose ends, shorts and tracks inside pads. Of drawings: those of no size and twice the same.",
  scope: "board",
  args: {
    items: Type.Optional(itemRefs("Only these; everything when left out")),
    duplicates: flag("Tracks and drawings that are there twice; true when left out."),
    vias: flag("Redundant vias; true when left out."),
    merge: flag("Straight pieces in one line become one; true when left out."),
    dangling: flag("Tracks with an end that touches nothing, and vias that join nothing; false when left out."),
    shorts: flag("Tracks and vias that touch another net's; false when left out."),
    inPads: flag("Tracks wholly inside a pad; false when left out."),
    graphics: flag("Drawings too; true when left out."),
    force,
  },
  examples: [
    { about: "The usual.", fixture: "board-tools/board-tools.kicad_pcb", args: {} },
    { about: "With loose ends.", fixture: "board-tools/board-tools.kicad_pcb", args: { dangling: true } },
  ],
  async run(cx, args) {
    const owners = groupsByMember(cx.doc);
    const named =
      args.items === undefined ? null : new Set(resolveTopLevel(cx.doc, args.items, "clean up").map(({ id }) => id));
    const may = (item: Item) =>
      (named === null || named.has(item.id)) && (args.force === true || lockedBy(item, owners) === null);
    const counts = new Map<string, number>();
    const take = (id: ItemId, why: string) => {
      counts.set(why, (counts.get(why) ?? 0) + 1);
      leaveGroups(cx.edit, new Set([id]));
      cx.edit.remove(id);
    };
    cleanTracks(cx.edit, may, take, counts, {
      duplicates: args.duplicates !== false,
      vias: args.vias !== false,
      merge: args.merge !== false,
      dangling: args.dangling === true,
      shorts: args.shorts === true,
      inPads: args.inPads === true,
    });
    if (args.graphics !== false) {
      const { constraints } = await settingsFor(cx);
      const twice = args.duplicates !== false;
      cleanGraphics(cx.edit, may, take, { twice, error: constraints.maxError });
    }
    if (counts.size === 0) return ["There was nothing to clean up."];
    return [...counts].map(([why, n]) => `${n} ${why}.`);
  },
});
