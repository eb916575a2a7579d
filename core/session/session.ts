import { CommandError, toCommandError } from "../base/error.ts";
import { hashText } from "../base/hash.ts";
import { stepsBetween } from "../model/difference.ts";
import type { Doc } from "../model/document.ts";
import { writeDoc } from "../model/document.ts";
import type { Step } from "../model/step.ts";
import { applySteps, invertSteps } from "../model/step.ts";
import type { Change, ChangeReason, PlannedChange } from "./change.ts";
import type { Draft } from "./draft.ts";
import { refuseInDraft } from "./draft.ts";
import type { Running } from "./edit.ts";
import { Edit } from "./edit.ts";
import type { HistoryEntry, OpenDocument } from "./open-document.ts";
import { extendTrail, freshDocument, hashDoc, isDirty, rehash, touchedBy } from "./open-document.ts";
import type { Outcome } from "./outcome.ts";
import { outcomeOf } from "./outcome.ts";
import type { JournalRecord, NewFile, SessionPorts } from "./ports.ts";
import type { Replayed } from "./recovery.ts";
import { redoableAfter, replay, withEntry } from "./recovery.ts";
import { refuseBroken, refuseLostNet, refuseNewer } from "./refusals.ts";
import { asReadFromFile } from "./saved-names.ts";
import { idsOfSteps } from "./touched-ids.ts";

export type { Change, ChangeReason, Outcome, PlannedChange };

export interface TransactOptions {
  readonly label: string;
  readonly actor: string;
  /** Validate and answer, then take everything back. */
  readonly dryRun?: boolean;
}

/** The edits of a running transaction, one for each document touched. */
export interface Transaction {
  edit(path: string): Edit;
}

/**
 * The open documents and their histories. The only place that changes a document, and only by steps. Calls that change
 * something must not overlap: the agent core's queue sees to that.
 */
export class Session {
  readonly ports: SessionPorts;
  private readonly documents = new Map<string, OpenDocument>();
  private readonly listeners = new Set<(change: Change) => void>();
  private running: Running | null = null;
  private draft: Draft | null = null;
  /** Documents of a newer KiCad that somebody wants to edit all the same. */
  readonly newerAllowed = new Set<string>();
  /** Hears of every change before it is made; a throw stops it. */
  beforeChange: ((changes: readonly PlannedChange[]) => void) | null = null;
  /** Hears of every new file before it is made; a throw stops it. */
  beforeMake: ((paths: readonly string[]) => void) | null = null;
  /** Entries undone last, per document: what redo takes first. */
  private readonly redoable = new Map<string, string[]>();

  constructor(ports: SessionPorts) {
    this.ports = ports;
  }

  /** Calls `listener` after each change, until the returned function is called. */
  onChange(listener: (change: Change) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Runs `work` on the documents as a draft has them; what it changes goes to the draft, and to no document. */
  async within<T>(draft: Draft, work: () => Promise<T>): Promise<T> {
    this.draft = draft;
    try {
      return await work();
    } finally {
      this.draft = null;
    }
  }

  /** Whether changes go to a draft now. */
  get isDrafting(): boolean {
    return this.draft !== null;
  }

  /** What a file has in it that the draft would make; null where it makes none of this name. */
  async draftedFile(path: string): Promise<Uint8Array | null> {
    const real = await this.resolve(path);
    return this.draft?.newFiles.find((file) => file.path === real)?.bytes ?? null;
  }

  list(): readonly OpenDocument[] {
    const open = [...this.documents.values()].map((each) => this.draft?.of(each) ?? each);
    return this.draft === null ? open : [...open, ...this.draft.opened];
  }

  /** The open document at a resolved path; inside a transaction, with its edits so far. */
  find(path: string): OpenDocument | undefined {
    const below = this.below(path);
    if (below === undefined) return undefined;
    const edit = this.running?.edits.get(path);
    return edit === undefined ? below : { ...below, doc: edit.doc };
  }

  get(path: string): OpenDocument {
    const open = this.find(path);
    if (open === undefined) {
      throw new CommandError({
        code: "no-document",
        message: `Cannot use ${path}: it is not open.`,
        hint: `Open it with session.open { "path": ${JSON.stringify(path)} }.`,
      });
    }
    return open;
  }

  resolve(path: string): Promise<string> {
    return this.ports.files.resolve(path);
  }

  /** Opens a file, or answers the open one. Edits that a dead process left unsaved come back. */
  async open(path: string, actor: string): Promise<OpenDocument> {
    const real = await this.resolve(path);
    const known = this.find(real);
    if (known !== undefined) return known;
    const drafted = this.draft?.open(real);
    if (drafted !== undefined) return drafted;
    const { bytes, stamp } = await this.ports.files.read(real);
    return this.adopt(real, bytes, stamp, actor);
  }

  /**
   * Makes a new file and opens it. Throws `conflict` when anything is there. It is on disk at once: undo takes back what
   * was done to it, not the file. In a draft, it is in that alone.
   */
  async create(path: string, bytes: Uint8Array, actor: string): Promise<OpenDocument> {
    const real = await this.resolve(path);
    await this.make([{ path: real, bytes }]);
    return this.open(real, actor);
  }

  /**
   * Makes new files, all or none, with the folders that they need. Throws `conflict` when anything is there. In a draft,
   * they are in that alone.
   */
  async make(wanted: readonly NewFile[]): Promise<void> {
    const files: NewFile[] = [];
    for (const file of wanted) files.push({ ...file, path: await this.resolve(file.path) });
    this.beforeMake?.(files.map(({ path }) => path));
    if (this.draft === null) return this.ports.files.make(files);
    await this.ports.files.refuseTaken(files);
    for (const file of files) this.draft.make(file);
  }

  /** A fresh uuid, for what is made outside of an edit. */
  newUuid(): string {
    return this.ports.uuid();
  }

  /** Opens a file that may not be there yet: then it is `bytes`, unsaved, and a save makes it. */
  async openOrNew(path: string, bytes: Uint8Array, actor: string): Promise<OpenDocument> {
    const real = await this.resolve(path);
    const isThere = this.find(real) !== undefined || this.draft?.open(real) !== undefined;
    if (isThere || (await this.ports.files.stat(real)) !== null) return this.open(real, actor);
    this.beforeMake?.([real]);
    if (this.draft !== null) this.draft.make({ path: real, bytes, unsaved: true });
    else {
      await this.adopt(real, bytes, null, actor);
      this.running?.fresh.add(real);
    }
    return this.open(real, actor);
  }

  /** Opens from bytes that the host has already read (or that a backup holds). */
  async adopt(path: string, bytes: Uint8Array, stamp: OpenDocument["stamp"], actor: string): Promise<OpenDocument> {
    this.documents.set(path, freshDocument(path, bytes, stamp));
    this.emit(path, "open", actor, { steps: null });
    await this.recover(path);
    return this.get(path);
  }

  /** Does again what a dead process left unsaved; all of it, or nothing when it does not fit. */
  private async recover(path: string): Promise<void> {
    const open = this.get(path);
    const records = await this.ports.journal.recover(path, hashText(open.hash));
    let replayed: readonly Replayed[] = [];
    try {
      replayed = replay(open, records);
    } catch (error) {
      await this.ports.journal.setAside(path, toCommandError(error).message);
    }
    for (const each of replayed) {
      const now = this.documents.get(path)!;
      this.put(now, applySteps(now.doc, each.steps), each.steps, withEntry(now.history, each));
      this.redoable.set(path, redoableAfter(this.redoable.get(path) ?? [], each.reason, each.entry.id));
      this.emit(path, each.reason, each.record.actor, each);
    }
  }

  async close(path: string, actor: string): Promise<void> {
    this.get(path);
    refuseInDraft(this.draft, "close", path);
    this.emit(path, "close", actor, { steps: null });
    this.documents.delete(path);
    this.redoable.delete(path);
    await this.ports.journal.clear(path);
  }

  /**
   * Runs `work` as one undoable change: all or nothing. A throw or `dryRun` leaves no trace, and so does a change that
   * changes nothing. Calls inside a running transaction join it; one that throws leaves the transaction as it was, for
   * who catches that.
   */
  async transact<T>(
    options: TransactOptions,
    work: (transaction: Transaction) => Promise<T> | T,
  ): Promise<{ value: T; outcomes: readonly Outcome[] }> {
    if (this.running !== null) {
      if (options.dryRun === true) {
        throw new CommandError({
          code: "invalid-args",
          message: `Cannot dry-run ${options.label} inside a transaction.`,
          hint: "Give dryRun to the transaction itself.",
        });
      }
      const { edits } = this.running;
      const before = new Map([...edits].map(([path, edit]) => [path, edit.mark()]));
      try {
        const value = await work({ edit: (path) => this.editOf(edits, path) });
        const outcomes = [...edits.values()].map((edit) =>
          this.outcome(edit, options.label, before.get(edit.path)?.steps ?? 0),
        );
        return { value, outcomes };
      } catch (thrown) {
        for (const [path, edit] of edits) {
          const mark = before.get(path);
          if (mark === undefined) edits.delete(path);
          else edit.rewind(mark);
        }
        throw thrown;
      }
    }
    const edits = new Map<string, Edit>();
    const fresh = new Set<string>();
    this.running = { edits, fresh };
    try {
      const value = await work({ edit: (path) => this.editOf(edits, path) });
      const outcomes = [...edits.values()].map((edit) => this.outcome(edit, options.label, 0));
      if (options.dryRun !== true) await this.commit([...edits.values()], options);
      return { value, outcomes };
    } finally {
      this.running = null;
      for (const path of fresh) if (this.get(path).revision === 0) await this.close(path, options.actor);
    }
  }

  /** Whether a transaction is running; a command that starts one now joins it. */
  get inTransaction(): boolean {
    return this.running !== null;
  }

  /** Takes the newest applied entry of a document back. Null when there is none. */
  async undo(path: string, actor: string): Promise<HistoryEntry | null> {
    const entry = this.get(path).history.findLast((e) => e.applied);
    if (entry === undefined) return null;
    await this.setApplied(entry.group, false, actor);
    return entry;
  }

  /** Does the entry undone last again. Null when there is none. */
  async redo(path: string, actor: string): Promise<HistoryEntry | null> {
    const id = this.redoable.get(path)?.at(-1);
    const entry = this.get(path).history.find((e) => e.id === id);
    if (entry === undefined) return null;
    await this.setApplied(entry.group, true, actor);
    return entry;
  }

  /**
   * Brings a group of entries (all documents that one transaction touched) into the wanted state, whatever came
   * after it. Idempotent. Throws `conflict` and changes nothing when later edits stand in the way.
   */
  async setApplied(group: string, applied: boolean, actor: string): Promise<void> {
    const plans = [...this.documents.values()].flatMap((open) =>
      open.history.filter((e) => e.group === group && e.applied !== applied).map((entry) => ({ open, entry })),
    );
    // All or nothing: try every document before any is changed.
    const results = plans.map(({ open, entry }) => {
      refuseInDraft(this.draft, applied ? "redo a change of" : "undo a change of", open.path);
      const steps = applied ? entry.steps : invertSteps(entry.steps);
      const doc = applySteps(open.doc, steps);
      refuseLostNet(open.doc, doc, steps, entry);
      return { open, entry, steps, doc };
    });
    this.beforeChange?.(
      results.map(({ open, doc, steps }) => ({ path: open.path, before: open.doc, after: doc, steps })),
    );
    const reason = applied ? "redo" : "undo";
    for (const { open, entry, steps, doc } of results) {
      const history = open.history.map((e) => (e === entry ? { ...e, applied } : e));
      this.put(open, doc, steps, history);
      this.redoable.set(open.path, redoableAfter(this.redoable.get(open.path) ?? [], reason, entry.id));
    }
    for (const { open, entry, steps } of results) {
      const { id, label } = entry;
      await this.record(open, { entry: id, group, label, actor, at: this.ports.now(), steps, [reason]: id });
    }
    for (const { open, entry, steps } of results) this.emit(open.path, reason, actor, { steps, entry });
  }

  /** Writes a document over its file. Refuses when the file changed on disk since it was read, unless `force`. */
  async save(path: string, actor: string, force = false): Promise<OpenDocument> {
    const open = this.get(path);
    refuseInDraft(this.draft, "save", path);
    refuseBroken(open, "save");
    const unchanged = !isDirty(open) && open.stamp !== null;
    const onDisk = unchanged ? await this.ports.files.stat(path) : null;
    let { stamp } = open;
    if (!unchanged || onDisk === null)
      stamp = await this.ports.files.write(path, writeDoc(open.doc), force ? undefined : open.stamp);
    return this.saved(open, stamp, actor);
  }

  /** The bytes that a save would write. */
  bytes(path: string): Uint8Array {
    const open = this.get(path);
    refuseBroken(open, "write");
    return writeDoc(open.doc);
  }

  /** Marks a document as saved after the host wrote `bytes(path)` itself. */
  async saved(open: OpenDocument, stamp: OpenDocument["stamp"], actor: string): Promise<OpenDocument> {
    this.documents.set(open.path, { ...open, savedHash: open.hash, savedDoc: open.doc, stamp });
    await this.ports.journal.clear(open.path);
    this.emit(open.path, "save", actor, { steps: null });
    return this.get(open.path);
  }

  /** Writes a document to another path, which it then has. Refuses to overwrite unless `force`. */
  async saveAs(path: string, target: string, actor: string, force = false): Promise<OpenDocument> {
    const open = this.get(path);
    refuseInDraft(this.draft, "save", path);
    refuseBroken(open, "save");
    const real = await this.resolve(target);
    if (real === path) return this.save(path, actor, force);
    if (this.documents.has(real)) {
      throw new CommandError({
        code: "conflict",
        message: `Cannot save ${path} as ${real}: that file is open.`,
        hint: "Close it first with session.close, or choose another name.",
      });
    }
    const stamp = await this.ports.files.write(real, writeDoc(open.doc), force ? undefined : null);
    await this.close(path, actor);
    const saved = { savedHash: open.hash, savedDoc: open.doc, stamp };
    this.documents.set(real, { ...open, ...saved, path: real, revision: 0, history: [], marks: [open.trail.length] });
    this.emit(real, "open", actor, { steps: null });
    return this.get(real);
  }

  /** Reads a document anew from disk; its unsaved edits and its history are gone. */
  async revert(path: string, actor: string): Promise<OpenDocument> {
    const open = this.get(path);
    refuseInDraft(this.draft, "revert", path);
    const { bytes, stamp } = await this.ports.files.read(path);
    const fresh = freshDocument(path, bytes, stamp, "Save your version with session.saveAs, or restore the file.");
    this.documents.set(path, { ...fresh, revision: open.revision + 1 });
    this.redoable.delete(path);
    await this.ports.journal.clear(path);
    this.emit(path, "revert", actor, { steps: null });
    return this.get(path);
  }

  /** Counts another version of the file as what was saved: a crash brings back what the edits of before came to. */
  async rebase(path: string, saved: Doc, stamp: OpenDocument["stamp"], by: TransactOptions): Promise<void> {
    refuseInDraft(this.draft, "merge", path);
    const now = { ...this.get(path), stamp, savedDoc: saved, savedHash: hashDoc(saved) };
    this.documents.set(path, now);
    await this.ports.journal.clear(path);
    const steps = stepsBetween(saved, now.doc);
    const [entry, group] = [this.ports.uuid(), this.ports.uuid()];
    if (steps.length > 0) await this.record(now, { entry, group, ...by, at: this.ports.now(), steps });
    this.emit(path, "save", by.actor, { steps: null });
  }

  private editOf(edits: Map<string, Edit>, path: string): Edit {
    const known = edits.get(path);
    if (known !== undefined) return known;
    const open = this.get(path);
    refuseBroken(open, "edit");
    refuseNewer(open, this.newerAllowed.has(path));
    const edit = new Edit(path, open.doc, this.ports.uuid);
    edits.set(path, edit);
    return edit;
  }

  private outcome(edit: Edit, label: string, from: number): Outcome {
    return outcomeOf(this.below(edit.path)!, edit, label, from, this.isDrafting);
  }

  /** A document as it is to a transaction that begins; undefined when it is not open. */
  private below(path: string): OpenDocument | undefined {
    const open = this.documents.get(path);
    return open === undefined ? this.draft?.made(path) : (this.draft?.of(open) ?? open);
  }

  private async commit(edits: readonly Edit[], options: TransactOptions): Promise<void> {
    this.beforeChange?.(
      edits.map(({ path, doc, steps }) => ({ path, before: this.below(path)!.doc, after: doc, steps })),
    );
    if (this.draft !== null) return this.draft.take(edits, (path) => this.below(path)!);
    const group = this.ports.uuid();
    const done: { open: OpenDocument; edit: Edit; entry: HistoryEntry }[] = [];
    for (const edit of edits) {
      const open = this.documents.get(edit.path)!;
      const touched = touchedBy(edit.steps);
      const hash = rehash(open.hash, open.doc, edit.doc, touched);
      if (edit.steps.length === 0 || hashText(hash) === hashText(open.hash)) continue;
      const entry: HistoryEntry = {
        id: this.ports.uuid(),
        group,
        label: options.label,
        actor: options.actor,
        at: this.ports.now(),
        steps: edit.steps,
        applied: true,
      };
      this.put(open, edit.doc, edit.steps, [...open.history, entry]);
      this.redoable.set(edit.path, []);
      done.push({ open, edit, entry });
    }
    for (const { open, entry } of done) await this.record(open, { ...entry, entry: entry.id });
    for (const { edit, entry } of done) this.emit(edit.path, "edit", options.actor, { steps: edit.steps, entry });
  }

  private put(open: OpenDocument, doc: Doc, steps: readonly Step[], history: readonly HistoryEntry[]): void {
    const hash = rehash(open.hash, open.doc, doc, touchedBy(steps));
    const trail = extendTrail(open, doc, steps);
    const marks = trail.length === open.trail.length + steps.length ? [...open.marks, trail.length] : [trail.length];
    this.documents.set(open.path, { ...open, doc, hash, revision: open.revision + 1, history, trail, marks });
  }

  private record(open: OpenDocument, record: JournalRecord & Partial<HistoryEntry>): Promise<void> {
    const { entry, group, label, actor, at, steps, undo, redo } = record;
    return this.ports.journal.append(open.path, hashText(open.savedHash), {
      entry,
      group,
      label,
      actor,
      at,
      steps: open.savedDoc === null ? steps : asReadFromFile(open.savedDoc, steps as readonly Step[]),
      ...(undo === undefined ? {} : { undo }),
      ...(redo === undefined ? {} : { redo }),
    });
  }

  private emit(
    path: string,
    reason: ChangeReason,
    actor: string,
    what: { steps: readonly Step[] | null; entry?: HistoryEntry },
  ): void {
    const open = this.documents.get(path)!;
    const ids = what.steps === null ? { newIds: [], changedIds: [], removedIds: [] } : idsOfSteps(what.steps);
    const change: Change = {
      path,
      reason,
      revision: open.revision,
      hash: hashText(open.hash),
      label: what.entry?.label ?? "",
      ...ids,
      actor,
      at: this.ports.now(),
      dirty: isDirty(open),
      entry: what.entry?.id ?? null,
      group: what.entry?.group ?? null,
      steps: what.steps,
    };
    for (const listener of this.listeners) {
      // The change has happened: one listener's fault must not keep it from the others, nor fail the caller.
      try {
        listener(change);
      } catch (error) {
        this.ports.report?.(error);
      }
    }
  }
}
