import * as vscode from "vscode";

/** VS Code gives a tab in front to its editor at once; after so many milliseconds it is not coming. */
const WAIT_MS = 2000;

/**
 * After a crash of the extension host VS Code keeps our tabs as they looked, but never gives them back to us. Closing
 * and opening them does; the journal brings the unsaved edits. Hidden ones wait until they are looked at.
 */
export function reviveDeadTabs(isOurs: (uri: vscode.Uri) => boolean, log: (line: string) => void): vscode.Disposable {
  const timers = new Map<string, NodeJS.Timeout>();
  let turn: Promise<void> = Promise.resolve();
  const look = () => {
    for (const { uri } of deadInFront(isOurs)) {
      const key = uri.toString();
      if (timers.has(key)) continue;
      const later = setTimeout(() => {
        timers.delete(key);
        const tab = deadInFront(isOurs).find((each) => each.uri.toString() === key);
        if (tab !== undefined) turn = turn.then(() => revive(tab)).catch((thrown) => log(String(thrown)));
      }, WAIT_MS);
      timers.set(key, later);
    }
  };
  look();
  return vscode.Disposable.from(
    vscode.window.tabGroups.onDidChangeTabs(look),
    vscode.window.tabGroups.onDidChangeTabGroups(look),
    {
      dispose: () => {
        for (const timer of timers.values()) clearTimeout(timer);
      },
    },
  );
}

interface DeadTab {
  readonly uri: vscode.Uri;
  readonly viewType: string;
  readonly viewColumn: vscode.ViewColumn;
}

function deadInFront(isOurs: (uri: vscode.Uri) => boolean): DeadTab[] {
  return vscode.window.tabGroups.all.flatMap(({ activeTab, viewColumn }) => {
    const input = activeTab?.input;
    if (!(input instanceof vscode.TabInputCustom) || !input.viewType.startsWith("edsnx.")) return [];
    return isOurs(input.uri) ? [] : [{ uri: input.uri, viewType: input.viewType, viewColumn }];
  });
}

async function revive({ uri, viewType, viewColumn }: DeadTab): Promise<void> {
  const show = () => vscode.commands.executeCommand("vscode.openWith", uri, viewType, viewColumn);
  await show();
  // The command below acts on whatever is in front: be sure that it is this one.
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  if (!(input instanceof vscode.TabInputCustom) || input.uri.toString() !== uri.toString()) return;
  await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
  await show();
}
