// The smallest custom editor that shows what VS Code does: it logs every callback (EDSNX_PROBE_LOG, one JSON a line)
// and takes orders over a loopback port, so that a test can act as an agent does: with no user action.
const fs = require("node:fs");
const http = require("node:http");
const vscode = require("vscode");

const logFile = process.env.EDSNX_PROBE_LOG;
const log = (event, data = {}) => {
  if (logFile) fs.appendFileSync(logFile, `${JSON.stringify({ at: Date.now(), pid: process.pid, event, ...data })}\n`);
};

/** @typedef {{ uri: vscode.Uri, content: string, nextEdit: number, panels: Set<vscode.WebviewPanel>, dispose(): void }} Probe */
/** @type {Map<string, Probe>} */
const documents = new Map();
/** @type {vscode.EventEmitter<vscode.CustomDocumentEditEvent | vscode.CustomDocumentContentChangeEvent>} */
const changed = new vscode.EventEmitter();
const nameOf = (uri) => uri.path.split("/").at(-1);

function show(document) {
  for (const panel of document.panels) panel.webview.postMessage({ type: "content", content: document.content });
}

function set(document, content) {
  document.content = content;
  show(document);
}

/** Appends `text` as one edit; VS Code keeps it on its undo stack. */
function edit(document, text) {
  const id = document.nextEdit++;
  const name = nameOf(document.uri);
  const before = document.content;
  const after = before + text;
  set(document, after);
  log("edit", { name, id });
  changed.fire({
    document,
    label: `Append ${text}`,
    undo: () => {
      log("undo", { name, id });
      set(document, before);
    },
    redo: () => {
      log("redo", { name, id });
      set(document, after);
    },
  });
}

const provider = {
  onDidChangeCustomDocument: changed.event,

  async openCustomDocument(uri, { backupId, untitledDocumentData }) {
    const name = nameOf(uri);
    log("openCustomDocument", { name, backup: backupId !== undefined, untitled: untitledDocumentData !== undefined });
    // VS Code may name a backup that is gone; and where there is a journal, the file and its replay say more.
    const backup = backupId && vscode.Uri.parse(backupId);
    const useBackup = backup && fs.existsSync(backup.fsPath) && !fs.existsSync(`${uri.fsPath}.journal`);
    const source = useBackup ? backup : uri;
    const content = Buffer.from(await vscode.workspace.fs.readFile(source)).toString("utf8");
    /** @type {Probe} */
    const document = {
      uri,
      content,
      nextEdit: 1,
      panels: new Set(),
      dispose() {
        log("dispose", { name });
        documents.delete(uri.fsPath);
      },
    };
    documents.set(uri.fsPath, document);
    return document;
  },

  async resolveCustomEditor(document, panel) {
    const name = nameOf(document.uri);
    log("resolveCustomEditor", { name, active: panel.active });
    document.panels.add(panel);
    panel.onDidDispose(() => {
      document.panels.delete(panel);
      log("panelDispose", { name });
    });
    panel.onDidChangeViewState(() => log("viewState", { name, active: panel.active, visible: panel.visible }));
    panel.webview.options = { enableScripts: true };
    panel.webview.onDidReceiveMessage((message) => {
      if (message.type === "edit") edit(document, message.text);
      else if (message.type === "ready") show(document);
      else if (message.type === "pong") pongs.get(message.id)?.(message.at);
    });
    panel.webview.html = fs.readFileSync(`${__dirname}/webview.html`, "utf8");
    const journal = `${document.uri.fsPath}.journal`;
    if (fs.existsSync(journal))
      for (const text of fs.readFileSync(journal, "utf8").split("\n").filter(Boolean)) edit(document, text);
  },

  async saveCustomDocument(document) {
    log("save", { name: nameOf(document.uri) });
    await vscode.workspace.fs.writeFile(document.uri, Buffer.from(document.content));
  },

  async saveCustomDocumentAs(document, destination) {
    log("saveAs", { name: nameOf(document.uri), to: nameOf(destination) });
    await vscode.workspace.fs.writeFile(destination, Buffer.from(document.content));
  },

  async revertCustomDocument(document) {
    log("revert", { name: nameOf(document.uri) });
    set(document, Buffer.from(await vscode.workspace.fs.readFile(document.uri)).toString("utf8"));
  },

  async backupCustomDocument(document, { destination }) {
    log("backup", { name: nameOf(document.uri) });
    await vscode.workspace.fs.createDirectory(vscode.Uri.joinPath(destination, ".."));
    await vscode.workspace.fs.writeFile(destination, Buffer.from(document.content));
    return {
      id: destination.toString(),
      delete: () => {
        log("backupDelete", { name: nameOf(document.uri) });
        fs.rmSync(destination.fsPath, { force: true });
      },
    };
  },
};

/** @type {Map<number, (at: number) => void>} */
const pongs = new Map();

/** Orders of the test. Each returns plain JSON. */
const orders = {
  edit: ({ path, text }) => edit(documents.get(path), text),
  /** The same edit in two documents at once. */
  linkedEdit({ paths, text }) {
    const [one, two] = paths.map((path) => documents.get(path));
    edit(one, text);
    edit(two, text);
  },
  content: ({ path }) => documents.get(path)?.content ?? null,
  /** Marks the document dirty with nothing on the undo stack. */
  contentChange: ({ path }) => changed.fire({ document: documents.get(path) }),
  set: ({ path, content }) => set(documents.get(path), content),
  command: ({ id, args = [] }) =>
    vscode.commands
      .executeCommand(id, ...args.map((arg) => (arg?.uri ? vscode.Uri.file(arg.uri) : arg)))
      .then(() => null),
  /** Undo by VS Code's own stack in a tab that is not active: show it, undo, show the former one again. */
  async undoIn({ path }) {
    const former = vscode.window.tabGroups.activeTabGroup;
    const formerTab = former.activeTab;
    const group = vscode.window.tabGroups.all.find((one) => one.tabs.some((tab) => tab.input?.uri?.fsPath === path));
    const show = (uri, viewColumn) =>
      vscode.commands.executeCommand("vscode.openWith", uri, "edsnxProbe.editor", viewColumn);
    const start = performance.now();
    await show(vscode.Uri.file(path), group.viewColumn);
    await vscode.commands.executeCommand("undo");
    await show(formerTab.input.uri, former.viewColumn);
    return performance.now() - start;
  },
  async save({ path }) {
    return (await vscode.workspace.save(vscode.Uri.file(path)))?.fsPath ?? null;
  },
  tabs: () =>
    vscode.window.tabGroups.all.flatMap((group) =>
      group.tabs.map((tab) => ({ label: tab.label, active: tab.isActive, dirty: tab.isDirty })),
    ),
  /** Milliseconds from postMessage to the webview's handler, `count` times. */
  async ping({ path, count }) {
    const [panel] = documents.get(path).panels;
    const times = [];
    for (let id = 0; id < count; id++) {
      const answer = new Promise((done) => pongs.set(id, done));
      const start = performance.timeOrigin + performance.now();
      panel.webview.postMessage({ type: "ping", id });
      times.push({ oneWay: (await answer) - start, round: performance.timeOrigin + performance.now() - start });
      pongs.delete(id);
    }
    return times;
  },
};

exports.activate = (context) => {
  const watcher = vscode.workspace.createFileSystemWatcher("**/*.probe");
  for (const event of ["onDidCreate", "onDidChange", "onDidDelete"])
    watcher[event]((uri) => log("watcher", { kind: event, name: nameOf(uri) }));
  const server = http.createServer(async (request, response) => {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const { order, ...args } = JSON.parse(Buffer.concat(chunks).toString());
    try {
      response.end(JSON.stringify({ result: (await orders[order](args)) ?? null }));
    } catch (error) {
      response.end(JSON.stringify({ error: String(error?.stack ?? error) }));
    }
  });
  server.listen(0, "127.0.0.1", () => log("listening", { port: server.address().port }));
  context.subscriptions.push(
    watcher,
    { dispose: () => server.close() },
    vscode.commands.registerCommand("edsnxProbe.hello", () => log("hello")),
    ...["edsnxProbe.view", "edsnxProbe.pane"].map((id) =>
      vscode.window.registerWebviewViewProvider(id, {
        resolveWebviewView(view) {
          view.webview.html = `<!doctype html><html lang="en"><body>${id}</body></html>`;
        },
      }),
    ),
    vscode.window.registerCustomEditorProvider("edsnxProbe.editor", provider, {
      webviewOptions: { retainContextWhenHidden: true },
      supportsMultipleEditorsPerDocument: false,
    }),
  );
  log("activate");
};

exports.deactivate = () => log("deactivate");
