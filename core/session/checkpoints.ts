import { CommandError } from "../base/error.ts";
import { stepsBetween } from "../model/difference.ts";
import type { Doc } from "../model/document.ts";
import type { Outcome, Session } from "./session.ts";

/** All open documents as they stood once. */
export interface Checkpoint {
  readonly id: string;
  readonly label: string;
  readonly by: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly documents: readonly { readonly path: string; readonly doc: Doc; readonly base: Uint8Array }[];
}

/** How many are kept; snapshots share what did not change. */
const MAX_CHECKPOINTS = 50;

/** States of the design to come back to. They live as long as the session. */
export class Checkpoints {
  private readonly session: Session;
  private readonly now: () => number;
  private readonly kept: Checkpoint[] = [];

  constructor(session: Session, now: () => number) {
    this.session = session;
    this.now = now;
  }

  /** Oldest first. */
  get list(): readonly Checkpoint[] {
    return this.kept;
  }

  take(label: string, by: string): Checkpoint {
    const documents = this.session.list().flatMap(({ path, doc, base, problems }) => {
      return problems.length === 0 ? [{ path, doc, base }] : [];
    });
    const checkpoint = { id: this.session.newUuid(), label, by, at: this.now(), documents };
    this.kept.push(checkpoint);
    if (this.kept.length > MAX_CHECKPOINTS) this.kept.shift();
    return checkpoint;
  }

  /** Brings every document back that it holds, as one undoable change; others stay as they are. */
  async restore(id: string, actor: string): Promise<readonly Outcome[]> {
    const checkpoint = this.kept.find((each) => each.id === id);
    if (checkpoint === undefined) {
      throw new CommandError({
        code: "not-found",
        message: `Cannot restore ${id}: there is no such checkpoint${this.kept.length === 0 ? "" : ` among the last ${this.kept.length}`}.`,
        hint: "List them with session.checkpoints.",
      });
    }
    for (const { path, base } of checkpoint.documents) {
      if (sameBytes(this.session.get(path).base, base)) continue;
      throw new CommandError({
        code: "conflict",
        message: `Cannot restore ${checkpoint.label}: ${path} was read anew from disk since.`,
        hint: "Compare with session.diff, and undo with session.undo.",
      });
    }
    const label = `Restore ${checkpoint.label}`;
    const { outcomes } = await this.session.transact({ label, actor }, (transaction) => {
      for (const { path, doc } of checkpoint.documents) {
        const steps = stepsBetween(this.session.get(path).doc, doc);
        if (steps.length === 0) continue;
        const edit = transaction.edit(path);
        for (const step of steps) edit.apply(step);
      }
    });
    return outcomes;
  }
}

function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a === b || (a.length === b.length && a.every((byte, i) => byte === b[i]));
}
