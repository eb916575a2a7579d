import type { ChatMessage } from "../../core/agent/chat.ts";
import type { ChatHub } from "../../core/agent/chat-hub.ts";
import type { ChatDesk } from "./chat-desk.ts";

/** What the participant writes to: VS Code's response stream. */
export interface AnswerStream {
  markdown(text: string): void;
  progress(text: string): void;
}

/** VS Code's cancellation token, as far as it is needed. */
export interface Cancellation {
  onCancellationRequested(listener: () => void): { dispose(): void };
}

/**
 * `@edsnx` in VS Code's own chat: the request goes to whoever answers our chat box, and the answer streams back.
 * Its edits are on the same proposal card as any other request's.
 */
export class ChatParticipant {
  private readonly hub: ChatHub;
  private readonly desk: ChatDesk;

  constructor(hub: ChatHub, desk: ChatDesk) {
    this.hub = hub;
    this.desk = desk;
  }

  /** Resolves when the request has ended. Rejects with what ended it when it failed. */
  async answer(text: string, stream: AnswerStream, token: Cancellation): Promise<void> {
    if (text.trim() === "") {
      stream.markdown("Say what to do with the design, such as *move C1 next to U1*.");
      return;
    }
    const { request, taken } = this.desk.ask(text);
    const ended = this.follow(request.chatId, stream);
    const cancelling = token.onCancellationRequested(() => this.hub.stop(request.chatId));
    try {
      const [message] = await Promise.all([ended, taken]);
      if (message.status === "error") throw new Error(message.error ?? "The request failed.");
      const { edits } = message;
      if (edits.length > 0) stream.markdown(`\n\n${editList(edits)}`);
    } finally {
      cancelling.dispose();
    }
  }

  private follow(chatId: string, stream: AnswerStream): Promise<ChatMessage> {
    let written = 0;
    let progress = "";
    return new Promise((resolve) => {
      const heed = (message: ChatMessage) => {
        if (message.request.chatId !== chatId) return;
        if (message.answer.length > written) {
          stream.markdown(message.answer.slice(written));
          written = message.answer.length;
        }
        const line = message.progress?.text ?? "";
        if (line !== "" && line !== progress) stream.progress(line);
        progress = line;
        if (["queued", "waiting", "running"].includes(message.status)) return;
        detach();
        resolve(message);
      };
      const detach = this.hub.onChange(heed);
      for (const message of this.hub.messages()) heed(message);
    });
  }
}

function editList(edits: ChatMessage["edits"]): string {
  const lines = edits.map(({ label, items, undone }) => `- ${label} (${items} items${undone ? ", undone" : ""})`);
  return ["Edits, to keep or undo in the chat box of Electronics Designer:", ...lines].join("\n");
}
