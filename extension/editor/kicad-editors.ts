import { dirname } from "node:path";
import * as vscode from "vscode";
import type { NodeFiles } from "../../bridge/node/node-files.ts";
import type { AgentCore } from "../../core/agent/agent-core.ts";
import { CommandError, toCommandError } from "../../core/base/error.ts";
import { readDoc } from "../../core/model/document.ts";
import type { OpenDocument } from "../../core/session/open-document.ts";
import { isDirty } from "../../core/session/open-document.ts";
import type { Change } from "../../core/session/session.ts";
import type { CheckView, CompareView, Pick, ProposalView } from "../../webview-ui/protocol.ts";
import { onSettings } from "../settings.ts";
import type { PickAnswer } from "./canvas-link.ts";
import { CanvasLink, PERSON } from "./canvas-link.ts";
import { DiffPairs } from "./diff-pairs.ts";
import { DiskWatch } from "./disk-watch.ts";
import { EditBridge } from "./edit-bridge.ts";
import type { DocumentState } from "./kicad-document.ts";
import { KicadDocument, kindOfUri, viewTypes } from "./kicad-document.ts";
import { isMarked, onTabChanged } from "./shown-tabs.ts";
import { TabMarks } from "./tab-marks.ts";

export interface EditorOptions {
  readonly core: AgentCore;
  readonly files: NodeFiles;
  readonly extension: vscode.Uri;
  readonly log: vscode.LogOutputChannel;
}

/** What the person is to see of a document: items, a net that is lit, the layer that is drawn on. */
export interface Pointed {
  readonly ids?: readonly string[];
  readonly net?: string;
  readonly layer?: string;
}

/** VS Code drops an undo that comes while one is running, so the next one waits until the first has been answered. */
const REPEAT_MS = 20;

type DocumentEvent =
  | vscode.CustomDocumentEditEvent<KicadDocument>
  | vscode.CustomDocumentContentChangeEvent<KicadDocument>;

/** The custom editors for boards, schematics, footprints and symbol libraries: tabs on the session's documents. */
export class KicadEditors implements vscode.Disposable {
  private readonly core: AgentCore;
  private readonly files: NodeFiles;
  private readonly log: vscode.LogOutputChannel;
  private readonly documents = new Set<KicadDocument>();
  private readonly opening = new Set<string>();
  private readonly changed = new vscode.EventEmitter<DocumentEvent>();
  private readonly marks: TabMarks<KicadDocument>;
  private readonly bridge: EditBridge;
  private readonly links: CanvasLink;
  private readonly watch: DiskWatch;
  private readonly pairs: DiffPairs;
  private readonly focus = new vscode.EventEmitter<void>();
  private readonly disposables: vscode.Disposable[] = [this.changed, this.focus];
  /** Fires when another tab of ours got the focus, or none has it any more. */
  readonly onActive = this.focus.event;
  private isEnding = false;
  private lastActive: KicadDocument | null = null;

  constructor(options: EditorOptions) {
    this.core = options.core;
    this.files = options.files;
    this.log = options.log;
    this.marks = new TabMarks({
      isDirty: (document) => this.isDirty(document) || this.settingsOf(document).some(isDirty),
      isMarked,
      markDirty: (document) => this.changed.fire({ document }),
      save: ({ uri }) => vscode.workspace.save(uri),
    });
    this.bridge = new EditBridge(this.core, PERSON.name, {
      push: (path, edit) => {
        const document = this.at(path);
        if (document !== undefined) this.changed.fire({ document, ...edit });
      },
      settle: (path) => {
        const document = this.at(path);
        if (document !== undefined) this.marks.settle(document);
      },
      repeat: (path, verb) => {
        if (this.at(path)?.isActive === true) setTimeout(() => void vscode.commands.executeCommand(verb), REPEAT_MS);
      },
      report: (error) => void vscode.window.showErrorMessage(sayError(error)),
    });
    this.links = new CanvasLink({
      core: this.core,
      extension: options.extension,
      log: this.log,
      documents: this.documents,
    });
    this.watch = new DiskWatch({
      core: this.core,
      files: this.files,
      report: (thrown) => void vscode.window.showErrorMessage(sayError(toCommandError(thrown))),
    });
    this.pairs = new DiffPairs((old, now) => this.comparePair(old, now));
    this.disposables.push(
      { dispose: this.core.session.onChange((change) => this.heed(change)) },
      onSettings(() => this.links.sendSettings(this.documents)),
      this.watch,
      this.marks,
      onTabChanged((uri) => {
        for (const document of this.documents) if (document.uri.toString() === uri) this.marks.tabChanged(document);
      }),
      ...Object.values(viewTypes).map((viewType) =>
        vscode.window.registerCustomEditorProvider(viewType, this.providerOf(viewType), {
          supportsMultipleEditorsPerDocument: true,
          webviewOptions: { retainContextWhenHidden: true },
        }),
      ),
    );
  }

  dispose(): void {
    this.isEnding = true;
    for (const disposable of this.disposables) disposable.dispose();
  }

  /** The document whose tab has the focus, or had it last. */
  get active(): KicadDocument | undefined {
    const focused = [...this.documents].find((document) => document.isActive);
    return focused ?? (this.lastActive !== null && this.documents.has(this.lastActive) ? this.lastActive : undefined);
  }

  /** Whether VS Code has given us this file's tab. */
  has(uri: vscode.Uri): boolean {
    return (
      this.opening.has(uri.toString()) ||
      [...this.documents].some((document) => document.uri.toString() === uri.toString())
    );
  }

  /** Brings a document to the front. */
  async bringUp(path: string): Promise<void> {
    // A tab that is in front stays as it is: opening it once more would take the focus from where the person is by now.
    if (this.at(path)?.isActive === true) return;
    const uri = vscode.Uri.file(path);
    await vscode.commands.executeCommand("vscode.openWith", uri, viewTypes[kindOfUri(uri)]);
  }

  /** Points at something in a document that is shown, without taking the focus. */
  point(path: string, what: Pointed): void {
    const document = this.at(path);
    if (document === undefined) return;
    if (what.layer !== undefined) this.links.tell(document, { type: "layer", layer: what.layer });
    if (what.net !== undefined) this.links.tell(document, { type: "net", net: what.net });
    if (what.ids !== undefined && what.ids.length > 0)
      this.links.tell(document, { type: "show", ids: what.ids, zoom: true });
  }

  /** Brings a document to the front and points at items in it. */
  async show(path: string, ids: readonly string[], label: string, at?: readonly [number, number]): Promise<void> {
    await this.bringUp(path);
    const document = this.at(path);
    if (document === undefined) return;
    this.links.show(document, { type: "show", ids, zoom: true, label, ...(at === undefined ? {} : { at }) });
  }

  /** What the checks say of a file, for its canvases. */
  setCheck(path: string, check: CheckView): void {
    this.links.setCheck(path, this.at(path), check);
  }

  /** What agents propose for a file, for its canvases. */
  setProposals(path: string, proposals: readonly ProposalView[]): void {
    this.links.setProposals(path, this.at(path), proposals);
  }

  /** An agent touched these: canvases that show the file show it there. */
  meet(path: string, agent: string, label: string, ids: readonly string[]): void {
    const document = this.at(path);
    if (document !== undefined) this.links.meet(document, agent, label, ids);
  }

  /** Whether a document differs from its file. */
  isDirty(document: KicadDocument): boolean {
    const open = document.path === undefined ? undefined : this.core.session.find(document.path);
    // Without a stamp it comes from a backup that is not what is on disk.
    return open !== undefined && (isDirty(open) || open.stamp === null);
  }

  /** Lays another version over a document's canvases. */
  compare(document: KicadDocument, compare: CompareView): void {
    for (const panel of document.panels) this.links.compare(panel, compare);
  }

  /** Starts a tool of the canvas that has the focus. */
  startTool(tool: string): void {
    const { active } = this;
    if (active !== undefined) this.links.startTool(active, tool);
  }

  /** Brings a document to the front and lets the person point at something in it, until the returned function is called. */
  async pick(path: string, pick: Pick, done: (answer: PickAnswer) => void): Promise<() => void> {
    const uri = vscode.Uri.file(path);
    await vscode.commands.executeCommand("vscode.openWith", uri, viewTypes[kindOfUri(uri)]);
    const document = this.at(path);
    if (document === undefined) throw new Error(`${path} has no canvas`);
    this.links.pick(document, pick, done);
    return () => this.links.endPick(document);
  }

  /** Reads a file again that could not be opened or has broken text. */
  async retry(uri: vscode.Uri): Promise<void> {
    const document = [...this.documents].find((each) => each.uri.toString() === uri.toString());
    if (document !== undefined) await this.revertCustomDocument(document);
  }

  private async openCustomDocument(uri: vscode.Uri, context: vscode.CustomDocumentOpenContext): Promise<KicadDocument> {
    this.opening.add(uri.toString());
    const state = await this.stateOf(uri, context.backupId);
    this.opening.delete(uri.toString());
    const document = new KicadDocument(uri, state, (ended) => this.end(ended));
    this.documents.add(document);
    if (document.path !== undefined) {
      this.watch.add(document);
    }
    return document;
  }

  private resolveCustomEditor(document: KicadDocument, panel: vscode.WebviewPanel): void {
    this.links.attach(document, panel);
    this.pairs.add(document, panel);
    const heedFocus = () => {
      if (panel.active) this.lastActive = document;
      this.focus.fire();
    };
    heedFocus();
    panel.onDidChangeViewState(heedFocus);
    panel.onDidDispose(() => this.focus.fire());
    if (document.isAnnounced || document.path === undefined) return;
    // Only now does VS Code know the document; changes fired earlier would be lost.
    document.isAnnounced = true;
    this.bridge.announce(document.path);
  }

  /** VS Code compares a version of source control with the file: each side shows its part of the differences. */
  private comparePair(
    old: { readonly document: KicadDocument; readonly panel: vscode.WebviewPanel },
    now: { readonly document: KicadDocument; readonly panel: vscode.WebviewPanel },
  ): void {
    const before = old.document.state;
    const after = now.document.state;
    if (before.is !== "view" || after.is !== "live") return;
    const newer = this.core.session.bytes(after.path);
    this.links.compare(old.panel, { title: "the file as it is now", bytes: newer, isNewer: true, side: "before" });
    this.links.compare(now.panel, {
      title: "the version on the left",
      bytes: before.bytes,
      isNewer: false,
      side: "after",
    });
  }

  private async saveCustomDocument(document: KicadDocument): Promise<void> {
    const { path } = document;
    if (path === undefined) throw refuse(document, "save");
    const answer = this.marks.answerSave(document);
    if (answer === "refuse") throw new vscode.CancellationError();
    if (answer === "clear") return;
    try {
      await this.save(path, document.isKept);
      document.isKept = false;
      await this.saveSettings(path);
    } catch (thrown) {
      if (!(thrown instanceof CommandError) || thrown.code !== "conflict") throw asShown(thrown);
      const choice = await this.watch.choose(document, "overwrite");
      if (choice === "theirs") await this.revertCustomDocument(document);
      else if (choice === "mine") await this.save(path, true);
      else if (choice === "merge") await this.save(path, false);
      else throw new vscode.CancellationError();
    }
  }

  private async saveCustomDocumentAs(document: KicadDocument, target: vscode.Uri): Promise<void> {
    const { state } = document;
    if (state.is === "failed") throw refuse(document, "save");
    if (state.is === "live" && target.toString() === document.uri.toString()) return this.saveCustomDocument(document);
    try {
      const bytes = state.is === "live" ? this.core.session.bytes(state.path) : state.bytes;
      await vscode.workspace.fs.writeFile(target, bytes);
    } catch (thrown) {
      throw asShown(thrown);
    }
    // The edits live on in the new file; this one is again what is on disk.
    if (state.is === "live") await this.revertCustomDocument(document);
  }

  private async revertCustomDocument(document: KicadDocument): Promise<void> {
    const { path } = document;
    if (path === undefined) {
      document.state = await this.stateOf(document.uri, undefined);
      if (document.path !== undefined) this.watch.add(document);
      this.links.refresh(document);
      return;
    }
    try {
      await this.core.exclusive(() => this.core.session.revert(path, PERSON.name));
      for (const open of this.settingsOf(document))
        if (isDirty(open) && open.stamp !== null)
          await this.core.exclusive(() => this.core.session.revert(open.path, PERSON.name));
      document.isKept = false;
    } catch (thrown) {
      throw asShown(thrown);
    }
  }

  private async backupCustomDocument(
    document: KicadDocument,
    context: vscode.CustomDocumentBackupContext,
  ): Promise<vscode.CustomDocumentBackup> {
    const { destination } = context;
    if (document.path === undefined) throw refuse(document, "back up");
    const bytes = this.core.session.bytes(document.path);
    await vscode.workspace.fs.createDirectory(vscode.Uri.joinPath(destination, ".."));
    await vscode.workspace.fs.writeFile(destination, bytes);
    const forget = () => vscode.workspace.fs.delete(destination).then(undefined, () => undefined);
    return { id: destination.toString(), delete: () => void forget() };
  }

  /** Each of the registrations hears of its own documents only: VS Code takes another's for an error. */
  private providerOf(viewType: string): vscode.CustomEditorProvider<KicadDocument> {
    const isOwn = ({ document }: DocumentEvent) => viewTypes[kindOfUri(document.uri)] === viewType;
    const onDidChangeCustomDocument: vscode.Event<DocumentEvent> = (listener, self, disposables) =>
      this.changed.event((event) => isOwn(event) && listener.call(self, event), undefined, disposables);
    return {
      onDidChangeCustomDocument,
      openCustomDocument: (uri, context) => this.openCustomDocument(uri, context),
      resolveCustomEditor: (document, panel) => this.resolveCustomEditor(document, panel),
      saveCustomDocument: (document) => this.saveCustomDocument(document),
      saveCustomDocumentAs: (document, target) => this.saveCustomDocumentAs(document, target),
      revertCustomDocument: (document) => this.revertCustomDocument(document),
      backupCustomDocument: (document, context) => this.backupCustomDocument(document, context),
    };
  }

  /** The project's settings and rules have no tab: they go to disk with the board or the schematic. */
  private async saveSettings(path: string): Promise<void> {
    const stem = path.replace(/\.[^./\\]*$/, "");
    for (const open of this.core.session.list())
      if (isDirty(open) && [`${stem}.kicad_pro`, `${stem}.kicad_dru`].includes(open.path))
        await this.save(open.path, false);
  }

  private save(path: string, force: boolean): Promise<OpenDocument> {
    return this.core.exclusive(() => this.core.session.save(path, PERSON.name, force));
  }

  private at(path: string): KicadDocument | undefined {
    for (const document of this.documents) if (document.path === path && document.isAnnounced) return document;
    return undefined;
  }

  private async stateOf(uri: vscode.Uri, backupId: string | undefined): Promise<DocumentState> {
    try {
      if (uri.scheme !== "file") return await viewOf(uri);
      // A person opened the file: its folder is theirs to work in.
      this.files.addRoot(dirname(uri.fsPath));
      const open = await this.core.exclusive(() => this.openLive(uri.fsPath, backupId));
      return { is: "live", path: open.path };
    } catch (thrown) {
      return { is: "failed", error: toCommandError(thrown) };
    }
  }

  /**
   * The journal knows all unsaved edits, as edits. Only when it does not fit (another program wrote the file while the
   * window was closed) VS Code's backup is what is left of them; saving it then overwrites the other's work, so it asks.
   */
  private async openLive(file: string, backupId: string | undefined): Promise<OpenDocument> {
    const { session } = this.core;
    const isNew = session.find(await session.resolve(file)) === undefined;
    const open = await session.open(file, PERSON.name);
    if (backupId === undefined || !isNew || isDirty(open)) return open;
    const backup = await readBackup(backupId);
    if (backup === null || sameBytes(backup, open.base)) return open;
    await session.close(open.path, PERSON.name);
    return session.adopt(open.path, backup, null, PERSON.name);
  }

  private heed(change: Change): void {
    const document = this.at(change.path);
    const owner = document === undefined ? this.ownerOf(change.path) : undefined;
    if (owner?.path !== undefined) {
      // A change of both has its entry on the stack already; taking that back takes all of it back.
      if (this.isOnStack(change.group)) this.marks.settle(owner);
      else this.bridge.heed({ ...change, path: owner.path });
      return;
    }
    if (document === undefined) {
      if (change.reason === "edit") this.reveal(change.path);
      return;
    }
    this.links.change(document, change);
    this.bridge.heed(change);
    if (change.reason === "revert") this.links.refresh(document);
    // An agent closed it, or moved it to another file, while its tab is open: the tab shows what is on disk.
    if (change.reason === "close" && !this.isEnding) void this.reopen(document);
  }

  /** The tab that stands for a project's settings or rules, which have none: the board's, else the schematic's. */
  private ownerOf(path: string): KicadDocument | undefined {
    const stem = /^(.*)\.kicad_(pro|dru)$/.exec(path)?.[1];
    return stem === undefined ? undefined : (this.at(`${stem}.kicad_pcb`) ?? this.at(`${stem}.kicad_sch`));
  }

  /** The open settings and rules that a tab stands for. */
  private settingsOf(document: KicadDocument): OpenDocument[] {
    return this.core.session.list().filter((open) => this.ownerOf(open.path) === document);
  }

  /** Whether the change touched a document that has a tab. */
  private isOnStack(group: string | null): boolean {
    const isIn = (open: OpenDocument) => open.history.some((entry) => entry.group === group);
    return group !== null && this.core.session.list().some((open) => this.at(open.path) !== undefined && isIn(open));
  }

  /** Nothing changes unseen: a document that an agent edits gets a tab. */
  private reveal(path: string): void {
    // Settings and tables have no tab of ours.
    if (!/\.kicad_(pcb|sch|mod|sym)$/i.test(path)) return;
    if ([...this.documents].some((document) => document.path === path)) return;
    const uri = vscode.Uri.file(path);
    const options = { preserveFocus: true, preview: false };
    // After the transaction: opening a tab takes a turn in the queue of calls itself.
    setTimeout(() => {
      if (this.isEnding || [...this.documents].some((document) => document.path === path)) return;
      // A journal that is read again tells of its edits too; what was taken back by its end is nothing to show.
      if (this.core.session.find(path)?.history.some(({ applied }) => applied) !== true) return;
      void vscode.commands.executeCommand("vscode.openWith", uri, viewTypes[kindOfUri(uri)], options);
    }, 0);
  }

  private async reopen(document: KicadDocument): Promise<void> {
    document.state = await this.stateOf(document.uri, undefined);
    this.links.resend(document);
    this.marks.settle(document);
  }

  /**
   * The last tab of a document was closed. What is unsaved stays in the session and its journal: the window is ending,
   * for when the person throws edits away VS Code reverts them first.
   */
  private end(document: KicadDocument): void {
    this.documents.delete(document);
    this.marks.forget(document);
    this.watch.remove(document);
    const { path } = document;
    if (path === undefined || this.isEnding) return;
    void this.core.exclusive(async () => {
      const open = this.core.session.find(path);
      if (open === undefined || isDirty(open) || this.isEnding) return;
      if ([...this.documents].some((other) => other.path === path)) return;
      await this.core.session.close(path, PERSON.name);
    });
  }
}

async function viewOf(uri: vscode.Uri): Promise<DocumentState> {
  const bytes = await vscode.workspace.fs.readFile(uri);
  const { doc, problems } = readDoc(bytes);
  const problem = problems[0];
  const said = problem === undefined ? null : `${problem.message} at line ${problem.line}`;
  if (doc !== null) return { is: "view", bytes, kind: doc.kind, problem: said };
  throw new CommandError({
    code: "check-failed",
    message: `Cannot open ${uri.toString(true)}: ${said ?? "it is no KiCad file"}.`,
  });
}

async function readBackup(backupId: string): Promise<Uint8Array | null> {
  try {
    return await vscode.workspace.fs.readFile(vscode.Uri.parse(backupId));
  } catch {
    // VS Code may name a backup that is gone.
    return null;
  }
}

function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return Buffer.compare(a, b) === 0;
}

function refuse(document: KicadDocument, verb: string): Error {
  return new Error(`Cannot ${verb} ${document.name}: it is only looked at.`);
}

/** VS Code shows an error's message only, so the hint goes into it. */
function asShown(thrown: unknown): Error {
  return new Error(sayError(toCommandError(thrown)));
}

export function sayError(error: CommandError): string {
  return error.hint === undefined ? error.message : `${error.message} ${error.hint}`;
}
