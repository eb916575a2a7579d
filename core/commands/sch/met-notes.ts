import type { Point } from "../../base/nm.ts";
import { toMm } from "../../base/nm.ts";
import type { ContactMap } from "../../engines/sheet/contacts.ts";
import { isInside } from "../../engines/sheet/contacts.ts";
import type { MovePlan } from "../../engines/sheet/drag.ts";
import type { Item } from "../../model/item.ts";

/**
 * Where a move joins what it was not connected to: what stands where something new arrives is connected by that. Said
 * after the edit, since it may be unwanted. `before` is the sheet as it was.
 */
export function metBy(plan: MovePlan, items: readonly Item[], before: ContactMap): Point[] {
  const own = new Set([...items.map((item) => item.id), ...plan.patches.map((patch) => patch.owner ?? patch.id)]);
  const met = plan.places.filter(
    (p) =>
      before.at(p).some((c) => !own.has(c.item) && c.kind !== "noConnect") ||
      before.lines.some((line) => !own.has(line.item) && isInside(p, line.from, line.to)),
  );
  return [...met, ...plan.touched];
}

/** The remark that names such places. */
export function metNotes(places: readonly Point[]): string[] {
  const few = [...new Set(places.map((p) => `(${toMm(p.x)}, ${toMm(p.y)})`))].slice(0, 5);
  return few.length === 0 ? [] : [`Meets what was there already at ${few.join(", ")}.`];
}
