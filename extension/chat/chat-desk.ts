import type { ChatDriver } from "../../bridge/chat/chat-driver.ts";
import type { AgentChatRequest } from "../../core/agent/chat.ts";
import type { ChatHub } from "../../core/agent/chat-hub.ts";
import type { KicadEditors } from "../editor/kicad-editors.ts";

/** How long a listening agent has to take a request before the configured program is started for it. */
const TAKE_WITHIN_MS = 15_000;

export interface ChatDeskOptions {
  readonly hub: ChatHub;
  readonly driver: ChatDriver;
  readonly editors: Pick<KicadEditors, "active">;
}

/** Finds somebody who answers a person's request, wherever it was typed. */
export class ChatDesk {
  private readonly options: ChatDeskOptions;

  constructor(options: ChatDeskOptions) {
    this.options = options;
  }

  /** Who would answer now, in words. */
  get answerer(): string {
    const { hub, driver } = this.options;
    return hub.listening[0] ?? driver.name;
  }

  /** Puts a request about the active document; the hub tells how it goes. `taken` settles when somebody has it. */
  ask(text: string): { readonly request: AgentChatRequest; readonly taken: Promise<void> } {
    const { hub, editors } = this.options;
    const document = editors.active;
    const request = hub.submit(text, document?.path, document?.uri.toString());
    return { request, taken: this.findAnswerer(request) };
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
