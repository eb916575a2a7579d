import type { Doc } from "./document.ts";
import { sameValue } from "./kind.ts";
import { goneNetSteps } from "./net-table.ts";
import type { ItemText, Step } from "./step.ts";
import { textOfEntry } from "./step.ts";

/** Steps that lead from one snapshot to a later one of the same document: two at most for each item that differs. */
export function stepsBetween(before: Doc, after: Doc): Step[] {
  const removed: ItemText[] = [];
  const added: ItemText[] = [];
  for (const entry of before.items.entries) {
    const now = after.items.entry(entry.id);
    // An entry that is still to be read is as it was, also where the document was read twice.
    if (now === entry || (now !== undefined && "source" in now && "source" in entry)) continue;
    const old = textOfEntry(before, entry.item());
    const text = now === undefined ? null : textOfEntry(after, now.item());
    if (sameValue(old, text)) continue;
    removed.push(old);
    if (text !== null) added.push(text);
  }
  for (const entry of after.items.entries)
    if (before.items.entry(entry.id) === undefined) added.push(textOfEntry(after, entry.item()));
  const steps: Step[] = [
    ...removed.map((item) => ({ op: "remove", item }) as const),
    ...added.map((item) => ({ op: "add", item }) as const),
  ];
  // The net table first: items are read against it.
  const isNet = (step: Step) => step.op !== "set" && step.item.kind === "net";
  return [...goneNetSteps(before, after), ...steps.filter(isNet), ...steps.filter((step) => !isNet(step))];
}
