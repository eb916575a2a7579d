import { element } from "../dom/element.ts";
import type { ChatMessage, FromChat, ReviewView } from "../protocol.ts";
import type { Found } from "./comparison-view.ts";
import { EditList } from "./edit-list.ts";
import { renderMarkdown } from "./markdown.ts";

/** One request with its answer; redrawn piece by piece as it grows. */
export class MessageCard {
  readonly root: HTMLElement;
  private readonly state = element("span", { class: "state", role: "status" });
  private readonly stop: HTMLButtonElement;
  private readonly answer = element("div", { class: "answer" });
  private readonly progress = element("div", { class: "progress", role: "status" });
  private readonly problem = element("div", { class: "problem", role: "alert" });
  private readonly edits: EditList;
  private readonly edit: HTMLButtonElement;
  private readonly back: RestoreMenu;
  private readonly facts = element("span", { class: "facts" });
  private shownAnswer = "";
  private message: ChatMessage;

  /** `rewrite` puts the request back into the box, to be sent anew in another form. */
  constructor(
    message: ChatMessage,
    reviews: readonly ReviewView[],
    post: (message: FromChat) => void,
    rewrite: (text: string, canRestore: boolean) => void,
  ) {
    this.message = message;
    this.edits = new EditList(post);
    const { chatId, text } = message.request;
    this.edit = element(
      "button",
      {
        type: "button",
        class: "edit",
        "aria-label": "Edit this request and send it again",
        title: "Edit this request and send it again",
        onclick: () => rewrite(text, this.message.checkpoint !== undefined),
      },
      "Edit",
    );
    this.back = restoreMenu((what) => post({ type: "restore", chatId, what }));
    this.stop = element(
      "button",
      { type: "button", class: "stop", onclick: () => post({ type: "stop", chatId }) },
      "Stop",
    );
    this.root = element(
      "article",
      { class: "card", "aria-label": `Request: ${text.slice(0, 80)}` },
      element("p", { class: "request" }, text),
      element("div", { class: "head" }, this.state, this.facts, this.edit, this.back.root, this.stop),
      this.answer,
      this.progress,
      this.problem,
      this.edits.root,
    );
    this.update(message, reviews);
  }

  /** What a change of this request makes of the design, or why that cannot be told. */
  showComparison(id: string, found: Found): void {
    this.edits.showComparison(id, found);
  }

  update(message: ChatMessage, reviews: readonly ReviewView[]): void {
    this.message = message;
    const { status, agent } = message;
    const isOpen = status === "queued" || status === "waiting" || status === "running";
    this.root.dataset["status"] = status;
    this.root.setAttribute("aria-busy", String(isOpen));
    setText(this.state, stateText(status, agent));
    setText(this.facts, factsOf(message));
    this.stop.hidden = !isOpen;
    this.edit.hidden = isOpen;
    this.back.root.hidden = isOpen;
    this.back.setDesign(message.checkpoint !== undefined);
    if (this.shownAnswer !== message.answer) {
      this.shownAnswer = message.answer;
      this.answer.replaceChildren(renderMarkdown(message.answer));
    }
    this.showProgress(isOpen ? message.progress : undefined);
    this.problem.replaceChildren(
      ...(message.error === undefined
        ? []
        : [
            element("p", {}, message.error),
            element("p", { class: "hint" }, "Nothing more will happen for this request. Edit sends it again."),
          ]),
    );
    this.edits.update(message, reviews);
  }

  private showProgress(progress: ChatMessage["progress"]): void {
    if (progress === undefined) {
      this.progress.replaceChildren();
      return;
    }
    const bar = element("progress", { max: "100", "aria-label": progress.text });
    if (progress.percent !== undefined) bar.value = progress.percent;
    this.progress.replaceChildren(element("span", {}, progress.text), bar);
  }
}

interface RestoreMenu {
  readonly root: HTMLDetailsElement;
  /** Whether the design can be brought back. */
  setDesign(isKnown: boolean): void;
}

/** Goes back to before the request. */
function restoreMenu(restore: (what: "design" | "conversation" | "both") => void): RestoreMenu {
  const choice = (what: "design" | "conversation" | "both", text: string, title: string) =>
    element(
      "button",
      {
        type: "button",
        title,
        onclick: () => {
          root.open = false;
          restore(what);
        },
      },
      text,
    );
  const design = choice("design", "Design", "The design as it was before this request; what was said stays");
  const conversation = choice(
    "conversation",
    "Conversation",
    "Forget this request and what followed; the design stays",
  );
  const both = choice("both", "Both", "The design and the conversation as they were before this request");
  const summary = element("summary", { "aria-label": "Restore to before this request" }, "Restore…");
  const root = element("details", { class: "restore" }, summary, design, conversation, both);
  return {
    root,
    setDesign(isKnown) {
      design.hidden = !isKnown;
      both.hidden = !isKnown;
    },
  };
}

/** How long it took, and how much. */
function factsOf({ request, endedAt, usage }: ChatMessage): string {
  const seconds = endedAt === undefined ? null : Math.max(0, Math.round((endedAt - request.at) / 1000));
  const time =
    seconds === null ? [] : [seconds < 120 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`];
  const { inputTokens, outputTokens, costUsd } = usage ?? {};
  const tokens = (inputTokens ?? 0) + (outputTokens ?? 0);
  return [
    ...time,
    ...(tokens === 0 ? [] : [`${tokens.toLocaleString("en")} tokens`]),
    ...(costUsd === undefined || costUsd === 0 ? [] : [`$${costUsd.toFixed(2)}`]),
  ].join(" · ");
}

function stateText(status: ChatMessage["status"], agent: string | undefined): string {
  const who = agent ?? "The agent";
  switch (status) {
    case "queued":
      return "Waits for its turn.";
    case "waiting":
      return "Waiting for an agent…";
    case "running":
      return `${who} is working…`;
    case "done":
      return `${who} is done.`;
    case "stopped":
      return "Stopped.";
    case "error":
      return `${who} failed.`;
  }
}

/** Sets a text only when it differs, so that screen readers are not told the same again. */
function setText(node: HTMLElement, text: string): void {
  if (node.textContent !== text) node.textContent = text;
}
