import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Item } from "../../core/model/item.ts";
import { LivePage, PATIENCE_MS } from "./live-page.ts";
import { hasChromium, startBrowser, type TestBrowser } from "./page.ts";

const examples = fileURLToPath(new URL("../../examples", import.meta.url));
const title = "curves, boxes, tables, pictures, arrays in a browser";
/** Where pictures go for a person to look at. */
const shots = process.env["EDSNX_SHOTS"];

(hasChromium ? describe : describe.skip)(hasChromium ? title : `${title} (skipped: no Chromium)`, function () {
  this.timeout(120_000);
  let browser: TestBrowser;
  let live: LivePage;
  let seen: Set<string>;

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

  async function open(folder: string, file: string): Promise<void> {
    live = await LivePage.open(browser, `${examples}/${folder}`, file);
    seen = new Set(live.doc.items.entries.map(({ id }) => id));
  }

  /** The items of a kind that came since the page was opened, once there are so many. */
  async function arrived(count: number, kind: string): Promise<Item[]> {
    const end = Date.now() + PATIENCE_MS;
    for (;;) {
      const come = [...live.doc.items.ofKind(kind)].filter(({ id }) => !seen.has(id));
      if (come.length >= count) return come;
      if (Date.now() > end) throw new Error(`${come.length} of ${count} ${kind}s came; ${await problem()}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  const problem = () => live.page.locator(".message-strip.error").innerText({ timeout: 1000 });
  const tool = (name: string) => live.page.locator(`[data-tool="${name}"]`).click();
  /** Starts what has no button from the list of keys. */
  const start = async (name: string) => {
    await live.page.keyboard.press("?");
    await live.page.getByRole("dialog").getByRole("button", { name }).click();
  };
  const answer = async (text: string) => {
    const field = live.page.locator("dialog input, dialog select").first();
    await field.waitFor({ timeout: PATIENCE_MS });
    await field.fill(text);
    await live.page.keyboard.press("Enter");
  };
  const choosePicture = async (act: () => Promise<void>) => {
    const [chooser] = await Promise.all([live.page.waitForEvent("filechooser", { timeout: PATIENCE_MS }), act()]);
    await chooser.setFiles(`${examples}/hierarchy/logo.png`);
  };

  for (const [folder, file] of [
    ["board-tools", "board-tools.kicad_pcb"],
    ["blinky", "blinky.kicad_sch"],
  ] as const) {
    const [x, y] = file.endsWith("pcb") ? [130, 90] : [203.2, 40.64];

    it(`draws a curve, a box, a table and a picture in ${file}`, async () => {
      await open(folder, file);
      await tool("bezier");
      for (const [dx, dy] of [
        [0, 0],
        [0, 2.54],
        [5.08, 2.54],
        [5.08, 0],
      ] as const)
        await live.press(x + dx, y + dy);
      const [curve] = await arrived(1, "graphic");
      assert.match(String(curve!["token"]), /curve|bezier/);
      assert.equal((curve!["pts"] as unknown[]).length, 4);
      await tool("textBox");
      await live.press(x, y + 3.81);
      await live.press(x + 7.62, y + 7.62);
      await answer("in a box");
      assert.equal((await arrived(1, "textBox"))[0]!["text"], "in a box");
      await tool("table");
      await live.press(x, y + 8.89);
      await answer("a | b; c");
      const [table] = await arrived(1, "table");
      assert.deepEqual(
        (table!["cells"] as { text: string }[]).map(({ text }) => text),
        ["a", "b", "c", ""],
      );
      await tool("image");
      await choosePicture(() => live.press(x - 5.08, y + 5.08));
      assert.ok(String((await arrived(1, "image"))[0]!["data"]).startsWith("iVBORw0KGgo"));
      const all = live.doc.items.entries.filter(({ id }) => !seen.has(id)).length;
      assert.equal(all, 4);
    });
  }

  it("copies what is selected in rows and columns", async () => {
    await open("board-tools", "board-tools.kicad_pcb");
    const { newIds } = (await live.run("pcb.addGraphic", {
      layer: "F.SilkS",
      shape: "line",
      from: [130, 90],
      to: [131, 90],
    })) as { newIds: string[] };
    await live.drawn(1);
    await live.press(130.5, 90);
    await live.page.waitForFunction((id) => window.__edsnx!.selection().includes(id), newIds[0]!, {
      timeout: PATIENCE_MS,
    });
    await start("Array of copies");
    await answer("3 x 2");
    await answer("2, 1.5");
    const lines = await arrived(6, "graphic");
    const places = lines.map((line) => (line["start"] as { x: number; y: number }).x / 1e6).sort();
    assert.deepEqual(places, [130, 130, 132, 132, 134, 134]);
  });

  it("shows the missing connections of what is selected only", async () => {
    await open("board-tools", "board-tools.kicad_pcb");
    const missing = () => live.page.evaluate(() => window.__edsnx!.view().missing);
    await live.page.waitForFunction(() => window.__edsnx!.view().missing > 0, null, { timeout: PATIENCE_MS });
    const all = await missing();
    await start("Missing connections of the selection only");
    await live.page.locator(".message-strip").filter({ hasText: "Select the parts" }).waitFor({ timeout: PATIENCE_MS });
    const { pads } = (await live.run("query.pads", { items: "R3" })) as { pads: { at: [number, number] }[] };
    await live.press(...pads[0]!.at);
    await live.page.waitForFunction(() => window.__edsnx!.selection().length > 0, null, { timeout: PATIENCE_MS });
    await start("Missing connections of the selection only");
    await live.page.waitForFunction((count) => window.__edsnx!.view().missing < count, all, { timeout: PATIENCE_MS });
    await start("Missing connections of the selection only");
    await live.page.waitForFunction((count) => window.__edsnx!.view().missing === count, all, { timeout: PATIENCE_MS });
  });

  it("swaps the two units that are selected", async () => {
    await open("hierarchy", "hierarchy.kicad_sch");
    const unit = (number: number) =>
      [...live.doc.items.ofKind("symbol")].find(
        (item) => item["unit"] === number && JSON.stringify(item.children).includes('"U1"'),
      )!;
    const [a, b] = [unit(1), unit(2)];
    const box = async (id: string) => {
      const [x0, y0, x1, y1] = (await live.page.evaluate((each) => window.__edsnx!.itemBox(each), id))!;
      return [(x0 + x1) / 2, (y0 + y1) / 2] as const;
    };
    await live.press(...(await box(a.id)));
    await live.page.keyboard.down("Shift");
    await live.press(...(await box(b.id)));
    await live.page.keyboard.up("Shift");
    await live.page.waitForFunction(() => window.__edsnx!.selection().length === 2, null, { timeout: PATIENCE_MS });
    await start("Swap the two selected units");
    const end = Date.now() + PATIENCE_MS;
    while (live.doc.items.get(a.id)?.["unit"] !== 2) {
      assert.ok(Date.now() < end, "the units are as they were");
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    assert.equal(live.doc.items.get(b.id)?.["unit"], 1);
  });
});
