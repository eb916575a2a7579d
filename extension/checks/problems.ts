import { readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import * as vscode from "vscode";
import type { AgentCore } from "../../core/agent/agent-core.ts";
import type { BoardChecks } from "../../core/commands/board-checks.ts";
import type { CheckView, FindingView } from "../../webview-ui/protocol.ts";
import { PERSON } from "../editor/canvas-link.ts";
import type { KicadEditors } from "../editor/kicad-editors.ts";
import { showNotice } from "../notice.ts";
import { checkOnSave, checkWhileEditing } from "../settings.ts";
import { after, slowCall } from "../slow-call.ts";
import { CheckDesk } from "./check-desk.ts";

/** VS Code shows no more of one file. */
const MOST = 1000;

/** Texts longer than this (bytes) are not searched for the lines of items. */
const LONG_TEXT = 20_000_000;

const OPEN_FINDING = "edsnx.showFinding";

export interface ProblemsOptions {
  readonly core: AgentCore;
  readonly boardChecks: BoardChecks | null;
  readonly editors: KicadEditors;
  readonly report: (line: string) => void;
}

/** DRC and ERC where VS Code shows what is wrong: the Problems view, the status bar, marks on the canvas. */
export class Problems implements vscode.Disposable {
  private readonly options: ProblemsOptions;
  private readonly desk: CheckDesk;
  private readonly list = vscode.languages.createDiagnosticCollection("edsnx");
  private readonly status = vscode.window.createStatusBarItem("edsnx.check", vscode.StatusBarAlignment.Left, 3);
  private readonly disposables: vscode.Disposable[];
  private shown: string | null = null;

  constructor(options: ProblemsOptions) {
    this.options = options;
    const { core, boardChecks, editors } = options;
    this.desk = new CheckDesk({
      core,
      boardChecks,
      follows: checkWhileEditing,
      after,
      caller: PERSON,
      now: Date.now,
      rootsNear,
      report: (message) => void vscode.window.showErrorMessage(message),
      onChange: (path) => this.refresh(path),
    });
    this.status.name = "Design check";
    this.status.command = "edsnx.check";
    this.disposables = [
      this.desk,
      this.list,
      this.status,
      editors.onActive(() => this.showStatus()),
      { dispose: core.session.onChange(({ path, reason }) => reason === "save" && this.saved(path)) },
      vscode.commands.registerCommand("edsnx.check", (uri?: unknown) => this.check(uri)),
      vscode.commands.registerCommand(OPEN_FINDING, (id: unknown) => this.open(String(id))),
      vscode.commands.registerCommand("edsnx.nextFinding", () => this.step(1)),
      vscode.commands.registerCommand("edsnx.previousFinding", () => this.step(-1)),
    ];
    this.showStatus();
  }

  dispose(): void {
    for (const disposable of this.disposables) disposable.dispose();
  }

  private async check(uri?: unknown): Promise<void> {
    const path = typeof uri === "string" ? uri : this.options.editors.active?.path;
    if (path === undefined || !hasChecks(path)) {
      void vscode.window.showInformationMessage("Open a board or a schematic to check it.");
      return;
    }
    const title = path.endsWith(".kicad_pcb") ? "Checking design rules" : "Checking electrical rules";
    // A check that takes a while says how far it is, and can be stopped.
    const check = slowCall(title, (how) => this.desk.check(path, how), showNotice);
    await vscode.window.withProgress({ location: vscode.ProgressLocation.Window, title }, () => check);
  }

  /** A save is when a person wants to know; but a board that takes long is checked when they ask. */
  private saved(path: string): void {
    if (!hasChecks(path) || !checkOnSave() || !this.desk.isQuick(path)) return;
    // Saves of agents, and tabs that are not open, are nobody's question.
    if (this.options.editors.has(vscode.Uri.file(path))) void this.desk.check(path);
  }

  private async open(id: string): Promise<void> {
    const known = this.desk.finding(id);
    if (known === undefined) {
      void vscode.window.showInformationMessage("This finding is gone: what it was about has been edited.");
      return;
    }
    const { path, finding } = known;
    this.shown = id;
    await this.options.editors.show(path, finding.ids, lineOf(finding), finding.at);
  }

  private async step(by: 1 | -1): Promise<void> {
    const { path } = this.options.editors.active ?? {};
    const findings = path === undefined ? [] : this.desk.view(path).findings;
    if (findings.length === 0) {
      void vscode.window.showInformationMessage(
        "There is no finding to go to. Electronics Designer: Check looks anew.",
      );
      return;
    }
    const now = findings.findIndex((each) => each.id === this.shown);
    const next = now < 0 ? (by > 0 ? 0 : findings.length - 1) : (now + by + findings.length) % findings.length;
    await this.open(findings[next]!.id);
  }

  private refresh(path: string): void {
    const view = this.desk.view(path);
    this.options.editors.setCheck(path, view);
    this.showStatus();
    // While the check runs the old findings stay.
    if (!view.isRunning) this.list.set(vscode.Uri.file(path), this.diagnostics(path, view));
  }

  private diagnostics(path: string, view: CheckView): vscode.Diagnostic[] {
    const findings = view.findings.slice(0, MOST);
    const lines = this.linesOf(path, new Set(findings.flatMap(({ ids }) => ids)));
    return findings.map((finding) => {
      const line = finding.ids.map((id) => lines.get(id)).find((each) => each !== undefined) ?? 0;
      const severity =
        finding.severity === "error" ? vscode.DiagnosticSeverity.Error : vscode.DiagnosticSeverity.Warning;
      const diagnostic = new vscode.Diagnostic(new vscode.Range(line, 0, line, 200), lineOf(finding), severity);
      diagnostic.source = finding.source;
      const target = vscode.Uri.parse(`command:${OPEN_FINDING}?${encodeURIComponent(JSON.stringify([finding.id]))}`);
      diagnostic.code = { value: finding.type, target };
      return diagnostic;
    });
  }

  /** Lines of the text at which items have their uuid: where the text editor, and the list, show them. */
  private linesOf(path: string, wanted: ReadonlySet<string>): ReadonlyMap<string, number> {
    const lines = new Map<string, number>();
    const open = this.options.core.session.find(path);
    if (wanted.size === 0 || open === undefined || open.problems.length > 0) return lines;
    const bytes = Buffer.from(this.options.core.session.bytes(path));
    if (bytes.length > LONG_TEXT) return lines;
    const text = bytes.toString("latin1");
    const uuids = /\n|\((?:uuid|tstamp) "?([0-9a-fA-F-]{36})/g;
    let line = 0;
    for (let match = uuids.exec(text); match !== null; match = uuids.exec(text)) {
      const id = match[1];
      if (id === undefined) line++;
      else if (wanted.has(id) && !lines.has(id)) lines.set(id, line);
    }
    return lines;
  }

  private showStatus(): void {
    const { active } = this.options.editors;
    if (active?.path === undefined || !active.isActive || !hasChecks(active.path)) {
      this.status.hide();
      return;
    }
    const { isRunning, isChecked, isStale, findings } = this.desk.view(active.path);
    const name = active.path.endsWith(".kicad_pcb") ? "DRC" : "ERC";
    const errors = findings.filter((each) => each.severity === "error").length;
    const warnings = findings.length - errors;
    const found = findings.length === 0 ? "$(check)" : `$(error) ${errors} $(warning) ${warnings}`;
    const state = isRunning ? "$(sync~spin)" : !isChecked ? "$(question)" : `${found}${isStale ? " $(history)" : ""}`;
    this.status.text = `${name} ${state}`;
    const words = isRunning
      ? "is running"
      : !isChecked
        ? "has not run yet. Click to check."
        : `${errors} errors, ${warnings} warnings${isStale ? "; there were edits since. Click to check again." : ""}`;
    this.status.tooltip = `${name}: ${words}`;
    this.status.accessibilityInformation = { label: `${name} ${words}` };
    this.status.show();
  }
}

function lineOf({ description, subjects }: FindingView): string {
  return subjects.length === 0 ? description : `${description}: ${subjects.join("; ")}`;
}

/** The root schematics of the projects in a file's folder and in the one above. */
async function rootsNear(path: string): Promise<string[]> {
  const folder = dirname(path);
  const roots: string[] = [];
  for (const each of [folder, dirname(folder)]) {
    const names = await readdir(each).catch((): string[] => []);
    for (const name of names)
      if (name.endsWith(".kicad_pro") && names.includes(name.replace(/pro$/, "sch")))
        roots.push(join(each, name.replace(/pro$/, "sch")));
  }
  // The sheet itself last: it is a root only when no other holds it.
  return roots.sort((a, b) => Number(a === path) - Number(b === path));
}

/** Boards and schematics have checks; a footprint's file has none. */
function hasChecks(path: string): boolean {
  return /\.kicad_(pcb|sch)$/.test(path);
}
