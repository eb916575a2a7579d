import assert from "node:assert/strict";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { ensureVscodeHost, startVscodeServer } from "../../scripts/vscode-host.mjs";
import { openVscode, until, type Vscode } from "./host.ts";

const fixture = join(dirname(fileURLToPath(import.meta.url)), "fixture-extension");

/** One line of the fixture's log. */
type Entry = { event: string; name?: string; port?: number; backup?: boolean };

describe("a real VS Code", function () {
  this.timeout(180_000);
  let vscode: Vscode;
  let scratch: string;
  const path = (name: string) => join(vscode.workspace, name);
  const disk = (name: string) => readFileSync(path(name), "utf8");
  const log = (): Entry[] => {
    const file = join(scratch, "log");
    return existsSync(file)
      ? readFileSync(file, "utf8")
          .trim()
          .split("\n")
          .map((line) => JSON.parse(line) as Entry)
      : [];
  };
  const events = (name: string) =>
    log()
      .filter((entry) => entry.name === name)
      .map((entry) => entry.event);
  /** Gives the fixture an order, as an agent would: with no user action. */
  const ask = async (order: string, args: Record<string, unknown> = {}): Promise<unknown> => {
    const port = log().findLast((entry) => entry.event === "listening")?.port;
    const response = await fetch(`http://127.0.0.1:${port}/`, {
      method: "POST",
      body: JSON.stringify({ order, ...args }),
    });
    const { result, error } = (await response.json()) as { result: unknown; error?: string };
    if (error) throw new Error(error);
    return result;
  };
  const content = (name: string) => ask("content", { path: path(name) });
  const waitContent = (name: string, wanted: string) =>
    until(async () => (await content(name)) === wanted, 60_000, `${name} to hold "${wanted}"`);
  const focus = async (name: string) => {
    const frame = await vscode.webviewFrame(name);
    await frame.locator("body").click();
    return frame;
  };

  before(async () => {
    scratch = await mkdtemp(join(tmpdir(), "edsnx-probe-"));
    const files = { "a.probe": "A", "b.probe": "B", "crash.probe": "C" };
    vscode = await openVscode({ extensionPath: fixture, files, env: { EDSNX_PROBE_LOG: join(scratch, "log") } });
  });

  after(async () => {
    await vscode?.close();
    await rm(scratch, { recursive: true, force: true });
  });

  it("opens a custom editor whose webview has WebGL 2", async () => {
    await vscode.openFile("a.probe");
    const frame = await vscode.webviewFrame("a.probe");
    assert.match((await frame.locator("body").getAttribute("data-webgl")) ?? "", /^WebGL 2/);
    assert.deepEqual(events("a.probe").slice(0, 2), ["openCustomDocument", "resolveCustomEditor"]);
  });

  it("runs a command from the palette", async () => {
    await vscode.runCommand("Edsnx Probe: Hello");
    await until(async () => log().some((entry) => entry.event === "hello"), 60_000, "the command to run");
  });

  it("finds the webview of a view, alone in its container or among panes", async () => {
    await vscode.runCommand("View: Show Probe Views");
    const alone = await vscode.webviewFrame("Probe View");
    assert.equal((await alone.locator("body").textContent())?.trim(), "edsnxProbe.view");
    await vscode.runCommand("Explorer: Focus on Probe Pane View");
    const pane = await vscode.webviewFrame("Probe Pane");
    assert.equal((await pane.locator("body").textContent())?.trim(), "edsnxProbe.pane");
  });

  it("marks the tab dirty on an edit and clean on Ctrl+Z in the webview", async () => {
    const frame = await focus("a.probe");
    await frame.evaluate(() => (globalThis as unknown as { probeEdit(text: string): void }).probeEdit("+1"));
    await vscode.waitDirty("a.probe", true);
    await vscode.press("Control+z");
    await vscode.waitDirty("a.probe", false);
    await waitContent("a.probe", "A");
  });

  it("saves on Ctrl+S", async () => {
    await focus("a.probe");
    await ask("edit", { path: path("a.probe"), text: "+2" });
    await vscode.waitDirty("a.probe", true);
    await vscode.press("Control+s");
    await vscode.waitDirty("a.probe", false);
    assert.equal(disk("a.probe"), "A+2");
  });

  it("reverts to what is on disk", async () => {
    await focus("a.probe");
    await ask("edit", { path: path("a.probe"), text: "+3" });
    await vscode.waitDirty("a.probe", true);
    await vscode.runCommand("File: Revert File");
    await vscode.waitDirty("a.probe", false);
    // VS Code clears the dot before it calls the extension, here and in undo.
    await waitContent("a.probe", "A+2");
  });

  it("undoes an edit of a hidden tab by its own stack, so that both tabs end clean", async () => {
    await vscode.openFile("b.probe");
    await vscode.webviewFrame("b.probe");
    await focus("a.probe");
    await ask("linkedEdit", { paths: [path("a.probe"), path("b.probe")], text: "+4" });
    await vscode.waitDirty("b.probe", true);
    await vscode.press("Control+z");
    await vscode.waitDirty("a.probe", false);
    await ask("undoIn", { path: path("b.probe") });
    await vscode.waitDirty("b.probe", false);
    await waitContent("a.probe", "A+2");
    await waitContent("b.probe", "B");
    // The keys go to the tab that had them, and its redo is still there.
    await vscode.redo("a.probe");
    await waitContent("a.probe", "A+2+4");
    // Not undo again: VS Code drops an undo pressed before it has the answer to the last one.
    await vscode.press("Control+s");
    await vscode.waitDirty("a.probe", false);
    assert.equal(disk("a.probe"), "A+2+4");
  });

  it("restarts a killed extension host, and a replayed journal brings the edits back with their undo", async () => {
    await vscode.openFile("crash.probe");
    await focus("crash.probe");
    await ask("edit", { path: path("crash.probe"), text: "+late" });
    await vscode.waitDirty("crash.probe", true);
    writeFileSync(path("crash.probe.journal"), "+late\n");

    const killed = await vscode.killExtensionHost();
    const activations = log().filter((entry) => entry.event === "activate").length;
    await until(
      async () => log().filter((entry) => entry.event === "activate").length > activations,
      60_000,
      "the extension to be activated again",
    );
    assert.notEqual(await vscode.extensionHostPid(), killed);
    assert.equal(await vscode.dialogText(), undefined);
    // The tab stands, still dirty, but VS Code does not open its document again.
    assert.equal(await vscode.isDirty("crash.probe"), true);
    assert.equal(await content("crash.probe"), null);

    await vscode.reload();
    await focus("crash.probe");
    await waitContent("crash.probe", "C+late");
    await vscode.waitDirty("crash.probe", true);
    await vscode.press("Control+z");
    await vscode.waitDirty("crash.probe", false);
    await waitContent("crash.probe", "C");
    assert.equal(disk("crash.probe"), "C");
    rmSync(path("crash.probe.journal"));
  });

  it("backs a dirty document up within two seconds", async () => {
    await focus("a.probe");
    const count = () => events("a.probe").filter((event) => event === "backup").length;
    const before = count();
    await ask("edit", { path: path("a.probe"), text: "+5" });
    await until(async () => count() > before, 2000, "a backup");
    await vscode.press("Control+z");
    await vscode.waitDirty("a.probe", false);
  });
});

describe("the VS Code server", function () {
  this.timeout(240_000);

  it("ends all of its processes on stop", async () => {
    const { root } = await ensureVscodeHost();
    assert.ok(existsSync(join(root, "installed.json")));
    const workspace = await mkdtemp(join(tmpdir(), "edsnx-workspace-"));
    try {
      const server = await startVscodeServer({ workspace });
      assert.equal((await fetch(server.url())).status, 200);
      const { port } = server;
      await assert.rejects(startVscodeServer({ workspace, port }), { message: new RegExp(`port ${port} is taken`) });
      await server.stop();
      assert.throws(() => process.kill(-server.pid, 0), { code: "ESRCH" });
      assert.equal(existsSync(server.userDataDir), false);
    } finally {
      await rm(workspace, { recursive: true, force: true });
    }
  });
});
