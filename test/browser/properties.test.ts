import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Item } from "../../core/model/item.ts";
import { LivePage, PATIENCE_MS } from "./live-page.ts";
import { hasChromium, startBrowser, type TestBrowser } from "./page.ts";

const examples = fileURLToPath(new URL("../../examples", import.meta.url));
const title = hasChromium
  ? "properties in a browser"
  : "properties in a browser (skipped: no Chromium; set EDSNX_CHROMIUM)";
/** Where pictures go for a person to look at. */
const shots = process.env["EDSNX_SHOTS"];

(hasChromium ? describe : describe.skip)(title, function () {
  this.timeout(120_000);
  let browser: TestBrowser;
  let live: LivePage;

  before(async () => {
    browser = await startBrowser();
  });
  after(() => browser.close());
  afterEach(async function () {
    if (shots !== undefined && existsSync(shots)) {
      const name = this.currentTest!.title.replace(/[^\w]+/g, "-").slice(0, 60);
      await live.page.screenshot({ path: `${shots}/${name}.png` });
    }
    await live.close();
  });

  const item = (id: string): Item => live.doc.items.get(id)!;
  const select = async (...ids: readonly string[]) => {
    await live.page.keyboard.press("Escape");
    for (const id of ids) {
      const [minX, minY, maxX, maxY] = (await live.page.evaluate((each) => window.__edsnx!.itemBox(each), id))!;
      const p = await live.at((minX + maxX) / 2, (minY + maxY) / 2);
      if (ids.indexOf(id) > 0) await live.page.keyboard.down("Shift");
      await live.page.mouse.click(p.x, p.y);
      await live.page.keyboard.up("Shift");
    }
    assert.deepEqual((await live.page.evaluate(() => window.__edsnx!.selection())).sort(), [...ids].sort());
  };
  const type = async (label: string, text: string) => {
    await live.page.getByLabel(label, { exact: true }).fill(text);
    await live.page.keyboard.press("Enter");
  };

  it("takes units and arithmetic for a length", async () => {
    live = await LivePage.open(browser, `${examples}/board-tools`, "board-tools.kicad_pcb");
    const track = [...live.doc.items.ofKind("track")].find((each) => each["net"] === "/USB_P")!;
    await select(track.id);
    await type("Track width. (mm)", "10mil");
    await live.drawn(1);
    assert.equal(item(track.id)["width"], 254_000);
    await type("Track width. (mm)", "0.2 + 2*0.05");
    await live.drawn(2);
    assert.equal(item(track.id)["width"], 300_000);
    await type("Track width. (mm)", "broad");
    await live.page.locator(".message-strip.error").waitFor({ timeout: PATIENCE_MS });
    assert.match(await live.page.locator(".message-strip.error").innerText(), /"broad"[\s\S]*length in mm/);
    assert.equal(await live.page.getByLabel("Track width. (mm)", { exact: true }).inputValue(), "0.3");
    assert.equal(live.calls.length, 2);
  });

  it("edits what several items have in common, as one change", async () => {
    live = await LivePage.open(browser, `${examples}/board-tools`, "board-tools.kicad_pcb");
    const [one, two] = [...live.doc.items.ofKind("track")].filter((each) => String(each["net"]).startsWith("/USB"));
    await live.run("pcb.setProperties", { items: [one!.id], properties: { width: 0.33 } });
    await live.drawn(1);
    await select(one!.id, two!.id);
    const width = live.page.getByLabel("Track width. (mm)", { exact: true });
    assert.equal(await width.inputValue(), "");
    assert.equal(await width.getAttribute("placeholder"), "several values");
    await type("Track width. (mm)", "0.4");
    await live.drawn(2);
    assert.deepEqual([item(one!.id)["width"], item(two!.id)["width"]], [400_000, 400_000]);
    await live.page.getByLabel("Whether the item is locked.", { exact: true }).check();
    await live.drawn(3);
    assert.deepEqual([item(one!.id)["locked"], item(two!.id)["locked"]], [true, true]);
  });

  it("edits a symbol's properties and fields", async () => {
    live = await LivePage.open(browser, `${examples}/blinky`, "blinky.kicad_sch");
    const symbol = [...live.doc.items.ofKind("symbol")].find((each) =>
      each.children.some((child) => child["value"] === "R1"),
    )!;
    await select(symbol.id);
    await type("Field Value", "47k");
    await live.drawn(1);
    await live.page.getByLabel("Whether it is not to be populated.", { exact: true }).check();
    await live.drawn(2);
    assert.equal(item(symbol.id)["dnp"], true);
    assert.ok(item(symbol.id).children.some((child) => child["name"] === "Value" && child["value"] === "47k"));
  });
});
