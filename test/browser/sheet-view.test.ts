import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { encode } from "fast-png";
import { LivePage, PATIENCE_MS } from "./live-page.ts";
import { hasChromium, posted, send, startBrowser, type TestBrowser } from "./page.ts";

const examples = fileURLToPath(new URL("../../examples", import.meta.url));
const title = "nets over sheets, pictures and libraries in a browser";
/** Where pictures go for a person to look at. */
const shots = process.env["EDSNX_SHOTS"];

(hasChromium ? describe : describe.skip)(hasChromium ? title : `${title} (skipped: no Chromium)`, function () {
  this.timeout(360_000);
  let browser: TestBrowser;
  let live: LivePage;

  before(async () => {
    browser = await startBrowser();
  });
  after(() => browser.close());
  afterEach(() => live.close());

  async function shoot(name: string): Promise<void> {
    if (shots !== undefined && existsSync(shots)) await live.page.screenshot({ path: `${shots}/${name}.png` });
  }

  /** Waits until pixels that `is` takes (red, green, blue) are on the canvas, or are not any more. */
  async function shown(is: (r: number, g: number, b: number) => boolean, isThere = true): Promise<void> {
    const [at, end] = [(hex: string, i: number) => Number.parseInt(hex.slice(i, i + 2), 16), Date.now() + PATIENCE_MS];
    for (;;) {
      const all = await live.page.evaluate(() => window.__edsnx!.colors());
      const count = all.reduce((sum, [hex, each]) => sum + (is(at(hex, 0), at(hex, 2), at(hex, 4)) ? each : 0), 0);
      if (count > 20 === isThere) return;
      if (Date.now() > end) assert.fail(`there are ${count} such pixels`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }

  /** Thin lines are blended with the ground. */
  const isLit = (r: number, g: number, b: number) => r - g > 50 && b - g > 50;
  const isPicture = (r: number, g: number, b: number) => Math.abs(r - 250) < 9 && Math.abs(g - 90) < 9 && b < 20;

  async function lit(net: string | null): Promise<void> {
    await live.page.waitForFunction((name) => window.__edsnx!.view().net === name, net, { timeout: PATIENCE_MS });
  }

  it("lights a net from a wire and from a pin, and tells other drawings", async () => {
    live = await LivePage.open(browser, `${examples}/hierarchy`, "hierarchy.kicad_sch", "&project=hierarchy.kicad_pro");
    const { page } = live;
    await live.hover(110, 63.5);
    await page.keyboard.press("`");
    await lit("/LEFT");
    await shown(isLit);
    await shoot("lit-net");
    assert.deepEqual(await posted(page, "lit"), [{ type: "lit", net: "/LEFT" }]);
    await page.keyboard.press("~");
    await lit(null);
    await shown(isLit, false);
    // The end of a pin of the buffer that the wire does not reach: the global label's net.
    await live.hover(81.28, 63.5);
    await page.keyboard.press("`");
    await lit("BUTTON");
  });

  it("shows what the sheet below has of a net that is lit above", async () => {
    live = await LivePage.open(browser, `${examples}/hierarchy`, "lamp.kicad_sch", "&project=hierarchy.kicad_pro");
    // Near enough that the lines are more than some pixels.
    await live.page.keyboard.press("Control+Home");
    await shown(isLit, false);
    await send(live.page, { type: "lit", net: "/LEFT" });
    await lit("/LEFT");
    await shown(isLit);
    assert.deepEqual(await posted(live.page, "lit"), [], "what was lit elsewhere is not told again");
    await shoot("lit-net-below");
  });

  it("draws pictures, moves them, and draws them again after the context was lost", async () => {
    live = await LivePage.open(browser, `${examples}/hierarchy`, "hierarchy.kicad_sch");
    const { page } = live;
    const data = new Uint8Array(16 * 16 * 3);
    for (let i = 0; i < data.length; i += 3) data.set([250, 90, 10], i);
    const png = Buffer.from(encode({ width: 16, height: 16, data, channels: 3, depth: 8 })).toString("base64");
    await shown(isPicture, false);
    await live.run("sch.addImage", { data: png, at: [60, 110], width: 20 });
    await shown(isPicture);
    await shoot("picture");
    const isLost = await page.evaluate(() => window.__edsnx!.loseContext());
    if (isLost) {
      await page.evaluate(() => window.__edsnx!.restoreContext());
      await shown(isPicture);
    }
    const [image] = [...live.doc.items.ofKind("image")];
    await live.press(60, 110);
    await page.waitForFunction((id) => window.__edsnx!.selection().includes(id), image!.id, { timeout: PATIENCE_MS });
    await page.keyboard.press("Delete");
    await shown(isPicture, false);
  });

  it("browses libraries by keyboard, shows a part with its facts, and places it", async () => {
    live = await LivePage.open(browser, `${examples}/blinky`, "blinky.kicad_sch");
    const { page } = live;
    const before = [...live.doc.items.ofKind("symbol")].length;
    await page.locator('[data-tool="libraries"]').click();
    const dialog = page.locator("dialog.libraries");
    await dialog.getByRole("option", { name: "blinky", exact: true }).waitFor({ timeout: PATIENCE_MS });
    await dialog.getByRole("listbox", { name: "Libraries" }).focus();
    await page.keyboard.type("blinky");
    const parts = dialog.getByRole("listbox", { name: "Parts" });
    await parts.getByRole("option", { name: /^LED/ }).waitFor({ timeout: PATIENCE_MS });
    await parts.focus();
    await page.keyboard.type("LED");
    await page.locator('canvas[data-part="blinky:LED"]').waitFor({ timeout: PATIENCE_MS });
    await dialog.getByText("2 pins").waitFor({ timeout: PATIENCE_MS });
    await shoot("libraries");
    await dialog.getByRole("combobox", { name: "What is looked at" }).selectOption("footprint");
    await dialog.getByRole("searchbox").fill("blinky 0805");
    await page.locator('canvas[data-part*="0805"]').waitFor({ timeout: PATIENCE_MS });
    assert.ok(await dialog.getByRole("button", { name: "Place" }).isDisabled(), "a footprint goes on no schematic");
    await shoot("libraries-footprint");
    await dialog.getByRole("combobox", { name: "What is looked at" }).selectOption("symbol");
    await dialog.getByRole("searchbox").fill("blinky LED");
    await page.locator('canvas[data-part="blinky:LED"]').waitFor({ timeout: PATIENCE_MS });
    await dialog.getByRole("button", { name: "Place" }).click();
    await dialog.waitFor({ state: "detached", timeout: PATIENCE_MS });
    await live.press(200.66, 101.6);
    const end = Date.now() + PATIENCE_MS;
    while ([...live.doc.items.ofKind("symbol")].length === before && Date.now() < end)
      await new Promise((resolve) => setTimeout(resolve, 20));
    assert.equal([...live.doc.items.ofKind("symbol")].at(-1)?.["libId"], "blinky:LED");
  });
});
