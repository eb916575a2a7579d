import type { Step } from "../model/step.ts";
import { applySteps, invertSteps } from "../model/step.ts";
import type { HistoryEntry, OpenDocument } from "./open-document.ts";
import type { JournalRecord } from "./ports.ts";

/** One record of a journal, done again: what it made of the document. */
export interface Replayed {
  readonly record: JournalRecord;
  readonly reason: "edit" | "undo" | "redo";
  readonly entry: HistoryEntry;
  readonly steps: readonly Step[];
}

/**
 * What the records of a dead session do to a freshly read document. Pure: throws when they do not fit it, and then
 * nothing has happened.
 */
export function replay(open: OpenDocument, records: readonly JournalRecord[]): readonly Replayed[] {
  let { doc } = open;
  const entries = new Map<string, HistoryEntry>();
  return records.map((record) => {
    const reason = record.undo !== undefined ? "undo" : record.redo !== undefined ? "redo" : "edit";
    const known = entries.get(record.undo ?? record.redo ?? record.entry);
    const entry = known === undefined ? entryOf(record) : { ...known, applied: reason !== "undo" };
    entries.set(entry.id, entry);
    const steps = reason === "undo" ? invertSteps(entry.steps) : entry.steps;
    doc = applySteps(doc, steps);
    return { record, reason, entry, steps };
  });
}

/** An entry that was made before the last save is known only from its undo or redo, which carries its steps. */
function entryOf(record: JournalRecord): HistoryEntry {
  const { group, label, actor, at } = record;
  const steps = record.steps as readonly Step[];
  if (record.undo === undefined)
    return { id: record.redo ?? record.entry, group, label, actor, at, steps, applied: true };
  return { id: record.undo, group, label, actor, at, steps: invertSteps(steps), applied: false };
}

/** The history with an entry in its new state; one from before the last save is older than all that is known. */
export function withEntry(history: readonly HistoryEntry[], { entry, reason }: Replayed): readonly HistoryEntry[] {
  if (history.some((each) => each.id === entry.id)) return history.map((each) => (each.id === entry.id ? entry : each));
  return reason === "edit" ? [...history, entry] : [entry, ...history];
}

/** The entries that redo takes, last first, after one more change. */
export function redoableAfter(redoable: readonly string[], reason: Replayed["reason"], entry: string): string[] {
  if (reason === "edit") return [];
  const others = redoable.filter((id) => id !== entry);
  return reason === "undo" ? [...others, entry] : others;
}
