import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { LivePage, PATIENCE_MS } from "./live-page.ts";
import { hasChromium, startBrowser, type TestBrowser } from "./page.ts";

const examples = fileURLToPath(new URL("../../examples", import.meta.url));
const title = hasChromium
  ? "comparing versions in a browser"
  : "comparing versions (skipped: no Chromium; set EDSNX_CHROMIUM)";
/** Where pictures go for a person to look at. */
const shots = process.env["EDSNX_SHOTS"];

const ADDED = "46c35f";
const REMOVED = "f14c4c";
const CHANGED = "ffb629";

(hasChromium ? describe : describe.skip)(title, function () {
  this.timeout(180_000);
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

  /** As the extension sends it. */
  const compareWith = (file: string, name = "an older version") =>
    live.page.evaluate(
      ([data, called]) => {
        const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
        const { send } = globalThis as unknown as { send(message: unknown): void };
        send({ type: "compare", compare: { title: called, bytes, isNewer: false } });
      },
      [readFileSync(file).toString("base64"), name] as const,
    );
  const panel = () => live.page.getByRole("region", { name: "Comparison" });
  const says = (words: string) =>
    panel().getByRole("status").filter({ hasText: words }).waitFor({ timeout: PATIENCE_MS });
  const has = (color: string) =>
    live.page.evaluate((wanted) => window.__edsnx!.colors().some(([each, n]) => each === wanted && n > 3), color);
  const isCurrent = (id: string) =>
    live.page.locator(`[data-difference="${id}"][aria-current="true"]`).waitFor({ timeout: PATIENCE_MS });

  it("shows what was added, removed and changed in colours and in a list, goes from one to the next, follows edits", async () => {
    live = await LivePage.open(browser, `${examples}/board-tools`, "board-tools.kicad_pcb");
    const { newIds } = (await live.run("pcb.addTrack", {
      layer: "F.Cu",
      width: 1,
      pts: [
        [112, 84],
        [118, 84],
      ],
    })) as { newIds: string[] };
    const moved = (await live.run("pcb.move", { items: "R5", by: [0, 2] })) as { changedIds: string[] };
    const gone = (await live.run("pcb.delete", { items: "C1" })) as { removedIds?: string[] };
    assert.ok(gone !== undefined);
    await live.drawn(3);
    await compareWith(live.path);
    await says("with an older version: 1 added, 1 removed, 1 changed");
    const rows = await panel()
      .locator("[data-difference]")
      .evaluateAll((all) => all.map((each) => each.getAttribute("data-difference")!));
    assert.equal(rows.length, 3);
    assert.ok(rows.includes(newIds[0]!) && rows.includes(moved.changedIds[0]!));
    await isCurrent(rows[0]!);
    for (const id of [rows[1]!, rows[2]!]) {
      await live.page.keyboard.press("F7");
      await isCurrent(id);
      const [x0, y0, x1, y1] = await live.page.evaluate(() => {
        const { screenToWorld } = window.__edsnx!;
        const box = document.querySelector("canvas.sheet")!.getBoundingClientRect();
        const a = screenToWorld(box.left, box.top);
        const b = screenToWorld(box.right, box.bottom);
        return [a.x, a.y, b.x, b.y] as const;
      });
      const at = await live.page.evaluate((each) => window.__edsnx!.itemBox(each), id);
      // What is gone has no place of its own any more.
      if (at !== null) assert.ok(at[0] > x0 && at[2] < x1 && at[1] > y0 && at[3] < y1, `${id} is seen`);
    }
    await live.page.keyboard.press("Shift+F7");
    await isCurrent(rows[1]!);
    await live.page.locator("canvas.sheet").focus();
    await live.page.keyboard.press("Home");
    assert.deepEqual([await has(ADDED), await has(REMOVED), await has(CHANGED)], [true, true, true]);
    await panel().getByRole("button", { name: "Before" }).click();
    assert.deepEqual([await has(ADDED), await has(REMOVED)], [false, true]);
    await panel().getByRole("button", { name: "After" }).click();
    assert.deepEqual([await has(ADDED), await has(REMOVED)], [true, false]);
    await panel().getByRole("button", { name: "Both" }).click();
    await live.run("session.undo", {});
    await says("with an older version: 1 added, 0 removed, 1 changed");
    await live.page.locator("canvas.sheet").focus();
    await live.page.keyboard.press("Escape");
    await panel().waitFor({ state: "hidden", timeout: PATIENCE_MS });
    assert.equal(await has(ADDED), false);
  });

  it("compares schematics, and says when nothing differs or the other is no file of KiCad", async () => {
    live = await LivePage.open(browser, `${examples}/blinky`, "blinky.kicad_sch");
    await compareWith(live.path);
    await says("with an older version: the same");
    await live.run("sch.setField", { items: "R1", name: "Value", value: "47k" });
    await says("with an older version: 0 added, 0 removed, 1 changed");
    await panel().getByRole("button", { name: /R1/ }).click();
    assert.equal(await has("b56a00"), true, "on light ground");
    await panel().getByRole("button", { name: "End the comparison" }).click();
    await panel().waitFor({ state: "hidden", timeout: PATIENCE_MS });
    await compareWith(fileURLToPath(new URL("../../package.json", import.meta.url)), "a text");
    await live.page
      .locator(".message-strip", { hasText: "Cannot compare with a text" })
      .waitFor({ timeout: PATIENCE_MS });
  });
});
