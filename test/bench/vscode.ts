import { copyFileSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import type { Frame } from "playwright-core";
import type { CanvasProbe } from "../../webview-ui/canvas/test-hook.ts";
import { openVscode, until, type Vscode } from "../vscode/host.ts";

/**
 * How long a person waits in the real VS Code: from the pick of a file to its first drawing and to the whole of it, and
 * what starting the extension takes by VS Code's own account. `npm run bench:vscode`, with boards as arguments or KiCad's
 * demos `video` and `vme-wren`. Milliseconds; the processor draws, and Chromium, server and driver share the machine.
 */
const demos = process.env["EDSNX_DEMOS"] ?? "/usr/share/kicad/demos";
const files = process.argv.slice(2);
const boards = files.length > 0 ? files : [`${demos}/video/video.kicad_pcb`, `${demos}/vme-wren/vme-wren.kicad_pcb`];
const LIMIT_MS = 180_000;
const small = new URL("../../examples/blinky/blinky.kicad_pcb", import.meta.url).pathname;

const workspace = mkdtempSync(join(tmpdir(), "edsnx-bench-"));
const missing = boards.filter((path) => !existsSync(path));
if (missing.length > 0) throw new Error(`There is no ${missing.join(", ")}: name boards that are there.`);
for (const path of [small, ...boards]) copyFileSync(path, join(workspace, basename(path)));
const vscode = await openVscode({ workspace });
try {
  // The first tab of a window also waits for VS Code's own webview service: told apart from the boards.
  await opened(basename(small));
  console.log(`extension: ${await startOf(vscode)}`);
  for (const path of boards) await opened(basename(path));
} finally {
  await vscode.close();
  rmSync(workspace, { recursive: true, force: true });
}

async function opened(name: string): Promise<void> {
  const { page } = vscode;
  const box = page.locator(".quick-input-widget .quick-input-box input");
  // A key may be lost while a webview takes the focus.
  await until(
    async () => {
      if (await box.isVisible()) return true;
      await page.keyboard.press("Control+p");
      return box.waitFor({ timeout: 1500 }).then(
        () => true,
        () => false,
      );
    },
    LIMIT_MS,
    "the quick input",
  );
  await box.fill(join(workspace, name));
  await page.locator(".quick-input-widget .monaco-list-row").first().waitFor();
  const before = new Set(page.frames());
  const picked = Date.now();
  await page.keyboard.press("Enter");
  const frame = await canvasBeyond(before);
  const { first, whole, items } = await frame.evaluate(firstFrames);
  console.log(
    `${name}: ${items} items; first drawing ${first - picked} ms after the pick, whole ${whole - picked} ms after it`,
  );
}

/** The frame with a canvas that was not there before. */
async function canvasBeyond(before: ReadonlySet<Frame>): Promise<Frame> {
  let found: Frame | undefined;
  await until(
    async () => {
      for (const frame of vscode.page.frames())
        if (!before.has(frame) && (await frame.evaluate(() => "__edsnx" in globalThis).catch(() => false)))
          found = frame;
      return found !== undefined;
    },
    LIMIT_MS,
    "a canvas",
  );
  const frame = found as Frame;
  // What runs in the page was compiled with names kept.
  await frame.evaluate("globalThis.__name = (named) => named");
  return frame;
}

/** When the first frame with items was drawn, and the first that shows all; by the clock that this program has too. */
function firstFrames(): Promise<{ first: number; whole: number; items: number }> {
  const probe = (globalThis as unknown as { __edsnx: CanvasProbe }).__edsnx;
  let first = 0;
  return new Promise((resolve) => {
    const look = () => {
      if (first === 0 && probe.itemCount() > 0 && probe.drawCalls() > 3) first = Date.now();
      if (first > 0 && probe.revision() >= 0 && !probe.isBusy())
        resolve({ first, whole: Date.now(), items: probe.itemCount() });
      else requestAnimationFrame(look);
    };
    look();
  });
}

/** What VS Code's list of running extensions tells of ours. */
async function startOf({ page, runCommand }: Vscode): Promise<string> {
  await runCommand("Developer: Show Running Extensions");
  const row = page.locator(".extension", { hasText: "Electronics Designer" }).first();
  await row.waitFor({ timeout: 30_000 });
  const time = await row.locator(".activation-time").first().innerText();
  return time.replace(/\s+/g, " ").trim();
}
