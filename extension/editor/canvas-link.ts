import * as vscode from "vscode";
import type { AgentCore } from "../../core/agent/agent-core.ts";
import { toCommandError } from "../../core/base/error.ts";
import type { Point } from "../../core/base/nm.ts";
import type { Change } from "../../core/session/session.ts";
import type { CheckView, CompareView, FromCanvas, Pick, ProposalView, ToCanvas } from "../../webview-ui/protocol.ts";
import { designOf } from "../navigate/design-root.ts";
import { showNotice } from "../notice.ts";
import { PERSON } from "../person.ts";
import { viewSettings } from "../settings.ts";
import { slowCall } from "../slow-call.ts";
import { bundlePage, escapeHtml, linkHtml, messagePage, webviewOptions } from "../webview-page.ts";
import type { KicadDocument } from "./kicad-document.ts";
import { viewTypes } from "./kicad-document.ts";
import { surroundingsOf } from "./surroundings.ts";

export { PERSON };

const OPEN_AS_TEXT = "edsnx.openAsText";
const RETRY = "edsnx.retry";

export interface CanvasLinkOptions {
  readonly core: AgentCore;
  readonly extension: vscode.Uri;
  readonly log: vscode.LogOutputChannel;
  /** All that are open. */
  readonly documents: Iterable<KicadDocument>;
}

/** What the person pointed at; null: nothing, on purpose. */
export type PickAnswer = { readonly ids: readonly string[] } | { readonly point: Point } | null;

/** Carries messages between the session and the canvases: the document once, its changes, and calls the other way. */
export class CanvasLink {
  private readonly options: CanvasLinkOptions;
  /** Panels that have asked for the document; what comes before is in the document that they get. */
  private readonly ready = new WeakSet<vscode.WebviewPanel>();
  private readonly picks = new Map<KicadDocument, { pick: Pick; done(answer: PickAnswer): void }>();
  /** What the checks say, by path. */
  private readonly checks = new Map<string, CheckView>();
  /** What agents propose, by path. */
  private readonly proposals = new Map<string, readonly ProposalView[]>();
  /** Names of canvases, by which they hold items. */
  private readonly holders = new WeakMap<vscode.WebviewPanel, string>();
  private canvases = 0;
  /** Nets that are lit, by design. */
  private readonly lit = new Map<string, string>();
  /** What panels that have not asked yet are to be compared with. */
  private readonly pendingCompare = new WeakMap<vscode.WebviewPanel, CompareView>();
  private readonly pendingShow = new WeakMap<KicadDocument, Extract<ToCanvas, { type: "show" }>>();

  constructor(options: CanvasLinkOptions) {
    this.options = options;
  }

  attach(document: KicadDocument, panel: vscode.WebviewPanel): void {
    const { webview } = panel;
    document.panels.add(panel);
    this.holders.set(panel, `canvas ${++this.canvases}`);
    webview.options = webviewOptions(this.options.extension, [OPEN_AS_TEXT, RETRY]);
    const listening = webview.onDidReceiveMessage((message: FromCanvas) => {
      this.receive(document, panel, message).catch((thrown: unknown) => this.options.log.error(String(thrown)));
    });
    panel.onDidDispose(() => {
      listening.dispose();
      this.hold(document, panel, []);
      document.panels.delete(panel);
    });
    webview.html = this.page(document, webview);
  }

  /** Loads the pages anew where what the document is has changed (its banner came or went). */
  refresh(document: KicadDocument): void {
    for (const panel of document.panels) {
      const html = this.page(document, panel.webview);
      if (withoutNonce(html) === withoutNonce(panel.webview.html)) continue;
      this.ready.delete(panel);
      panel.webview.html = html;
    }
  }

  /** Sends the document whole to canvases that cannot know that it was replaced. */
  resend(document: KicadDocument): void {
    this.refresh(document);
    for (const panel of document.panels) {
      if (!this.ready.has(panel)) continue;
      this.sendDocument(document, panel).catch((thrown: unknown) => this.options.log.error(String(thrown)));
    }
  }

  change(document: KicadDocument, change: Change): void {
    for (const panel of document.panels) if (this.ready.has(panel)) post(panel, { type: "change", change });
  }

  show(document: KicadDocument, message: Extract<ToCanvas, { type: "show" }>): void {
    const panels = [...document.panels].filter((panel) => this.ready.has(panel));
    if (panels.length === 0) this.pendingShow.set(document, message);
    for (const panel of panels) post(panel, message);
  }

  /** Tells canvases that are there already; others need not hear of it. */
  tell(document: KicadDocument, message: Extract<ToCanvas, { type: "net" | "lit" | "layer" | "show" }>): void {
    for (const panel of document.panels) if (this.ready.has(panel)) post(panel, message);
  }

  /** Lays another version over what a panel shows. */
  compare(panel: vscode.WebviewPanel, compare: CompareView): void {
    if (this.ready.has(panel)) post(panel, { type: "compare", compare });
    else this.pendingCompare.set(panel, compare);
  }

  setCheck(path: string, document: KicadDocument | undefined, check: CheckView): void {
    this.checks.set(path, check);
    for (const panel of document?.panels ?? []) if (this.ready.has(panel)) post(panel, { type: "check", check });
  }

  setProposals(path: string, document: KicadDocument | undefined, proposals: readonly ProposalView[]): void {
    if (proposals.length === 0) this.proposals.delete(path);
    else this.proposals.set(path, proposals);
    for (const panel of document?.panels ?? [])
      if (this.ready.has(panel)) post(panel, { type: "proposals", proposals });
  }

  /** Somebody else touched these: the canvas shows who and what. */
  meet(document: KicadDocument, agent: string, label: string, ids: readonly string[]): void {
    for (const panel of document.panels)
      if (this.ready.has(panel)) post(panel, { type: "presence", agent, label, ids });
  }

  /** Starts a tool in the canvas that has the focus. */
  startTool(document: KicadDocument, tool: string): void {
    for (const panel of document.panels) if (panel.active) post(panel, { type: "tool", tool });
  }

  /** Asks the person to point at something in a document; `done` hears the answer once. */
  pick(document: KicadDocument, pick: Pick, done: (answer: PickAnswer) => void): void {
    this.picks.set(document, { pick, done });
    for (const panel of document.panels) if (this.ready.has(panel)) post(panel, { type: "pick", pick });
  }

  endPick(document: KicadDocument): void {
    if (!this.picks.delete(document)) return;
    for (const panel of document.panels) if (this.ready.has(panel)) post(panel, { type: "pick", pick: null });
  }

  sendSettings(documents: Iterable<KicadDocument>): void {
    const message: ToCanvas = { type: "settings", settings: viewSettings() };
    for (const document of documents) for (const panel of document.panels) post(panel, message);
  }

  private async receive(document: KicadDocument, panel: vscode.WebviewPanel, message: FromCanvas): Promise<void> {
    switch (message.type) {
      case "ready":
        this.hold(document, panel, []);
        return this.sendDocument(document, panel);
      case "call":
        return this.call(document, panel, message);
      case "editor": {
        const commands = { undo: "undo", redo: "redo", save: "workbench.action.files.save" };
        await vscode.commands.executeCommand(commands[message.action]);
        return;
      }
      case "selection":
        document.selection = message.ids;
        return;
      case "view":
        document.seen = message;
        return;
      case "hold":
        this.hold(document, panel, message.ids);
        return;
      case "picked": {
        const { id, ids, point } = message;
        const answer = this.picks.get(document);
        if (answer?.pick.id !== id) return;
        this.endPick(document);
        answer.done(ids === undefined ? (point === undefined ? null : { point }) : { ids });
        return;
      }
      case "check":
        await vscode.commands.executeCommand("edsnx.check", document.path);
        return;
      case "lit":
        return this.light(document, message.net);
      case "view3d":
        await vscode.commands.executeCommand("edsnx.show3d", document.path);
        return;
      case "openSheet": {
        const sheet = vscode.Uri.joinPath(document.uri, "..", message.file.replaceAll("\\", "/"));
        await vscode.commands.executeCommand("vscode.openWith", sheet, viewTypes.schematic);
        return;
      }
      case "problem":
        this.options.log.error(`Canvas of ${document.name}: ${message.message}`);
        return;
      case "drawn":
        this.options.log.trace(`Canvas of ${document.name}: ${message.items} items at revision ${message.revision}`);
    }
  }

  /** In the queue of calls, so that no change falls between the document and the steps that follow it. */
  private async sendDocument(document: KicadDocument, panel: vscode.WebviewPanel): Promise<void> {
    const { core } = this.options;
    const around = document.path === undefined ? undefined : await surroundingsOf(document.path);
    await core.exclusive(async () => {
      const { state } = document;
      if (state.is === "failed") return;
      const settings = viewSettings();
      if (state.is === "view") {
        const { bytes, kind } = state;
        const rest = { steps: [], revision: 0, readOnly: true, settings };
        post(panel, { type: "document", path: document.uri.toString(true), kind, bytes: plain(bytes), ...rest });
      } else {
        const { path, doc, base, trail, revision, problems } = core.session.get(state.path);
        const rest = { steps: trail, revision, readOnly: problems.length > 0, settings };
        post(panel, { type: "document", path, kind: doc.kind, bytes: plain(base), ...rest, ...(around && { around }) });
      }
      this.ready.add(panel);
    });
    const check = document.path === undefined ? undefined : this.checks.get(document.path);
    if (check !== undefined) post(panel, { type: "check", check });
    const proposals = document.path === undefined ? undefined : this.proposals.get(document.path);
    if (proposals !== undefined) post(panel, { type: "proposals", proposals });
    const waiting = this.picks.get(document);
    if (waiting !== undefined) post(panel, { type: "pick", pick: waiting.pick });
    const compare = this.pendingCompare.get(panel);
    this.pendingCompare.delete(panel);
    if (compare !== undefined) post(panel, { type: "compare", compare });
    const lit = document.path === undefined ? undefined : this.lit.get(await designKey(document.path));
    if (lit !== undefined) post(panel, { type: "lit", net: lit });
    const show = this.pendingShow.get(document);
    if (show === undefined) return;
    this.pendingShow.delete(document);
    post(panel, show);
  }

  /** A net goes over sheets, and from the schematic to the board: every drawing of the design shows it. */
  private async light(document: KicadDocument, net: string | null): Promise<void> {
    if (document.path === undefined) return;
    const design = await designKey(document.path);
    if (net === null) this.lit.delete(design);
    else this.lit.set(design, net);
    for (const other of [...this.options.documents]) {
      if (other === document || other.path === undefined || (await designKey(other.path)) !== design) continue;
      this.tell(other, { type: "lit", net });
    }
  }

  private hold({ path }: KicadDocument, panel: vscode.WebviewPanel, ids: readonly string[]): void {
    const holder = this.holders.get(panel);
    if (holder !== undefined && path !== undefined) this.options.core.holds.hold(holder, path, ids);
  }

  private async call(
    document: KicadDocument,
    panel: vscode.WebviewPanel,
    message: Extract<FromCanvas, { type: "call" }>,
  ): Promise<void> {
    const { call, command, args } = message;
    try {
      const { core } = this.options;
      const { title } = core.registry.get(command);
      const result = await slowCall(title, (how) => core.run(command, args, { caller: PERSON, ...how }), showNotice);
      post(panel, { type: "reply", call, result });
    } catch (thrown) {
      const error = toCommandError(thrown);
      if (error.code === "internal") this.options.log.error(`${command} in ${document.name}:`, error.cause ?? error);
      post(panel, { type: "reply", call, error: error.toJSON() });
    }
  }

  private page(document: KicadDocument, webview: vscode.Webview): string {
    const { state, name, uri } = document;
    const links = [
      { text: "Open as text", command: OPEN_AS_TEXT, args: [uri.toString()] },
      { text: "Try again", command: RETRY, args: [uri.toString()] },
    ];
    if (state.is === "failed") {
      const { message, hint } = state.error;
      return messagePage(`${name} cannot be shown`, hint === undefined ? [message] : [message, hint], links);
    }
    const problem = this.problemOf(document);
    const banner =
      problem === null ? "" : `Read-only: ${escapeHtml(problem)}. Mend it in the text. ${links.map(linkHtml).join("")}`;
    return bundlePage(webview, this.options.extension, { bundle: "canvas", title: name, banner });
  }

  private problemOf({ state }: KicadDocument): string | null {
    if (state.is !== "live") return state.is === "view" ? state.problem : null;
    const first = this.options.core.session.find(state.path)?.problems[0];
    return first === undefined ? null : `${first.message} at line ${first.line}, column ${first.column}`;
  }
}

function post(panel: vscode.WebviewPanel, message: ToCanvas): void {
  // A panel that is gone meanwhile answers false; there is nobody left to tell.
  void panel.webview.postMessage(message);
}

/** What the files of one design have in common. */
async function designKey(path: string): Promise<string> {
  const { schematic, board } = await designOf(path);
  return schematic ?? board ?? path;
}

function withoutNonce(html: string): string {
  return html.replace(/nonce(-|=")[A-Za-z0-9+/=]+/g, "nonce");
}

/** VS Code hands a plain Uint8Array over as it is, but a Node Buffer as a list of numbers. */
function plain(bytes: Uint8Array): Uint8Array {
  const { buffer, byteOffset, byteLength } = bytes;
  const whole = new Uint8Array(buffer, byteOffset, byteLength);
  return byteLength === buffer.byteLength ? whole : whole.slice();
}
