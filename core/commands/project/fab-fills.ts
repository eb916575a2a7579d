import { staleFills } from "../../engines/fill/stale.ts";
import type { Doc } from "../../model/document.ts";
import { Edit } from "../../session/edit.ts";
import type { DocumentContext } from "../define.ts";
import { copperZones, fillZonesOf, setFills } from "../pcb/zone-fills.ts";

/** A zone whose fill in the document is not what filling gives now. */
export interface Refilled {
  readonly zone: string;
  readonly net: string;
  readonly layers: string[];
}

/** The board with every fill as it should be; the document itself keeps what it has. */
export async function freshlyFilled(cx: DocumentContext): Promise<{ doc: Doc; refilled: Refilled[] }> {
  const zones = copperZones(cx.doc);
  if (zones.length === 0) return { doc: cx.doc, refilled: [] };
  const filled = await fillZonesOf(cx, cx.doc);
  const stale = staleFills(filled.filling.clipper, cx.doc, filled.fills);
  if (stale.length === 0) return { doc: cx.doc, refilled: [] };
  const ids = new Set(stale.map((each) => each.zone));
  const edit = new Edit(cx.open.path, cx.doc, () => cx.session.newUuid());
  setFills(edit, filled, (id) => ids.has(id));
  const refilled = zones
    .filter((zone) => ids.has(zone.id))
    .map((zone) => ({
      zone: zone.id,
      net: zone.net,
      layers: stale.filter((each) => each.zone === zone.id).map((each) => each.layer),
    }));
  return { doc: edit.doc, refilled };
}
