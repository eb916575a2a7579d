import type { ItemId } from "../model/item.ts";
import type { Step } from "../model/step.ts";
import { touchedBy } from "./open-document.ts";
import { idsOfSteps } from "./touched-ids.ts";

/**
 * pending: nobody has looked at it · accepted: the person keeps it · rejected: the person took it back · modified: the
 * person changed it afterwards · superseded: an agent changed it again, or took it back itself.
 */
export type ReviewState = "pending" | "accepted" | "rejected" | "modified" | "superseded";

/** One top-level item that an agent's change touched. */
export interface ReviewItem {
  readonly path: string;
  readonly id: ItemId;
  readonly change: "added" | "changed" | "removed";
  readonly state: ReviewState;
  /** Of a proposal: it was carried out and stands in the design, whatever came after it. */
  readonly done?: true;
  /** What the person said about it. */
  readonly note?: string;
}

/** An agent's change, for the person to judge. */
export interface Review {
  /** The group of its undo entries. */
  readonly id: string;
  readonly agent: string;
  readonly chatId?: string;
  readonly label: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly items: readonly ReviewItem[];
  readonly note?: string;
  /** A proposal: nothing of it is done before the person accepts it. */
  readonly proposal?: Proposal;
  /** What was done, by document: enough to take it back when its undo entries are gone. Of a proposal: what to do. */
  readonly documents: readonly { readonly path: string; readonly steps: readonly Step[] }[];
}

/** How a proposal came to be. It grows with each call of its agent for the same request. */
export interface Proposal {
  /** How many calls have made it what it is: who accepts names the count that was looked at. */
  readonly calls: number;
  /** What the first of them were. */
  readonly labels: readonly string[];
  /** The files that it makes; each has an item of its own (`newFileItem`). */
  readonly files?: readonly ProposedFile[];
}

/** A new file, as JSON can hold it. */
export interface ProposedFile {
  readonly path: string;
  /** Base64. What is done to it then is in the proposal's documents. */
  readonly bytes: string;
  /** A folder above it that is to be new with it. */
  readonly folder?: string;
  /** It becomes a document that only a save writes. */
  readonly unsaved?: true;
}

const NEW_FILE = "file:";

/** The item of a proposal that stands for the making of a file. */
export function newFileItem(path: string): ReviewItem {
  return { path, id: `${NEW_FILE}${path}`, change: "added", state: "pending" };
}

/** Whether an item stands for the making of a file. */
export function isNewFile({ id }: Pick<ReviewItem, "id">): boolean {
  return id.startsWith(NEW_FILE);
}

/** Some of the reviews: of one agent, of one request of the chat box, those named, or all. */
export interface ReviewFilter {
  readonly ids?: ReadonlySet<string>;
  readonly agent?: string;
  readonly chatId?: string;
}

/** What commands may know of the review list. No command accepts or rejects: only the person does. */
export interface ReviewList {
  /** Oldest first. */
  list(filter?: ReviewFilter): readonly Review[];
}

/** What became of a change as a whole: what still waits decides, then what the person did to it. */
export function stateOf({ items }: Review): ReviewState {
  const has = (state: ReviewState) => items.some((item) => item.state === state);
  if (has("pending")) return "pending";
  if (has("modified")) return "modified";
  if (has("accepted")) return has("rejected") ? "modified" : "accepted";
  return has("superseded") ? "superseded" : "rejected";
}

/** The items that steps touch, in the words of a review. */
export function itemsOf(path: string, steps: readonly Step[]): ReviewItem[] {
  const { newIds, changedIds, removedIds } = idsOfSteps(steps);
  const of = (ids: readonly ItemId[], change: ReviewItem["change"]) =>
    ids.map((id): ReviewItem => ({ path, id, change, state: "pending" }));
  return [...of(newIds, "added"), ...of(changedIds, "changed"), ...of(removedIds, "removed")];
}

/** Whether what an item went through stands in the design now. */
export function isDone({ proposal }: Review, { state, done }: ReviewItem): boolean {
  return proposal === undefined ? state !== "rejected" : done === true;
}

/** The steps that touch one item. */
export function stepsOf(steps: readonly Step[], id: ItemId): Step[] {
  return steps.filter((step) => touchedBy([step]).has(id));
}

/** Whether what was proposed stands in the design after a verdict; what comes after it leaves that as it is. */
const stands: Readonly<Partial<Record<ReviewState, boolean>>> = { pending: false, accepted: true, rejected: false };

/** The review with some items in another state; itself when none is. */
export function withState(
  review: Review,
  which: (item: ReviewItem) => boolean,
  state: ReviewState,
  note?: string,
): Review {
  let changed = false;
  const items = review.items.map((item) => {
    const done = review.proposal !== undefined && (stands[state] ?? item.done === true);
    if (!which(item) || (item.state === state && item.note === note && (item.done === true) === done)) return item;
    changed = true;
    const { note: _, done: __, ...rest } = item;
    return { ...rest, state, ...(done ? { done } : {}), ...(note === undefined ? {} : { note }) };
  });
  return changed ? { ...review, items } : review;
}
