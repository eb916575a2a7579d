import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { LivePage, PATIENCE_MS } from "./live-page.ts";
import { hasChromium, startBrowser, type TestBrowser } from "./page.ts";

const examples = fileURLToPath(new URL("../../examples", import.meta.url));
const title = "the table of fields, barcodes and the bar of tools in a browser";
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

  /** What a field of a part says, once it says this. */
  async function says(reference: string, field: string, text: string): Promise<void> {
    const end = Date.now() + PATIENCE_MS;
    for (;;) {
      const symbol = [...live.doc.items.ofKind("symbol")].find((item) =>
        item.children.some((child) => child["name"] === "Reference" && child["value"] === reference),
      );
      const now = symbol?.children.find((child) => child["name"] === field)?.["value"];
      if (now === text) return;
      if (Date.now() > end) assert.fail(`${field} of ${reference} is ${String(now)}, not ${text}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  it("edits one cell and many with the keyboard, adds a field, and makes it one change", async () => {
    live = await LivePage.open(browser, `${examples}/blinky`, "blinky.kicad_sch");
    const { page } = live;
    await page.locator('[data-tool="fieldTable"]').click();
    const dialog = page.locator("dialog.field-table");
    await dialog.waitFor({ timeout: PATIENCE_MS });
    const cell = (name: string) => dialog.getByRole("textbox", { name, exact: true });
    await dialog.getByRole("searchbox").fill("R");
    await cell("Value of R1").waitFor({ timeout: PATIENCE_MS });
    await cell("Value of R1").fill("4k7");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.activeElement?.getAttribute("aria-label") === "Value of R2", null, {
      timeout: PATIENCE_MS,
    });
    await dialog.getByRole("button", { name: "Add field…" }).click();
    await page.locator("dialog.question input").fill("Tolerance");
    await page.keyboard.press("Enter");
    await cell("Tolerance of R1").waitFor({ timeout: PATIENCE_MS });
    for (const name of ["R1", "R2"]) await dialog.getByRole("checkbox", { name: `Edit ${name} together` }).check();
    await cell("Tolerance of R2").fill("1%");
    await page.keyboard.press("Tab");
    await dialog.getByText("2 symbols edited").waitFor({ timeout: PATIENCE_MS });
    await shoot("field-table");
    await dialog.getByRole("button", { name: "Apply" }).click();
    await dialog.waitFor({ state: "detached", timeout: PATIENCE_MS });
    await says("R1", "Value", "4k7");
    await says("R1", "Tolerance", "1%");
    await says("R2", "Tolerance", "1%");
    assert.deepEqual(
      live.calls.map(({ command }) => command).filter((command) => command.startsWith("sch.")),
      ["sch.bulkFields"],
    );
  });

  it("places a barcode on a board of KiCad 10", async () => {
    live = await LivePage.open(browser, `${examples}/kicad-10`, "kicad-10.kicad_pcb");
    const { page } = live;
    const before = [...live.doc.items.ofKind("barcode")].length;
    await page.locator('[data-tool="barcode"]').click();
    await live.press(110, 90);
    const field = page.locator("dialog.question input, dialog.question select");
    await field.fill("https://www.example.org");
    await page.keyboard.press("Enter");
    await page.locator("dialog.question select").waitFor({ timeout: PATIENCE_MS });
    await page.locator("dialog.question select").selectOption("Data Matrix");
    await page.keyboard.press("Enter");
    const end = Date.now() + PATIENCE_MS;
    while ([...live.doc.items.ofKind("barcode")].length === before && Date.now() < end)
      await new Promise((resolve) => setTimeout(resolve, 20));
    const added = [...live.doc.items.ofKind("barcode")].at(-1)!;
    assert.equal(added["type"], "datamatrix");
    assert.equal(added["text"], "https://www.example.org");
  });

  it("shows every button of the bar in a low window", async () => {
    live = await LivePage.open(browser, `${examples}/board-tools`, "board-tools.kicad_pcb");
    const { page } = live;
    for (const height of [640, 420]) {
      await page.setViewportSize({ width: 1000, height });
      await page.waitForFunction((h) => window.innerHeight === h, height, { timeout: PATIENCE_MS });
      await shoot(`toolbar-${height}`);
      const outside = await page.evaluate(() => {
        const stage = document.querySelector(".stage")!.getBoundingClientRect();
        return [...document.querySelectorAll(".toolbar button")]
          .map((button) => ({ id: button.getAttribute("data-tool"), box: button.getBoundingClientRect() }))
          .filter(({ box }) => box.bottom > stage.bottom || box.right > stage.right || box.height < 20)
          .map(({ id }) => id);
      });
      assert.deepEqual(outside, [], `at ${height} pixels`);
    }
  });
});
