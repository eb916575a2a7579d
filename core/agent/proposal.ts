import { decodeBase64, encodeBase64 } from "../base/base64.ts";
import { CommandError, toCommandError } from "../base/error.ts";
import type { Caller } from "../commands/define.ts";
import { stepsBetween } from "../model/difference.ts";
import type { ItemId } from "../model/item.ts";
import type { Step } from "../model/step.ts";
import type { DraftFile } from "../session/draft.ts";
import { Draft } from "../session/draft.ts";
import { Edit } from "../session/edit.ts";
import type { OpenDocument } from "../session/open-document.ts";
import { touchedBy } from "../session/open-document.ts";
import type { NewFile } from "../session/ports.ts";
import type { ProposedFile, Review, ReviewItem } from "../session/review.ts";
import { isNewFile, itemsOf, newFileItem } from "../session/review.ts";
import type { Session } from "../session/session.ts";

/** Labels that a proposal keeps of the calls that made it. */
const MAX_LABELS = 20;

/** The proposal that a caller's next edit adds to: of the same agent for the same request, and still to be judged. */
export function proposalOf(reviews: Iterable<Review>, { name, chatId }: Caller): Review | undefined {
  let found: Review | undefined;
  for (const review of reviews) {
    if (review.proposal === undefined || review.agent !== name || review.chatId !== chatId) continue;
    if (review.items.some(isPending)) found = review;
  }
  return found;
}

/**
 * The documents as they would be with what of a proposal waits, on top of what they are now; and the items that do not
 * fit any more, because somebody changed them.
 */
export async function draftOf(
  session: Session,
  review: Review | undefined,
): Promise<{ readonly draft: Draft; readonly lost: readonly ReviewItem[] }> {
  const draft = new Draft();
  const lost: ReviewItem[] = [];
  for (const file of review?.proposal?.files ?? []) {
    const item = review!.items.find((each) => each.path === file.path && isNewFile(each));
    if (item === undefined || !isPending(item)) continue;
    try {
      await session.ports.files.refuseTaken([fileOf(file)]);
      draft.make({ ...fileOf(file), ...(file.unsaved === true ? { unsaved: true } : {}) });
      if (isDrawn(file.path)) draft.open(file.path);
    } catch {
      lost.push(item);
    }
  }
  for (const { path, steps } of review?.documents ?? []) {
    const waiting = new Map(
      review!.items.filter((item) => item.path === path && isPending(item)).map((item) => [item.id, item]),
    );
    if (waiting.size === 0) continue;
    const open = draft.open(path) ?? (await openOrNull(session, path, review!.agent));
    if (open === null) {
      lost.push(...waiting.values());
      continue;
    }
    const edit = new Edit(open.path, open.doc, () => session.newUuid());
    for (const [id, own] of byItem(steps)) {
      const item = waiting.get(id);
      if (item === undefined) continue;
      const mark = edit.mark();
      try {
        for (const step of own) edit.apply(step);
      } catch {
        edit.rewind(mark);
        lost.push(item);
      }
    }
    draft.take([edit], () => open);
  }
  draft.begin();
  return { draft, lost };
}

/** The proposal after another call: what the draft differs in from the documents, and what of it was judged already. */
export function grownProposal(
  session: Session,
  draft: Draft,
  old: Review | undefined,
  by: { readonly caller: Caller; readonly id: string; readonly label: string; readonly at: number },
): Review {
  const fresh = draft.documents.map(({ path, doc }) => {
    const before = draft.baseOf(path) ?? session.get(path);
    return { path, steps: stepsBetween(before.doc, doc) };
  });
  const files = draft.newFiles;
  const items = [
    ...files.map(({ path }) => newFileItem(path)),
    ...fresh.flatMap(({ path, steps }) => itemsOf(path, steps)),
  ];
  const isFresh = new Set(items.map(keyOf));
  const judged = old?.items.filter((item) => !isPending(item) && !isFresh.has(keyOf(item))) ?? [];
  const stays = new Set(judged.map(keyOf));
  const kept = (old?.documents ?? []).map(({ path, steps }) => ({
    path,
    steps: steps.filter((step) => stays.has(keyOf({ path, id: ownerOf(step) }))),
  }));
  const paths = [...new Set([...kept, ...fresh].map(({ path }) => path))];
  const stepsAt = (path: string) => [...kept, ...fresh].flatMap((each) => (each.path === path ? each.steps : []));
  const { calls = 0, labels = [] } = old?.proposal ?? {};
  const keptFiles = (old?.proposal?.files ?? []).filter(({ path }) => stays.has(keyOf(newFileItem(path))));
  const allFiles = [...keptFiles, ...files.map(proposedFile)];
  const { chatId } = by.caller;
  return {
    ...(old ?? { id: by.id, agent: by.caller.name, ...(chatId === undefined ? {} : { chatId }) }),
    label: calls === 0 ? by.label : `${labels[0] ?? by.label} and ${calls} more`,
    at: by.at,
    items: [...judged, ...items],
    documents: paths.map((path) => ({ path, steps: stepsAt(path) })).filter(({ steps }) => steps.length > 0),
    proposal: {
      calls: calls + 1,
      labels: [...labels, by.label].slice(0, MAX_LABELS),
      ...(allFiles.length === 0 ? {} : { files: allFiles }),
    },
  };
}

/** What accepting does: files to make first, then steps by document. */
export interface Acceptance {
  readonly files: readonly DraftFile[];
  readonly parts: readonly { readonly path: string; readonly steps: readonly Step[] }[];
  readonly items: readonly ReviewItem[];
}

/**
 * What accepting a proposal, or one item of it, does. What an item needs comes along: the rows of the nets, and the new
 * files, that it names. Throws `conflict` that says why where it is not what the person looked at any more.
 */
export function toAccept(
  review: Review,
  item: Pick<ReviewItem, "path" | "id"> | undefined,
  seen: number | undefined,
): Acceptance {
  const { label, proposal, agent } = review;
  const refuse = (reason: string) =>
    new CommandError({
      code: "conflict",
      message: `Cannot accept ${label}: ${reason}.`,
      hint: "Look at it again, accept single items, or ask for it anew.",
      data: { id: review.id },
    });
  if (seen !== undefined && seen !== proposal?.calls) throw refuse(`${agent} has changed it since it was looked at`);
  const meant = review.items.filter((each) => item === undefined || keyOf(each) === keyOf(item));
  const newer = meant.find(({ state }) => state === "superseded");
  if (newer !== undefined) throw refuse(`a newer proposal or edit of an agent changes ${newer.id} too`);
  const changed = meant.find(({ state }) => state === "modified");
  if (changed !== undefined) throw refuse(`${changed.id} was changed since it was proposed`);
  const chosen = new Set(meant.filter(isPending).map(keyOf));
  if (chosen.size === 0) throw refuse(meant.length === 0 ? "it has no such item" : "nothing of it waits any more");
  const parts = review.documents.flatMap(({ path, steps }) => {
    const own = review.items.filter((each) => each.path === path && chosen.has(keyOf(each)) && !isNewFile(each));
    if (own.length === 0) return [];
    const items = review.items.filter((each) => each.path === path && (own.includes(each) || isNetRow(each)));
    const ids = new Set(items.map(({ id }) => id));
    return [{ path, items, steps: steps.filter((step) => ids.has(ownerOf(step))) }];
  });
  const files = (proposal?.files ?? []).flatMap((file): [ProposedFile, ReviewItem][] => {
    const own = review.items.find((each) => keyOf(each) === keyOf(newFileItem(file.path)));
    if (own === undefined || own.done === true) return [];
    if (!chosen.has(keyOf(own)) && !parts.some((part) => needs(part, file))) return [];
    if (!isPending(own)) throw refuse(`it needs ${file.path}, which was ${own.state}`);
    return [[file, own]];
  });
  return {
    files: files.map(([file]) => ({ ...fileOf(file), ...(file.unsaved === true ? { unsaved: true } : {}) })),
    parts,
    items: [...files.map(([, own]) => own), ...parts.flatMap(({ items }) => items)],
  };
}

/** Whether steps are of a new file's document, or name it: as a sheet's file, or in a table of libraries. */
function needs(part: { readonly path: string; readonly steps: readonly Step[] }, { path }: ProposedFile): boolean {
  const name = path.slice(path.search(/[^\\/]*$/));
  return part.path === path || part.steps.some((step) => JSON.stringify(step).includes(name));
}

/** What is open once it is made. */
export function isDrawn(path: string): boolean {
  return /\.kicad_(pcb|sch)$/.test(path);
}

function isNetRow(item: ReviewItem): boolean {
  return item.id.startsWith("net:") && isPending(item);
}

function fileOf({ path, bytes, folder }: ProposedFile): NewFile {
  return { path, bytes: decodeBase64(bytes), ...(folder === undefined ? {} : { folder }) };
}

function proposedFile({ bytes, ...rest }: DraftFile): ProposedFile {
  return { ...rest, bytes: encodeBase64(bytes) };
}

/** Null where there is no such file: it was only proposed, or it is gone. */
async function openOrNull(session: Session, path: string, actor: string): Promise<OpenDocument | null> {
  try {
    return await session.open(path, actor);
  } catch (thrown) {
    if (toCommandError(thrown).code === "not-found") return null;
    throw thrown;
  }
}

/** The steps by the top-level item that they touch, in the order in which the items come. */
function byItem(steps: readonly Step[]): ReadonlyMap<ItemId, readonly Step[]> {
  const groups = new Map<ItemId, Step[]>();
  for (const step of steps) {
    const id = ownerOf(step);
    const group = groups.get(id);
    if (group === undefined) groups.set(id, [step]);
    else group.push(step);
  }
  return groups;
}

function ownerOf(step: Step): ItemId {
  for (const id of touchedBy([step])) return id;
  throw new Error("a step touches an item");
}

function isPending({ state }: ReviewItem): boolean {
  return state === "pending";
}

function keyOf({ path, id }: Pick<ReviewItem, "path" | "id">): string {
  return `${path}\n${id}`;
}
