import * as vscode from "vscode";
import type { AgentCore } from "../../core/agent/agent-core.ts";
import { toCommandError } from "../../core/base/error.ts";
import type { KicadEditors } from "../editor/kicad-editors.ts";
import { PERSON } from "../person.ts";

/** Agents edit in bursts: the view follows at most so often, in milliseconds. */
const FOLLOW_EVERY_MS = 700;

/** Items that the view is fitted to. */
const MAX_ITEMS = 200;

/** Follow mode: the canvas goes where agents edit, as long as the person wants it. */
export function followAgents(core: AgentCore, editors: KicadEditors): vscode.Disposable {
  const item = vscode.window.createStatusBarItem("edsnx.follow", vscode.StatusBarAlignment.Left, 2);
  item.name = "Follow agents";
  item.command = "edsnx.followAgents";
  let isOn = false;
  let timer: NodeJS.Timeout | undefined;
  let next: { readonly path: string; readonly label: string; readonly ids: readonly string[] } | null = null;
  const show = () => {
    timer = undefined;
    if (next === null || !isOn) return;
    const { path, ids, label } = next;
    next = null;
    editors.show(path, ids, label).catch((thrown: unknown) => {
      void vscode.window.showErrorMessage(toCommandError(thrown).message);
    });
  };
  const detach = core.session.onChange(({ path, reason, actor, label, newIds, changedIds }) => {
    const ids = [...newIds, ...changedIds].slice(0, MAX_ITEMS);
    if (!isOn || reason !== "edit" || actor === PERSON.name || ids.length === 0) return;
    if (!/\.kicad_(pcb|sch)$/i.test(path)) return;
    next = { path, ids, label: `${actor}: ${label}` };
    timer ??= setTimeout(show, FOLLOW_EVERY_MS);
  });
  const toggle = vscode.commands.registerCommand("edsnx.followAgents", () => {
    isOn = !isOn;
    item.text = "$(eye) Following agents";
    item.tooltip = "The view goes where agents edit. Click to stay where you are.";
    if (isOn) item.show();
    else item.hide();
  });
  return vscode.Disposable.from(item, toggle, {
    dispose: () => {
      detach();
      clearTimeout(timer);
    },
  });
}
