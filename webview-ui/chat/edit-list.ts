import { element } from "../dom/element.ts";
import type { ChatMessage, FromChat, Judged, ReviewView } from "../protocol.ts";
import type { Found } from "./comparison-view.ts";
import { comparisonView } from "./comparison-view.ts";

type Edit = ChatMessage["edits"][number];

/** Items shown of one change; more would bury the others. */
const MAX_ITEMS = 50;

const said: Readonly<Record<ReviewView["state"], string>> = {
  pending: "",
  accepted: "Kept",
  rejected: "Undone",
  modified: "Changed since",
  superseded: "Done anew",
};

/** The words for what is done already, and for what is only proposed. */
const judging = { keep: "Keep", undo: "Undo", undone: "Undone" };
const proposing = { keep: "Accept", undo: "Reject", undone: "Rejected" };

function saidOf(review: ReviewView | undefined): string {
  if (review === undefined) return said.accepted;
  return review.proposal !== undefined && review.state === "accepted" ? "Accepted" : said[review.state];
}

/** What a request changed, for the person to keep or to undo: all, change by change, item by item. */
export class EditList {
  readonly root = element("div", { class: "edits" });
  private readonly post: (message: FromChat) => void;
  private shown = "";
  /** Changes whose items are unfolded, and those whose note is being written. */
  private readonly unfolded = new Set<string>();
  private readonly notes = new Map<string, string>();
  private readonly compared = new Map<string, Found>();
  private last: { message: ChatMessage; reviews: readonly ReviewView[] } | null = null;

  constructor(post: (message: FromChat) => void) {
    this.post = post;
  }

  update(message: ChatMessage, reviews: readonly ReviewView[]): void {
    this.last = { message, reviews };
    const open = [...this.unfolded, "", ...this.notes.keys(), "", ...this.compared];
    const key = JSON.stringify([message.edits, reviews, open]);
    if (key === this.shown) return;
    this.shown = key;
    const focused = this.root.contains(document.activeElement)
      ? document.activeElement?.getAttribute("data-key")
      : null;
    this.draw(message, reviews);
    // Redrawn buttons keep the focus of whoever uses the keyboard.
    if (focused !== null && focused !== undefined)
      this.root.querySelector<HTMLElement>(`[data-key="${CSS.escape(focused)}"]`)?.focus();
  }

  showComparison(id: string, found: Found): void {
    // A row that was folded meanwhile stays so.
    if (!this.compared.has(id)) return;
    this.compared.set(id, found);
    this.redraw();
  }

  private redraw(): void {
    if (this.last !== null) this.update(this.last.message, this.last.reviews);
  }

  private draw(message: ChatMessage, reviews: readonly ReviewView[]): void {
    const { edits } = message;
    if (edits.length === 0) {
      this.root.replaceChildren();
      return;
    }
    const { chatId } = message.request;
    const items = edits.reduce((sum, edit) => sum + edit.items, 0);
    const byId = new Map(reviews.map((review) => [review.id, review]));
    const isPending = edits.some((edit) => byId.get(edit.group)?.state === "pending");
    const words = edits.every(({ proposed }) => proposed === true) ? proposing : judging;
    const verdict = (text: string, value: "accept" | "reject") =>
      this.button(text, `${chatId} ${value}`, text, () => this.post({ type: "judgeAll", chatId, verdict: value }));
    this.root.replaceChildren(
      element("h3", {}, `${count(edits.length, "edit")}, ${count(items, "item")}`),
      element("ul", {}, ...edits.map((edit) => this.row(edit, byId.get(edit.group)))),
      element(
        "div",
        { class: "verdicts" },
        ...(isPending ? [verdict(`${words.keep} all`, "accept"), verdict(`${words.undo} all`, "reject")] : []),
        ...(message.checkpoint === undefined
          ? []
          : [
              this.button(
                "Restore",
                `${chatId} restore`,
                "Bring the design back to how it was before this request",
                () => this.post({ type: "restore", chatId, what: "design" }),
              ),
            ]),
      ),
    );
  }

  private row(edit: Edit, review: ReviewView | undefined): HTMLElement {
    const { group, label } = edit;
    const name = edit.path.split(/[\\/]/).at(-1) ?? edit.path;
    const isGone = edit.undone || review?.state === "rejected";
    const canJudge = !isGone && (review === undefined || review.state === "pending");
    const isProposal = edit.proposed === true;
    // Who accepts a proposal accepts what is shown, and not what the agent has made of it meanwhile.
    const seen = review?.proposal === undefined ? {} : { seen: review.proposal };
    const words = isProposal ? proposing : judging;
    const isUnfolded = this.unfolded.has(group);
    const unfold = () => {
      if (!this.unfolded.delete(group)) this.unfolded.add(group);
      this.redraw();
    };
    const row = element(
      "li",
      { class: isGone ? "undone" : "" },
      element("span", { class: "label" }, label),
      element("span", { class: "where", title: edit.path }, `${name} · ${count(edit.items, "item")}`),
      element(
        "span",
        { class: "actions" },
        ...(isProposal && canJudge ? [element("span", { class: "proposed" }, "Proposed")] : []),
        this.button("Show", `${group} show`, `Show ${label}`, () =>
          this.post({ type: "showEdit", path: edit.path, ids: edit.ids }),
        ),
        ...(review === undefined ? [] : [this.compareButton(group, label)]),
        ...(review !== undefined && review.items.length > 1
          ? [this.button(isUnfolded ? "Fewer" : "Items", `${group} items`, `Items of ${label}`, unfold, isUnfolded)]
          : []),
        ...(canJudge
          ? [
              this.button(words.keep, `${group} keep`, `${words.keep} ${label}`, () =>
                this.post({ type: "accept", id: group, ...seen }),
              ),
              this.button(words.undo, `${group} undo`, `${words.undo} ${label}`, () =>
                this.post({ type: "reject", id: group }),
              ),
              this.button(
                `${words.undo} with note…`,
                `${group} note`,
                `${words.undo} ${label} with a note to the agent`,
                () => {
                  this.notes.set(group, this.notes.get(group) ?? "");
                  this.redraw();
                  this.root.querySelector<HTMLInputElement>("input")?.focus();
                },
              ),
            ]
          : [element("span", { class: "gone" }, isGone ? words.undone : saidOf(review))]),
      ),
      ...(review?.note === undefined ? [] : [element("span", { class: "note" }, `“${review.note}”`)]),
    );
    if (canJudge && this.notes.has(group)) row.append(this.noteForm(group, label, words.undo, { id: group }));
    const found = this.compared.get(group);
    if (found !== undefined) row.append(comparisonView(found));
    if (isUnfolded && review !== undefined) row.append(this.itemList(review));
    return row;
  }

  private compareButton(group: string, label: string): HTMLButtonElement {
    const isOpen = this.compared.has(group);
    const toggle = () => {
      if (this.compared.delete(group)) return this.redraw();
      this.compared.set(group, null);
      this.post({ type: "compare", id: group });
      this.redraw();
    };
    return this.button("Compare", `${group} compare`, `Compare before and after ${label}`, toggle, isOpen);
  }

  private writeNote(key: string): void {
    this.notes.set(key, this.notes.get(key) ?? "");
    this.redraw();
    this.root.querySelector<HTMLInputElement>(`[data-key="${CSS.escape(`${key} text`)}"]`)?.focus();
  }

  private noteForm(key: string, label: string, verb: string, judged: Judged): HTMLElement {
    const input = element("input", {
      type: "text",
      "data-key": `${key} text`,
      placeholder: "Why? The agent reads it.",
      "aria-label": `Note on ${label}`,
      oninput: () => this.notes.set(key, input.value),
    });
    input.value = this.notes.get(key) ?? "";
    const send = (event: Event) => {
      event.preventDefault();
      const note = input.value.trim();
      this.notes.delete(key);
      this.post({ type: "reject", ...judged, ...(note === "" ? {} : { note }) });
      this.redraw();
    };
    return element("form", { class: "note", onsubmit: send }, input, element("button", { type: "submit" }, verb));
  }

  private itemList(review: ReviewView): HTMLElement {
    const { id, items, proposal } = review;
    const words = proposal === undefined ? judging : proposing;
    const seen = proposal === undefined ? {} : { seen: proposal };
    const rows = items.slice(0, MAX_ITEMS).map((item) => {
      const name = `${item.name}, ${item.change}`;
      const judged = { id, item: { path: item.path, id: item.id } };
      const key = `${id} ${item.id}`;
      const row = element(
        "li",
        { class: item.state === "rejected" ? "undone" : "" },
        element("span", { class: "label" }, name),
        ...(item.state === "pending"
          ? [
              this.button(words.keep, `${item.id} keep`, `${words.keep} ${name}`, () =>
                this.post({ type: "accept", ...judged, ...seen }),
              ),
              this.button(words.undo, `${item.id} undo`, `${words.undo} ${name}`, () =>
                this.post({ type: "reject", ...judged }),
              ),
              this.button(
                `${words.undo} with note…`,
                `${item.id} note`,
                `${words.undo} ${name} with a note to the agent`,
                () => this.writeNote(key),
              ),
            ]
          : [
              element(
                "span",
                { class: "gone" },
                item.state === "rejected" ? words.undone : saidOf({ ...review, state: item.state }),
              ),
            ]),
      );
      if (item.note !== undefined) row.append(element("span", { class: "note" }, `“${item.note}”`));
      if (item.state === "pending" && this.notes.has(key)) row.append(this.noteForm(key, name, words.undo, judged));
      return row;
    });
    const more = items.length - rows.length;
    return element("ul", { class: "items" }, ...rows, ...(more > 0 ? [element("li", {}, `and ${more} more`)] : []));
  }

  private button(text: string, key: string, name: string, onclick: () => void, pressed?: boolean): HTMLButtonElement {
    return element(
      "button",
      {
        type: "button",
        "data-key": key,
        "aria-label": name,
        ...(pressed === undefined ? {} : { "aria-expanded": String(pressed) }),
        onclick,
      },
      text,
    );
  }
}

function count(n: number, what: string): string {
  return `${n} ${what}${n === 1 ? "" : "s"}`;
}
