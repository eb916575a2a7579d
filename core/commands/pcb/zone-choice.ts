import { CommandError } from "../../base/error.ts";
import type { Zone } from "../../model/board/zone.ts";
import type { Doc } from "../../model/document.ts";
import { netNames } from "../item-refs.ts";
import { copperZones } from "./zone-fills.ts";

/** The zones that a call names by uuid, by name, or by net. Throws `not-found` for what is no zone. */
export function chosenZones(doc: Doc, refs: string | readonly string[], verb: string): Zone[] {
  const zones = copperZones(doc);
  const chosen = new Set<Zone>();
  for (const ref of typeof refs === "string" ? [refs] : refs) {
    const found = zones.filter(
      (zone) => zone.id === ref || zone.net === ref || (zone.name !== null && zone.name === ref),
    );
    if (found.length === 0) throw missing(doc, zones, ref, verb);
    for (const zone of found) chosen.add(zone);
  }
  return [...chosen];
}

function missing(doc: Doc, zones: readonly Zone[], ref: string, verb: string): CommandError {
  const item = doc.items.get(ref);
  const reason =
    item !== undefined
      ? `it is a ${item.kind === "zone" ? "rule area" : item.kind}, no copper zone`
      : netNames(doc).includes(ref)
        ? "the net has no zone"
        : "no zone has that uuid, name or net";
  return new CommandError({
    code: item === undefined ? "not-found" : "wrong-kind",
    message: `Cannot ${verb} ${JSON.stringify(ref)}: ${reason}.`,
    hint:
      zones.length === 0
        ? "Add a zone with pcb.addZone."
        : `The board's zones: ${zones.map((zone) => `${zone.id} (${zone.net === "" ? "no net" : zone.net})`).join(", ")}.`,
    data: { ref },
  });
}
