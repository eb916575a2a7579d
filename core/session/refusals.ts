import { CommandError } from "../base/error.ts";
import type { Doc } from "../model/document.ts";
import { isNewer } from "../model/file-kinds.ts";
import { withoutItsNet } from "../model/net-table.ts";
import type { Step } from "../model/step.ts";
import type { HistoryEntry, OpenDocument } from "./open-document.ts";

/** A document whose text has a problem is not touched. */
export function refuseBroken(open: OpenDocument, verb: string): void {
  const first = open.problems[0];
  if (first === undefined) return;
  throw new CommandError({
    code: "check-failed",
    message: `Cannot ${verb} ${open.path}: the file has ${first.message} at line ${first.line}, column ${first.column}.`,
    hint: "Mend the file in a text editor, then session.revert. Nothing was written.",
    data: { problems: open.problems.slice(0, 20) },
  });
}

/** What a newer KiCad than we know wrote is edited only by who says so. */
export function refuseNewer(open: OpenDocument, isAllowed: boolean): void {
  if (isAllowed || !isNewer(open.doc.kind, open.doc.version)) return;
  throw new CommandError({
    code: "check-failed",
    message: `Cannot edit ${open.path}: its version ${open.doc.version} is of a KiCad newer than 10, which may mean other things by the same words.`,
    hint: `To edit it all the same: session.open { "path": ${JSON.stringify(open.path)}, "editNewer": true }.`,
    data: { version: open.doc.version },
  });
}

/** An undo or a redo must not leave an item on a net that the board has not. */
export function refuseLostNet(before: Doc, doc: Doc, steps: readonly Step[], entry: HistoryEntry): void {
  const user = withoutItsNet(before, doc, steps);
  if (user === null) return;
  const net = JSON.stringify(user["net"]);
  const made = before.file.netCodes.has(user["net"] as string);
  const why = made ? `on net ${net}, which it made` : `on net ${net}, which a later change took away`;
  throw new CommandError({
    code: "conflict",
    message: `Cannot take back ${entry.label}: ${user.kind} ${user.id} ${made ? "is" : "would be"} ${why}.`,
    hint: made ? "Undo the later change first, or give the item another net." : "Undo the later change first.",
    data: { id: user.id, net: user["net"] },
  });
}

/** For a file or folder that is to be new. */
export function taken(path: string): CommandError {
  return new CommandError({
    code: "conflict",
    message: `Cannot make ${path}: something is there already.`,
    hint: "Choose another name; nothing was written.",
    data: { path },
  });
}
