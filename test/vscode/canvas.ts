import { basename } from "node:path";
import type { Frame } from "playwright-core";
import type { CanvasProbe } from "../../webview-ui/canvas/test-hook.ts";
import type { Vscode } from "./host.ts";

/** Opens a file in its canvas, waits until that is drawn, and gives it the focus. */
export async function openCanvas(vscode: Vscode, name: string): Promise<Frame> {
  await vscode.openFile(name);
  const frame = await vscode.webviewFrame(basename(name));
  await frame.waitForFunction(
    () => {
      const probe = (globalThis as unknown as { __edsnx?: CanvasProbe }).__edsnx;
      return probe !== undefined && probe.revision() >= 0 && !probe.isBusy();
    },
    null,
    { timeout: 60_000 },
  );
  await frame.locator("canvas.sheet").focus();
  return frame;
}
