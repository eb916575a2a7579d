import { CommandError, toCommandError } from "../base/error.ts";
import type { Caller } from "../commands/define.ts";
import type { LogEntry } from "../commands/log-entry.ts";
import { invertSteps } from "../model/step.ts";
import { Draft } from "../session/draft.ts";
import { touchedBy } from "../session/open-document.ts";
import type { Review, ReviewFilter, ReviewItem, ReviewState } from "../session/review.ts";
import { isDone, itemsOf, stateOf, stepsOf, withState } from "../session/review.ts";
import type { Change, PlannedChange, Session, Transaction } from "../session/session.ts";
import type { Asking } from "./policy.ts";
import type { Acceptance } from "./proposal.ts";
import { draftOf, grownProposal, isDrawn, proposalOf, toAccept } from "./proposal.ts";

/** How many reviews are kept; the oldest that are decided go first. */
const MAX_REVIEWS = 500;

/** What of a lot could not be taken back, and why. */
export interface Refusal {
  readonly id: string;
  readonly message: string;
}

/** A verdict that changed the design. */
interface Verdict {
  readonly review: string;
  readonly items: readonly Pick<ReviewItem, "path" | "id">[];
  readonly state: ReviewState;
  /** What they are again when it is undone. */
  readonly undone: ReviewState;
}

/** One item of a change. */
export type Judged = Pick<ReviewItem, "path" | "id">;

export interface ReviewDeskOptions {
  readonly session: Session;
  /** Runs work in the queue of calls. */
  readonly exclusive: <T>(work: () => Promise<T>) => Promise<T>;
  /** What an earlier desk kept. */
  readonly kept?: readonly Review[];
}

/**
 * The list of what agents changed, and what the person said about it. Only the person's surfaces hold it: no command
 * accepts or rejects. Rejecting takes exactly that change back, also when others came after it; what stands in the way is
 * told, never guessed.
 */
export class ReviewDesk {
  private readonly session: Session;
  private readonly exclusive: ReviewDeskOptions["exclusive"];
  private readonly reviews = new Map<string, Review>();
  private readonly listeners = new Set<(review: Review) => void>();
  /** What the person's verdicts made of items, by the group of their undo entry: undoing one takes that back. */
  private readonly verdicts = new Map<string, Verdict>();

  constructor(options: ReviewDeskOptions) {
    this.session = options.session;
    this.exclusive = options.exclusive;
    for (const review of options.kept ?? []) this.reviews.set(review.id, review);
    this.session.onChange((change) => this.heed(change));
  }

  /** Hears of every review that came or changed, until the returned function is called. */
  onChange(listener: (review: Review) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Oldest first. */
  list(filter: ReviewFilter = {}): readonly Review[] {
    return [...this.reviews.values()].filter(
      (review) =>
        (filter.ids === undefined || filter.ids.has(review.id)) &&
        (filter.agent === undefined || review.agent === filter.agent) &&
        (filter.chatId === undefined || review.chatId === filter.chatId),
    );
  }

  /** Hears of a call that ended, and of the edits that it made. */
  heedCall(entry: LogEntry, changes: readonly Change[]): void {
    const isAgent = entry.callerKind === "agent";
    for (const change of changes) this.overtake(change, isAgent ? "superseded" : "modified");
    if (isAgent) this.open(entry, changes);
  }

  /** The proposal that a caller's next edit adds to. */
  proposalOf(caller: Caller): Review | undefined {
    return proposalOf(this.reviews.values(), caller);
  }

  /**
   * The design as a caller's proposal would make it. What of it does not fit any more is told as modified; where nothing
   * of it is left, the one before it is what the caller adds to.
   */
  async draftOf(caller: Caller): Promise<Draft> {
    for (;;) {
      const review = this.proposalOf(caller);
      const { draft, lost } = await draftOf(this.session, review);
      if (review === undefined || lost.length === 0) return draft;
      this.put(withState(review, among(lost), "modified"));
      if (this.proposalOf(caller)?.id === review.id) return draft;
    }
  }

  /** Puts what a caller's draft has become to the person. Answers the proposal's id. */
  propose(caller: Caller, draft: Draft, label: string, at: number): string {
    const old = this.proposalOf(caller);
    const id = old?.id ?? this.session.newUuid();
    const review = grownProposal(this.session, draft, old, { caller, id, label, at });
    // It took all of it back itself.
    if (old !== undefined && review.items.length === 0) this.put(withState(old, () => true, "superseded"));
    else if (review.items.length > 0) {
      const hit = among(review.items.filter(({ state }) => state === "pending"));
      for (const other of this.reviews.values())
        if (other.proposal !== undefined && other.id !== id)
          this.put(withState(other, (item) => item.state === "pending" && hit(item), "superseded"));
      this.put(review);
      this.forgetOldest();
    }
    return id;
  }

  /**
   * The person keeps a change, or one item of it; a proposal is carried out. Throws `conflict` and changes nothing when a
   * proposal does not fit any more, or is not the one that was looked at (`seen`: its count of calls) any more.
   */
  async accept(id: string, item?: Judged, note?: string, seen?: number): Promise<void> {
    const review = this.get(id);
    if (review.proposal !== undefined) await this.exclusive(() => this.carryOut(this.get(id), item, seen));
    const own = item === undefined ? undefined : note;
    this.put(withState(this.get(id), which(item, ["pending"]), "accepted", own), note, item);
  }

  /**
   * Takes a change back, or one item of it; of a proposal, what was accepted. Throws `conflict` and changes nothing when
   * later edits stand in the way.
   */
  async reject(id: string, person: string, item?: Judged, note?: string): Promise<void> {
    await this.exclusive(() => this.takeBack(this.get(id), person, item));
    const now = this.get(id);
    this.put(withState(now, which(item), "rejected", item === undefined ? undefined : note), note, item);
  }

  /** Answers what could not be accepted. */
  async acceptAll(filter: ReviewFilter = {}): Promise<readonly Refusal[]> {
    return this.each(
      this.list(filter).filter((review) => stateOf(review) === "pending"),
      (review) => this.accept(review.id),
    );
  }

  /** Takes back, newest first, all that still waits or was kept; answers what could not be taken back. */
  async rejectAll(filter: ReviewFilter, person: string, note?: string): Promise<readonly Refusal[]> {
    return this.each(
      [...this.list(filter)].reverse().filter((review) => stateOf(review) !== "rejected"),
      (review) => this.reject(review.id, person, undefined, note),
    );
  }

  private async each(reviews: readonly Review[], work: (review: Review) => Promise<void>): Promise<Refusal[]> {
    const refusals: Refusal[] = [];
    for (const review of reviews) {
      try {
        await work(review);
      } catch (thrown) {
        refusals.push({ id: review.id, message: toCommandError(thrown).message });
      }
    }
    return refusals;
  }

  /**
   * Throws `denied` when a change would touch what the person has changed after this agent did, in the same request: what
   * somebody has taken in hand is theirs. Fills of zones and rows of nets follow from other things, and are nobody's.
   */
  refuseTaken({ id, caller }: Asking, changes: readonly PlannedChange[]): void {
    if (caller.kind === "person" || caller.chatId === undefined) return;
    const taken = this.list({ agent: caller.name, chatId: caller.chatId }).flatMap(({ proposal, items }) =>
      proposal === undefined ? items.filter(({ state }) => state === "modified") : [],
    );
    if (taken.length === 0) return;
    const isTaken = among(taken);
    for (const { path, before, steps } of changes)
      for (const touched of touchedBy(steps)) {
        const kind = before.items.entry(touched)?.kind;
        if (kind === undefined || kind === "zone" || kind === "net" || !isTaken({ path, id: touched })) continue;
        throw new CommandError({
          code: "denied",
          message: `Cannot run ${id} on ${kind} ${touched}: the person has taken it over in this request.`,
          hint: "Leave it as the person wants it, or ask with agent.ask.",
          data: { path, id: touched },
        });
      }
  }

  /** Throws `not-found`. */
  get(id: string): Review {
    const review = this.reviews.get(id);
    if (review !== undefined) return review;
    throw new CommandError({
      code: "not-found",
      message: `Cannot judge ${id}: there is no such change on the review list.`,
      hint: "List the changes with agent.reviews.",
    });
  }

  private async carryOut(review: Review, item: Judged | undefined, seen: number | undefined): Promise<void> {
    const { agent, label } = review;
    const { files, parts, items } = toAccept(review, item, seen);
    const apply = (to: Transaction) => {
      for (const { path, steps } of parts) for (const step of steps) to.edit(path).apply(step);
    };
    const changes = await this.makeFiles(files, parts, agent, apply)
      .then(() =>
        this.changesOf(
          { review: review.id, items, state: "accepted", undone: "pending" },
          { label, actor: agent },
          apply,
        ),
      )
      .catch((thrown: unknown) => {
        throw outdated(review, toCommandError(thrown));
      });
    this.put(withState(this.get(review.id), among(items), "accepted"));
    for (const change of changes) this.overtake(change, "superseded", review.id);
  }

  /** Makes an accepted proposal's files, all or none, once it is sure that what is done to the documents fits. */
  private async makeFiles(
    files: Acceptance["files"],
    parts: Acceptance["parts"],
    agent: string,
    apply: (to: Transaction) => void,
  ): Promise<void> {
    const isNew = new Set(files.map(({ path }) => path));
    for (const { path } of parts) if (!isNew.has(path)) await this.session.open(path, agent);
    if (files.length === 0) return;
    const draft = new Draft();
    for (const file of files) draft.make(file);
    for (const { path } of parts) draft.open(path);
    await this.session.within(draft, () => this.session.transact({ label: "", actor: agent, dryRun: true }, apply));
    await this.session.make(files.filter(({ unsaved }) => unsaved !== true));
    for (const { path, bytes, unsaved } of files)
      if (unsaved === true) await this.session.openOrNew(path, bytes, agent);
      else if (isDrawn(path)) await this.session.open(path, agent);
    for (const { path } of parts) await this.session.open(path, agent);
  }

  /** By its undo entries, so that undo and redo know of it; by its steps where those are gone, or not all is left. */
  private async takeBack(review: Review, person: string, item: Judged | undefined): Promise<void> {
    if (item !== undefined) this.refuseUnknown(review, item);
    const left = review.items.filter((each) => which(item)(each) && isDone(review, each));
    const isWhole = review.proposal === undefined && left.length === review.items.length;
    if (isWhole) {
      const entries = this.session.list().flatMap((open) => open.history.filter((entry) => entry.group === review.id));
      if (entries.some((entry) => entry.applied)) return this.session.setApplied(review.id, false, person);
      if (entries.length > 0) return;
    }
    if (left.length === 0) return;
    const of = item === undefined ? review.label : `${item.id} of ${review.label}`;
    const parts = review.documents.map(({ path, steps }) => ({
      path,
      steps: left.filter((each) => each.path === path).flatMap(({ id }) => stepsOf(steps, id)),
    }));
    for (const { path } of parts) await this.session.open(path, person);
    const by = { label: `Reject ${of}`, actor: person };
    const undone = review.proposal === undefined ? "pending" : "accepted";
    await this.changesOf({ review: review.id, items: left, state: "rejected", undone }, by, (to) => {
      for (const { path, steps } of parts) for (const step of invertSteps(steps)) to.edit(path).apply(step);
    });
  }

  private refuseUnknown({ label, items }: Review, item: Judged): void {
    if (items.some(which(item))) return;
    throw new CommandError({
      code: "not-found",
      message: `Cannot reject ${item.id}: ${label} did not touch it in ${item.path}.`,
      hint: "List its items with agent.reviews.",
    });
  }

  /** Makes the change of a verdict, remembers what it was, and answers what changed. */
  private async changesOf(
    verdict: Verdict,
    by: { readonly label: string; readonly actor: string },
    work: (transaction: Transaction) => void,
  ): Promise<readonly Change[]> {
    const changes: Change[] = [];
    const detach = this.session.onChange((change) => change.reason === "edit" && changes.push(change));
    try {
      await this.session.transact(by, work);
    } finally {
      detach();
    }
    const group = changes[0]?.group ?? null;
    if (group !== null) this.verdicts.set(group, verdict);
    return changes;
  }

  private heed(change: Change): void {
    if (change.group === null || (change.reason !== "undo" && change.reason !== "redo")) return;
    const isUndo = change.reason === "undo";
    const review = this.reviews.get(change.group);
    if (review !== undefined) {
      const own = change.actor === review.agent;
      this.put(withState(review, () => true, isUndo ? (own ? "superseded" : "rejected") : "pending"));
    }
    const verdict = this.verdicts.get(change.group);
    const judged = verdict === undefined ? undefined : this.reviews.get(verdict.review);
    if (verdict !== undefined && judged !== undefined)
      this.put(withState(judged, among(verdict.items), isUndo ? verdict.undone : verdict.state));
  }

  private open(entry: LogEntry, changes: readonly Change[]): void {
    const groups = new Map<string, Change[]>();
    for (const change of changes)
      if (change.group !== null) groups.set(change.group, [...(groups.get(change.group) ?? []), change]);
    for (const [id, of] of groups) {
      const documents = of.map(({ path, steps }) => ({ path, steps: steps ?? [] }));
      const { label, at } = of[0]!;
      const chat = entry.chatId === undefined ? {} : { chatId: entry.chatId };
      const items = documents.flatMap(({ path, steps }) => itemsOf(path, steps));
      this.put({ id, agent: entry.caller, ...chat, label, at, items, documents });
    }
    this.forgetOldest();
  }

  /** A later edit of what is under review. `own`: the review that the edit itself is of. */
  private overtake(change: Change, state: ReviewState, own: string | null = change.group): void {
    const ids = new Set([...change.newIds, ...change.changedIds, ...change.removedIds]);
    for (const review of this.reviews.values()) {
      if (review.id === own) continue;
      const hit = (item: ReviewItem) =>
        item.path === change.path && ids.has(item.id) && (item.state === "pending" || item.state === "accepted");
      this.put(withState(review, hit, state));
    }
  }

  private put(review: Review, note?: string, item?: unknown): void {
    const noted = note !== undefined && item === undefined ? { ...review, note } : review;
    if (this.reviews.get(noted.id) === noted) return;
    this.reviews.set(noted.id, noted);
    for (const listener of this.listeners) listener(noted);
  }

  private forgetOldest(): void {
    for (const [id, review] of this.reviews) {
      if (this.reviews.size <= MAX_REVIEWS) return;
      if (stateOf(review) !== "pending") this.reviews.delete(id);
    }
  }
}

function outdated({ id, label }: Review, cause: CommandError): CommandError {
  if (cause.code !== "conflict") return cause;
  return new CommandError({
    code: "conflict",
    message: `Cannot accept ${label}: the design was changed since it was proposed (${cause.message})`,
    hint: "Accept single items, or ask for it anew.",
    data: { ...cause.data, id },
    cause,
  });
}

function which(
  item: Pick<ReviewItem, "path" | "id"> | undefined,
  states?: readonly ReviewState[],
): (each: ReviewItem) => boolean {
  return (each) =>
    (item === undefined || (each.path === item.path && each.id === item.id)) &&
    (states === undefined || states.includes(each.state));
}

function among(items: readonly Judged[]): (each: Judged) => boolean {
  const keys = new Set(items.map(({ path, id }) => `${path}\n${id}`));
  return ({ path, id }) => keys.has(`${path}\n${id}`);
}
