import { Type } from "typebox";
import { CommandError } from "../../base/error.ts";
import { copperLayers } from "../../model/board/layer-table.ts";
import type { Doc } from "../../model/document.ts";
import type { Item } from "../../model/item.ts";
import { defineEdit } from "../define.ts";
import { refOf } from "../item-json.ts";
import type { Found } from "../item-refs.ts";
import { resolveItems } from "../item-refs.ts";
import { itemRefs } from "../schemas.ts";
import { force } from "./move.ts";
import { netNamed } from "./nets.ts";
import { groupsByMember, refuseLocked } from "./selection.ts";

export const setNet = defineEdit({
  id: "pcb.setNet",
  title: "Set net",
  about:
    "Gives tracks, vias, zones, copper graphics and pads another net; a new name makes a new net, an empty one takes the " +
    "net away. A net's name as `items` takes all its tracks, vias, zones and graphics. A pad's net comes from the " +
    "schematic: the next update from there sets it back.",
  scope: "board",
  args: {
    items: itemRefs("What gets the net"),
    net: Type.String({ description: "The net's name; empty for none." }),
    force,
  },
  label: (args) => `Set net ${args.net}`,
  examples: [
    {
      about: "All copper of /OUT becomes /SPARE's.",
      fixture: "board-tools/board-tools.kicad_pcb",
      args: { items: "/OUT", net: "/SPARE" },
    },
    { about: "A pad by hand.", fixture: "board-tools/board-tools.kicad_pcb", args: { items: "R3.2", net: "GND" } },
  ],
  run(cx, args) {
    const notes: string[] = [];
    const owners = groupsByMember(cx.doc);
    const found = resolveItems(cx.doc, args.items, "set the net of");
    for (const each of found) {
      if (!carriesNet(cx.doc, each)) throw refused(each);
      if (args.force !== true) refuseLocked(each.owner ?? each.item, "set the net of", owners);
    }
    const net = netNamed(cx.edit, args.net, notes);
    for (const { item, owner } of found) {
      const zone = item.kind === "zone" ? { netName: net } : {};
      cx.edit.set(item.id, { net, ...zone }, owner?.id);
    }
    if (found.some(({ item }) => item.kind === "pad")) notes.push("The schematic does not know of the pads' new net.");
    if (found.some(({ item }) => item.kind === "zone")) notes.push("Fill the zones anew with pcb.fillZones.");
    return notes;
  },
});

function carriesNet(doc: Doc, { item, owner }: Found): boolean {
  if (owner !== undefined) return item.kind === "pad" && item["type"] !== "np_thru_hole";
  if (item.kind === "graphic") return copperLayers(doc).includes(String(item["layer"]));
  if (item.kind === "zone") return item["keepout"] === null;
  return ["track", "arcTrack", "via"].includes(item.kind);
}

function refused(found: Found): CommandError {
  const { item } = found;
  return new CommandError({
    code: "invalid-args",
    message: `Cannot set the net of ${item.kind} ${refOf(found) || item.id}: it carries none.`,
    hint: hintFor(item),
    data: { id: item.id },
  });
}

function hintFor(item: Item): string {
  return item.kind === "footprint"
    ? `Name its pads: ${JSON.stringify(`${refOf({ item }) || "R1"}.1`)}.`
    : "Tracks, vias, zones, graphics on copper and pads carry nets.";
}
