import * as vscode from "vscode";
import { textNotes } from "../../core/format/text-notes.ts";
import type { SyntaxProblem } from "../../core/format/tree.ts";
import type { Session } from "../../core/session/session.ts";

/** What is wrong with an open file's text, or odd about it, in the Problems view: an error where it takes no edits. */
export class TextProblems implements vscode.Disposable {
  private readonly session: Session;
  private readonly list = vscode.languages.createDiagnosticCollection("edsnx-text");
  private readonly watch: { dispose: () => void };

  constructor(session: Session) {
    this.session = session;
    const dispose = session.onChange(({ path, reason }) => {
      // A document that closes is still there when it says so.
      if (reason === "close") this.list.delete(vscode.Uri.file(path));
      if (reason === "open" || reason === "revert") this.show(path);
    });
    this.watch = { dispose };
  }

  dispose(): void {
    this.watch.dispose();
    this.list.dispose();
  }

  private show(path: string): void {
    const { problems, base } = this.session.get(path);
    const notes = textNotes(base).filter(({ offset }) => problems.every((each) => each.offset !== offset));
    this.list.set(vscode.Uri.file(path), [
      ...problems.map((each) => diagnosticOf(each, vscode.DiagnosticSeverity.Error)),
      ...notes.map((each) => diagnosticOf(each, vscode.DiagnosticSeverity.Warning)),
    ]);
  }
}

function diagnosticOf({ message, line, column }: SyntaxProblem, severity: vscode.DiagnosticSeverity) {
  const range = new vscode.Range(line - 1, column - 1, line - 1, column);
  const diagnostic = new vscode.Diagnostic(range, `${message[0]?.toUpperCase()}${message.slice(1)}`, severity);
  diagnostic.source = "text";
  return diagnostic;
}
