import type { ChatDriver } from "../../bridge/chat/chat-driver.ts";
import type { AgentChatRequest } from "../../core/agent/chat.ts";
import type { ChatHub } from "../../core/agent/chat-hub.ts";
import type { Conversations } from "../../core/agent/conversations.ts";
import type { KicadEditors } from "../editor/kicad-editors.ts";
import type { ChatContexts } from "./chat-context.ts";

/** How long a listening agent has to take a request before the configured program is started for it. */
const TAKE_WITHIN_MS = 15_000;

export interface ChatDeskOptions {
  readonly hub: ChatHub;
  readonly driver: ChatDriver;
  readonly editors: Pick<KicadEditors, "active">;
  readonly conversations: Conversations;
  readonly contexts: ChatContexts;
}

/** Finds somebody who answers a person's request, wherever it was typed. */
export class ChatDesk {
  private readonly options: ChatDeskOptions;
  private readonly detach: () => void;
  private readonly answering = new Map<string, Promise<void>>();

  constructor(options: ChatDeskOptions) {
    this.options = options;
    this.detach = options.conversations.onBegin((request) => {
      const answering = this.findAnswerer(request).finally(() => this.answering.delete(request.chatId));
      this.answering.set(request.chatId, answering);
    });
  }

  dispose(): void {
    this.detach();
  }

  /** Who would answer now, in words. */
  get answerer(): string {
    const { hub, driver } = this.options;
    return hub.listening[0] ?? driver.name;
  }

  /**
   * Puts a request about the active document into the open conversation; the hub tells how it goes. `taken` settles when
   * somebody has it, or at once when it waits for its turn.
   */
  ask(text: string, replaces?: string): { readonly request: AgentChatRequest; readonly taken: Promise<void> } {
    const { conversations, contexts, editors } = this.options;
    const document = editors.active;
    const context = contexts.take(text);
    const request = conversations.ask(text, {
      ...(document?.path === undefined ? {} : { path: document.path }),
      ...(document === undefined ? {} : { uri: document.uri.toString() }),
      ...(context === undefined ? {} : { context }),
      ...(replaces === undefined ? {} : { replaces }),
    });
    return { request, taken: this.answering.get(request.chatId) ?? Promise.resolve() };
  }

  private async findAnswerer(request: AgentChatRequest): Promise<void> {
    const { hub, driver } = this.options;
    if (hub.listening.length > 0) await untilTaken(hub, request.chatId);
    // An agent that is attached but busy elsewhere must not leave the person without an answer.
    const isFree = hub.messages().some((m) => m.request.chatId === request.chatId && m.status === "waiting");
    if (isFree) await driver.answer(request);
  }
}

/** Settles when somebody took the request, it ended, or the time is over. */
function untilTaken(hub: ChatHub, chatId: string): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      detach();
      resolve();
    };
    const timer = setTimeout(done, TAKE_WITHIN_MS);
    const detach = hub.onChange(({ request, status }) => {
      if (request.chatId === chatId && status !== "waiting") done();
    });
  });
}
