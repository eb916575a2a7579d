import type { Doc } from "../model/document.ts";
import type { ItemId } from "../model/item.ts";
import type { Step } from "../model/step.ts";

/** Why a document changed. */
export type ChangeReason = "edit" | "undo" | "redo" | "save" | "revert" | "open" | "close";

/** What listeners hear after every change; numbered by `revision` within its document. */
export interface Change {
  readonly path: string;
  readonly reason: ChangeReason;
  readonly revision: number;
  readonly hash: string;
  readonly label: string;
  readonly newIds: readonly ItemId[];
  readonly changedIds: readonly ItemId[];
  readonly removedIds: readonly ItemId[];
  readonly actor: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly dirty: boolean;
  /** The history entry that was made, undone or redone; null for save, open, close, revert. */
  readonly entry: string | null;
  readonly group: string | null;
  /** The steps that lead from the revision before to this one; a replica applies them. Null: read the document anew. */
  readonly steps: readonly Step[] | null;
}

/** A change of a document that is about to be made. */
export interface PlannedChange {
  readonly path: string;
  readonly before: Doc;
  readonly after: Doc;
  readonly steps: readonly Step[];
}
