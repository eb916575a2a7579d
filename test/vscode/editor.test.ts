import assert from "node:assert/strict";
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Frame } from "playwright-core";
import { type AttachedAgent, type Json, joinEditor } from "./attached-agent.ts";
import { answerWithFakeClaude } from "./fake-claude.ts";
import { openVscode, until, type Vscode } from "./host.ts";

const here = dirname(fileURLToPath(import.meta.url));
const repo = join(here, "../..");
const BOARD = "blinky.kicad_pcb";
const SHEET = "blinky.kicad_sch";

describe("the editors in VS Code", function () {
  this.timeout(240_000);
  let vscode: Vscode;
  let agent: AttachedAgent;
  let scratch: string;
  /** Change events that VS Code got for another editor's document. */
  const strays: string[] = [];
  const path = (name: string) => join(vscode.workspace, name);
  const disk = (name: string) => readFileSync(path(name), "utf8");
  const original = (name: string) => readFileSync(join(repo, "examples/blinky", name), "utf8");
  const firstOf = (name: string, head: RegExp) =>
    head.exec(original(name))?.[1] ?? assert.fail(`no ${head} in ${name}`);
  const footprint = () => firstOf(BOARD, /\(footprint "[^"]*"\s+\(layer "[^"]*"\)\s+\(uuid "([^"]+)"\)/);
  const symbol = () => firstOf(SHEET, /\(symbol\s+\(lib_id "[^"]*"\)[\s\S]*?\(uuid "([^"]+)"\)/);
  const move = (by: number[] = [1, 0]) => agent.ask("pcb.move", { path: BOARD, items: footprint(), by });
  const both = () => [
    { id: "pcb.move", args: { path: BOARD, items: footprint(), by: [1, 0] } },
    { id: "sch.move", args: { path: SHEET, items: symbol(), by: [2.54, 0] } },
  ];
  const revision = (frame: Frame) =>
    frame.evaluate(() => (globalThis as unknown as { __edsnx?: { revision(): number } }).__edsnx?.revision() ?? -1);
  const waitDrawn = async (frame: Frame, wanted: number) =>
    until(async () => (await revision(frame)) >= wanted, 60_000, `revision ${wanted} to be drawn`);
  const focus = async (name: string) => {
    const frame = await vscode.webviewFrame(name);
    await frame
      .locator("canvas")
      .first()
      .click({ position: { x: 5, y: 5 } });
    return frame;
  };
  const describeOpen = async (name: string) => {
    const { documents } = (await agent.ask("session.documents", {})) as { documents: Json[] };
    return documents.find((document) => String(document["path"]).endsWith(name)) ?? assert.fail(`${name} is not open`);
  };
  before(async () => {
    scratch = mkdtempSync(join(tmpdir(), "edsnx-editor-"));
    const workspace = join(scratch, "blinky");
    cpSync(join(repo, "examples/blinky"), workspace, { recursive: true });
    answerWithFakeClaude(workspace, join(scratch, "bin"));
    vscode = await openVscode({ workspace });
    vscode.page.on(
      "console",
      (message) => /No custom document found/.test(message.text()) && strays.push(message.text()),
    );
    agent = await joinEditor(workspace);
  });

  after(async () => {
    agent?.close();
    await vscode?.close();
    rmSync(scratch, { recursive: true, force: true });
  });

  it("shows a board that is not blank", async () => {
    await vscode.openFile(BOARD);
    const frame = await vscode.webviewFrame(BOARD);
    await waitDrawn(frame, 0);
    const drawn = await frame.evaluate(() => {
      const probe = (globalThis as unknown as { __edsnx: { itemCount(): number; colors(): [string, number][] } })
        .__edsnx;
      return { items: probe.itemCount(), colors: probe.colors().length };
    });
    assert.ok(drawn.items > 20 && drawn.colors > 5, JSON.stringify(drawn));
    assert.equal(await vscode.isDirty(BOARD), false);
  });

  it("shows an agent's edit, marks the tab, and gives it to Ctrl+Z; the agent hears of it", async () => {
    const frame = await focus(BOARD);
    const started = Date.now();
    const result = await move();
    await waitDrawn(frame, result["revision"] as number);
    const shown = Date.now() - started;
    console.log(`      edit to drawn: ${shown} ms`);
    await vscode.waitDirty(BOARD, true);
    await vscode.press("Control+z");
    await vscode.waitDirty(BOARD, false);
    await until(async () => agent.changes.at(-1)?.["reason"] === "undo", 60_000, "document.changed with reason undo");
    assert.equal((await describeOpen(BOARD))["dirty"], false);
    assert.deepEqual(strays, []);
  });

  it("copies an agent setup that outlives the window", async () => {
    await vscode.runCommand("Electronics Designer: Copy the Command That Attaches Claude Code");
    const copied = () => vscode.page.evaluate(() => navigator.clipboard.readText());
    const wanted = `claude mcp add edsnx-live -- node ${join(realpathSync(repo), "out/edsnx.cjs")} mcp --attach`;
    await until(async () => (await copied()).startsWith("claude"), 60_000, "the command on the clipboard");
    assert.equal(await copied(), wanted);
  });

  it("redoes, saves what was changed, and undoes back to the original bytes", async () => {
    await focus(BOARD);
    await vscode.redo(BOARD);
    await until(async () => (await describeOpen(BOARD))["dirty"] === true, 60_000, "the session to be dirty");
    await vscode.press("Control+s");
    await vscode.waitDirty(BOARD, false);
    await until(async () => disk(BOARD) !== original(BOARD), 60_000, "the file to be written");
    await vscode.press("Control+z");
    await vscode.waitDirty(BOARD, true);
    await until(async () => (await describeOpen(BOARD))["dirty"] === true, 60_000, "the undo to arrive");
    await vscode.press("Control+s");
    await until(async () => disk(BOARD) === original(BOARD), 60_000, "the original bytes");
    await vscode.waitDirty(BOARD, false);
  });

  it("ends clean when an agent saves, and after an agent's undo", async () => {
    await focus(BOARD);
    await move();
    await vscode.waitDirty(BOARD, true);
    await agent.ask("session.save", { path: BOARD });
    await vscode.waitDirty(BOARD, false);
    assert.notEqual(disk(BOARD), original(BOARD));
    await agent.ask("session.undo", { path: BOARD });
    await vscode.waitDirty(BOARD, true);
    await agent.ask("session.redo", { path: BOARD });
    await vscode.waitDirty(BOARD, false);
    await agent.ask("session.undo", { path: BOARD });
    await agent.ask("session.save", { path: BOARD });
    await vscode.waitDirty(BOARD, false);
    assert.equal(disk(BOARD), original(BOARD));
  });

  it("writes no edit that comes while the mark of a saved tab is cleared", async () => {
    await focus(BOARD);
    // The mark is compared 150 ms after a change: the edit is to come while VS Code clears it.
    for (let delay = 140; delay < 200; delay += 4) {
      await move();
      await agent.ask("session.save", { path: BOARD });
      const saved = disk(BOARD);
      await new Promise((resolve) => setTimeout(resolve, delay));
      await agent.ask("session.undo", { path: BOARD });
      await vscode.waitDirty(BOARD, true);
      assert.equal((await describeOpen(BOARD))["dirty"], true, `after ${delay} ms`);
      assert.equal(disk(BOARD), saved, `after ${delay} ms`);
      await agent.ask("session.save", { path: BOARD });
      await vscode.waitDirty(BOARD, false);
      assert.equal(disk(BOARD), original(BOARD));
    }
  });

  it("takes a change of board and schematic back from either tab; both end clean", async () => {
    await vscode.openFile(SHEET);
    await focus(SHEET);
    for (const tab of [BOARD, SHEET]) {
      await focus(tab);
      await agent.ask("session.transaction", { label: "Both", steps: both() });
      await vscode.waitDirty(BOARD, true);
      await vscode.waitDirty(SHEET, true);
      await vscode.press("Control+z");
      await vscode.waitDirty(BOARD, false);
      await vscode.waitDirty(SHEET, false);
      for (const name of [BOARD, SHEET]) assert.equal((await describeOpen(name))["dirty"], false);
      assert.deepEqual([disk(BOARD), disk(SHEET)], [original(BOARD), original(SHEET)]);
      assert.equal((await vscode.page.locator(".tab.active").getAttribute("data-resource-name")) ?? "", tab);
    }
  });

  it("passes over what the other tab has taken back, to the change before it", async () => {
    await focus(BOARD);
    await move();
    await agent.ask("session.transaction", { label: "Both", steps: both() });
    await focus(SHEET);
    await vscode.press("Control+z");
    await until(async () => (await describeOpen(SHEET))["dirty"] === false, 60_000, "the undo to arrive");
    await focus(BOARD);
    await vscode.waitDirty(BOARD, true);
    await vscode.press("Control+z");
    await until(async () => (await describeOpen(BOARD))["dirty"] === false, 60_000, "the first move to be undone");
    await vscode.waitDirty(BOARD, false);
  });

  it("takes an edit of the project's settings back with Ctrl+Z in the board's tab, and saves it with the board", async () => {
    await focus(BOARD);
    const project = () => describeOpen("blinky.kicad_pro").then((open) => open["dirty"]);
    await agent.ask("pcb.setNetclass", { path: BOARD, name: "Power", clearance: 0.3 });
    await vscode.waitDirty(BOARD, true);
    assert.equal(await project(), true);
    await vscode.press("Control+z");
    await until(async () => (await project()) === false, 60_000, "the settings to be as before");
    await vscode.waitDirty(BOARD, false);
    await vscode.redo(BOARD);
    await until(async () => (await project()) === true, 60_000, "the settings to be changed again");
    await vscode.press("Control+s");
    await until(async () => /"Power"/.test(disk("blinky.kicad_pro")), 60_000, "the project file to be written");
    await vscode.waitDirty(BOARD, false);
    await vscode.press("Control+z");
    await vscode.waitDirty(BOARD, true);
    await vscode.press("Control+s");
    await until(
      async () => disk("blinky.kicad_pro") === original("blinky.kicad_pro"),
      60_000,
      "the project file's original bytes",
    );
    await vscode.waitDirty(BOARD, false);
  });

  it("reverts, and reads a clean document anew when another program writes it", async () => {
    await focus(BOARD);
    await move();
    await vscode.waitDirty(BOARD, true);
    await vscode.runCommand("File: Revert File");
    await vscode.waitDirty(BOARD, false);
    assert.equal((await describeOpen(BOARD))["dirty"], false);
    const before = (await describeOpen(BOARD))["hash"];
    writeFileSync(path(BOARD), original(BOARD).replace(/\(title "[^"]*"\)|\(thickness [\d.]+\)/, "(thickness 0.8)"));
    await until(async () => (await describeOpen(BOARD))["hash"] !== before, 60_000, "the other program's version");
    assert.equal(await vscode.isDirty(BOARD), false);
    writeFileSync(path(BOARD), original(BOARD));
    await until(async () => (await describeOpen(BOARD))["hash"] === before, 60_000, "the original again");
  });

  it("asks when another program writes a document with unsaved edits", async () => {
    await focus(BOARD);
    await move();
    await vscode.waitDirty(BOARD, true);
    const theirs = original(BOARD).replace(/\(thickness [\d.]+\)/, "(thickness 0.8)");
    writeFileSync(path(BOARD), theirs);
    await vscode.runCommand("Notifications: Show Notifications");
    await until(
      async () => (await vscode.notifications()).some((text) => text.includes("unsaved edits")),
      60_000,
      "the question",
    );
    await vscode.page.locator(".notifications-center .monaco-button", { hasText: "Take Theirs" }).click();
    await vscode.waitDirty(BOARD, false);
    assert.equal((await describeOpen(BOARD))["dirty"], false);
    assert.equal(disk(BOARD), theirs);
    writeFileSync(path(BOARD), original(BOARD));
    await until(
      async () => (await describeOpen(BOARD))["dirty"] === false && !(await vscode.isDirty(BOARD)),
      60_000,
      "the original again",
    );
  });

  it("says what is wrong with a broken file, and shows it as text", async () => {
    writeFileSync(path("empty.kicad_pcb"), "no board\n");
    await vscode.openFile("empty.kicad_pcb");
    const frame = await vscode.webviewFrame("empty.kicad_pcb");
    assert.match(await frame.locator("body").innerText(), /empty\.kicad_pcb cannot be shown[\s\S]*Cannot open/);
    await frame.locator("a", { hasText: "Open as text" }).click();
    await vscode.page.locator(".monaco-editor", { hasText: "no board" }).waitFor();

    writeFileSync(path("torn.kicad_pcb"), original(BOARD).slice(0, 20_000));
    await vscode.openFile("torn.kicad_pcb");
    const torn = await vscode.webviewFrame("torn.kicad_pcb");
    await torn.locator(".edsnx-banner").waitFor();
    assert.match(await torn.locator(".edsnx-banner").innerText(), /^Read-only: .* line \d+/);
    await assert.rejects(
      agent.ask("pcb.move", { path: "torn.kicad_pcb", items: footprint(), by: [1, 0] }),
      /check-failed/,
    );
    writeFileSync(path("torn.kicad_pcb"), original(BOARD));
    // The page is loaded anew, so its frame is another one.
    const isMended = async () => {
      const mended = await vscode.webviewFrame("torn.kicad_pcb");
      return (await mended.locator("canvas").count()) > 0 && (await mended.locator(".edsnx-banner").count()) === 0;
    };
    await until(() => isMended().catch(() => false), 60_000, "the banner to go");
  });

  it("answers a chat request with the program of the setting, and lists its edits", async () => {
    await focus(BOARD);
    const chatFolders = () => readdirSync(tmpdir()).filter((name) => name.startsWith("edsnx-chat-"));
    const before = chatFolders();
    const chat = await openChat();
    await send(chat, `move ${footprint()}`);
    await until(
      async () => /Request mine\. Did Move/.test(await chat.locator("body").innerText()),
      60_000,
      "the answer",
    );
    await vscode.waitDirty(BOARD, true);
    const history = (await agent.ask("session.history", { path: BOARD })) as Json;
    assert.match(JSON.stringify(history), /claude-code/);
    await vscode.screenshot(join(scratch, "chat.png"));
    await focus(BOARD);
    await vscode.press("Control+z");
    await vscode.waitDirty(BOARD, false);
    await until(async () => chatFolders().every((name) => before.includes(name)), 60_000, "the program's folder to go");

    await send(chat, "fail");
    await until(async () => /Invalid API key/.test(await chat.locator("body").innerText()), 60_000, "the error");
  });

  it("undoes an agent's edit in the chat box with a note, which the agent reads; restores a request's checkpoint", async () => {
    await focus(BOARD);
    const chat = await openChat();
    await send(chat, `move ${footprint()}`);
    const card = chat.locator(".card").last();
    await card.getByRole("button", { name: /with a note to the agent$/ }).click({ timeout: 60_000 });
    await vscode.waitDirty(BOARD, true);
    await vscode.page.keyboard.type("It stays");
    await vscode.page.keyboard.press("Enter");
    await vscode.waitDirty(BOARD, false);
    const { reviews } = (await agent.ask("agent.reviews", { of: "all" })) as { reviews: Json[] };
    assert.deepEqual([reviews[0]?.["state"], reviews[0]?.["note"]], ["rejected", "It stays"]);
    // Another edit, and back to the design of before the request.
    await move();
    await vscode.waitDirty(BOARD, true);
    await (await openChat())
      .locator(".card")
      .last()
      .getByRole("button", { name: /how it was before/ })
      .click();
    await vscode.waitDirty(BOARD, false);
    assert.equal(disk(BOARD), original(BOARD));
  });

  it("brings an unsaved edit back after a crash of the extension host, without a reload", async () => {
    await focus(BOARD);
    await move();
    await vscode.waitDirty(BOARD, true);
    agent.close();
    const killed = await vscode.killExtensionHost();
    await until(
      async () => ![undefined, killed].includes(await vscode.extensionHostPid()),
      60_000,
      "a new extension host",
    );
    agent = await joinEditor(vscode.workspace);
    await until(
      async () => (await describeOpen(BOARD).catch(() => ({ dirty: false })))["dirty"] === true,
      60_000,
      "the edit to be back",
    );
    await focus(BOARD);
    await vscode.waitDirty(BOARD, true);
    await vscode.press("Control+z");
    await vscode.waitDirty(BOARD, false);
    assert.deepEqual([(await describeOpen(BOARD))["dirty"], disk(BOARD)], [false, original(BOARD)]);
  });

  it("brings an unsaved edit back when the window is loaded anew", async () => {
    await focus(BOARD);
    await move();
    await vscode.waitDirty(BOARD, true);
    agent.close();
    await vscode.reload();
    agent = await joinEditor(vscode.workspace);
    await focus(BOARD);
    await vscode.waitDirty(BOARD, true);
    assert.equal((await describeOpen(BOARD))["dirty"], true);
    await vscode.press("Control+z");
    await vscode.waitDirty(BOARD, false);
    await until(async () => (await describeOpen(BOARD))["dirty"] === false, 60_000, "the undo to arrive");
    assert.equal(existsSync(path(BOARD)) && disk(BOARD), original(BOARD));
  });

  async function openChat(): Promise<Frame> {
    await vscode.runCommand("Electronics Designer: Focus on Chat View");
    return vscode.webviewFrame("Chat");
  }

  async function send(chat: Frame, text: string): Promise<void> {
    await chat.locator("textarea").fill(text);
    await chat.locator("textarea").press("Enter");
  }
});
