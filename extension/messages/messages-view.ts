import * as vscode from "vscode";
import type { AgentCore, LogEntry } from "../../core/agent/agent-core.ts";
import { callAsCli, callAsScript, jsonOf } from "../../core/agent/call-text.ts";
import { toCommandError } from "../../core/base/error.ts";
import type { AgentView, CallView, FromMessages, ToMessages } from "../../webview-ui/protocol.ts";
import { sayError } from "../editor/kicad-editors.ts";
import { bundlePage, webviewOptions } from "../webview-page.ts";

/** Calls that are remembered, and characters shown of the arguments and the result of one. */
const MAX_CALLS = 1000;
const MAX_SHOWN = 4000;

/** Arguments longer than this are not kept to be copied. */
const MAX_ARGS = 64 * 1024;

const SEND_EVERY_MS = 100;

export interface MessagesViewOptions {
  readonly core: AgentCore;
  readonly extension: vscode.Uri;
}

interface Call {
  readonly view: CallView;
  readonly args: unknown;
}

/** Every call of the window, by whom, with what and what came of it; and the agents, to be paused one by one. */
export class MessagesView implements vscode.WebviewViewProvider, vscode.Disposable {
  static readonly id = "edsnx.messages";
  private readonly options: MessagesViewOptions;
  private readonly disposables: vscode.Disposable[];
  private readonly calls = new Map<number, Call>();
  private readonly agents = new Set<string>();
  private unsent: CallView[] = [];
  private last = 0;
  private view: vscode.WebviewView | null = null;
  private timer: NodeJS.Timeout | undefined;

  constructor(options: MessagesViewOptions) {
    this.options = options;
    const { core } = options;
    this.disposables = [
      { dispose: core.onLog((entry) => this.take(entry)) },
      { dispose: core.automation.onChange(() => this.sendAgents()) },
      vscode.window.registerWebviewViewProvider(MessagesView.id, this),
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
    view.webview.onDidReceiveMessage((message: FromMessages) => {
      this.receive(message).catch((thrown: unknown) => {
        void vscode.window.showErrorMessage(sayError(toCommandError(thrown)));
      });
    });
    view.onDidDispose(() => {
      this.view = null;
    });
    view.webview.html = bundlePage(view.webview, extension, { bundle: "messages", title: "Messages" });
  }

  private async receive(message: FromMessages): Promise<void> {
    const { automation } = this.options.core;
    switch (message.type) {
      case "ready":
        this.unsent = [];
        this.post({ type: "all", calls: [...this.calls.values()].map(({ view }) => view) });
        this.sendAgents();
        return;
      case "copy": {
        const text = message.ids.flatMap((id) => {
          const call = this.calls.get(id);
          if (call === undefined) return [];
          const what = { id: call.view.command, args: call.args };
          return [message.as === "cli" ? callAsCli(what) : callAsScript(what)];
        });
        await vscode.env.clipboard.writeText(text.join("\n"));
        return;
      }
      case "pause":
        if (message.paused) automation.pause(message.agent);
        else automation.unpause(message.agent);
        return;
      case "halt":
        await vscode.commands.executeCommand(message.halted ? "edsnx.agent.stop" : "edsnx.agent.resume");
        return;
      case "clear":
        this.calls.clear();
        this.post({ type: "all", calls: [] });
    }
  }

  private take(entry: LogEntry): void {
    const { at, caller, callerKind, id: command, args, ms, result, error } = entry;
    const id = ++this.last;
    const view: CallView = {
      ...{ id, at, caller, callerKind, command, ms },
      args: jsonOf(args, MAX_SHOWN),
      result: error === undefined ? jsonOf(result, MAX_SHOWN) : "",
      ...(error === undefined ? {} : { error: `${error.code}: ${error.message}` }),
    };
    this.calls.set(id, { view, args: jsonOf(args).length > MAX_ARGS ? {} : args });
    const oldest = this.calls.keys().next().value;
    if (this.calls.size > MAX_CALLS && oldest !== undefined) this.calls.delete(oldest);
    if (callerKind !== "person" && !this.agents.has(caller)) {
      this.agents.add(caller);
      this.sendAgents();
    }
    if (this.view === null) return;
    this.unsent.push(view);
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      if (this.unsent.length > 0) this.post({ type: "calls", calls: this.unsent });
      this.unsent = [];
    }, SEND_EVERY_MS);
  }

  private sendAgents(): void {
    const { automation } = this.options.core;
    const agents = [...new Set([...this.agents, ...automation.paused])].map(
      (name): AgentView => ({ name, isPaused: automation.paused.has(name) }),
    );
    this.post({ type: "agents", agents, halted: automation.halted !== null });
  }

  private post(message: ToMessages): void {
    void this.view?.webview.postMessage(message);
  }
}
