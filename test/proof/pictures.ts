/**
 * Pictures of the editor's tools and panels in light, dark and high contrast, to be looked at:
 *   npm run proof:pictures            -> docs/pictures/<theme>.jpg, all of one theme on a sheet
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { LivePage, PATIENCE_MS } from "../browser/live-page.ts";
import { startBrowser, type TestBrowser } from "../browser/page.ts";

const root = join(import.meta.dirname, "../..");
const COLUMNS = 3;
const WIDTH = 420;

interface Shot {
  readonly name: string;
  readonly picture: Buffer;
}

for (const theme of process.argv.slice(2).length > 0 ? process.argv.slice(2) : ["dark", "light", "contrast"]) {
  const browser = await startBrowser();
  try {
    const shots = [...(await boardShots(browser, theme)), ...(await sheetShots(browser, theme))];
    writeFileSync(join(root, `docs/pictures/${theme}.jpg`), await sheetOf(browser, shots));
    console.log(`${theme}: ${shots.map(({ name }) => name).join(", ")}`);
  } finally {
    await browser.close();
  }
}

async function boardShots(browser: TestBrowser, theme: string): Promise<Shot[]> {
  const live = await LivePage.open(browser, `${root}/examples/board-tools`, "board-tools.kicad_pcb", `&theme=${theme}`);
  const { page } = live;
  const shots: Shot[] = [];
  const take = async (name: string) => void shots.push({ name, picture: await page.screenshot() });
  const key = (name: string) => page.keyboard.press(name);
  await take("board");
  await key("Control+a");
  await take("selection and properties");
  await key("Escape");
  await live.hover(128, 92.635);
  await key("x");
  await live.press(128, 92.635);
  await live.hover(132, 97);
  await take("route");
  await key("Escape");
  await key("Escape");
  await live.hover(128, 92.635);
  await key("`");
  await take("lit net");
  await key("~");
  await dialogs(live, take, ["setup", "libraries", "help"]);
  await live.close();
  return shots;
}

async function sheetShots(browser: TestBrowser, theme: string): Promise<Shot[]> {
  const query = `&theme=${theme}&look=vscode`;
  const live = await LivePage.open(browser, `${root}/examples/blinky`, "blinky.kicad_sch", query);
  const shots: Shot[] = [];
  const take = async (name: string) => void shots.push({ name, picture: await live.page.screenshot() });
  await take("schematic");
  await dialogs(live, take, ["setup", "libraries", "fieldTable"]);
  await live.page.keyboard.press("a");
  await live.page.locator("dialog canvas[data-part]:not([data-part=''])").waitFor({ timeout: PATIENCE_MS });
  await take("placing a symbol");
  await live.close();
  return shots;
}

/** Opens each from the bar; of a set-up every page. */
async function dialogs(live: LivePage, take: (name: string) => Promise<void>, tools: readonly string[]): Promise<void> {
  const { page } = live;
  for (const tool of tools) {
    await page.locator(`[data-tool="${tool}"]`).click();
    await page.locator("dialog").waitFor({ timeout: PATIENCE_MS });
    if (tool === "libraries")
      await page.locator("canvas[data-part]:not([data-part=''])").waitFor({ timeout: PATIENCE_MS });
    const tabs = page.locator('dialog [role="tab"]');
    const count = await tabs.count();
    if (count === 0) await take(tool);
    for (let i = 0; i < count; i++) {
      await tabs.nth(i).click();
      await take(`${tool}: ${await tabs.nth(i).innerText()}`);
    }
    await page.keyboard.press("Escape");
    await page.locator("dialog").waitFor({ state: "detached", timeout: PATIENCE_MS });
  }
}

/** All on one sheet, small. */
async function sheetOf(browser: TestBrowser, shots: readonly Shot[]): Promise<Buffer> {
  const page: Page = await browser.openUrl("about:blank");
  const cells = shots.map(
    ({ name, picture }) =>
      `<figure style="margin:4px"><img style="width:100%" src="data:image/png;base64,${picture.toString("base64")}"><figcaption>${name}</figcaption></figure>`,
  );
  await page.setViewportSize({ width: COLUMNS * WIDTH, height: 400 });
  await page.setContent(
    `<body style="margin:0;font:12px sans-serif;display:grid;grid-template-columns:repeat(${COLUMNS},1fr)">${cells.join("")}</body>`,
  );
  await page.waitForFunction(() => [...document.images].every((image) => image.complete));
  return page.screenshot({ fullPage: true, type: "jpeg", quality: 55 });
}
