import type { ZoneItem } from "./board-items.ts";

/** Whether a zone is filled before another and keeps its copper where both would be: teardrops, then priority, then uuid. */
export function precedes(a: ZoneItem, b: ZoneItem): boolean {
  const [first, second] = [a.settings, b.settings];
  if ((first.teardrop === 0) !== (second.teardrop === 0)) return first.teardrop > second.teardrop;
  if (first.priority !== second.priority) return first.priority > second.priority;
  return (a.zone.uuid ?? "").toLowerCase() > (b.zone.uuid ?? "").toLowerCase();
}
