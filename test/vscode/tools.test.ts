import assert from "node:assert/strict";
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Frame } from "playwright-core";
import { readDoc } from "../../core/model/document.ts";
import type { CanvasProbe } from "../../webview-ui/canvas/test-hook.ts";
import { openCanvas } from "./canvas.ts";
import { openVscode, until, type Vscode } from "./host.ts";

const repo = join(dirname(fileURLToPath(import.meta.url)), "../..");
const BOARD = "board-tools.kicad_pcb";
const SHEET = "blinky.kicad_sch";
const LIBRARY = "blinky.kicad_sym";
const FOOTPRINT = "blinky.pretty/SOIC-8.kicad_mod";
const PATIENCE_MS = 60_000;
type WithProbe = { __edsnx: CanvasProbe };

/** The same tools as in a plain browser, with VS Code's own keys around them. */
describe("tools in VS Code", function () {
  this.timeout(240_000);
  let vscode: Vscode;
  let scratch: string;

  before(async () => {
    scratch = mkdtempSync(join(tmpdir(), "edsnx-tools-"));
    cpSync(join(repo, "examples/board-tools"), scratch, { recursive: true });
    cpSync(join(repo, "examples/blinky"), scratch, { recursive: true });
    vscode = await openVscode({ workspace: scratch });
  });

  after(async () => {
    await vscode?.close();
    rmSync(scratch, { recursive: true, force: true });
  });

  const open = (name: string): Promise<Frame> => openCanvas(vscode, name);
  /** Presses at a place of the drawing (mm). */
  const press = async (frame: Frame, x: number, y: number) => {
    // In sight: the view may be on its way.
    await frame.waitForFunction(
      ([wx, wy]) => {
        const at = (globalThis as unknown as WithProbe).__edsnx.worldToScreen(wx!, wy!);
        return at.x > 0 && at.y > 0 && at.x < window.innerWidth && at.y < window.innerHeight;
      },
      [x, y],
      { timeout: PATIENCE_MS },
    );
    const at = await frame.evaluate(
      ([wx, wy]) => (globalThis as unknown as WithProbe).__edsnx.worldToScreen(wx!, wy!),
      [x, y],
    );
    const box = (await frame.locator("body").boundingBox())!;
    await vscode.page.mouse.move(box.x + at.x, box.y + at.y);
    await vscode.page.mouse.down();
    await vscode.page.mouse.up();
  };
  const hint = (frame: Frame) => frame.locator(".tool-hint");
  const docOf = (name: string) => readDoc(readFileSync(join(scratch, name))).doc ?? assert.fail(`no document ${name}`);

  it("draws a wire by KiCad's key; Ctrl+Z takes it back, Ctrl+S writes it", async () => {
    const frame = await open(SHEET);
    const before = [...docOf(SHEET).items.ofKind("wire")].length;
    // The whole page: a sheet opens where it is drawn on.
    await vscode.press("Home");
    await vscode.press("w");
    await hint(frame).waitFor({ timeout: PATIENCE_MS });
    await press(frame, 25.4, 25.4);
    await press(frame, 50.8, 25.4);
    await vscode.press("Enter");
    await vscode.waitDirty(SHEET, true);
    await vscode.press("Control+z");
    await vscode.waitDirty(SHEET, false);
    await vscode.redo(SHEET);
    await vscode.press("Control+s");
    await vscode.waitDirty(SHEET, false);
    await until(
      async () => [...docOf(SHEET).items.ofKind("wire")].length === before + 1,
      PATIENCE_MS,
      "the wire to be in the file",
    );
  });

  it("keeps its keys to itself, and leaves VS Code the palette", async () => {
    const frame = await open(BOARD);
    await vscode.press("Control+Shift+m");
    await until(async () => /Measure/.test(await hint(frame).innerText()), PATIENCE_MS, "the measuring tool");
    assert.equal(await vscode.page.locator(".markers-panel").isVisible(), false, "Problems stays closed");
    await vscode.press("Escape");
    await hint(frame).waitFor({ state: "hidden", timeout: PATIENCE_MS });
    await vscode.press("F1");
    const palette = vscode.page.locator(".quick-input-widget .quick-input-box input");
    await palette.waitFor({ timeout: PATIENCE_MS });
    await vscode.press("Escape");
    await palette.waitFor({ state: "hidden", timeout: PATIENCE_MS });
  });

  it("edits a footprint's file: a pad is moved by its key, one is added, and only they change", async () => {
    const before = readFileSync(join(scratch, FOOTPRINT), "utf8");
    const frame = await open(FOOTPRINT);
    const name = basename(FOOTPRINT);
    const pads = () =>
      [...docOf(FOOTPRINT).items.ofKind("footprint")][0]!.children.filter(({ kind }) => kind === "pad");
    const [first] = pads();
    const at = first!["at"] as { x: number; y: number };
    await press(frame, at.x / 1e6, at.y / 1e6);
    await frame.getByText("Number").first().waitFor({ timeout: PATIENCE_MS });
    await vscode.press("r");
    await vscode.waitDirty(name, true);
    await vscode.press("a");
    await hint(frame).waitFor({ timeout: PATIENCE_MS });
    await press(frame, 0, 0);
    await until(
      async () => (await frame.evaluate(() => (globalThis as unknown as WithProbe).__edsnx.revision())) >= 2,
      PATIENCE_MS,
      "the new pad to be drawn",
    );
    await vscode.press("Escape", "Control+s");
    await vscode.waitDirty(name, false);
    await until(async () => pads().length === 9, PATIENCE_MS, "the pad to be in the file");
    assert.equal(pads().at(-1)!["number"], "9");
    assert.equal((pads()[0]!["at"] as { angle: number }).angle, 90);
    const kept = new Set(readFileSync(join(scratch, FOOTPRINT), "utf8").split("\n"));
    assert.deepEqual(
      before.split("\n").filter((line) => !kept.has(line)),
      ["\t\t(at -2.7 -1.905)"],
      "only the place of the pad that was turned is another",
    );
    const shots = process.env["EDSNX_SHOTS"];
    if (shots !== undefined) await vscode.screenshot(join(shots, "vscode-footprint.png"));
  });

  it("edits a symbol library: a pin is moved by a drag, one is added, and only they change", async () => {
    const before = readFileSync(join(scratch, LIBRARY), "utf8").split("\n");
    const frame = await open(LIBRARY);
    await frame.getByRole("listbox", { name: "Symbols" }).selectOption("Timer");
    await until(
      async () => (await frame.evaluate(() => (globalThis as unknown as WithProbe).__edsnx.itemCount())) === 11,
      PATIENCE_MS,
      "the timer's pins, its body and two fields",
    );
    const pins = () =>
      [...docOf(LIBRARY).items.ofKind("librarySymbol")]
        .find((symbol) => symbol["name"] === "Timer")!
        .children.flatMap(({ children }) => children)
        .filter(({ kind }) => kind === "libraryPin");
    const trig = pins().find((pin) => (pin["number"] as { text: string }).text === "2")!["at"] as {
      x: number;
      y: number;
    };
    await press(frame, trig.x / 1e6 + 1, -trig.y / 1e6);
    await frame.getByText("Library pin").first().waitFor({ timeout: PATIENCE_MS });
    await vscode.press("r", "r");
    await vscode.waitDirty(LIBRARY, true);
    await vscode.press("p");
    await hint(frame).waitFor({ timeout: PATIENCE_MS });
    await press(frame, -12.7, 7.62);
    await press(frame, 0, 7.62);
    await until(
      async () => (await frame.evaluate(() => (globalThis as unknown as WithProbe).__edsnx.itemCount())) === 12,
      PATIENCE_MS,
      "the new pin to be drawn",
    );
    await vscode.press("Escape", "Control+s");
    await vscode.waitDirty(LIBRARY, false);
    await until(async () => pins().length === 9, PATIENCE_MS, "the pin to be in the file");
    const added = pins().at(-1)!;
    assert.deepEqual(added["at"], { x: -12_700_000, y: -7_620_000, angle: 0 });
    assert.equal((added["number"] as { text: string }).text, "9");
    const after = readFileSync(join(scratch, LIBRARY), "utf8").split("\n");
    const at = `\t\t\t\t(at ${trig.x / 1e6} ${trig.y / 1e6} 0)`;
    assert.ok(before.includes(at) && after.includes(at.replace(" 0)", " 180)")));
    const shots = process.env["EDSNX_SHOTS"];
    if (shots !== undefined) await vscode.screenshot(join(shots, "vscode-symbol.png"));
  });

  it("places a footprint of the project's library", async () => {
    const frame = await open(BOARD);
    await vscode.press("a");
    const dialog = frame.getByRole("dialog", { name: "Choose a footprint" });
    await dialog.getByRole("combobox").fill("blinky:C_0805");
    await dialog.locator("canvas[data-part='blinky:C_0805']").waitFor({ timeout: PATIENCE_MS });
    await vscode.press("Enter");
    await until(
      async () => /Press where it goes/.test(await hint(frame).innerText()),
      PATIENCE_MS,
      "the part to hang on",
    );
    await press(frame, 134, 96);
    await vscode.waitDirty(BOARD, true);
    const shots = process.env["EDSNX_SHOTS"];
    if (shots !== undefined) await vscode.screenshot(join(shots, "vscode-tools.png"));
  });
});
