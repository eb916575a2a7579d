import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Frame } from "playwright-core";
import { readDoc } from "../../core/model/document.ts";
import type { Item } from "../../core/model/item.ts";
import type { CanvasProbe } from "../../webview-ui/canvas/test-hook.ts";
import { openCanvas } from "./canvas.ts";
import { openVscode, until, type Vscode } from "./host.ts";

const repo = join(dirname(fileURLToPath(import.meta.url)), "../..");
const BOARD = "board-tools.kicad_pcb";
const SHEET = "blinky.kicad_sch";
const PATIENCE_MS = 60_000;
type WithProbe = { __edsnx: CanvasProbe };

/** Finding one's way with VS Code's own means: quick picks, the tree of sheets, versions of git. */
describe("finding things in VS Code", function () {
  this.timeout(240_000);
  let vscode: Vscode;
  let scratch: string;

  before(async () => {
    scratch = mkdtempSync(join(tmpdir(), "edsnx-navigate-"));
    cpSync(join(repo, "examples/board-tools"), scratch, { recursive: true });
    cpSync(join(repo, "examples/blinky"), scratch, { recursive: true });
    const git = (...args: string[]) =>
      execFileSync("git", ["-c", "user.name=Test", "-c", "user.email=test@example.com", ...args], { cwd: scratch });
    git("init", "--quiet");
    git("add", ".");
    git("commit", "--quiet", "--message", "As it was made");
    // The windows of tests have it turned off.
    mkdirSync(join(scratch, ".vscode"));
    writeFileSync(join(scratch, ".vscode/settings.json"), JSON.stringify({ "git.enabled": true }));
    vscode = await openVscode({ workspace: scratch });
  });

  after(async () => {
    await vscode?.close();
    rmSync(scratch, { recursive: true, force: true });
  });

  const open = (name: string): Promise<Frame> => openCanvas(vscode, name);
  const docOf = (name: string) => readDoc(readFileSync(join(scratch, name))).doc ?? assert.fail(`no document ${name}`);
  const part = (reference: string): Item =>
    [...docOf(BOARD).items.ofKind("footprint")].find((each) =>
      each.children.some((child) => child["name"] === "Reference" && child["value"] === reference),
    ) ?? assert.fail(`no ${reference}`);
  const input = () => vscode.page.locator(".quick-input-widget .quick-input-box input");
  /** Opens a quick pick by a key, types, and takes what it then finds first. */
  const pick = async (key: string, text: string, row: string) => {
    await until(
      async () => {
        await vscode.press(key);
        return input()
          .waitFor({ timeout: 3_000 })
          .then(
            () => true,
            () => false,
          );
      },
      PATIENCE_MS,
      `the list of ${key}`,
    );
    await input().fill(text);
    await vscode.page
      .locator(".quick-input-list .monaco-list-row", { hasText: row })
      .first()
      .waitFor({ timeout: PATIENCE_MS });
    await vscode.press("Enter");
    await input().waitFor({ state: "hidden", timeout: PATIENCE_MS });
  };
  /** Runs a command that shows a list of its own in the palette's place. */
  const pickCommand = async (title: string) => {
    await vscode.press("F1");
    await input().waitFor({ timeout: PATIENCE_MS });
    await input().fill(`>${title}`);
    await vscode.page
      .locator(".quick-input-list .monaco-list-row", { hasText: title })
      .first()
      .waitFor({ timeout: PATIENCE_MS });
    await vscode.press("Enter");
  };
  const view = (frame: Frame) => frame.evaluate(() => (globalThis as unknown as WithProbe).__edsnx.viewport());

  it("goes to a part by its reference, and to a net, which is lit", async () => {
    const frame = await open(BOARD);
    const { x, y } = part("R5")["at"] as { x: number; y: number };
    await pick("Control+Shift+o", "R5", "R5");
    await until(
      async () => {
        const v = await view(frame);
        return Math.hypot(v.x - x, v.y - y) < 6e6 && v.scale > 1 / 60_000;
      },
      PATIENCE_MS,
      "the view to be at R5",
    );
    await frame.locator("canvas.sheet").focus();
    await pick("Control+Alt+n", "/IN", "/IN");
    await until(
      async () => (await frame.evaluate(() => (globalThis as unknown as WithProbe).__edsnx.view().net)) === "/IN",
      PATIENCE_MS,
      "the net to be lit",
    );
  });

  it("lays a commit over what is edited", async () => {
    const frame = await open(BOARD);
    const id = part("R5").id;
    await pick("Control+Shift+o", "R5", "R5");
    await frame.locator("canvas.sheet").focus();
    await vscode.press("Escape");
    await frame.locator('input[data-filter="zones"]').uncheck();
    await frame.locator("canvas.sheet").focus();
    const box = (await frame.locator("body").boundingBox())!;
    const { x, y } = part("R5")["at"] as { x: number; y: number };
    const at = await frame.evaluate(
      ([wx, wy]) => (globalThis as unknown as WithProbe).__edsnx.worldToScreen(wx!, wy!),
      [x / 1e6, y / 1e6],
    );
    await vscode.page.mouse.click(box.x + at.x, box.y + at.y);
    await until(
      async () => (await frame.evaluate(() => (globalThis as unknown as WithProbe).__edsnx.selection())).includes(id),
      PATIENCE_MS,
      "R5 to be selected",
    );
    await vscode.press("r");
    await vscode.waitDirty(BOARD, true);
    // VS Code's git finds the repository in its own time.
    await until(
      async () => {
        await pickCommand("Electronics Designer: Compare with Revision…");
        const row = vscode.page.locator(".quick-input-list .monaco-list-row", { hasText: "As it was made" });
        const isThere = await row
          .first()
          .waitFor({ timeout: 3_000 })
          .then(
            () => true,
            () => false,
          );
        if (isThere) await row.first().click();
        else await vscode.press("Escape");
        await input().waitFor({ state: "hidden", timeout: PATIENCE_MS });
        return isThere;
      },
      PATIENCE_MS,
      "the commit to be offered",
    );
    const panel = frame.getByRole("region", { name: "Comparison" });
    await panel
      .getByRole("status")
      .filter({ hasText: "0 added, 0 removed, 1 changed" })
      .waitFor({ timeout: PATIENCE_MS });
    await panel.locator(`[data-difference="${id}"]`).waitFor({ timeout: PATIENCE_MS });
    const shots = process.env["EDSNX_SHOTS"];
    if (shots !== undefined) await vscode.screenshot(join(shots, "vscode-compare.png"));
    await frame.getByRole("button", { name: "End the comparison" }).click();
    await panel.waitFor({ state: "hidden", timeout: PATIENCE_MS });
  });

  it("has the board and the sheets of the design in a tree, which opens them", async () => {
    await open(BOARD);
    await vscode.runCommand("Electronics Designer: Focus on Design View");
    const row = (text: string) =>
      vscode.page.locator(".tree-explorer-viewlet-tree-view .monaco-list-row", { hasText: text });
    await row("board").first().waitFor({ timeout: PATIENCE_MS });
    await vscode.openFile(SHEET);
    await row("page 1").first().waitFor({ timeout: PATIENCE_MS });
    await vscode.selectTab(BOARD);
    await row("board").first().click();
    await until(async () => (await vscode.tabs()).includes(BOARD), PATIENCE_MS, "the board's tab");
  });
});
