import * as vscode from "vscode";
import type { AgentCore } from "../../core/agent/agent-core.ts";
import { toCommandError } from "../../core/base/error.ts";
import { PERSON } from "../editor/canvas-link.ts";
import { viewTypes } from "../editor/kicad-document.ts";
import { sayError } from "../editor/kicad-editors.ts";

/** Asks for a name and the number of copper layers, makes a project in the window's folder, and opens it. */
export async function newProject(core: AgentCore): Promise<void> {
  const folder = vscode.workspace.workspaceFolders?.find(({ uri }) => uri.scheme === "file");
  if (folder === undefined) {
    const open = await vscode.window.showInformationMessage(
      "Open a folder first: the project goes into it.",
      "Open Folder…",
    );
    if (open !== undefined) await vscode.commands.executeCommand("vscode.openFolder");
    return;
  }
  const name = await vscode.window.showInputBox({
    title: "New project",
    prompt: `Name of the project; its folder is made in ${folder.name}`,
    validateInput: (text) => (/^[^\\/:*?"<>|]+$/.test(text.trim()) ? undefined : 'A name without \\ / : * ? " < > |'),
  });
  if (name === undefined) return;
  const copper = await vscode.window.showQuickPick(
    [2, 4, 6, 8].map((count) => ({ label: `${count} copper layers`, count })),
    { title: "New project" },
  );
  if (copper === undefined) return;
  try {
    const target = vscode.Uri.joinPath(folder.uri, name.trim()).fsPath;
    const args = { folder: target, copper: copper.count, open: false };
    const made = (await core.run("project.new", args, { caller: PERSON })) as { board: string; schematic: string };
    await vscode.commands.executeCommand("vscode.openWith", vscode.Uri.file(made.board), viewTypes.board);
    await vscode.commands.executeCommand("vscode.openWith", vscode.Uri.file(made.schematic), viewTypes.schematic);
  } catch (thrown) {
    void vscode.window.showErrorMessage(sayError(toCommandError(thrown)));
  }
}
