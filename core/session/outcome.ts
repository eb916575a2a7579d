import { hashText } from "../base/hash.ts";
import type { ItemId } from "../model/item.ts";
import type { Edit } from "./edit.ts";
import type { OpenDocument } from "./open-document.ts";
import { rehash, touchedBy } from "./open-document.ts";
import { idsOf } from "./touched-ids.ts";

/** What a transaction did to one document. */
export interface Outcome {
  readonly path: string;
  readonly newIds: readonly ItemId[];
  readonly changedIds: readonly ItemId[];
  readonly removedIds: readonly ItemId[];
  /** The document's revision after it; the same as before where it is only proposed. */
  readonly revision: number;
  readonly hash: string;
  readonly label: string;
}

/** What an edit, from its step `from` on, comes to on the document that it began on. */
export function outcomeOf(open: OpenDocument, edit: Edit, label: string, from: number, isDraft: boolean): Outcome {
  const { newIds, changedIds, removedIds } = idsOf(open.doc, edit.doc, touchedBy(edit.steps.slice(from)));
  const changed = edit.steps.length > 0;
  const hash = changed ? rehash(open.hash, open.doc, edit.doc, touchedBy(edit.steps)) : open.hash;
  const revision = open.revision + (changed && !isDraft ? 1 : 0);
  return { path: edit.path, newIds, changedIds, removedIds, revision, hash: hashText(hash), label };
}
