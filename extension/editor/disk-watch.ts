import { dirname } from "node:path";
import * as vscode from "vscode";
import type { AgentCore } from "../../core/agent/agent-core.ts";
import { isDirty } from "../../core/session/open-document.ts";
import { mergeWithDisk } from "../../core/session/outside-change.ts";
import type { FilePort, Stamp } from "../../core/session/ports.ts";
import { PERSON } from "./canvas-link.ts";
import type { KicadDocument } from "./kicad-document.ts";

/** Writers often touch a file several times; one look after the last is enough. In milliseconds. */
const QUIET_MS = 120;

const MINE = "edsnx-mine";
const THEIRS = "edsnx-disk";

export type Choice = "mine" | "theirs" | "merge" | "later";

export interface DiskWatchOptions {
  readonly core: AgentCore;
  readonly files: FilePort;
  readonly report: (thrown: unknown) => void;
}

/** Notices when another program writes a file that has a tab: a clean one is read anew, for a dirty one it asks. */
export class DiskWatch implements vscode.Disposable {
  private readonly options: DiskWatchOptions;
  private readonly watched = new Map<KicadDocument, vscode.Disposable>();
  private readonly asking = new Set<KicadDocument>();
  private readonly texts: vscode.Disposable;

  constructor(options: DiskWatchOptions) {
    this.options = options;
    const decoder = new TextDecoder();
    const { core, files } = options;
    // Both sides as text of another name: two canvases beside each other would not say what differs.
    const sides: Readonly<Record<string, (path: string) => Promise<Uint8Array>>> = {
      [MINE]: async (path) => core.session.bytes(path),
      [THEIRS]: async (path) => (await files.read(path)).bytes,
    };
    this.texts = vscode.Disposable.from(
      ...Object.entries(sides).map(([scheme, read]) =>
        vscode.workspace.registerTextDocumentContentProvider(scheme, {
          provideTextDocumentContent: async (uri) => decoder.decode(await read(vscode.Uri.parse(uri.query).fsPath)),
        }),
      ),
    );
  }

  add(document: KicadDocument): void {
    this.remove(document);
    const { path } = document;
    if (path === undefined) return;
    const pattern = new vscode.RelativePattern(vscode.Uri.file(dirname(path)), "*.kicad_{pcb,sch}");
    const watcher = vscode.workspace.createFileSystemWatcher(pattern);
    let timer: NodeJS.Timeout | undefined;
    const look = (uri: vscode.Uri) => {
      if (uri.fsPath !== path && uri.fsPath !== document.uri.fsPath) return;
      clearTimeout(timer);
      timer = setTimeout(() => this.compare(document).catch(this.options.report), QUIET_MS);
    };
    const listeners = [watcher.onDidChange(look), watcher.onDidCreate(look), watcher];
    this.watched.set(document, {
      dispose: () => {
        clearTimeout(timer);
        for (const listener of listeners) listener.dispose();
      },
    });
  }

  remove(document: KicadDocument): void {
    this.watched.get(document)?.dispose();
    this.watched.delete(document);
  }

  dispose(): void {
    this.texts.dispose();
    for (const watch of this.watched.values()) watch.dispose();
    this.watched.clear();
  }

  /** Lets the person choose between two versions of a file. */
  async choose(document: KicadDocument, why: "changed" | "overwrite"): Promise<Choice> {
    const mine = why === "overwrite" ? "Overwrite" : "Keep Mine";
    const text =
      why === "overwrite"
        ? `${document.name} was changed on disk by another program since it was read.`
        : `${document.name} was changed on disk by another program, and has unsaved edits here.`;
    for (;;) {
      const options = { modal: why === "overwrite" };
      const choice = await vscode.window.showWarningMessage(text, options, mine, "Merge", "Take Theirs", "Compare");
      if (choice === mine) return "mine";
      if (choice === "Take Theirs") return "theirs";
      if (choice === "Merge" && (await this.merge(document))) return "merge";
      if (choice === "Merge") continue;
      if (choice !== "Compare") return "later";
      await compare(document);
      // A modal dialog would hide what was just asked for; the next save asks again.
      if (why === "overwrite") return "later";
    }
  }

  /** Brings both versions together; where both changed the same the person says whose counts. False: nothing was done. */
  private async merge(document: KicadDocument): Promise<boolean> {
    const { core } = this.options;
    const { path } = document;
    if (path === undefined) return false;
    const run = (side: "mine" | "theirs" | null) =>
      core.exclusive(() => mergeWithDisk(core.session, path, PERSON.name, () => side));
    const { conflicts } = await run(null);
    if (conflicts.length === 0) return true;
    const names = conflicts
      .slice(0, 5)
      .map(({ kind, id, properties }) => `${kind} ${id}: ${properties.join(", ") || "the whole"}`);
    const more = conflicts.length > 5 ? ` and ${conflicts.length - 5} more` : "";
    const text = `Both changed ${names.join("; ")}${more}. Whose version counts there?`;
    const answer = await vscode.window.showWarningMessage(text, { modal: true }, "Mine There", "Theirs There");
    if (answer === undefined) return false;
    await run(answer === "Mine There" ? "mine" : "theirs");
    return true;
  }

  private async compare(document: KicadDocument): Promise<void> {
    const { core, files } = this.options;
    const { path } = document;
    if (path === undefined || this.asking.has(document)) return;
    const isOpenQuestion = await core.exclusive(async () => {
      const open = core.session.find(path);
      const stamp = await files.stat(path);
      if (open === undefined || stamp === null || sameStamp(stamp, open.stamp)) return false;
      if (isDirty(open) || open.stamp === null) return true;
      await core.session.revert(path, PERSON.name);
      return false;
    });
    if (!isOpenQuestion) return;
    this.asking.add(document);
    try {
      const choice = await this.choose(document, "changed");
      if (choice === "mine") document.isKept = true;
      if (choice === "theirs") await core.exclusive(() => core.session.revert(path, PERSON.name));
    } finally {
      this.asking.delete(document);
    }
  }
}

async function compare(document: KicadDocument): Promise<void> {
  const query = vscode.Uri.file(document.path ?? document.uri.fsPath).toString();
  const side = (scheme: string) => vscode.Uri.from({ scheme, path: `/${document.name}.txt`, query });
  await vscode.commands.executeCommand("vscode.diff", side(THEIRS), side(MINE), `${document.name}: on disk ↔ here`);
}

function sameStamp(a: Stamp, b: Stamp | null): boolean {
  return b !== null && a.size === b.size && a.mtimeMs === b.mtimeMs && a.inode === b.inode;
}
