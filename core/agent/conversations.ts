import type { AgentChatRequest, ChatContext, ChatMessage } from "./chat.ts";
import type { ChatHub } from "./chat-hub.ts";
import { withoutSecrets } from "./secrets.ts";

/** How many conversations are kept, the ones used last. */
const MAX_CONVERSATIONS = 20;

/** Messages kept of one conversation through a reload. */
const MAX_KEPT_MESSAGES = 50;

/** Characters kept of one answer, and of all that is kept. */
const MAX_KEPT_ANSWER = 20_000;
const MAX_KEPT = 1 << 20;

/** Characters of a title. */
const MAX_TITLE = 60;

/** Characters of earlier messages that a program hears along with a request. */
const MAX_HISTORY = 12_000;

const UNTITLED = "New conversation";

const LOST = "The window was loaded anew before this had ended.";

/** One conversation of a project. */
export interface ConversationHead {
  readonly id: string;
  /** The first words of its first request. */
  readonly title: string;
  /** When it was used last; milliseconds since 1970. */
  readonly at: number;
}

/** A conversation as it is kept between windows; without secrets. */
export interface KeptConversation extends ConversationHead {
  readonly messages: readonly ChatMessage[];
}

export interface ConversationsOptions {
  readonly hub: ChatHub;
  readonly now: () => number;
  readonly uuid: () => string;
  /** What an earlier window kept. */
  readonly kept?: readonly KeptConversation[];
}

export interface AskOptions {
  readonly path?: string;
  readonly uri?: string;
  readonly context?: ChatContext;
  /** The request that this one stands for: it goes from the conversation, with all that followed. */
  readonly replaces?: string;
}

/**
 * The conversations of a project. In each, one request runs at a time and further ones wait their turn; conversations
 * run beside each other.
 */
export class Conversations {
  private readonly hub: ChatHub;
  private readonly now: () => number;
  private readonly uuid: () => string;
  private readonly heads = new Map<string, ConversationHead>();
  private readonly listeners = new Set<() => void>();
  private readonly beginListeners = new Set<(request: AgentChatRequest) => void>();
  private readonly detach: () => void;
  private open: string;

  constructor(options: ConversationsOptions) {
    this.hub = options.hub;
    this.now = options.now;
    this.uuid = options.uuid;
    for (const { messages, ...head } of options.kept ?? []) {
      this.heads.set(head.id, head);
      for (const message of messages) this.hub.adopt(revived(message));
    }
    this.open = [...this.heads.values()].sort((a, b) => b.at - a.at)[0]?.id ?? this.fresh();
    this.detach = this.hub.onChange((message) => this.heed(message));
  }

  dispose(): void {
    this.detach();
    this.listeners.clear();
    this.beginListeners.clear();
  }

  /** Hears when the list, or which of them is open, changed; until the returned function is called. */
  onChange(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Hears of every request whose turn has come. */
  onBegin(listener: (request: AgentChatRequest) => void): () => void {
    this.beginListeners.add(listener);
    return () => this.beginListeners.delete(listener);
  }

  /** The one that was used last first. */
  get list(): readonly ConversationHead[] {
    return [...this.heads.values()].sort((a, b) => b.at - a.at);
  }

  /** The one that the chat box shows. */
  get current(): string {
    return this.open;
  }

  /** Oldest first. */
  messages(id: string = this.open): readonly ChatMessage[] {
    return this.hub.messages().filter(({ request }) => request.conversation === id);
  }

  /** Begins another one, unless the open one is still empty. */
  start(): void {
    if (this.messages().length > 0) this.open = this.fresh();
    this.tell();
  }

  select(id: string): void {
    if (!this.heads.has(id)) return;
    this.open = id;
    this.tell();
  }

  /** Forgets what was said in a conversation, and the conversation; what was done to the design stays. */
  clear(id: string = this.open): void {
    this.hub.forget(this.messages(id).map(({ request }) => request.chatId));
    this.heads.delete(id);
    if (this.open === id) this.open = this.list[0]?.id ?? this.fresh();
    this.tell();
  }

  /**
   * The open conversation goes back to before one of its requests; what was done to the design stays. Answers the
   * request's words, to be said in another way; null when it is not there.
   */
  rewind(chatId: string): string | null {
    const message = this.messages().find(({ request }) => request.chatId === chatId);
    if (message === undefined) return null;
    this.cut(chatId);
    return message.request.text;
  }

  /** A request in the open conversation; it waits when one runs there. */
  ask(text: string, options: AskOptions = {}): AgentChatRequest {
    const { path, uri, context, replaces } = options;
    if (replaces !== undefined) this.cut(replaces);
    const conversation = this.open;
    const queued = this.messages().some(({ status }) => isOpen(status));
    const request = this.hub.submit(text, path, uri, {
      conversation,
      queued,
      ...(context === undefined ? {} : { context }),
    });
    this.use(conversation, text);
    if (!queued) this.begun(request);
    return request;
  }

  /** What was answered without an agent. */
  note(text: string, answer: string): void {
    const at = this.now();
    const request = { chatId: this.uuid(), text, conversation: this.open, at };
    this.hub.adopt({ request, status: "done", answer, edits: [], agent: "Electronics Designer", endedAt: at });
    this.use(this.open, text);
  }

  /** What was said before a request, for a program that starts anew each time; "" when nothing was. */
  before(request: AgentChatRequest): string {
    const { conversation, chatId } = request;
    if (conversation === undefined) return "";
    const lines: string[] = [];
    let size = 0;
    const all = this.messages(conversation);
    const at = all.findIndex((message) => message.request.chatId === chatId);
    for (const { request: said, answer, edits } of all.slice(0, at).reverse()) {
      const done = edits.map(({ label, undone }) => `${label}${undone ? " (undone)" : ""}`).join(", ");
      const text = `Person: ${said.text}\nAgent: ${answer}${done === "" ? "" : `\nEdits: ${done}`}`;
      size += text.length;
      if (size > MAX_HISTORY) break;
      lines.push(text);
    }
    return withoutSecrets(lines.reverse().join("\n\n"));
  }

  /** What the next window is to know; bounded, and without secrets. */
  kept(): readonly KeptConversation[] {
    let left = MAX_KEPT;
    return this.list
      .map((head) => ({ ...head, title: withoutSecrets(head.title), messages: this.messages(head.id) }))
      .filter(({ messages }) => messages.length > 0)
      .slice(0, MAX_CONVERSATIONS)
      .map((conversation) => {
        const newest = conversation.messages.slice(-MAX_KEPT_MESSAGES).map(keptMessage).reverse();
        const messages = newest.filter((message) => (left -= JSON.stringify(message).length) > 0);
        return { ...conversation, messages: messages.reverse() };
      });
  }

  private cut(chatId: string): void {
    const messages = this.messages();
    const at = messages.findIndex(({ request }) => request.chatId === chatId);
    if (at === -1) return;
    this.hub.forget(messages.slice(at).map(({ request }) => request.chatId));
    this.tell();
  }

  private fresh(): string {
    const head = { id: this.uuid(), title: UNTITLED, at: this.now() };
    this.heads.set(head.id, head);
    return head.id;
  }

  private use(id: string, text: string): void {
    const head = this.heads.get(id);
    if (head === undefined) return;
    const line = text.replace(/\s+/g, " ").trim();
    const named = line.length > MAX_TITLE ? `${line.slice(0, MAX_TITLE - 1)}…` : line;
    this.heads.set(id, {
      ...head,
      at: this.now(),
      title: head.title === UNTITLED && named !== "" ? named : head.title,
    });
    for (const each of this.list.slice(MAX_CONVERSATIONS)) if (each.id !== this.open) this.clear(each.id);
    this.tell();
  }

  private heed({ request, status }: ChatMessage): void {
    const { conversation } = request;
    if (conversation === undefined || isOpen(status) || status === "queued") return;
    const messages = this.messages(conversation);
    if (messages.some((each) => isOpen(each.status))) return;
    const next = messages.find((each) => each.status === "queued");
    if (next === undefined) return;
    this.hub.begin(next.request.chatId);
    this.begun(next.request);
  }

  private begun(request: AgentChatRequest): void {
    for (const listener of this.beginListeners) listener(request);
  }

  private tell(): void {
    for (const listener of this.listeners) listener();
  }
}

function isOpen(status: ChatMessage["status"]): boolean {
  return status === "waiting" || status === "running";
}

/** A message as it is kept: its secrets out, its answer bounded, its items left to the review list. */
function keptMessage(message: ChatMessage): ChatMessage {
  const { checkpoint: _, progress: __, ...rest } = message;
  const { request, answer, edits, error } = rest;
  return {
    ...rest,
    request: { ...request, text: withoutSecrets(request.text) },
    answer: withoutSecrets(answer.slice(0, MAX_KEPT_ANSWER)),
    edits: edits.map((edit) => ({ ...edit, ids: edit.ids.slice(0, 200) })),
    ...(error === undefined ? {} : { error: withoutSecrets(error) }),
  };
}

/** A message of an earlier window: what ran there runs no more. */
function revived(message: ChatMessage): ChatMessage {
  if (!isOpen(message.status) && message.status !== "queued") return message;
  return { ...message, status: "error", error: LOST };
}
