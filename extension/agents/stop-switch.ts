import * as vscode from "vscode";
import type { AgentCore } from "../../core/agent/agent-core.ts";
import type { Halt } from "../../core/commands/person.ts";

const KEY = "edsnx.agentsHalted";

/** What the last window left: agents that were stopped stay stopped until a person lets them go on. */
export function haltedBefore(state: vscode.Memento): Halt | null {
  return state.get<Halt>(KEY) ?? null;
}

/** Shows that agents are stopped, and keeps it through reloads. */
export function showStopSwitch(core: AgentCore, state: vscode.Memento): vscode.Disposable {
  const item = vscode.window.createStatusBarItem("edsnx.stopped", vscode.StatusBarAlignment.Left, 2);
  item.name = "Agents stopped";
  item.command = "edsnx.agent.resume";
  item.backgroundColor = new vscode.ThemeColor("statusBarItem.warningBackground");
  const refresh = (halted: Halt | null) => {
    void state.update(KEY, halted ?? undefined);
    if (halted === null) return item.hide();
    item.text = "$(debug-stop) Agents stopped";
    item.tooltip = `${halted.by} stopped agents${halted.reason === undefined ? "" : ` (${halted.reason})`}. Click to let them go on.`;
    item.show();
  };
  refresh(core.automation.halted);
  return vscode.Disposable.from(item, { dispose: core.automation.onChange(refresh) });
}
