import { createRequire } from "node:module";
import { join } from "node:path";
import * as vscode from "vscode";

/** As `contributes.languages` names it. */
const LANGUAGE = "kicad-rules";

interface Client {
  startRulesClient(server: string, language: string): Promise<vscode.Disposable>;
}

/** Problems, completion, words' meanings and formatting of `.kicad_dru` files, from the first one that is shown on. */
export class RulesLanguage implements vscode.Disposable {
  private readonly folder: string;
  private readonly report: (line: string) => void;
  private readonly opened: vscode.Disposable;
  private client: Promise<vscode.Disposable | null> | null = null;

  constructor(extension: vscode.Uri, report: (line: string) => void) {
    this.folder = join(extension.fsPath, "out");
    this.report = report;
    this.opened = vscode.workspace.onDidOpenTextDocument((document) => this.heed(document));
    for (const document of vscode.workspace.textDocuments) this.heed(document);
  }

  dispose(): void {
    this.opened.dispose();
    void this.client?.then((client) => client?.dispose());
    this.client = null;
  }

  private heed({ languageId }: vscode.TextDocument): void {
    if (languageId !== LANGUAGE || this.client !== null) return;
    this.opened.dispose();
    this.client = this.start().catch((thrown: unknown) => {
      this.report(`The language server of rules files did not start: ${String(thrown)}`);
      return null;
    });
  }

  private start(): Promise<vscode.Disposable> {
    // The client is as large as a third of the extension, and most windows never show a rules file.
    const load = createRequire(join(this.folder, "extension.cjs"));
    const client = load("./rules-client.cjs") as Client;
    return client.startRulesClient(join(this.folder, "edsnx-rules-server.cjs"), LANGUAGE);
  }
}
