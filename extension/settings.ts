import * as vscode from "vscode";
import type { Policy } from "../core/agent/policy.ts";
import { readRules } from "../core/agent/policy-rules.ts";
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

/** What the setting's words come to. */
const modes: Readonly<Record<string, Policy["otherwise"]>> = {
  review: "allow",
  propose: "propose",
  confirm: "confirm",
  readOnly: "deny",
};

/** What agents may do. Only the person's own settings count: a folder's could let agents do more than the person wants. */
export function agentPolicy(): Policy {
  const config = vscode.workspace.getConfiguration(SECTION);
  const own = <T>(key: string) => {
    const found = config.inspect<T>(key);
    return found?.globalValue ?? found?.defaultValue;
  };
  const mode = own<string>("agent.policy") ?? "review";
  const otherwise = modes[mode] ?? "deny";
  const { rules, problems } = readRules(own<unknown>("agent.rules") ?? []);
  // A rule that cannot be understood might have forbidden something.
  return problems.length === 0 ? { otherwise, rules } : { otherwise: "deny", rules: [] };
}

/** Whether a save is followed by DRC or ERC. */
export function checkOnSave(): boolean {
  return vscode.workspace.getConfiguration(SECTION).get<boolean>("check.onSave") ?? true;
}

/** Whether a board that was checked is checked again after each edit. */
export function checkWhileEditing(): boolean {
  return vscode.workspace.getConfiguration(SECTION).get<boolean>("check.whileEditing") ?? true;
}

/** Calls `listener` after a setting of ours changed. */
export function onSettings(listener: () => void): vscode.Disposable {
  return vscode.workspace.onDidChangeConfiguration((event) => {
    if (event.affectsConfiguration(SECTION)) listener();
  });
}
