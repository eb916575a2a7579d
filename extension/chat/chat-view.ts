import * as vscode from "vscode";
import type { AgentCore } from "../../core/agent/agent-core.ts";
import type { ChatMessage } from "../../core/agent/chat.ts";
import type { ChatHub } from "../../core/agent/chat-hub.ts";
import type { Conversations } from "../../core/agent/conversations.ts";
import { toCommandError } from "../../core/base/error.ts";
import type { FromChat, ReviewView, ToChat } from "../../webview-ui/protocol.ts";
import { PERSON } from "../editor/canvas-link.ts";
import type { KicadEditors } from "../editor/kicad-editors.ts";
import { sayError } from "../editor/kicad-editors.ts";
import { bundlePage, webviewOptions } from "../webview-page.ts";
import type { ChatContexts } from "./chat-context.ts";
import type { ChatDesk } from "./chat-desk.ts";
import { ReviewViews } from "./review-view.ts";
import type { SlashOptions } from "./slash-commands.ts";
import { completeSlash, isSlash, runSlash } from "./slash-commands.ts";

/** An answer that streams in small pieces is sent at most so often, in milliseconds. */
const SEND_EVERY_MS = 50;

export interface ChatViewOptions {
  readonly core: AgentCore;
  readonly hub: ChatHub;
  readonly desk: ChatDesk;
  readonly conversations: Conversations;
  readonly contexts: ChatContexts;
  readonly editors: KicadEditors;
  readonly model: SlashOptions["model"];
  readonly extension: vscode.Uri;
}

/** The chat box: a view of the hub's messages. */
export class ChatView implements vscode.WebviewViewProvider, vscode.Disposable {
  static readonly id = "edsnx.chat";
  private readonly options: ChatViewOptions;
  private readonly disposables: vscode.Disposable[];
  private readonly unsent = new Map<string, ChatMessage>();
  private readonly reviews: ReviewViews;
  private view: vscode.WebviewView | null = null;
  private timer: NodeJS.Timeout | undefined;
  private picks = 0;

  constructor(options: ChatViewOptions) {
    this.options = options;
    this.reviews = new ReviewViews(options.core);
    this.disposables = [
      { dispose: options.hub.onChange((message) => this.queue(message)) },
      { dispose: options.conversations.onChange(() => this.sendState()) },
      {
        dispose: options.core.reviews.onChange(({ id }) => {
          for (const message of options.hub.messages())
            if (message.edits.some((edit) => edit.group === id)) this.queue(message);
        }),
      },
      vscode.window.registerWebviewViewProvider(ChatView.id, this, {
        webviewOptions: { retainContextWhenHidden: true },
      }),
    ];
  }

  dispose(): void {
    clearTimeout(this.timer);
    for (const disposable of this.disposables) disposable.dispose();
  }

  resolveWebviewView(view: vscode.WebviewView): void {
    const { extension } = this.options;
    this.view = view;
    view.webview.options = webviewOptions(extension);
    view.webview.onDidReceiveMessage((message: FromChat) => {
      this.receive(message).catch((thrown: unknown) => {
        void vscode.window.showErrorMessage(sayError(toCommandError(thrown)));
      });
    });
    view.onDidDispose(() => {
      this.view = null;
    });
    view.webview.html = bundlePage(view.webview, extension, { bundle: "chat", title: "Chat" });
  }

  private async receive(message: FromChat): Promise<void> {
    const { core, hub, editors, contexts } = this.options;
    switch (message.type) {
      case "ready":
        this.sendState();
        this.sendAttached();
        return;
      case "send":
        return this.send(message);
      case "stop":
        hub.stop(message.chatId);
        return;
      case "accept":
        await core.reviews.accept(message.id, message.item, undefined, message.seen);
        return;
      case "reject":
        await core.reviews.reject(message.id, PERSON.name, message.item, message.note);
        return;
      case "judgeAll":
        return this.judgeAll(message.chatId, message.verdict);
      case "restore":
        return this.restore(message.chatId, message.what);
      case "compare":
        return this.compare(message.id);
      case "showEdit":
        await editors.show(message.path, message.ids, "Chat edit");
        return;
      case "conversation":
        return this.converse(message);
      case "complete": {
        const { typed } = message;
        const rest = typed.slice(1).replace(/^"/, "");
        const items = typed.startsWith("/") ? completeSlash(rest) : contexts.complete(rest);
        this.post({ type: "completions", typed, items });
        return;
      }
      case "attach":
        return this.attach(message.what);
      case "detach":
        contexts.detachAt(message.index);
        this.sendAttached();
    }
  }

  private async send(message: Extract<FromChat, { type: "send" }>): Promise<void> {
    const { core, desk, conversations, editors, model } = this.options;
    const text = message.text.trim();
    if (text === "") return;
    if (isSlash(text)) return runSlash(text, { core, conversations, editors, model });
    const { replaces } = message;
    if (replaces !== undefined && message.restore === true) await this.restore(replaces, "design");
    const { taken } = desk.ask(message.text, replaces);
    this.sendAttached();
    await taken;
  }

  private converse(message: Extract<FromChat, { type: "conversation" }>): void {
    const { conversations } = this.options;
    if (message.do === "open") conversations.select(message.id);
    else if (message.do === "new") conversations.start();
    else conversations.clear();
  }

  private async compare(id: string): Promise<void> {
    const { core } = this.options;
    try {
      this.post({ type: "comparison", id, made: await core.compare(id) });
    } catch (thrown) {
      this.post({ type: "comparison", id, problem: sayError(toCommandError(thrown)) });
    }
  }

  private async restore(chatId: string, what: Extract<FromChat, { type: "restore" }>["what"]): Promise<void> {
    const { core, hub, conversations } = this.options;
    const id = hub.find(chatId)?.checkpoint;
    if (what !== "conversation" && id !== undefined) await core.run("session.restore", { id }, { caller: PERSON });
    if (what === "design") return;
    const text = conversations.rewind(chatId);
    if (text !== null) this.post({ type: "draft", text });
  }

  private async attach(what: "selection" | "pick"): Promise<void> {
    const { contexts, editors } = this.options;
    const document = editors.active;
    if (document?.path === undefined) {
      void vscode.window.showInformationMessage("Open a board or a schematic first: its items can be attached.");
      return;
    }
    const { path } = document;
    if (what === "selection") contexts.attach(path, document.selection);
    else {
      const prompt = "Select what the request is about.";
      const pick = { id: `attach-${++this.picks}`, mode: "items" as const, prompt, from: "The chat box" };
      await editors.pick(path, pick, (answer) => {
        if (answer !== null && "ids" in answer) contexts.attach(path, answer.ids);
        this.sendAttached();
      });
    }
    this.sendAttached();
  }

  private async judgeAll(chatId: string, verdict: "accept" | "reject"): Promise<void> {
    const { core, hub } = this.options;
    const message = hub.find(chatId);
    const ids = new Set(message?.edits.map(({ group }) => group) ?? []);
    const isAccept = verdict === "accept";
    const refusals = await (isAccept ? core.reviews.acceptAll({ ids }) : core.reviews.rejectAll({ ids }, PERSON.name));
    if (refusals.length === 0) return;
    const lines = refusals.map(({ message }) => message).join(" ");
    void vscode.window.showWarningMessage(
      isAccept
        ? `${refusals.length} of ${ids.size} changes were not accepted: ${lines}`
        : `${refusals.length} of ${ids.size} changes stay, because they were changed since: ${lines} ` +
            "Undo the later changes first, or single items.",
    );
  }

  private sendState(): void {
    const { core, desk, conversations } = this.options;
    this.post({
      type: "state",
      messages: conversations.messages(),
      driver: desk.answerer,
      reviews: core.reviews.list().map((review) => this.reviews.of(review)),
      conversations: conversations.list,
      current: conversations.current,
    });
  }

  private sendAttached(): void {
    this.post({ type: "attached", subjects: this.options.contexts.attached });
  }

  private queue(message: ChatMessage): void {
    if (message.request.conversation !== this.options.conversations.current) return;
    this.unsent.set(message.request.chatId, message);
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      for (const each of this.unsent.values())
        if (this.options.hub.find(each.request.chatId) !== undefined)
          this.post({ type: "message", message: each, reviews: this.reviewsOf(each) });
      this.unsent.clear();
    }, SEND_EVERY_MS);
  }

  private reviewsOf(message: ChatMessage): ReviewView[] {
    const { core } = this.options;
    const ids = new Set(message.edits.map(({ group }) => group));
    return core.reviews.list({ ids }).map((review) => this.reviews.of(review));
  }

  private post(message: ToChat): void {
    void this.view?.webview.postMessage(message);
  }
}
