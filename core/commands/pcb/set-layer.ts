import { Type } from "typebox";
import { CommandError } from "../../base/error.ts";
import type { Item } from "../../model/item.ts";
import { defineEdit } from "../define.ts";
import { itemRefs } from "../schemas.ts";
import { copperNamed, layerNamed } from "./layers.ts";
import { alone, force } from "./move.ts";
import { nameOf, selectItems } from "./selection.ts";

export const setLayer = defineEdit({
  id: "pcb.setLayer",
  title: "Set layer",
  about:
    "Brings items to another layer without moving them: tracks to a copper layer, graphics, texts, dimensions, pictures to " +
    "any, a zone to one layer instead of its own. Texts are not mirrored, as in KiCad. A group brings its members.",
  scope: "board",
  onParts: true,
  args: {
    items: itemRefs("What to bring there"),
    layer: Type.String({ description: "The layer, e.g. B.Cu or F.Fab.", minLength: 1 }),
    force,
    alone,
  },
  label: (args) => `Set layer ${args.layer}`,
  examples: [
    {
      about: "A net's tracks to the back.",
      fixture: "board-tools/board-tools.kicad_pcb",
      args: { items: "/USB_P", layer: "B.Cu" },
    },
  ],
  run(cx, args) {
    const notes: string[] = [];
    const items = selectItems(cx.doc, args.items, "set the layer of", { force: args.force, alone: args.alone, notes });
    for (const item of items) {
      if (item.kind === "group" || item.kind === "generated") continue;
      const refusal = refusalOf(item);
      if (refusal !== null) {
        throw new CommandError({
          code: "invalid-args",
          message: `Cannot set the layer of ${nameOf(item)}: ${refusal.reason}.`,
          hint: refusal.hint,
          data: { id: item.id },
        });
      }
      const copper = item.kind === "track" || item.kind === "arcTrack";
      const layer = copper
        ? copperNamed(cx.doc, args.layer, "set the layer of a track")
        : layerNamed(cx.doc, args.layer, `set the layer of a ${item.kind}`);
      if (item.kind === "zone") {
        cx.edit.set(item.id, { layer, layers: [], fills: [] });
        if ((item["fills"] as readonly unknown[]).length > 0)
          notes.push("The zone's fill went; fill it anew with pcb.fillZones.");
      } else cx.edit.set(item.id, { layer });
      for (const child of item.kind === "dimension" ? item.children : []) cx.edit.set(child.id, { layer }, item.id);
    }
    return [...new Set(notes)];
  },
});

function refusalOf(item: Item): { reason: string; hint: string } | null {
  if (item.kind === "footprint")
    return { reason: "a footprint has parts on many layers", hint: "Bring it to the other side with pcb.flip." };
  if (item.kind === "via")
    return {
      reason: "a via is on several",
      hint: 'Set its first and last with pcb.setProperties { "properties": { "layers": ["F.Cu", "In1.Cu"] } }.',
    };
  if (typeof item["layer"] === "string") return null;
  return { reason: "it is on none", hint: "Leave it out of the call." };
}
