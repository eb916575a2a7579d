import { element } from "../dom/element.ts";
import type { ChatMessage, FromChat, ReviewView } from "../protocol.ts";
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
  private shownAnswer = "";

  constructor(message: ChatMessage, reviews: readonly ReviewView[], post: (message: FromChat) => void) {
    this.edits = new EditList(post);
    const { chatId, text } = message.request;
    this.stop = element(
      "button",
      { type: "button", class: "stop", onclick: () => post({ type: "stop", chatId }) },
      "Stop",
    );
    this.root = element(
      "article",
      { class: "card", "aria-label": `Request: ${text.slice(0, 80)}` },
      element("p", { class: "request" }, text),
      element("div", { class: "head" }, this.state, this.stop),
      this.answer,
      this.progress,
      this.problem,
      this.edits.root,
    );
    this.update(message, reviews);
  }

  update(message: ChatMessage, reviews: readonly ReviewView[]): void {
    const { status, agent } = message;
    const isOpen = status === "waiting" || status === "running";
    this.root.dataset["status"] = status;
    this.root.setAttribute("aria-busy", String(isOpen));
    setText(this.state, stateText(status, agent));
    this.stop.hidden = !isOpen;
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
            element("p", { class: "hint" }, "Nothing more will happen for this request. Send it again to retry."),
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

function stateText(status: ChatMessage["status"], agent: string | undefined): string {
  const who = agent ?? "The agent";
  switch (status) {
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
