import * as vscode from "vscode";
import type { ViewSettings } from "../webview-ui/protocol.ts";

const SECTION = "softforge.edsnx";

export function viewSettings(): ViewSettings {
  const config = vscode.workspace.getConfiguration(SECTION);
  return {
    theme: config.get<string>("view.theme") === "vscode" ? "vscode" : "kicad",
    grid: config.get<number>("view.grid") ?? 0.25,
  };
}

/** The program that answers chat requests when no agent listens; empty: none. */
export function chatCommand(): string {
  return vscode.workspace.getConfiguration(SECTION).get<string>("agent.chatCommand")?.trim() ?? "";
}

/** Whether agents may attach to this window. */
export function attachEnabled(): boolean {
  return vscode.workspace.getConfiguration(SECTION).get<boolean>("agent.attach") ?? true;
}

/** Whether a save is followed by DRC or ERC. */
export function checkOnSave(): boolean {
  return vscode.workspace.getConfiguration(SECTION).get<boolean>("check.onSave") ?? true;
}

/** Calls `listener` after a setting of ours changed. */
export function onSettings(listener: () => void): vscode.Disposable {
  return vscode.workspace.onDidChangeConfiguration((event) => {
    if (event.affectsConfiguration(SECTION)) listener();
  });
}
