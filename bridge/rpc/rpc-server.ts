import type { AgentCore } from "../../core/agent/agent-core.ts";
import type { AgentChatEvent, AgentChatRequest } from "../../core/agent/chat.ts";
import { parseChatEvent } from "../../core/agent/chat-event.ts";
import { CommandError } from "../../core/base/error.ts";
import type { Caller } from "../../core/commands/define.ts";
import { clientName, plainLine } from "../../core/commands/person.ts";
import { isDirty } from "../../core/session/open-document.ts";
import type { Change } from "../../core/session/session.ts";
import type { MessageServer } from "./connection.ts";
import { HeldTransaction } from "./held-transaction.ts";
import type { IncomingCall } from "./json-rpc.ts";
import { errorObject, freshClient, RpcError, RpcPeer, rpcCodes } from "./json-rpc.ts";

/** The chat box, as a surface sees it; the editor has one. */
export interface ChatPort {
  /** The waiting requests, or the one named; with `listen` later ones come by `notify`. */
  subscribe(
    client: { readonly name: string; notify(request: AgentChatRequest): void },
    options: { readonly listen?: boolean; readonly chatId?: string },
  ): { readonly requests: readonly AgentChatRequest[]; dispose(): void };
  event(clientName: string, event: AgentChatEvent): Promise<{ ok: true; revision?: number }>;
}

export interface RpcServerOptions {
  readonly core: AgentCore;
  /** Sends one message to the client. */
  send(message: unknown): void;
  /** Who the client is until it says `session.hello`. */
  readonly caller: Caller;
  /** Save what a call changed before it is answered. */
  readonly autoSave?: boolean;
  readonly chat?: ChatPort;
}

/** Methods besides the registry's. */
const ownMethods = {
  "rpc.discover": "What this server offers.",
  "session.hello": "{ name }: how edits of this client are signed.",
  "session.subscribe": "{ steps: boolean }: whether document.changed carries the steps that a replica applies.",
  "session.begin": "{ label }: your calls from now on are one change, until session.commit or session.rollback.",
  "session.commit": "Keeps the change that session.begin began. Silence for 10 s takes it back.",
  "session.rollback": "Takes everything back that was done since session.begin.",
} as const;

const chatMethods = {
  "agent.chatSubscribe": "{ listen?, chatId? }: the chat box's waiting requests; later ones come as agent.chat.",
  "agent.chatEvent": "{ chatId, kind, … }: a piece of the answer.",
} as const;

const MAX_NAME = 100;

/** JSON-RPC 2.0 for one client: every command is a method. */
export class RpcServer implements MessageServer {
  private readonly options: RpcServerOptions;
  private readonly core: AgentCore;
  private readonly peer: RpcPeer;
  private readonly detach: (() => void)[];
  private caller: Caller;
  private wantsSteps = false;
  /** By edits in its name since they were last saved for it. */
  private readonly changedPaths = new Set<string>();
  private chats: { dispose(): void }[] = [];
  /** From the moment it is asked for. */
  private held: Promise<HeldTransaction> | null = null;

  constructor(options: RpcServerOptions) {
    this.options = options;
    this.core = options.core;
    this.caller = { client: freshClient(), ...options.caller };
    this.peer = new RpcPeer({
      send: options.send,
      request: (method, params, call) => this.request(method, params, call),
      notification: (method, params) => this.notification(method, params),
    });
    this.detach = [
      this.core.session.onChange((change) => {
        if (["edit", "undo", "redo"].includes(change.reason) && change.actor === this.caller.name)
          this.changedPaths.add(change.path);
        this.peer.notify("document.changed", this.changed(change));
      }),
      this.core.onLog((entry) => {
        if (entry.kind === "query") return;
        this.peer.notify("session.log", { level: entry.error === undefined ? "info" : "error", entry });
      }),
    ];
  }

  receive(text: string): void {
    this.peer.receive(text);
  }

  receiveFault(reason: string): void {
    this.peer.receiveFault(reason);
  }

  whenIdle(): Promise<void> {
    return this.peer.whenIdle();
  }

  close(): void {
    for (const detach of this.detach) detach();
    for (const chat of this.chats) chat.dispose();
    this.chats = [];
    this.peer.close();
    void this.letGo();
  }

  private async request(method: string, params: unknown, call: IncomingCall): Promise<unknown> {
    if (method === "rpc.discover") return this.discover();
    if (method === "session.hello") return this.hello(params);
    if (method === "session.subscribe") {
      this.wantsSteps = field(method, params, "steps", "boolean");
      return { steps: this.wantsSteps };
    }
    if (method === "session.begin") return this.begin(params, call);
    if (method === "session.commit" || method === "session.rollback") return this.endHeld(method);
    const { chat } = this.options;
    if (chat !== undefined && method === "agent.chatSubscribe") return this.chatSubscribe(chat, params);
    if (chat !== undefined && method === "agent.chatEvent") {
      return chat.event(this.caller.name, parseChatEvent(params));
    }
    return this.run(method, params, call);
  }

  private async run(method: string, params: unknown, call: IncomingCall): Promise<unknown> {
    const { caller } = this;
    if (this.held !== null) return (await this.held).run(method, params, call.signal);
    const result = await this.core.run(method, params, {
      caller,
      signal: call.signal,
      progress: (message, percent) =>
        this.peer.notify("command.progress", {
          id: call.id,
          method,
          message,
          ...(percent === undefined ? {} : { percent }),
        }),
    });
    if (this.core.registry.get(method).kind !== "query") await this.saveOwn();
    return result;
  }

  /** With auto-save: what this client's calls changed, and nobody else's unsaved work. */
  private async saveOwn(): Promise<void> {
    const paths = [...this.changedPaths];
    this.changedPaths.clear();
    if (this.options.autoSave !== true) return;
    const own = this.core.session.list().filter((open) => isDirty(open) && paths.includes(open.path));
    for (const { path } of own) await this.core.run("session.save", { path }, { caller: this.caller });
  }

  private async begin(params: unknown, call: IncomingCall): Promise<unknown> {
    const label = plainLine(field("session.begin", params, "label", "string"), MAX_NAME) || "Transaction";
    if (this.held !== null) {
      throw new CommandError({
        code: "conflict",
        message: "Cannot begin a transaction: yours is under way.",
        hint: "End it with session.commit or session.rollback.",
      });
    }
    // A cancel takes it back only while it waits for its turn; then session.rollback does.
    const waits = new AbortController();
    const onAbort = () => waits.abort();
    call.signal.addEventListener("abort", onAbort, { once: true });
    const held = HeldTransaction.begin(this.core, label, { caller: this.caller, signal: waits.signal });
    this.held = held;
    try {
      await held;
      return { label };
    } catch (thrown) {
      this.held = null;
      throw thrown;
    } finally {
      call.signal.removeEventListener("abort", onAbort);
    }
  }

  private async endHeld(method: "session.commit" | "session.rollback"): Promise<unknown> {
    const { held } = this;
    if (held === null) {
      throw new CommandError({
        code: "conflict",
        message: `Cannot run ${method}: there is no transaction of yours.`,
        hint: 'Begin one with session.begin { "label": "…" }.',
      });
    }
    this.held = null;
    const transaction = await held;
    await (method === "session.commit" ? transaction.commit() : transaction.rollBack());
    if (method === "session.commit") await this.saveOwn();
    return { committed: method === "session.commit" };
  }

  /** The client has left: what it held is taken back, also when its turn comes only later. */
  private async letGo(): Promise<void> {
    const { held } = this;
    this.held = null;
    await held?.then((transaction) => transaction.rollBack()).catch(() => undefined);
  }

  private notification(method: string, params: unknown): void {
    if (method === "$/cancel" || method === "$/cancelRequest") {
      this.peer.cancel((params as { id?: unknown } | undefined)?.id);
      return;
    }
    // Others of that form may be ignored; that is what the form is for.
    if (method.startsWith("$/")) return;
    const call: IncomingCall = { id: null, signal: new AbortController().signal };
    this.request(method, params, call).catch((thrown: unknown) => {
      const { message, data } = errorObject(thrown);
      this.peer.notify("session.log", { level: "error", message, method, id: null, data });
    });
  }

  private discover(): unknown {
    const { registry } = this.core;
    return {
      methods: registry.commands.map(({ id, title, about, kind, scope, args, result, examples }) => ({
        id,
        title,
        about,
        kind,
        scope,
        params: args,
        result,
        examples: examples.map((example) => ({
          about: example.about,
          params: { ...(example.fixture === undefined ? {} : { path: example.fixture }), ...example.args },
        })),
      })),
      notifications: [
        {
          method: "document.changed",
          about: "A document was opened, edited, undone, redone, saved, reverted, closed.",
        },
        { method: "command.progress", about: "How far a long call of yours is: { id, method, message, percent? }." },
        { method: "session.log", about: "A call that is no query ended: { level, entry }." },
        ...(this.options.chat === undefined
          ? []
          : [{ method: "agent.chat", about: "A request typed in the chat box: { chatId, text, path?, uri?, at }." }]),
      ],
      extra: {
        methods: { ...ownMethods, ...(this.options.chat === undefined ? {} : chatMethods) },
        notifications: { "$/cancel": "{ id }: cancels one of your requests." },
      },
    };
  }

  private hello(params: unknown): unknown {
    const name = plainLine(field("session.hello", params, "name", "string"), MAX_NAME + 1);
    if (name === "" || name.length > MAX_NAME) {
      throw new RpcError(rpcCodes.invalidParams, `Cannot take the name: it must have 1 to ${MAX_NAME} characters.`, {
        code: "invalid-args",
      });
    }
    this.caller = { ...this.caller, name: clientName(name, name) };
    return { name: this.caller.name };
  }

  private chatSubscribe(chat: ChatPort, params: unknown): unknown {
    const { listen, chatId } = (params ?? {}) as { listen?: unknown; chatId?: unknown };
    if (listen !== undefined) field("agent.chatSubscribe", params, "listen", "boolean");
    if (chatId !== undefined) field("agent.chatSubscribe", params, "chatId", "string");
    const subscription = chat.subscribe(
      { name: this.caller.name, notify: (request) => this.peer.notify("agent.chat", request) },
      { listen: listen !== false, ...(typeof chatId === "string" ? { chatId } : {}) },
    );
    this.chats.push(subscription);
    return subscription.requests;
  }

  private changed(change: Change): unknown {
    const { steps, ...rest } = change;
    const op = opOf(this.core, change);
    return { ...rest, ...(op === undefined ? {} : { op }), ...(this.wantsSteps ? { steps } : {}) };
  }
}

/** The verb of the command that made the change, where its undo entry bears the command's title. */
function opOf(core: AgentCore, change: Change): string | undefined {
  const area = /\.kicad_sch$/.test(change.path) ? "sch." : "pcb.";
  const command = core.registry.commands.find(({ id, title }) => title === change.label && id.startsWith(area));
  return command?.id.slice(area.length);
}

type Types = { string: string; boolean: boolean };

function field<T extends keyof Types>(method: string, params: unknown, name: string, type: T): Types[T] {
  const value = (params as Record<string, unknown> | undefined)?.[name];
  if ((type === "string" && typeof value === "string") || (type === "boolean" && typeof value === "boolean"))
    return value as Types[T];
  throw new RpcError(rpcCodes.invalidParams, `Cannot run ${method}: ${name} must be a ${type}.`, {
    code: "invalid-args",
    hint: `Example: ${method} ${JSON.stringify({ [name]: type === "string" ? "my agent" : true })}`,
  });
}
