import * as vscode from "vscode";
import type { KicadDocument } from "./kicad-document.ts";

/** How long VS Code takes at most to mark a tab after an edit or an undo, in milliseconds. */
const SETTLE_MS = 150;

export interface TabMarksOptions {
  /** Whether the session has unsaved edits of it. */
  readonly isDirty: (document: KicadDocument) => boolean;
  /** Makes VS Code mark the tab without an entry on its stack. */
  readonly markDirty: (document: KicadDocument) => void;
}

/**
 * VS Code counts its own stack to know whether a tab is dirty; the session compares content. They part when a change is
 * taken back otherwise than by the tab's own stack. Then the session is right: a save that writes nothing clears the
 * mark, and a change event sets it. Both are compared after a change of either: a save that ends after the session has
 * moved on would leave the tab clean over unsaved edits. By the time a save of ours is asked for, an edit may have come:
 * it must write nothing all the same, nobody asked for it.
 */
export class TabMarks implements vscode.Disposable {
  private readonly options: TabMarksOptions;
  private readonly timers = new Map<KicadDocument, NodeJS.Timeout>();
  /** The documents that were ever compared, by the uri of their tab; a closed one has none any more. */
  private readonly known = new Map<string, KicadDocument>();
  /** The documents whose next save only clears the mark. */
  private readonly clearing = new Set<KicadDocument>();
  private readonly tabs: vscode.Disposable;

  constructor(options: TabMarksOptions) {
    this.options = options;
    this.tabs = vscode.window.tabGroups.onDidChangeTabs(({ changed, closed }) => {
      for (const tab of closed) this.known.delete(uriOf(tab) ?? "");
      for (const tab of changed) {
        const document = this.known.get(uriOf(tab) ?? "");
        if (document !== undefined) this.settle(document);
      }
    });
  }

  settle(document: KicadDocument): void {
    this.known.set(document.uri.toString(), document);
    clearTimeout(this.timers.get(document));
    this.timers.set(
      document,
      setTimeout(() => this.compare(document), SETTLE_MS),
    );
  }

  /** Whether the save that VS Code asks for only clears the mark and must write nothing. */
  takesSave(document: KicadDocument): boolean {
    if (!this.clearing.delete(document)) return false;
    this.settle(document);
    return true;
  }

  dispose(): void {
    this.tabs.dispose();
    for (const timer of this.timers.values()) clearTimeout(timer);
    this.timers.clear();
  }

  private compare(document: KicadDocument): void {
    this.timers.delete(document);
    const shown = shownDirty(document.uri);
    const dirty = this.options.isDirty(document);
    if (shown === undefined || shown === dirty) return;
    if (dirty) this.options.markDirty(document);
    else void this.clear(document);
  }

  private async clear(document: KicadDocument): Promise<void> {
    this.clearing.add(document);
    try {
      await vscode.workspace.save(document.uri);
    } finally {
      this.clearing.delete(document);
    }
  }
}

/** Whether the document's tab has the dirty mark; undefined without a tab. */
function shownDirty(uri: vscode.Uri): boolean | undefined {
  const key = uri.toString();
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  return tabs.find((tab) => uriOf(tab) === key)?.isDirty;
}

function uriOf(tab: vscode.Tab): string | undefined {
  return tab.input instanceof vscode.TabInputCustom ? tab.input.uri.toString() : undefined;
}
