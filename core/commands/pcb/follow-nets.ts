import { followNets } from "../../engines/connect/follow.ts";
import type { EditContext } from "../define.ts";

/**
 * Passes nets on to what an edit brought into touch, as KiCad does after each edit; answers lines about it. Call it when
 * everything is where it belongs.
 */
export function passNets({ edit }: Pick<EditContext, "edit">): string[] {
  const { takes, shorts } = followNets(edit.start, edit.doc);
  const counts = new Map<string, number>();
  for (const { id, from, to } of takes) {
    edit.set(id, { net: to });
    const key = `${from === "" ? "no net" : from} to ${to}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const notes = [...counts].map(
    ([key, count]) =>
      `${count} track${count > 1 ? "s or vias" : " or via"} went from ${key}, whose copper it touches now.`,
  );
  for (const { nets, by } of shorts.slice(0, 5))
    notes.push(
      `${by.slice(0, 3).join(", ")}${by.length > 3 ? " and more" : ""} now joins pads of ${nets.join(" and ")}: nets stayed as they were.`,
    );
  return notes;
}
