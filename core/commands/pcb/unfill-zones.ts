import { Type } from "typebox";
import { defineEdit } from "../define.ts";
import { itemRefs } from "../schemas.ts";
import { chosenZones } from "./zone-choice.ts";
import { copperZones } from "./zone-fills.ts";

export const unfillZones = defineEdit({
  id: "pcb.unfillZones",
  title: "Unfill zones",
  about: "Takes the filled copper out of zones.",
  scope: "board",
  args: { zones: Type.Optional(itemRefs("Zones or nets; default all")) },
  examples: [{ about: "Every zone.", fixture: "blinky/blinky.kicad_pcb", args: {} }],
  run(cx, args) {
    const zones = args.zones === undefined ? copperZones(cx.doc) : chosenZones(cx.doc, args.zones, "unfill");
    const full = zones.filter((zone) => zone.fills.length > 0 || zone.fill.filled);
    for (const zone of full) cx.edit.set(zone.id, { fills: [], fill: { ...zone.fill, filled: false } });
    return full.length === 0 ? ["None of the zones was filled."] : [];
  },
});
