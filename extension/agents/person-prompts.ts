import * as vscode from "vscode";
import type { OpenQuestion, PersonDesk } from "../../core/agent/person-desk.ts";
import type { KicadEditors } from "../editor/kicad-editors.ts";

export interface PersonPromptsOptions {
  readonly desk: PersonDesk;
  readonly editors: KicadEditors;
  readonly report: (line: string) => void;
}

/** Shows the questions of agents to the person, one at a time; closing one declines it, withdrawing one closes it. */
export class PersonPrompts implements vscode.Disposable {
  private readonly options: PersonPromptsOptions;
  private readonly detach: () => void;
  private readonly status = vscode.window.createStatusBarItem("edsnx.question", vscode.StatusBarAlignment.Left, 1);
  private shown: { readonly id: string; readonly source: vscode.CancellationTokenSource } | null = null;

  constructor(options: PersonPromptsOptions) {
    this.options = options;
    this.status.name = "Question of an agent";
    this.detach = options.desk.onChange(() => this.refresh());
  }

  dispose(): void {
    this.detach();
    this.shown?.source.cancel();
    this.status.dispose();
  }

  private refresh(): void {
    const { desk } = this.options;
    const [first] = desk.questions;
    if (this.shown !== null && !desk.questions.some(({ id }) => id === this.shown?.id)) {
      this.shown.source.cancel();
      this.shown = null;
    }
    if (first === undefined) return void this.status.hide();
    this.status.text = `$(question) ${first.from} asks`;
    this.status.tooltip = first.prompt;
    this.status.show();
    if (this.shown !== null) return;
    const source = new vscode.CancellationTokenSource();
    this.shown = { id: first.id, source };
    this.put(first, source.token).catch((thrown: unknown) => {
      this.options.report(`Cannot show a question: ${String(thrown)}`);
      desk.answer(first.id, { status: "declined" });
    });
  }

  private async put(question: OpenQuestion, token: vscode.CancellationToken): Promise<void> {
    const { desk } = this.options;
    const { id, kind, from, prompt, choices = [] } = question;
    if (kind === "items" || kind === "point") return this.pick(question, token);
    const title = `${from} asks`;
    const text =
      kind === "text"
        ? await vscode.window.showInputBox({ title, prompt, ignoreFocusOut: true }, token)
        : await vscode.window.showQuickPick(
            kind === "confirm" ? ["Yes", "No"] : [...choices],
            { title, placeHolder: prompt, ignoreFocusOut: true },
            token,
          );
    // Withdrawn meanwhile: nobody waits for the answer.
    if (token.isCancellationRequested) return;
    const answer = kind === "confirm" ? text?.toLowerCase() : text;
    desk.answer(id, answer === undefined ? { status: "declined" } : { status: "answered", text: answer });
  }

  /** In the canvas; the notification is seen wherever the person looks, and cancels it. */
  private async pick(question: OpenQuestion, token: vscode.CancellationToken): Promise<void> {
    const { desk, editors } = this.options;
    const { id, kind, from, prompt, path } = question;
    const target = path ?? editors.active?.path;
    if (target === undefined || (kind !== "items" && kind !== "point")) {
      desk.answer(id, { status: "declined" });
      return;
    }
    const stop = await editors.pick(target, { id, mode: kind, prompt, from }, (answer) => {
      if (answer === null) desk.answer(id, { status: "declined" });
      else desk.answer(id, { status: "answered", path: target, ...answer });
    });
    const closed = new Promise<void>((done) => {
      const detach = desk.onChange(() => {
        if (desk.questions.some((each) => each.id === id)) return;
        detach();
        done();
      });
      if (token.isCancellationRequested) done();
    });
    const options = {
      location: vscode.ProgressLocation.Notification,
      title: `${from} asks: ${prompt}`,
      cancellable: true,
    };
    await vscode.window.withProgress(options, (_, cancel) => {
      cancel.onCancellationRequested(() => desk.answer(id, { status: "declined" }));
      return closed;
    });
    stop();
  }
}
