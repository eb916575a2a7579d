import * as vscode from "vscode";
import type { AgentCore } from "../../core/agent/agent-core.ts";
import type { ChatMessage } from "../../core/agent/chat.ts";
import type { ChatHub } from "../../core/agent/chat-hub.ts";
import { toCommandError } from "../../core/base/error.ts";
import type { FromChat, ToChat } from "../../webview-ui/protocol.ts";
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
        this.post({ type: "state", messages: hub.messages(), driver: desk.answerer });
        return;
      case "send":
        if (message.text.trim() !== "") await desk.ask(message.text).taken;
        return;
      case "stop":
        hub.stop(message.chatId);
        return;
      case "undoEdit": {
        const edits = hub.messages().flatMap((each) => each.edits);
        const edit = edits.find((each) => each.group === message.group);
        if (edit === undefined) return;
        await core.run("session.undo", { path: edit.path, group: edit.group }, { caller: PERSON });
        return;
      }
      case "showEdit":
        await editors.show(message.path, message.ids, "Chat edit");
    }
  }

  private queue(message: ChatMessage): void {
    this.unsent.set(message.request.chatId, message);
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      for (const each of this.unsent.values()) this.post({ type: "message", message: each });
      this.unsent.clear();
    }, SEND_EVERY_MS);
  }

  private post(message: ToChat): void {
    void this.view?.webview.postMessage(message);
  }
}
