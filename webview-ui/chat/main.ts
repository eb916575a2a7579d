import { element } from "../dom/element.ts";
import type { ChatMessage, FromChat, ReviewView, ToChat } from "../protocol.ts";
import { Composer } from "./composer.ts";
import { ConversationBar } from "./conversation-bar.ts";
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
const bar = new ConversationBar(post);
const composer = new Composer({
  post,
  draft: {
    get: () => (api.getState() as { draft?: string } | undefined)?.draft ?? "",
    set: (draft) => api.setState({ draft }),
  },
});
document.body.replaceChildren(bar.root, list, composer.root, driver);
list.append(empty);

window.addEventListener("message", (event: MessageEvent<ToChat>) => {
  const message = event.data;
  switch (message?.type) {
    case "state": {
      const wanted = new Set(message.messages.map(({ request }) => request.chatId));
      for (const [chatId, card] of cards) {
        if (wanted.has(chatId)) continue;
        card.root.remove();
        cards.delete(chatId);
      }
      bar.show(message.conversations, message.current);
      driver.textContent = message.driver;
      for (const one of message.messages) show(one, message.reviews);
      empty.hidden = cards.size > 0;
      return;
    }
    case "message":
      show(message.message, message.reviews);
      return;
    case "comparison":
      for (const card of cards.values())
        card.showComparison(message.id, "made" in message ? { made: message.made } : { problem: message.problem });
      return;
    case "draft":
      composer.offer(message.text);
      return;
    case "attached":
      composer.showAttached(message.subjects);
      return;
    case "completions":
      composer.showCompletions(message.typed, message.items);
  }
});
post({ type: "ready" });

function show(message: ChatMessage, all: readonly ReviewView[]): void {
  const reviews = all.filter(({ id }) => message.edits.some((edit) => edit.group === id));
  const { chatId } = message.request;
  const isAtEnd = list.scrollHeight - list.scrollTop - list.clientHeight < 40;
  const known = cards.get(chatId);
  if (known !== undefined) known.update(message, reviews);
  else {
    const rewrite = (text: string, canRestore: boolean) => composer.rewrite(chatId, text, canRestore);
    const card = new MessageCard(message, reviews, post, rewrite);
    cards.set(chatId, card);
    list.append(card.root);
  }
  empty.hidden = cards.size > 0;
  // Whoever scrolled up to read is left in peace.
  if (isAtEnd || known === undefined) list.scrollTop = list.scrollHeight;
}
