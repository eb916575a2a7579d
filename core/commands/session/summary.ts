import type { Static } from "typebox";
import { Type } from "typebox";
import { hashText } from "../../base/hash.ts";
import { noteLine, textNotes } from "../../format/text-notes.ts";
import type { DocKind } from "../../model/file-kinds.ts";
import { fileKinds, isNewer } from "../../model/file-kinds.ts";
import type { OpenDocument } from "../../session/open-document.ts";
import { isDirty } from "../../session/open-document.ts";

/** What a document is. */
export const docKind = Type.Unsafe<DocKind>({
  type: "string",
  enum: Object.keys(fileKinds),
  description: "What the document is.",
});

/** What the session commands tell of a document. */
export const openSummary = Type.Object({
  path: Type.String({ description: "Absolute path." }),
  kind: docKind,
  version: Type.Integer({ description: "The file's version token." }),
  revision: Type.Integer({ description: "Counts every change since opening." }),
  hash: Type.String({ description: "Hash of the content." }),
  dirty: Type.Boolean({ description: "Whether it has unsaved edits." }),
  items: Type.Integer({ description: "Number of items at the top level." }),
  undo: Type.Union([Type.String(), Type.Null()], { description: "What undo would take back." }),
  notes: Type.Optional(Type.Array(Type.String(), { description: "What whoever works on it should know." })),
  problems: Type.Array(
    Type.Object({ message: Type.String(), offset: Type.Integer(), line: Type.Integer(), column: Type.Integer() }),
    { description: "What is wrong with the file's text; while not empty it takes no edits." },
  ),
});

export function describeOpen(open: OpenDocument): Static<typeof openSummary> {
  return {
    path: open.path,
    kind: open.doc.kind,
    version: open.doc.version,
    revision: open.revision,
    hash: hashText(open.hash),
    dirty: isDirty(open),
    items: open.doc.items.size,
    undo: open.history.findLast((entry) => entry.applied)?.label ?? null,
    ...notesOf(open),
    problems: open.problems.slice(0, 20).map((problem) => ({ ...problem })),
  };
}

/** What is worth knowing of a document that is no reason to refuse edits; no property where there is nothing. */
export function notesOf({ doc, base, problems }: OpenDocument): { notes?: string[] } {
  const notes = textNotes(base)
    .filter(({ offset }) => problems.every((each) => each.offset !== offset))
    .map(noteLine);
  if (isNewer(doc.kind, doc.version))
    notes.push(
      `Version ${doc.version} is of a KiCad newer than 10: it can be looked at, and edited only with editNewer.`,
    );
  return notes.length === 0 ? {} : { notes };
}
