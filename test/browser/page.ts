import { existsSync } from "node:fs";
import type { Browser, Page } from "playwright-core";
import { chromium } from "playwright-core";
import { startWebviewPage } from "../../scripts/webview-page.mjs";
import { slowDown } from "./slowdown.ts";

/** Where the browser is. */
export const chromiumPath = process.env["EDSNX_CHROMIUM"] ?? "/usr/bin/chromium";
export const hasChromium = existsSync(chromiumPath);

/** Software GL, so that WebGL2 is there without a graphics card. */
const args = [
  "--no-sandbox",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--use-angle=swiftshader",
  "--enable-unsafe-swiftshader",
];

export interface TestBrowser {
  open(pathAndQuery: string, viewport?: { readonly width: number; readonly height: number }): Promise<Page>;
  /** A page that is not ours. */
  openUrl(url: string): Promise<Page>;
  close(): Promise<void>;
}

export async function startBrowser(): Promise<TestBrowser> {
  const served = await startWebviewPage();
  const browser: Browser = await chromium.launch({ executablePath: chromiumPath, args });
  return {
    async open(pathAndQuery, viewport = { width: 1000, height: 640 }) {
      const page = await browser.newPage({ viewport });
      page.on("pageerror", (error) => console.error("page:", error.message));
      await page.goto(served.url + pathAndQuery, { timeout: 90_000 });
      await slowDown(page);
      return page;
    },
    async openUrl(url) {
      const page = await browser.newPage({ viewport: { width: 1000, height: 640 } });
      await page.goto(url, { timeout: 90_000 });
      return page;
    },
    async close() {
      await browser.close();
      await served.close();
    },
  };
}

/** What the page posted, of one type. */
export function posted<T>(page: Page, type: string): Promise<T[]> {
  return page.evaluate(
    (wanted) =>
      (globalThis as unknown as { posted: { type: string }[] }).posted.filter((message) => message.type === wanted),
    type,
  ) as Promise<T[]>;
}

/** Gives the page a message as the extension would. */
export async function send(page: Page, message: unknown): Promise<void> {
  await page.evaluate((m) => (globalThis as unknown as { send(m: unknown): void }).send(m), message);
}
