import { element } from "../dom/element.ts";
import type { ChatMessage, FromChat, ReviewView, ToChat } from "../protocol.ts";
import { MessageCard } from "./message-card.ts";

declare function acquireVsCodeApi(): {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
};

const api = acquireVsCodeApi();
const post = (message: FromChat) => api.postMessage(message);
const cards = new Map<string, MessageCard>();

const list = element("section", { class: "messages", role: "log", "aria-label": "Requests and answers" });
const empty = element("p", { class: "empty" }, "Say what to change on the board or in the schematic.");
const driver = element("p", { class: "driver", role: "status" });
const box = element("textarea", {
  rows: "3",
  placeholder: "Ask an agent… (Enter sends, Shift+Enter starts a new line)",
  "aria-label": "Request to the agent. Enter sends, Shift and Enter start a new line.",
  onkeydown: (event) => {
    const key = event as KeyboardEvent;
    // Enter also ends a composition of an input method: that one is no wish to send.
    if (key.key !== "Enter" || key.shiftKey || key.isComposing) return;
    event.preventDefault();
    send();
  },
  oninput: () => {
    button.disabled = box.value.trim() === "";
    api.setState({ draft: box.value });
  },
});
const button = element("button", { type: "button", class: "send", onclick: send, disabled: true }, "Send");
document.body.replaceChildren(
  list,
  element("form", { class: "entry", onsubmit: (event) => event.preventDefault() }, box, button),
  driver,
);
list.append(empty);
const draft = (api.getState() as { draft?: string } | undefined)?.draft;
if (draft !== undefined) {
  box.value = draft;
  button.disabled = draft.trim() === "";
}

window.addEventListener("message", (event: MessageEvent<ToChat>) => {
  const message = event.data;
  if (message?.type === "state") {
    cards.clear();
    list.replaceChildren(empty);
    driver.textContent = message.driver;
    for (const one of message.messages) show(one, message.reviews);
    list.scrollTop = list.scrollHeight;
  } else if (message?.type === "message") show(message.message, message.reviews);
});
post({ type: "ready" });

function send(): void {
  const text = box.value.trim();
  if (text === "") return;
  post({ type: "send", text });
  box.value = "";
  button.disabled = true;
  api.setState({ draft: "" });
  box.focus();
}

function show(message: ChatMessage, all: readonly ReviewView[]): void {
  const reviews = all.filter(({ id }) => message.edits.some((edit) => edit.group === id));
  const { chatId } = message.request;
  const isAtEnd = list.scrollHeight - list.scrollTop - list.clientHeight < 40;
  const known = cards.get(chatId);
  if (known !== undefined) known.update(message, reviews);
  else {
    const card = new MessageCard(message, reviews, post);
    cards.set(chatId, card);
    list.append(card.root);
  }
  empty.hidden = cards.size > 0;
  // Whoever scrolled up to read is left in peace.
  if (isAtEnd || known === undefined) list.scrollTop = list.scrollHeight;
}
