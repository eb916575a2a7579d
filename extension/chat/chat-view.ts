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
import type { ChatDriver } from "./chat-driver.ts";

/** An answer that streams in small pieces is sent at most so often, in milliseconds. */
const SEND_EVERY_MS = 50;

export interface ChatViewOptions {
  readonly core: AgentCore;
  readonly hub: ChatHub;
  readonly driver: ChatDriver;
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
    const { core, hub, editors } = this.options;
    switch (message.type) {
      case "ready":
        this.post({ type: "state", messages: hub.messages(), driver: this.driverName() });
        return;
      case "send":
        return this.send(message.text);
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

  private async send(text: string): Promise<void> {
    const { hub, driver, editors } = this.options;
    if (text.trim() === "") return;
    const document = editors.active;
    const request = hub.submit(text, document?.path, document?.uri.toString());
    if (hub.listening.length > 0) await untilTaken(hub, request.chatId);
    // An agent that is attached but busy elsewhere must not leave the person without an answer.
    const isFree = hub.messages().some((m) => m.request.chatId === request.chatId && m.status === "waiting");
    if (isFree) await driver.answer(request);
  }

  private driverName(): string {
    const { hub, driver } = this.options;
    return hub.listening[0] ?? driver.name;
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

/** How long a listening agent has to take a request before the configured program is started for it. */
const TAKE_WITHIN_MS = 15_000;

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
