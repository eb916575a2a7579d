import { existsSync } from "node:fs";
import type { Page } from "playwright-core";
import type {} from "../../webview-ui/canvas/test-hook.ts";
import { startBrowser } from "../browser/page.ts";
import { serveKicanvas } from "./kicanvas.ts";

/**
 * How fast the canvas is in Chromium, where the processor draws: `npm run bench:ui`, with files as arguments or KiCad's
 * demos `video` and `vme-wren`. Milliseconds; compare only within one run on a machine that is idle. With EDSNX_KICANVAS
 * (KiCanvas's bundle) the same boards are opened and panned in KiCanvas in the same run.
 */
const demos = process.env["EDSNX_DEMOS"] ?? "/usr/share/kicad/demos";
const files = process.argv.slice(2);
const boards = files.length > 0 ? files : [`${demos}/video/video.kicad_pcb`, `${demos}/vme-wren/vme-wren.kicad_pcb`];
/** Frames that are measured while panning. */
const FRAMES = 40;
const PATIENCE_MS = 300_000;

/** So long KiCanvas gets for a board. */
const KICANVAS_MS = 180_000;
const kicanvas = process.env["EDSNX_KICANVAS"];

interface Figures {
  /** From the opening of the page, with loading the program and the file. */
  readonly opened: number;
  readonly firstPaint: number;
  readonly complete: number;
  readonly items: number;
  readonly panFrame: number;
  readonly dragAnswer: number;
  readonly heapMb: number;
}

const browser = await startBrowser();
try {
  for (const path of boards) {
    if (!existsSync(path)) {
      console.error(`${path} is not there.`);
      process.exitCode = 1;
      continue;
    }
    const { opened, firstPaint, complete, items, panFrame, dragAnswer, heapMb } = await measure(path);
    console.log(path.split("/").at(-1));
    console.log(
      `  ${items} items; first paint ${opened.toFixed(0)} ms after the page was opened, ${firstPaint.toFixed(0)} ms after the bytes came, all drawn ${complete.toFixed(0)} ms after them`,
    );
    console.log(
      `  a frame while panning ${panFrame.toFixed(1)} ms, a drag answers in ${dragAnswer.toFixed(1)} ms (medians)`,
    );
    console.log(`  ${heapMb.toFixed(0)} MB of JavaScript heap`);
    console.log(`  KiCanvas: ${await inKicanvas(path, panFrame)}`);
  }
} finally {
  await browser.close();
}

/** What KiCanvas does with the same board, in words; `ours` is our frame while panning. */
async function inKicanvas(path: string, ours: number): Promise<string> {
  if (kicanvas === undefined) return "not compared (EDSNX_KICANVAS names no bundle of it)";
  const served = await serveKicanvas(kicanvas, path);
  const page = await browser.openUrl(served.url);
  try {
    await page.evaluate("globalThis.__name = (named) => named");
    // It says `loaded` on its element, and draws then.
    const loaded = await page
      .waitForFunction(
        () => document.querySelector("kicanvas-embed")?.hasAttribute("loaded") === true && performance.now(),
        null,
        { timeout: KICANVAS_MS },
      )
      .then((handle) => handle.jsonValue());
    const frame = await page.evaluate(pan, FRAMES);
    return `loaded ${Number(loaded).toFixed(0)} ms after the page was opened; a frame while panning ${frame.toFixed(1)} ms (ours takes ${(ours / frame).toFixed(2)} of it)`;
  } catch (thrown) {
    return `not compared: ${(thrown as Error).message.split("\n")[0]}`;
  } finally {
    await page.close();
    served.close();
  }
}

async function measure(path: string): Promise<Figures> {
  const page = await browser.open(`/canvas?path=${encodeURIComponent(path)}`);
  page.setDefaultTimeout(PATIENCE_MS);
  // What runs in the page was compiled with names kept.
  await page.evaluate("globalThis.__name = (named) => named");
  // Frames are seen from inside: the first one with items, and the one that shows everything.
  const opened = await page.evaluate(
    () =>
      new Promise<{ opened: number; firstPaint: number; complete: number; items: number }>((resolve) => {
        let first = 0;
        let openedAt = 0;
        const look = () => {
          const probe = window.__edsnx;
          const fetched = (globalThis as unknown as { fetched?: { at: number } }).fetched;
          if (probe !== undefined && fetched !== undefined) {
            if (first === 0 && probe.itemCount() > 0 && probe.drawCalls() > 3) {
              openedAt = performance.now();
              first = openedAt - fetched.at;
            }
            if (probe.revision() >= 0 && !probe.isBusy()) {
              const complete = performance.now() - fetched.at;
              resolve({ opened: openedAt, firstPaint: first, complete, items: probe.itemCount() });
              return;
            }
          }
          requestAnimationFrame(look);
        };
        look();
      }),
  );
  const panFrame = await page.evaluate(pan, FRAMES);
  const dragAnswer = await drag(page);
  const client = await page.context().newCDPSession(page);
  await client.send("Performance.enable");
  const { metrics } = await client.send("Performance.getMetrics");
  const heap = metrics.find(({ name }) => name === "JSHeapUsedSize")?.value ?? 0;
  await page.close();
  return { ...opened, panFrame, dragAnswer, heapMb: heap / 1e6 };
}

/** Pans a step a frame; the median time from one frame to the next. */
function pan(frames: number): Promise<number> {
  const deep = (root: ParentNode): Element | null => {
    const found = root.querySelector("canvas");
    if (found !== null) return found;
    for (const each of root.querySelectorAll("*")) {
      const inside = each.shadowRoot === null ? null : deep(each.shadowRoot);
      if (inside !== null) return inside;
    }
    return null;
  };
  const canvas = document.querySelector("canvas.sheet") ?? deep(document)!;
  const times: number[] = [];
  return new Promise((resolve) => {
    const step = (now: number) => {
      times.push(now);
      if (times.length > frames) {
        const gaps = times.slice(1).map((time, i) => time - times[i]!);
        resolve(gaps.sort((a, b) => a - b)[Math.floor(gaps.length / 2)]!);
        return;
      }
      const deltaX = times.length % 20 < 10 ? 12 : -12;
      canvas.dispatchEvent(new WheelEvent("wheel", { deltaX, deltaY: 3, bubbles: true, cancelable: true }));
      requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  });
}

/** Drags what is under the middle of a footprint; the median time from a move of the pointer to the frame that shows it. */
async function drag(page: Page): Promise<number> {
  const at = await page.evaluate(() => {
    const box = document.querySelector("canvas.sheet")!.getBoundingClientRect();
    return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
  });
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Escape");
  const times: number[] = [];
  for (let i = 0; i < 12; i++) {
    const asked = page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          const canvas = document.querySelector("canvas.sheet")!;
          canvas.addEventListener(
            "pointermove",
            () => {
              const moved = performance.now();
              const look = () => {
                if (window.__edsnx!.lastFrameAt > moved) resolve(performance.now() - moved);
                else requestAnimationFrame(look);
              };
              look();
            },
            { once: true },
          );
        }),
    );
    if (i === 0) {
      await page.mouse.move(at.x, at.y);
      await page.mouse.down();
    }
    await page.mouse.move(at.x + 8 * (i + 1), at.y + 5 * (i + 1));
    times.push(await asked);
  }
  await page.keyboard.press("Escape");
  await page.mouse.up();
  return times.sort((a, b) => a - b)[Math.floor(times.length / 2)]!;
}
