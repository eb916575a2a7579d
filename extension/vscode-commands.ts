import * as vscode from "vscode";
import type { AgentCore } from "../core/agent/agent-core.ts";
import { toCommandError } from "../core/base/error.ts";
import type { Command } from "../core/commands/define.ts";
import type { Board3dViews } from "./editor/board-3d-views.ts";
import { PERSON } from "./editor/canvas-link.ts";
import { compareWithRevision } from "./editor/compare-command.ts";
import { kindOfUri, viewTypes } from "./editor/kicad-document.ts";
import type { KicadEditors } from "./editor/kicad-editors.ts";
import { sayError } from "./editor/kicad-editors.ts";
import { GoTo } from "./navigate/go-to.ts";
import { newProject } from "./navigate/new-project.ts";
import { showNotice } from "./notice.ts";
import { paletteUse } from "./palette.ts";
import { slowCall } from "./slow-call.ts";

export interface CommandOptions {
  readonly core: AgentCore;
  readonly editors: KicadEditors;
  readonly boards3d: Board3dViews;
  readonly log: vscode.LogOutputChannel;
  /** Path of our CLI bundle. */
  readonly cli: string;
}

/** Registers `edsnx.<id>` for every command of the registry, and the editor's own ones. */
export function registerCommands(options: CommandOptions): vscode.Disposable {
  const { core, editors, boards3d, log, cli } = options;
  const goTo = new GoTo({ core, editors });
  const own: Readonly<Record<string, (...args: readonly unknown[]) => unknown>> = {
    "edsnx.openAsText": (uri) => {
      const target = uriOf(uri) ?? editors.active?.uri;
      if (target !== undefined) return vscode.commands.executeCommand("vscode.openWith", target, "default");
    },
    "edsnx.openAsDesign": (uri) => {
      const target = uriOf(uri) ?? vscode.window.activeTextEditor?.document.uri;
      if (target === undefined) return;
      return vscode.commands.executeCommand("vscode.openWith", target, viewTypes[kindOfUri(target)]);
    },
    "edsnx.retry": (uri) => {
      const target = uriOf(uri);
      if (target !== undefined) return editors.retry(target);
    },
    "edsnx.copyAgentSetup": async () => {
      await vscode.env.clipboard.writeText(`claude mcp add edsnx-live -- node ${quoted(cli)} mcp --attach`);
      void vscode.window.showInformationMessage(
        "Copied. Run it in a terminal; Claude Code then edits what is open in this window.",
      );
    },
    "edsnx.show3d": (path) => boards3d.open(typeof path === "string" ? path : undefined),
    "edsnx.goToPart": () => goTo.part(),
    "edsnx.goToNet": () => goTo.net(),
    "edsnx.pickLayer": () => goTo.layer(),
    "edsnx.crossProbe": () => goTo.counterpart(),
    "edsnx.newProject": () => newProject(core),
    "edsnx.compareWith": () => compareWithRevision(editors),
    "edsnx.tool": (tool) => editors.startTool(typeof tool === "string" ? tool : ""),
    "edsnx.libraries": () => editors.startTool("libraries"),
    "edsnx.setup": () => editors.startTool("setup"),
    "edsnx.showLog": () => log.show(),
  };
  return vscode.Disposable.from(
    ...Object.entries(own).map(([id, run]) => vscode.commands.registerCommand(id, run)),
    ...core.registry.commands.map((command) =>
      vscode.commands.registerCommand(`edsnx.${command.id}`, (args?: unknown) => run(core, editors, command, args)),
    ),
  );
}

/** Runs a command as the person; without arguments on the active document and what is selected in it. */
async function run(core: AgentCore, editors: KicadEditors, command: Command, args: unknown): Promise<unknown> {
  const isGiven = typeof args === "object" && args !== null && !(args instanceof vscode.Uri);
  try {
    const given = isGiven ? args : argsFromEditor(editors, command);
    const call = (how: object) => core.run(command.id, given, { caller: PERSON, ...how });
    // Commands of the window wait for the person, who knows what for.
    const answer = await (command.kind === "ui" ? call({}) : slowCall(command.title, call, showNotice));
    if (!isGiven) sayWritten(answer);
    return answer;
  } catch (thrown) {
    const error = toCommandError(thrown);
    // Called by a program (a key binding's args, another extension) the failure is its own to handle.
    if (isGiven) throw error;
    if (error.code === "cancelled") return undefined;
    void vscode.window.showErrorMessage(sayError(error));
    return undefined;
  }
}

/** Tells of files that a command wrote into a folder, and shows them if asked. */
function sayWritten(answer: unknown): void {
  const { folder, files, notes } = (answer ?? {}) as { folder?: unknown; files?: unknown; notes?: readonly string[] };
  if (typeof folder !== "string" || !Array.isArray(files)) return;
  const said = [`Wrote ${files.length} files into ${folder}.`, ...(notes ?? [])].join(" ");
  void vscode.window.showInformationMessage(said, "Show in Folder").then((choice) => {
    if (choice !== undefined) void vscode.commands.executeCommand("revealFileInOS", vscode.Uri.file(folder));
  });
}

function argsFromEditor(editors: KicadEditors, command: Command): Record<string, unknown> {
  const { properties } = command.args;
  const document = editors.active;
  const selection = paletteUse(command)?.selection ?? null;
  return {
    ...("path" in properties && document?.path !== undefined ? { path: document.path } : {}),
    ...(selection === null ? {} : { [selection]: document?.selection ?? [] }),
  };
}

function uriOf(value: unknown): vscode.Uri | undefined {
  if (value instanceof vscode.Uri) return value;
  return typeof value === "string" ? vscode.Uri.parse(value) : undefined;
}

function quoted(path: string): string {
  return /\s/.test(path) ? JSON.stringify(path) : path;
}
