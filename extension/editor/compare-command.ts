import * as vscode from "vscode";
import type { KicadEditors } from "./kicad-editors.ts";
import { revisionsOf } from "./revisions.ts";

/** Lets the person choose a version of the active document, and lays it over the canvas. */
export async function compareWithRevision(editors: KicadEditors): Promise<void> {
  const { active } = editors;
  if (active?.path === undefined) {
    void vscode.window.showInformationMessage("Open a board or a schematic first.");
    return;
  }
  const revisions = await revisionsOf(active.uri, editors.isDirty(active));
  if (revisions.length === 0) {
    void vscode.window.showInformationMessage(
      `${active.name} has no other version: it is saved, and no git repository has it.`,
    );
    return;
  }
  const rows = revisions.map((revision) => ({
    label: `$(${revision.icon}) ${revision.title}`,
    description: revision.detail,
    revision,
  }));
  const chosen = await vscode.window.showQuickPick(rows, {
    title: `Compare ${active.name} with…`,
    matchOnDescription: true,
  });
  if (chosen === undefined) return;
  const { title, read } = chosen.revision;
  editors.compare(active, { title, bytes: await read(), isNewer: false });
}
