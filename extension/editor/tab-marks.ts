/** How long VS Code takes at most to mark a tab after an edit or an undo, in milliseconds. */
const SETTLE_MS = 150;

/** A clearing that VS Code has not ended after so long is given up, in milliseconds: its tab may be gone. */
const GIVE_UP_MS = 10_000;

/** What the marks of a window's tabs are compared with and brought in line by. `D` is a document with a tab. */
export interface TabMarksOptions<D> {
  /** Whether the session has unsaved edits of it. */
  readonly isDirty: (document: D) => boolean;
  /** Whether its tab has the mark; undefined without a tab. */
  readonly isMarked: (document: D) => boolean | undefined;
  /** Makes VS Code mark the tab without an entry on its stack. */
  readonly markDirty: (document: D) => void;
  /** Has VS Code save it, which clears the mark; VS Code asks `answerSave` on the way. Rejects when that refuses. */
  readonly save: (document: D) => PromiseLike<unknown>;
}

/**
 * What a save that VS Code asks for is to do: write the document; only clear the mark of its tab; or fail without a
 * word, because it should have cleared the mark and an edit came first.
 */
export type SaveAnswer = "write" | "clear" | "refuse";

/**
 * VS Code counts its own stack to know whether a tab is dirty; the session compares content. They part when a change is
 * taken back otherwise than by the tab's own stack. Then the session is right: a save that writes nothing clears the
 * mark, and a change event sets it. Both are compared after a change of either: a save that ends after the session has
 * moved on would leave the tab clean over unsaved edits. By the time a save of ours is asked for, an edit may have come:
 * it must write nothing all the same, nobody asked for it, and it must not clear the mark either, for VS Code reverts
 * nothing and asks nothing before it closes a tab that has none.
 */
export class TabMarks<D> {
  private readonly options: TabMarksOptions<D>;
  private readonly timers = new Map<D, NodeJS.Timeout>();
  /** The documents that were ever compared; those that never changed are not, they may only be opening. */
  private readonly known = new Set<D>();
  /** The documents whose next save only clears the mark; how often VS Code has asked for a save since. */
  private readonly clearing = new Map<D, { asked: number }>();
  /** The documents whose clearing VS Code has not ended: a second one would come when it is forgotten, and write. */
  private readonly busy = new Set<D>();

  constructor(options: TabMarksOptions<D>) {
    this.options = options;
  }

  /** Compares when VS Code has had its time. */
  settle(document: D): void {
    this.known.add(document);
    clearTimeout(this.timers.get(document));
    this.timers.set(
      document,
      setTimeout(() => this.compare(document), SETTLE_MS),
    );
  }

  /** VS Code has changed the tab. */
  tabChanged(document: D): void {
    if (this.known.has(document)) this.settle(document);
  }

  /** The document's last tab is gone. */
  forget(document: D): void {
    this.known.delete(document);
    clearTimeout(this.timers.get(document));
    this.timers.delete(document);
  }

  /** VS Code asks for a save: the person's, or the one that clears the mark. */
  answerSave(document: D): SaveAnswer {
    const clearing = this.clearing.get(document);
    if (clearing === undefined) return "write";
    clearing.asked++;
    // One that was given up comes late, and once.
    if (!this.busy.has(document)) this.clearing.delete(document);
    this.settle(document);
    return this.options.isDirty(document) ? "refuse" : "clear";
  }

  dispose(): void {
    for (const timer of this.timers.values()) clearTimeout(timer);
    this.timers.clear();
  }

  private compare(document: D): void {
    this.timers.delete(document);
    if (this.busy.has(document)) return;
    const marked = this.options.isMarked(document);
    const dirty = this.options.isDirty(document);
    if (marked === undefined || marked === dirty) return;
    if (dirty) this.options.markDirty(document);
    else void this.clear(document);
  }

  private async clear(document: D): Promise<void> {
    const clearing = { asked: 0 };
    this.busy.add(document);
    this.clearing.set(document, clearing);
    const limit = setTimeout(() => this.busy.delete(document), GIVE_UP_MS);
    try {
      await this.options.save(document);
    } catch {
      // Refused, or VS Code could not: the mark is compared below, and again after the next change.
    } finally {
      clearTimeout(limit);
      if (this.clearing.get(document) === clearing) this.clearing.delete(document);
      this.busy.delete(document);
      // What came meanwhile was not compared. A save that VS Code did not need is not asked for again and again.
      if (clearing.asked > 0) this.settle(document);
    }
    // VS Code does not say whose save it asks for. Two of them, so one was the person's, and was refused for the edit.
    if (clearing.asked > 1 && this.options.isDirty(document)) void this.saveForPerson(document);
  }

  private async saveForPerson(document: D): Promise<void> {
    try {
      await this.options.save(document);
    } catch {
      // What went wrong was said where it was saved; the mark stays.
    }
  }
}
