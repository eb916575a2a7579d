import { element } from "../dom/element.ts";
import type { ConversationHead, FromChat } from "../protocol.ts";

/** The conversations of the project: which one is open, another one, and forgetting it. */
export class ConversationBar {
  readonly root: HTMLElement;
  private readonly select: HTMLSelectElement;

  constructor(post: (message: FromChat) => void) {
    this.select = element("select", {
      "aria-label": "Conversation",
      onchange: () => post({ type: "conversation", do: "open", id: this.select.value }),
    });
    const button = (text: string, about: string, what: "new" | "clear") =>
      element(
        "button",
        { type: "button", title: about, "aria-label": about, onclick: () => post({ type: "conversation", do: what }) },
        text,
      );
    this.root = element(
      "header",
      { class: "conversations" },
      this.select,
      button("New", "Start another conversation", "new"),
      button("Forget", "Forget this conversation; the design stays as it is", "clear"),
    );
  }

  show(conversations: readonly ConversationHead[], current: string): void {
    this.select.replaceChildren(...conversations.map(({ id, title }) => element("option", { value: id }, title)));
    this.select.value = current;
  }
}
