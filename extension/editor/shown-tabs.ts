import * as vscode from "vscode";
import type { KicadDocument } from "./kicad-document.ts";

/** Whether the document's tab has the dirty mark; undefined without a tab. */
export function isMarked(document: KicadDocument): boolean | undefined {
  const key = document.uri.toString();
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  return tabs.find((tab) => uriOf(tab) === key)?.isDirty;
}

/** Tells of each custom tab whose state VS Code has changed, by the uri of what it shows. */
export function onTabChanged(listener: (uri: string) => void): vscode.Disposable {
  return vscode.window.tabGroups.onDidChangeTabs(({ changed }) => {
    for (const tab of changed) {
      const uri = uriOf(tab);
      if (uri !== undefined) listener(uri);
    }
  });
}

function uriOf(tab: vscode.Tab): string | undefined {
  return tab.input instanceof vscode.TabInputCustom ? tab.input.uri.toString() : undefined;
}
