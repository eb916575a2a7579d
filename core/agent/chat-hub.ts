import { CommandError } from "../base/error.ts";
import { plainLine } from "../commands/person.ts";
import type { Change } from "../session/session.ts";
import type { AgentCore, LogEntry } from "./agent-core.ts";
import type { AgentChatRequest, ChatContext, ChatMessage, ChatUsage } from "./chat.ts";
import { parseChatEvent } from "./chat-event.ts";

/** An agent that hears of requests. */
export interface ChatClient {
  /** The name under which it calls commands. */
  readonly name: string;
  /** Called with each request typed after it subscribed (with `listen`). */
  notify(request: AgentChatRequest): void;
}

export interface SubscribeOptions {
  /** Whether later requests are sent too. Default true; with `chatId` only that request is. */
  readonly listen?: boolean;
  /** The one request that the client was started for; it takes it. */
  readonly chatId?: string;
}

export interface SubmitOptions {
  readonly conversation?: string;
  readonly context?: ChatContext;
  /** It waits for `begin`. */
  readonly queued?: boolean;
}

export interface ChatHubOptions {
  readonly core: AgentCore;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly uuid: () => string;
}

/** An answer longer than this (characters) is cut. */
export const MAX_ANSWER = 1 << 20;

/** How many requests are remembered. */
const MAX_MESSAGES = 200;

/** Characters of a request in the name of its checkpoint. */
const MAX_SHORT = 60;

const CUT_NOTE = "\n… (the rest of the answer was left out)";

interface Chat {
  message: ChatMessage;
  /** Names of the clients that work on it; the first of those it was offered to that acts takes it. */
  readonly takers: Set<string>;
  readonly offered: Set<string>;
}

/** The requests of the chat box, the agents that answer them, and what they edited meanwhile. */
export class ChatHub {
  private readonly core: AgentCore;
  private readonly now: () => number;
  private readonly uuid: () => string;
  private readonly chats = new Map<string, Chat>();
  private readonly clients = new Set<{ readonly client: ChatClient; readonly chatId: string | undefined }>();
  private readonly listeners = new Set<(message: ChatMessage) => void>();
  private readonly detach: readonly (() => void)[];

  constructor(options: ChatHubOptions) {
    this.core = options.core;
    this.now = options.now;
    this.uuid = options.uuid;
    this.detach = [
      this.core.session.onChange((change) => this.heed(change)),
      this.core.onLog((entry, edits) => this.claim(entry, edits)),
    ];
  }

  dispose(): void {
    for (const detach of this.detach) detach();
    this.listeners.clear();
    this.clients.clear();
  }

  /** Hears of every message that changed, until the returned function is called. */
  onChange(listener: (message: ChatMessage) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** All requests, oldest first. */
  messages(): readonly ChatMessage[] {
    return [...this.chats.values()].map((chat) => chat.message);
  }

  /** Names of the agents that wait for any request. */
  get listening(): readonly string[] {
    return [...this.clients].filter((c) => c.chatId === undefined).map((c) => c.client.name);
  }

  /** A person's text from the chat box; goes to every listening agent, unless it is queued until `begin`. */
  submit(text: string, path?: string, uri?: string, more: SubmitOptions = {}): AgentChatRequest {
    const { conversation, context, queued = false } = more;
    const request: AgentChatRequest = {
      chatId: this.uuid(),
      text,
      ...(path === undefined ? {} : { path }),
      ...(uri === undefined ? {} : { uri }),
      ...(context === undefined ? {} : { context }),
      ...(conversation === undefined ? {} : { conversation }),
      at: this.now(),
    };
    const chat: Chat = {
      message: { request, status: "queued", answer: "", edits: [] },
      takers: new Set(),
      offered: new Set(),
    };
    this.chats.set(request.chatId, chat);
    this.forgetOldest();
    if (queued) this.tell(chat);
    else this.start(chat);
    return request;
  }

  /** A queued request's turn has come. */
  begin(chatId: string): void {
    const chat = this.chats.get(chatId);
    if (chat?.message.status === "queued") this.start(chat);
  }

  private start(chat: Chat): void {
    const { request } = chat.message;
    const checkpoint = this.core.checkpoints.take(`before “${shortened(request.text)}”`, "chat").id;
    chat.message = { ...chat.message, status: "waiting", checkpoint };
    for (const name of this.listening) chat.offered.add(name);
    this.tell(chat);
    for (const { client, chatId } of this.clients) if (chatId === undefined) client.notify(request);
  }

  /** What was asked and answered without an agent: a slash command, or an earlier window. */
  adopt(message: ChatMessage): void {
    const chat: Chat = { message, takers: new Set(), offered: new Set() };
    this.chats.set(message.request.chatId, chat);
    this.forgetOldest();
    this.tell(chat);
  }

  /** Forgets requests; those that are open are stopped first. */
  forget(chatIds: Iterable<string>): void {
    for (const chatId of chatIds) {
      this.stop(chatId);
      this.chats.delete(chatId);
    }
  }

  /** A request with all that came of it so far. */
  find(chatId: string): ChatMessage | undefined {
    return this.chats.get(chatId)?.message;
  }

  /** What the program says that a request took. */
  tellUsage(chatId: string, usage: ChatUsage): void {
    const chat = this.chats.get(chatId);
    if (chat !== undefined) this.change(chat, { usage });
  }

  /** The requests that nobody took yet, or the one named; with `listen` later ones come by `notify`. */
  subscribe(
    client: ChatClient,
    options: SubscribeOptions = {},
  ): { readonly requests: readonly AgentChatRequest[]; dispose(): void } {
    const { chatId, listen = true } = options;
    const requests: AgentChatRequest[] = [];
    if (chatId !== undefined) {
      const chat = this.running(chatId, "take");
      this.take(chat, client.name);
      requests.push(chat.message.request);
    } else {
      for (const chat of this.chats.values()) {
        if (chat.message.status !== "waiting") continue;
        chat.offered.add(client.name);
        requests.push(chat.message.request);
      }
    }
    const member = { client, chatId };
    if (listen && chatId === undefined) this.clients.add(member);
    return { requests, dispose: () => this.leave(member) };
  }

  /** One piece of an answer. Throws `invalid-args`, `not-found`, `conflict` (another agent has it), `cancelled`. */
  async event(clientName: string, params: unknown): Promise<{ ok: true; revision?: number }> {
    const event = parseChatEvent(params);
    const chat = this.running(event.chatId, "answer");
    if (chat.takers.size > 0 && !chat.takers.has(clientName)) {
      throw new CommandError({
        code: "conflict",
        message: `Cannot answer chat ${event.chatId}: ${[...chat.takers].join(" and ")} has taken it.`,
        hint: "Ask for the requests that nobody took with agent.chatSubscribe.",
      });
    }
    this.take(chat, clientName);
    const { text = "" } = event;
    if (event.kind === "text") this.write(chat, text);
    if (event.kind === "progress") {
      const percent = event.percent === undefined ? {} : { percent: event.percent };
      this.change(chat, { progress: { text, ...percent } });
    }
    if (event.kind === "done") {
      if (text !== "") this.write(chat, text);
      this.end(chat, { status: "done" });
    }
    if (event.kind === "error") this.end(chat, { status: "error", error: text });
    if (event.kind !== "intents") return { ok: true };
    const path = event.path ?? chat.message.request.path;
    const result = (await this.core.run(
      "session.transaction",
      {
        intents: event.intents,
        label: event.label ?? "Chat edit",
        ...(path === undefined ? {} : { path }),
      },
      { caller: { name: clientName, kind: "agent", chatId: event.chatId } },
    )) as { documents: readonly { revision: number }[] };
    const revision = result.documents[0]?.revision;
    return { ok: true, ...(revision === undefined ? {} : { revision }) };
  }

  /** The person wants no more of it: later events of the agent are refused with `cancelled`. */
  stop(chatId: string): void {
    const chat = this.chats.get(chatId);
    if (chat !== undefined && (isOpen(chat) || chat.message.status === "queued")) this.end(chat, { status: "stopped" });
  }

  private running(chatId: string, verb: string): Chat {
    const chat = this.chats.get(chatId);
    if (chat === undefined) {
      throw new CommandError({
        code: "not-found",
        message: `Cannot ${verb} chat ${chatId}: there is no such request.`,
        hint: "List the waiting requests with agent.chatSubscribe.",
      });
    }
    if (isOpen(chat)) return chat;
    const { status } = chat.message;
    throw new CommandError({
      code: status === "stopped" ? "cancelled" : "conflict",
      message: `Cannot ${verb} chat ${chatId}: ${status === "stopped" ? "the person stopped it" : `it has ended (${status})`}.`,
      hint: "Do nothing more for this request.",
    });
  }

  private take(chat: Chat, name: string): void {
    if (chat.takers.has(name)) return;
    chat.takers.add(name);
    this.change(chat, { status: "running", agent: chat.message.agent ?? name });
  }

  private write(chat: Chat, text: string): void {
    const { answer } = chat.message;
    if (answer.length >= MAX_ANSWER) return;
    const whole = answer + text;
    this.change(chat, { answer: whole.length < MAX_ANSWER ? whole : whole.slice(0, MAX_ANSWER) + CUT_NOTE });
  }

  private end(chat: Chat, how: Pick<ChatMessage, "status" | "error">): void {
    const { progress: _, ...rest } = chat.message;
    chat.message = { ...rest, ...how, endedAt: this.now() };
    this.tell(chat);
  }

  /** An agent that leaves while it works on a request lets the person know. */
  private leave(member: { readonly client: ChatClient; readonly chatId: string | undefined }): void {
    if (!this.clients.delete(member)) return;
    const { name } = member.client;
    if (this.listening.includes(name)) return;
    for (const chat of this.chats.values()) {
      chat.offered.delete(name);
      if (isOpen(chat) && chat.takers.delete(name) && chat.takers.size === 0) {
        this.end(chat, { status: "error", error: `${name} left before it had answered.` });
      }
    }
  }

  private heed(change: Change): void {
    if (change.reason === "undo" || change.reason === "redo") {
      const undone = change.reason === "undo";
      this.mark((edit) => edit.path === change.path && edit.entry === change.entry, undone);
    } else if (change.reason === "revert")
      this.mark((edit) => edit.path === change.path && edit.proposed !== true, true);
  }

  private mark(which: (edit: ChatMessage["edits"][number]) => boolean, undone: boolean): void {
    for (const chat of this.chats.values()) {
      if (!chat.message.edits.some((edit) => which(edit) && edit.undone !== undone)) continue;
      this.change(chat, { edits: chat.message.edits.map((edit) => (which(edit) ? { ...edit, undone } : edit)) });
    }
  }

  private claim(entry: LogEntry, changes: readonly Change[]): void {
    if ((changes.length === 0 && entry.proposal === undefined) || entry.callerKind === "person") return;
    const chat = this.chatOf(entry);
    if (chat === undefined) return;
    this.take(chat, entry.caller);
    const edits = changes.map((change) => {
      const ids = [...change.newIds, ...change.changedIds, ...change.removedIds];
      const { path, label, entry: id, group } = change;
      return { path, label, entry: id ?? "", group: group ?? "", items: ids.length, undone: false, ids };
    });
    const proposed = entry.proposal === undefined ? [] : this.proposedEdits(entry.proposal);
    const others = chat.message.edits.filter(({ group }) => entry.proposal === undefined || group !== entry.proposal);
    this.change(chat, { edits: [...others, ...edits, ...proposed] });
  }

  /** A proposal as its card lists it: a line for each document. */
  private proposedEdits(id: string): ChatMessage["edits"] {
    return this.core.reviews.list({ ids: new Set([id]) }).flatMap(({ label, items }) => {
      return [...new Set(items.map(({ path }) => path))].map((path) => {
        const ids = items.filter((item) => item.path === path).map((item) => item.id);
        return { path, label, entry: "", group: id, items: ids.length, undone: false, proposed: true as const, ids };
      });
    });
  }

  /** The request that a call serves: named by the caller, taken by it, or offered to it and still free. */
  private chatOf(entry: LogEntry): Chat | undefined {
    if (entry.chatId !== undefined) {
      const chat = this.chats.get(entry.chatId);
      return chat !== undefined && isOpen(chat) ? chat : undefined;
    }
    const open = [...this.chats.values()].filter(isOpen);
    return (
      open.find((chat) => chat.takers.has(entry.caller)) ??
      open.find((chat) => chat.takers.size === 0 && chat.offered.has(entry.caller))
    );
  }

  private change(chat: Chat, what: Partial<ChatMessage>): void {
    chat.message = { ...chat.message, ...what };
    this.tell(chat);
  }

  private tell(chat: Chat): void {
    for (const listener of this.listeners) listener(chat.message);
  }

  private forgetOldest(): void {
    for (const [chatId, chat] of this.chats) {
      if (this.chats.size <= MAX_MESSAGES) return;
      if (!isOpen(chat) && chat.message.status !== "queued") this.chats.delete(chatId);
    }
  }
}

/** The first words of a request, to tell it from others. */
function shortened(text: string): string {
  const line = plainLine(text, MAX_SHORT);
  return line === "" ? "a request" : line;
}

function isOpen(chat: Chat): boolean {
  return chat.message.status === "waiting" || chat.message.status === "running";
}
