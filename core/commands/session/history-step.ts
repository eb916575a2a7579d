import { Type } from "typebox";
import { CommandError } from "../../base/error.ts";
import { hashText } from "../../base/hash.ts";
import type { HistoryEntry } from "../../session/open-document.ts";
import type { DocumentContext } from "../define.ts";

/** What undo and redo answer. */
export const historyStepResult = Type.Object({
  path: Type.String(),
  label: Type.Union([Type.String(), Type.Null()], { description: "The change; null when there was none." }),
  documents: Type.Array(
    Type.Object({ path: Type.String(), revision: Type.Integer(), hash: Type.String(), dirty: Type.Boolean() }),
    { description: "All documents that the change touched, as they are now." },
  ),
});

export const historyStepArgs = {
  group: Type.Optional(
    Type.String({
      description: "A change from session.history; the newest one when left out. Later changes may stand.",
    }),
  ),
};

/** Brings the newest change, or the named one, into the wanted state. */
export async function stepHistory(cx: DocumentContext, applied: boolean, group: string | undefined) {
  const { session, caller, open } = cx;
  let entry: HistoryEntry | null = null;
  if (group === undefined) {
    entry = await (applied ? session.redo(open.path, caller.name) : session.undo(open.path, caller.name));
  } else {
    entry = open.history.find((e) => e.group === group) ?? null;
    if (entry === null) {
      throw new CommandError({
        code: "not-found",
        message: `Cannot ${applied ? "redo" : "undo"} ${group} in ${open.path}: there is no such change.`,
        hint: "Look at its changes with session.history.",
        data: { group },
      });
    }
    await session.setApplied(group, applied, caller.name);
  }
  const touched = session.list().filter((o) => entry !== null && o.history.some((e) => e.group === entry.group));
  return { path: open.path, label: entry?.label ?? null, documents: touched.map(describeState) };
}

function describeState(open: DocumentContext["open"]) {
  const dirty = hashText(open.hash) !== hashText(open.savedHash);
  return { path: open.path, revision: open.revision, hash: hashText(open.hash), dirty };
}
