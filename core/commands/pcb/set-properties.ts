import { Type } from "typebox";
import type { Placement } from "../../model/field.ts";
import type { EditContext } from "../define.ts";
import { defineEdit } from "../define.ts";
import type { Found } from "../item-refs.ts";
import { ownersOf, resolveAnywhere } from "../item-refs.ts";
import { propertyPatch, refused } from "../property-patch.ts";
import { itemRefs } from "../schemas.ts";
import { force } from "./move.ts";
import { netNamed } from "./nets.ts";
import { refuseLocked } from "./selection.ts";
import { alter, rotateItem } from "./transform.ts";

/** Parts of the file that other parts lean on, and what changes them. */
const elsewhere: Readonly<Record<string, string | undefined>> = {
  layers: "Use pcb.setLayers.",
  net: "Name the net in the items that are to be on it.",
  version: "Use project.upgrade.",
  generator: "KiCad and this program write it themselves.",
  generatorVersion: "KiCad and this program write it themselves.",
  other: "Such parts are kept as they are.",
};

export const setProperties = defineEdit({
  id: "pcb.setProperties",
  title: "Set properties",
  about:
    "Sets properties of items, pads, fields, texts and parts of the file (setup#1), also of a footprint's file, by the names and in the units that " +
    'query.item shows and query.schema explains: { "width": 0.3, "layer": "B.Cu", "locked": true }. Objects such as ' +
    "effects, fill or teardrops may be given in part; rows of a list too, each in its place.",
  scope: "board",
  also: ["footprint"],
  args: {
    items: itemRefs("What to change"),
    properties: Type.Record(Type.String(), Type.Unknown(), {
      description: "New values by property name, as query.items shows them.",
      minProperties: 1,
    }),
    force,
  },
  examples: [
    {
      about: "Lock the connector.",
      fixture: "blinky/blinky.kicad_pcb",
      args: { items: "J1", properties: { locked: true } },
    },
    {
      about: "A bigger pad.",
      fixture: "blinky/blinky.kicad_pcb",
      args: { items: "R1.1", properties: { size: [1.2, 1.4] } },
    },
  ],
  run(cx, args) {
    const notes: string[] = [];
    for (const found of resolveAnywhere(cx.doc, args.items, "set properties of")) {
      const { item, owner } = found;
      const unlocks = args.properties["locked"] === false;
      if (args.force !== true && !unlocks)
        for (const each of owner === undefined ? [item] : [owner, item]) refuseLocked(each, "change");
      const instead = elsewhere[item.kind];
      if (owner === undefined && instead !== undefined)
        throw refused(found, `${item.kind} is a part of the file, not a thing on the board`, instead);
      const patch = propertyPatch(cx.doc, found, args.properties, (net) => netNamed(cx.edit, net, notes));
      if (item.kind === "footprint") setFootprint(cx, found, patch);
      else
        cx.edit.set(
          item.id,
          patch,
          ownersOf(found).map(({ id }) => id),
        );
    }
    return [...new Set(notes)];
  },
});

/** A footprint's angle turns its pads and texts too; its side is more than a layer. */
function setFootprint(cx: EditContext, found: Found, patch: Readonly<Record<string, unknown>>): void {
  const { item } = found;
  if (cx.doc.kind === "footprint" && patch["locked"] === true)
    throw refused(found, "KiCad keeps no lock in a footprint's own file", "Lock it on the board.");
  if (patch["layer"] !== undefined && patch["layer"] !== item["layer"])
    throw refused(found, "layer would bring it to the other side, and its parts would stay", "Leave layer out.");
  const was = item["at"] as Placement;
  const at = (patch["at"] as Placement | undefined) ?? was;
  if (at.angle !== was.angle) alter(cx.edit, rotateItem(item, at.angle - was.angle, was));
  cx.edit.set(item.id, patch);
}
