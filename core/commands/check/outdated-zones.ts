import { outdatedFills } from "../../engines/check/live/outdated-fills.ts";
import type { Doc } from "../../model/document.ts";
import type { ItemId } from "../../model/item.ts";
import { sameValue } from "../../model/kind.ts";
import type { Step } from "../../model/step.ts";
import { applySteps, invertSteps } from "../../model/step.ts";
import type { DocumentContext } from "../define.ts";
import { copperZones } from "../pcb/zone-fills.ts";
import type { CheckInput } from "./board-check.ts";

/**
 * The filled zones of a board that something near was edited after they were filled. What is in the file when it is
 * opened counts as filled rightly, as in KiCad.
 */
export function outdatedZones(cx: DocumentContext, { settings, rules }: CheckInput): ReadonlySet<ItemId> {
  const open = cx.session.get(cx.open.path);
  const { trail } = open;
  const found = new Set<ItemId>();
  if (trail.length === 0 && open.doc === cx.doc) return found;
  const byMark = new Map<number, Set<ItemId>>();
  for (const zone of copperZones(cx.doc)) {
    if (zone.fills.length === 0) continue;
    const mark = filledAt(trail, zone.id, zone.fills);
    const group = byMark.get(mark);
    if (group === undefined) byMark.set(mark, new Set([zone.id]));
    else group.add(zone.id);
  }
  const how = { settings, rules: rules.usable ? rules.rules : [] };
  for (const [mark, zones] of byMark)
    for (const id of outdatedFills(docAt(open.doc, trail, mark), cx.doc, zones, how)) found.add(id);
  return found;
}

/** How many steps of the trail were made when a zone first had the fill that it has. */
function filledAt(trail: readonly Step[], id: ItemId, fills: unknown): number {
  const fillings = trail.flatMap((step, i) => (step.op === "set" && step.id === id && "fills" in step.to ? [i] : []));
  const first = trail[fillings[0] ?? -1];
  if (first === undefined || (first.op === "set" && sameValue(first.from["fills"], fills))) return 0;
  for (const i of fillings) {
    const step = trail[i]!;
    if (step.op === "set" && sameValue(step.to["fills"], fills)) return i + 1;
  }
  return trail.length;
}

function docAt(doc: Doc, trail: readonly Step[], mark: number): Doc {
  return applySteps(doc, invertSteps(trail.slice(mark)));
}
