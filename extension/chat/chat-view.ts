import * as vscode from "vscode";
import type { AgentCore } from "../../core/agent/agent-core.ts";
import type { ChatMessage } from "../../core/agent/chat.ts";
import type { ChatHub } from "../../core/agent/chat-hub.ts";
import { toCommandError } from "../../core/base/error.ts";
import { referenceOf } from "../../core/commands/item-refs.ts";
import type { Review, ReviewItem } from "../../core/session/review.ts";
import { stateOf } from "../../core/session/review.ts";
import type { FromChat, ReviewView, ToChat } from "../../webview-ui/protocol.ts";
import { PERSON } from "../editor/canvas-link.ts";
import type { KicadEditors } from "../editor/kicad-editors.ts";
import { sayError } from "../editor/kicad-editors.ts";
import { bundlePage, webviewOptions } from "../webview-page.ts";
import type { ChatDesk } from "./chat-desk.ts";

/** An answer that streams in small pieces is sent at most so often, in milliseconds. */
const SEND_EVERY_MS = 50;

export interface ChatViewOptions {
  readonly core: AgentCore;
  readonly hub: ChatHub;
  readonly desk: ChatDesk;
  readonly editors: KicadEditors;
  readonly extension: vscode.Uri;
}

/** The chat box: a view of the hub's messages. */
export class ChatView implements vscode.WebviewViewProvider, vscode.Disposable {
  static readonly id = "edsnx.chat";
  private readonly options: ChatViewOptions;
  private readonly disposables: vscode.Disposable[];
  private readonly unsent = new Map<string, ChatMessage>();
  private view: vscode.WebviewView | null = null;
  private timer: NodeJS.Timeout | undefined;

  constructor(options: ChatViewOptions) {
    this.options = options;
    this.disposables = [
      { dispose: options.hub.onChange((message) => this.queue(message)) },
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
    const { core, hub, desk, editors } = this.options;
    switch (message.type) {
      case "ready":
        this.post({
          type: "state",
          messages: hub.messages(),
          driver: desk.answerer,
          reviews: core.reviews.list().map((review) => viewOf(core, review)),
        });
        return;
      case "send":
        if (message.text.trim() !== "") await desk.ask(message.text).taken;
        return;
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
      case "restore": {
        const id = hub.messages().find(({ request }) => request.chatId === message.chatId)?.checkpoint;
        if (id !== undefined) await core.run("session.restore", { id }, { caller: PERSON });
        return;
      }
      case "showEdit":
        await editors.show(message.path, message.ids, "Chat edit");
    }
  }

  private async judgeAll(chatId: string, verdict: "accept" | "reject"): Promise<void> {
    const { core, hub } = this.options;
    const message = hub.messages().find(({ request }) => request.chatId === chatId);
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

  private queue(message: ChatMessage): void {
    this.unsent.set(message.request.chatId, message);
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      for (const each of this.unsent.values())
        this.post({ type: "message", message: each, reviews: this.reviewsOf(each) });
      this.unsent.clear();
    }, SEND_EVERY_MS);
  }

  private reviewsOf(message: ChatMessage): ReviewView[] {
    const { core } = this.options;
    const ids = new Set(message.edits.map(({ group }) => group));
    return core.reviews.list({ ids }).map((review) => viewOf(core, review));
  }

  private post(message: ToChat): void {
    void this.view?.webview.postMessage(message);
  }
}

function viewOf(core: AgentCore, review: Review): ReviewView {
  const { id, note, proposal } = review;
  const items = review.items.map((item) => ({ ...item, name: nameOf(core, item) }));
  return {
    id,
    state: stateOf(review),
    items,
    ...(note === undefined ? {} : { note }),
    ...(proposal === undefined ? {} : { proposal: proposal.calls }),
  };
}

/** What a person calls an item. */
function nameOf(core: AgentCore, { path, id }: ReviewItem): string {
  const item = core.session.find(path)?.doc.items.get(id);
  if (item === undefined) return "Item";
  return referenceOf(item) || item.kind;
}
