import * as vscode from "vscode";
import type { AgentCore } from "../../core/agent/agent-core.ts";
import { viewTypes } from "../editor/kicad-document.ts";
import type { KicadEditors } from "../editor/kicad-editors.ts";
import { type DesignFiles, designOf } from "./design-root.ts";
import { type Sheet, sheets } from "./places.ts";

/** How long changes are waited for before the tree is read anew, in milliseconds. */
const SETTLE_MS = 400;

interface Node {
  readonly title: string;
  readonly about: string;
  readonly icon: string;
  readonly file: string;
  readonly view: string;
  readonly children: Node[];
}

export interface SheetsViewOptions {
  readonly core: AgentCore;
  readonly editors: KicadEditors;
  readonly report: (line: string) => void;
}

/** The design of the active tab, else the first one of the window: its board and its sheets as a tree. */
export class SheetsView implements vscode.TreeDataProvider<Node>, vscode.Disposable {
  static readonly id = "edsnx.sheets";
  private readonly options: SheetsViewOptions;
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onDidChangeTreeData = this.changed.event;
  private readonly disposables: vscode.Disposable[];
  private timer: NodeJS.Timeout | undefined;

  constructor(options: SheetsViewOptions) {
    const { core, editors } = options;
    this.options = options;
    const files = vscode.workspace.createFileSystemWatcher("**/*.kicad_{pro,pcb,sch}", false, true, false);
    this.disposables = [
      this.changed,
      vscode.window.createTreeView(SheetsView.id, { treeDataProvider: this, showCollapseAll: true }),
      editors.onActive(() => this.refresh()),
      { dispose: core.session.onChange(({ path }) => path.endsWith(".kicad_sch") && this.refresh()) },
      files,
      files.onDidCreate(() => this.refresh()),
      files.onDidDelete(() => this.refresh()),
    ];
  }

  dispose(): void {
    clearTimeout(this.timer);
    for (const disposable of this.disposables) disposable.dispose();
  }

  getTreeItem(node: Node): vscode.TreeItem {
    const { Expanded, None } = vscode.TreeItemCollapsibleState;
    const item = new vscode.TreeItem(node.title, node.children.length > 0 ? Expanded : None);
    const uri = vscode.Uri.file(node.file);
    item.description = node.about;
    item.iconPath = new vscode.ThemeIcon(node.icon);
    item.tooltip = node.file;
    item.command = { title: "Open", command: "vscode.openWith", arguments: [uri, node.view] };
    return item;
  }

  async getChildren(node?: Node): Promise<Node[]> {
    if (node !== undefined) return node.children;
    const path = await this.path();
    if (path === undefined) return [];
    try {
      return await this.roots(await designOf(path));
    } catch (thrown) {
      this.options.report(`Sheets: ${String(thrown)}`);
      return [];
    }
  }

  private async roots({ name, board, schematic }: DesignFiles): Promise<Node[]> {
    const found: Node[] = [];
    if (board !== null)
      found.push({
        title: name,
        about: "board",
        icon: "circuit-board",
        file: board,
        view: viewTypes.board,
        children: [],
      });
    if (schematic !== null) found.push(...treeOf(name, await sheets(this.options.core, schematic)));
    return found;
  }

  private async path(): Promise<string | undefined> {
    const { active } = this.options.editors;
    if (active?.path !== undefined) return active.path;
    const [first] = await vscode.workspace.findFiles("**/*.kicad_pro", "**/node_modules/**", 1);
    return first?.fsPath.replace(/\.kicad_pro$/, ".kicad_sch");
  }

  private refresh(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.changed.fire(), SETTLE_MS);
  }
}

function treeOf(design: string, all: readonly Sheet[]): Node[] {
  const roots: Node[] = [];
  const above: Node[] = [];
  for (const sheet of all) {
    const node: Node = {
      title: sheet.depth === 0 ? design : sheet.name,
      about: sheet.problem ?? `page ${sheet.page}`,
      icon: sheet.problem === undefined ? "file" : "warning",
      file: sheet.file,
      view: viewTypes.schematic,
      children: [],
    };
    above[sheet.depth] = node;
    const parent = above[sheet.depth - 1];
    if (sheet.depth === 0 || parent === undefined) roots.push(node);
    else parent.children.push(node);
  }
  return roots;
}
