import { element } from "../dom/element.ts";
import type { ChatMessage, FromChat } from "../protocol.ts";
import { renderMarkdown } from "./markdown.ts";

/** One request with its answer; redrawn piece by piece as it grows. */
export class MessageCard {
  readonly root: HTMLElement;
  private readonly state = element("span", { class: "state", role: "status" });
  private readonly stop: HTMLButtonElement;
  private readonly answer = element("div", { class: "answer" });
  private readonly progress = element("div", { class: "progress", role: "status" });
  private readonly problem = element("div", { class: "problem", role: "alert" });
  private readonly edits = element("div", { class: "edits" });
  private readonly post: (message: FromChat) => void;
  private shownAnswer = "";
  private shownEdits = "";

  constructor(message: ChatMessage, post: (message: FromChat) => void) {
    this.post = post;
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
      this.edits,
    );
    this.update(message);
  }

  update(message: ChatMessage): void {
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
    this.showEdits(message);
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

  private showEdits(message: ChatMessage): void {
    const key = JSON.stringify(message.edits);
    if (key === this.shownEdits) return;
    this.shownEdits = key;
    if (message.edits.length === 0) {
      this.edits.replaceChildren();
      return;
    }
    const items = message.edits.reduce((sum, edit) => sum + edit.items, 0);
    const list = element("ul", {});
    for (const edit of message.edits) {
      const name = edit.path.split(/[\\/]/).at(-1) ?? edit.path;
      list.append(
        element(
          "li",
          { class: edit.undone ? "undone" : "" },
          element("span", { class: "label" }, edit.label),
          element("span", { class: "where", title: edit.path }, `${name} · ${count(edit.items, "item")}`),
          element(
            "button",
            {
              type: "button",
              "aria-label": `Show ${edit.label}`,
              onclick: () => this.post({ type: "showEdit", path: edit.path, ids: edit.ids }),
            },
            "Show",
          ),
          edit.undone
            ? element("span", { class: "gone" }, "Undone")
            : element(
                "button",
                {
                  type: "button",
                  "aria-label": `Undo ${edit.label}`,
                  onclick: () => this.post({ type: "undoEdit", group: edit.group }),
                },
                "Undo",
              ),
        ),
      );
    }
    this.edits.replaceChildren(
      element("h3", {}, `${count(message.edits.length, "edit")}, ${count(items, "item")}`),
      list,
    );
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

function count(n: number, what: string): string {
  return `${n} ${what}${n === 1 ? "" : "s"}`;
}

/** Sets a text only when it differs, so that screen readers are not told the same again. */
function setText(node: HTMLElement, text: string): void {
  if (node.textContent !== text) node.textContent = text;
}
