import * as vscode from "vscode";
import { modelText } from "../../bridge/node/model-files.ts";
import type { AgentCore } from "../../core/agent/agent-core.ts";
import type { LibraryPort } from "../../core/library/port.ts";
import type { FromBoard3d, ToBoard3d } from "../../webview-ui/protocol.ts";
import { viewSettings } from "../settings.ts";
import { bundlePage, webviewOptions } from "../webview-page.ts";
import type { KicadEditors } from "./kicad-editors.ts";

export interface Board3dOptions {
  readonly core: AgentCore;
  readonly editors: KicadEditors;
  readonly libraries: LibraryPort;
  readonly extension: vscode.Uri;
  readonly report: (line: string) => void;
}

/** Boards as bodies, in tabs beside their editors; they follow every edit. */
export class Board3dViews implements vscode.Disposable {
  private readonly options: Board3dOptions;
  private readonly panels = new Map<string, vscode.WebviewPanel>();
  private readonly listening: () => void;

  constructor(options: Board3dOptions) {
    this.options = options;
    this.listening = options.core.session.onChange((change) => {
      const panel = this.panels.get(change.path);
      if (panel !== undefined) post(panel, { type: "change", change });
    });
  }

  dispose(): void {
    this.listening();
    for (const panel of this.panels.values()) panel.dispose();
  }

  /** Shows the board that is edited, or the one at `path`. */
  open(path: string | undefined = this.options.editors.active?.path): void {
    if (path === undefined || !path.endsWith(".kicad_pcb")) {
      void vscode.window.showInformationMessage("Open a board first: the 3D view shows what is edited.");
      return;
    }
    const known = this.panels.get(path);
    if (known !== undefined) {
      known.reveal();
      return;
    }
    const name = path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1);
    const { extension } = this.options;
    const panel = vscode.window.createWebviewPanel("edsnx.board3d", `3D ${name}`, vscode.ViewColumn.Beside, {
      ...webviewOptions(extension),
      retainContextWhenHidden: true,
    });
    this.panels.set(path, panel);
    panel.onDidDispose(() => this.panels.delete(path));
    panel.webview.onDidReceiveMessage((message: FromBoard3d) => {
      this.receive(path, panel, message).catch((thrown: unknown) => this.options.report(String(thrown)));
    });
    panel.webview.html = bundlePage(panel.webview, extension, { bundle: "board3d", title: `3D ${name}` });
  }

  private async receive(path: string, panel: vscode.WebviewPanel, message: FromBoard3d): Promise<void> {
    const { core, editors, libraries, report } = this.options;
    switch (message.type) {
      case "ready":
        // In the queue of calls, so that no change falls between the document and the steps that follow it.
        return core.exclusive(async () => {
          const { doc, base, trail, revision } = core.session.get(path);
          const rest = { steps: trail, revision, readOnly: true, settings: viewSettings() };
          post(panel, { type: "document", path, kind: doc.kind, bytes: new Uint8Array(base), ...rest });
        });
      case "model":
        post(panel, { type: "model", file: message.file, text: await modelText(message.file, path, libraries) });
        return;
      case "show":
        return editors.show(path, message.ids, "");
      case "problem":
        report(`3D view of ${path}: ${message.message}`);
    }
  }
}

function post(panel: vscode.WebviewPanel, message: ToBoard3d): void {
  // A panel that is gone meanwhile answers false; there is nobody left to tell.
  void panel.webview.postMessage(message);
}
