import { CommandError, toCommandError } from "../base/error.ts";
import type { LogEntry } from "../commands/log-entry.ts";
import type { ItemId } from "../model/item.ts";
import { invertSteps } from "../model/step.ts";
import type { Review, ReviewFilter, ReviewItem, ReviewState } from "../session/review.ts";
import { itemsOf, stateOf, stepsOf, withState } from "../session/review.ts";
import type { Change, Session } from "../session/session.ts";

/** How many reviews are kept; the oldest that are decided go first. */
const MAX_REVIEWS = 500;

/** What of a lot could not be taken back, and why. */
export interface Refusal {
  readonly id: string;
  readonly message: string;
}

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
  /** Rejections of single items by the group of their undo entry: undoing one brings the item back. */
  private readonly rejections = new Map<
    string,
    { readonly review: string; readonly path: string; readonly id: ItemId }
  >();

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

  /** The person keeps a change, or one item of it. */
  accept(id: string, item?: Pick<ReviewItem, "path" | "id">, note?: string): void {
    const review = this.get(id);
    this.put(
      { ...withState(review, which(item, ["pending"]), "accepted", item === undefined ? undefined : note) },
      note,
      item,
    );
  }

  /** Takes a change back, or one item of it. Throws `conflict` and changes nothing when later edits stand in the way. */
  async reject(id: string, person: string, item?: Pick<ReviewItem, "path" | "id">, note?: string): Promise<void> {
    const review = this.get(id);
    await this.exclusive(() =>
      item === undefined ? this.takeBack(review, person) : this.takeItemBack(review, item, person),
    );
    const now = this.get(id);
    this.put(withState(now, which(item), "rejected", item === undefined ? undefined : note), note, item);
  }

  acceptAll(filter: ReviewFilter = {}): void {
    for (const review of this.list(filter)) if (stateOf(review) === "pending") this.accept(review.id);
  }

  /** Takes back, newest first, all that still waits or was kept; answers what could not be taken back. */
  async rejectAll(filter: ReviewFilter, person: string, note?: string): Promise<readonly Refusal[]> {
    const refusals: Refusal[] = [];
    for (const review of [...this.list(filter)].reverse()) {
      if (stateOf(review) === "rejected") continue;
      try {
        await this.reject(review.id, person, undefined, note);
      } catch (thrown) {
        refusals.push({ id: review.id, message: toCommandError(thrown).message });
      }
    }
    return refusals;
  }

  private get(id: string): Review {
    const review = this.reviews.get(id);
    if (review !== undefined) return review;
    throw new CommandError({
      code: "not-found",
      message: `Cannot judge ${id}: there is no such change on the review list.`,
      hint: "List the changes with agent.reviews.",
    });
  }

  /** By its undo entries, so that undo and redo know of it; by its steps where those are gone (saved, window loaded anew). */
  private async takeBack(review: Review, person: string): Promise<void> {
    const entries = this.session.list().flatMap((open) => open.history.filter((entry) => entry.group === review.id));
    if (entries.some((entry) => entry.applied)) return this.session.setApplied(review.id, false, person);
    if (entries.length > 0) return;
    await this.session.transact({ label: `Reject ${review.label}`, actor: person }, (transaction) => {
      for (const { path, steps } of review.documents) {
        const edit = transaction.edit(this.session.get(path).path);
        for (const step of invertSteps(steps)) edit.apply(step);
      }
    });
  }

  private async takeItemBack(
    review: Review,
    { path, id }: Pick<ReviewItem, "path" | "id">,
    person: string,
  ): Promise<void> {
    const steps = stepsOf(review.documents.find((each) => each.path === path)?.steps ?? [], id);
    if (steps.length === 0) {
      throw new CommandError({
        code: "not-found",
        message: `Cannot reject ${id}: ${review.label} did not touch it in ${path}.`,
        hint: "List its items with agent.reviews.",
      });
    }
    const group = await this.groupOf(path, () =>
      this.session.transact({ label: `Reject ${id} of ${review.label}`, actor: person }, (transaction) => {
        const edit = transaction.edit(this.session.get(path).path);
        for (const step of invertSteps(steps)) edit.apply(step);
      }),
    );
    if (group !== null) this.rejections.set(group, { review: review.id, path, id });
  }

  /** The group of the undo entry that `work` makes. */
  private async groupOf(path: string, work: () => Promise<unknown>): Promise<string | null> {
    let group: string | null = null;
    const detach = this.session.onChange((change) => {
      if (change.path === path && change.reason === "edit") group = change.group;
    });
    try {
      await work();
    } finally {
      detach();
    }
    return group;
  }

  private heed(change: Change): void {
    if (change.group === null || (change.reason !== "undo" && change.reason !== "redo")) return;
    const isUndo = change.reason === "undo";
    const review = this.reviews.get(change.group);
    if (review !== undefined) {
      const own = change.actor === review.agent;
      this.put(withState(review, () => true, isUndo ? (own ? "superseded" : "rejected") : "pending"));
    }
    const rejection = this.rejections.get(change.group);
    const rejected = rejection === undefined ? undefined : this.reviews.get(rejection.review);
    if (rejection !== undefined && rejected !== undefined)
      this.put(withState(rejected, which(rejection), isUndo ? "pending" : "rejected"));
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

  /** A later edit of what is under review. */
  private overtake(change: Change, state: ReviewState): void {
    const ids = new Set([...change.newIds, ...change.changedIds, ...change.removedIds]);
    for (const review of this.reviews.values()) {
      if (review.id === change.group) continue;
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

function which(
  item: Pick<ReviewItem, "path" | "id"> | undefined,
  states?: readonly ReviewState[],
): (each: ReviewItem) => boolean {
  return (each) =>
    (item === undefined || (each.path === item.path && each.id === item.id)) &&
    (states === undefined || states.includes(each.state));
}
