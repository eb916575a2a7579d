import assert from "node:assert/strict";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Frame } from "playwright-core";
import type { CanvasProbe } from "../../webview-ui/canvas/test-hook.ts";
import { type AttachedAgent, joinEditor } from "./attached-agent.ts";
import { openVscode, until, type Vscode } from "./host.ts";

const repo = join(dirname(fileURLToPath(import.meta.url)), "../..");
const BOARD = "board-tools.kicad_pcb";
const SHEET = "blinky.kicad_sch";
const PATIENCE_MS = 60_000;
const CHECK = "Electronics Designer: Check";

type Drc = {
  total: number;
  violations: { type: string; at: number[]; items: { uuid: string }[] }[];
};

describe("DRC and ERC in VS Code", function () {
  this.timeout(240_000);
  let vscode: Vscode;
  let agent: AttachedAgent;
  let scratch: string;

  before(async () => {
    scratch = mkdtempSync(join(tmpdir(), "edsnx-problems-"));
    cpSync(join(repo, "examples/board-tools"), scratch, { recursive: true });
    cpSync(join(repo, "examples/blinky"), scratch, { recursive: true });
    vscode = await openVscode({ workspace: scratch });
    agent = await joinEditor(scratch);
  });

  after(async () => {
    agent?.close();
    await vscode?.close();
    rmSync(scratch, { recursive: true, force: true });
  });

  const canvas = async (name: string): Promise<Frame> => {
    const frame = await vscode.webviewFrame(name);
    await frame.waitForFunction(
      () => ((globalThis as unknown as { __edsnx?: CanvasProbe }).__edsnx?.revision() ?? -1) >= 0,
      null,
      { timeout: PATIENCE_MS },
    );
    return frame;
  };
  const state = (frame: Frame) => frame.locator("[aria-label='Design check'] .check-state").innerText();
  const status = () => vscode.page.locator("[id='softforge.edsnx.edsnx.check']").getAttribute("aria-label");
  const rows = () => vscode.page.locator(".markers-panel .marker-details, .markers-panel .details-container");

  it("lists what DRC finds in Problems, on the canvas and in the status bar", async () => {
    await vscode.openFile(BOARD);
    const frame = await canvas(BOARD);
    assert.equal(await state(frame), "not run yet");
    await vscode.runCommand(CHECK);
    await until(async () => /15 errors, 14 warnings/.test(await state(frame)), PATIENCE_MS, "the findings");
    await until(async () => /DRC 15 errors, 14 warnings/.test((await status()) ?? ""), PATIENCE_MS, "the status bar");
    assert.equal(await frame.locator("button.finding").count(), 29);
    await vscode.runCommand("Problems: Focus on Problems View");
    await until(async () => (await rows().count()) > 0, PATIENCE_MS, "the Problems view");
    const texts = await rows().allInnerTexts();
    assert.match(texts.join("\n"), /Missing connection[\s\S]*DRC/);
  });

  it("jumps from a problem to what it is about", async () => {
    const frame = await canvas(BOARD);
    const view = () => frame.evaluate(() => (globalThis as unknown as { __edsnx: CanvasProbe }).__edsnx.viewport());
    const before = await view();
    const row = vscode.page.locator(".markers-panel .monaco-list-row", { hasText: "unconnected_items" }).first();
    const text = (await row.innerText()).replace(/DRC[\s\S]*/, "").trim();
    await row.locator("a.monaco-link").click();
    const note = frame.locator(".message-strip.note .text");
    await until(async () => (await note.allInnerTexts()).join() === text, PATIENCE_MS, `the canvas to say ${text}`);
    assert.notDeepEqual(await view(), before);
  });

  it("shows after each edit what holds now, without being asked", async () => {
    const frame = await canvas(BOARD);
    const drc = async () => (await agent.ask("check.drc", { path: BOARD, limit: 100 })) as unknown as Drc;
    const count = () => frame.locator("button.finding").count();
    const before = await drc();
    const first = before.violations.find(({ type }) => type === "track_dangling")!;
    await agent.ask("pcb.delete", { path: BOARD, items: first.items.map(({ uuid }) => uuid) });
    const { total } = await drc();
    assert.notEqual(total, before.total);
    const holds = async () => (await count()) === total && /errors/.test(await state(frame));
    await until(holds, PATIENCE_MS, `${total} findings`);
    await until(async () => !/before the last edit/.test(await state(frame)), PATIENCE_MS, "the check to be fresh");
    await agent.ask("session.undo", { path: BOARD });
    await until(async () => (await count()) === before.total, PATIENCE_MS, "the finding to return");
    await until(
      async () => !/before the last edit/.test(await state(frame)),
      PATIENCE_MS,
      "the check to be fresh again",
    );
    await vscode.waitDirty(BOARD, false);
  });

  it("goes through the findings with F8", async () => {
    const frame = await canvas(BOARD);
    await frame.locator("canvas.sheet").click({ position: { x: 5, y: 5 } });
    const text = () => frame.locator(".message-strip .text").innerText();
    await vscode.press("F8");
    await until(async () => (await text()) !== "", PATIENCE_MS, "a finding to be shown");
    const one = await text();
    await until(
      async () => {
        await vscode.press("F8");
        return (await text()) !== one;
      },
      PATIENCE_MS,
      "the next finding",
    );
  });

  it("runs ERC after a save, and shows a wire that an edit left loose", async () => {
    await vscode.openFile(SHEET);
    const frame = await canvas(SHEET);
    await agent.ask("sch.wire", {
      path: SHEET,
      pts: [
        [25.4, 25.4],
        [38.1, 25.4],
      ],
    });
    await frame.locator("canvas.sheet").click({ position: { x: 5, y: 5 } });
    await vscode.press("Control+s");
    await until(async () => /warning/.test(await state(frame)), PATIENCE_MS, "ERC after the save");
    const found = await frame.locator("button.finding").allInnerTexts();
    assert.match(found.join("\n"), /[Ww]ire/);
    await until(async () => /ERC/.test((await status()) ?? ""), PATIENCE_MS, "the status bar");
  });
});
