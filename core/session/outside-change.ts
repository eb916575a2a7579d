import { CommandError } from "../base/error.ts";
import type { Doc } from "../model/document.ts";
import { readDoc, readNamed } from "../model/document.ts";
import type { ItemId } from "../model/item.ts";
import { sameValue } from "../model/kind.ts";
import type { Merged, Side } from "../model/merge.ts";
import { mergeDocs } from "../model/merge.ts";
import type { OpenDocument } from "./open-document.ts";
import type { Session } from "./session.ts";

/** How a file stands to what was read of it: gone when it was deleted, new when it was never saved. */
export type DiskState = "same" | "changed" | "gone" | "new";

export async function diskState(session: Session, path: string): Promise<DiskState> {
  const { stamp } = session.get(path);
  const now = await session.ports.files.stat(path);
  if (now === null) return stamp === null ? "new" : "gone";
  return sameValue(now, stamp) ? "same" : "changed";
}

/** The document as it is on disk now, or as this session read or saved it last. */
export async function otherVersion(session: Session, path: string, which: "disk" | "saved"): Promise<Doc> {
  const open = session.get(path);
  if (which === "saved" || open.stamp === null) return savedOf(open);
  const { bytes } = await session.ports.files.read(path);
  return sound(open, bytes);
}

/** Brings what is on disk together with the edits here, as one change; nothing happens while there are conflicts. */
export async function mergeWithDisk(
  session: Session,
  path: string,
  actor: string,
  choose: (id: ItemId) => Side | null,
): Promise<Merged> {
  const open = session.get(path);
  const { bytes, stamp } = await session.ports.files.read(path);
  const theirs = sound(open, bytes);
  const merged = mergeDocs(savedOf(open), open.doc, theirs, choose);
  if (merged.conflicts.length > 0) return merged;
  if (merged.steps.length > 0) {
    await session.transact({ label: MERGE, actor }, (transaction) => {
      for (const step of merged.steps) transaction.edit(path).apply(step);
    });
  }
  await session.rebase(path, theirs, stamp, { label: MERGE, actor });
  return merged;
}

const MERGE = "Merge with disk";

function savedOf(open: OpenDocument): Doc {
  return open.savedDoc ?? readDoc(open.base).doc!;
}

function sound(open: OpenDocument, bytes: Uint8Array): Doc {
  const { doc, problems } = readNamed(open.path, bytes);
  if (doc !== null && problems.length === 0 && doc.kind === open.doc.kind) return doc;
  const [first] = problems;
  const reason =
    first === undefined ? "another kind of file" : `${first.message} at line ${first.line}, column ${first.column}`;
  throw new CommandError({
    code: "check-failed",
    message: `Cannot read ${open.path} anew: what is on disk now is not sound: ${reason}.`,
    hint: "Look at it in a text editor, or keep yours with session.save and force.",
    data: { problems: problems.slice(0, 20) },
  });
}
