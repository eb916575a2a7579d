import { Type } from "typebox";
import { staleFills } from "../../engines/fill/stale.ts";
import { defineEdit } from "../define.ts";
import { itemRefs } from "../schemas.ts";
import { chosenZones } from "./zone-choice.ts";
import { copperZones, fillZonesOf, setFills } from "./zone-fills.ts";

export const fillZones = defineEdit({
  id: "pcb.fillZones",
  title: "Fill zones",
  about:
    "Fills zones as KiCad's Fill All Zones: all, those named, or with `stale` those whose copper would change by more " +
    "than a few micrometres.",
  scope: "board",
  args: {
    zones: Type.Optional(itemRefs("Zones or nets")),
    stale: Type.Optional(Type.Boolean({ description: "Only what is out of date." })),
  },
  examples: [
    { about: "Every zone.", fixture: "blinky/blinky.kicad_pcb", args: {} },
    { about: "The zones of a net.", fixture: "blinky/blinky.kicad_pcb", args: { zones: "GND" } },
    { about: "Only what is out of date.", fixture: "blinky/blinky.kicad_pcb", args: { stale: true } },
  ],
  async run(cx, args) {
    const chosen = args.zones === undefined ? null : chosenZones(cx.doc, args.zones, "fill");
    const all = copperZones(cx.doc);
    if (all.length === 0) return ["The board has no zones."];
    const filled = await fillZonesOf(cx, cx.doc, chosen === null ? undefined : new Set(chosen.map((zone) => zone.id)));
    const stale =
      args.stale === true
        ? new Set(staleFills(filled.filling.clipper, cx.doc, filled.fills).map((each) => each.zone))
        : null;
    const changed = setFills(cx.edit, filled, (id) => stale === null || stale.has(id));
    const empty = [...filled.fills].filter(([, fills]) => fills.length === 0).map(([id]) => id);
    const notes = changed === 0 ? ["All fills were as they should be."] : [];
    if (empty.length > 0) notes.push(`No copper fits in ${empty.length} of the zones: ${empty.join(", ")}.`);
    return notes;
  },
});
