import type { Edit } from "../../session/edit.ts";
import { selectItems } from "./selection.ts";

/** Locks or unlocks items, groups with their members. Answers a remark when all of them were so already. */
export function setLocks(edit: Edit, refs: string | readonly string[], locked: boolean): string[] {
  const verb = locked ? "lock" : "unlock";
  const items = selectItems(edit.doc, refs, verb, { force: true, alone: true });
  const before = edit.steps.length;
  for (const item of items) if (typeof item["locked"] === "boolean") edit.set(item.id, { locked });
  return edit.steps.length > before ? [] : [`Everything named was ${verb}ed already.`];
}
