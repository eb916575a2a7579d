import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Item } from "../../core/model/item.ts";
import { LivePage, PATIENCE_MS } from "./live-page.ts";
import { hasChromium, startBrowser, type TestBrowser } from "./page.ts";

const examples = fileURLToPath(new URL("../../examples", import.meta.url));
const title = hasChromium
  ? "selecting in a browser"
  : "selecting in a browser (skipped: no Chromium; set EDSNX_CHROMIUM)";
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
  beforeEach(async () => {
    live = await LivePage.open(browser, `${examples}/board-tools`, "board-tools.kicad_pcb");
  });
  afterEach(async function () {
    if (shots !== undefined && existsSync(shots)) {
      const name = this.currentTest!.title.replace(/[^\w]+/g, "-").slice(0, 60);
      await live.page.screenshot({ path: `${shots}/${name}.png` });
    }
    await live.close();
  });

  const part = (reference: string): Item => {
    const found = [...live.doc.items.ofKind("footprint")].find((each) =>
      each.children.some((child) => child["name"] === "Reference" && child["value"] === reference),
    );
    assert.ok(found !== undefined, reference);
    return found;
  };
  const placeOf = (reference: string): [number, number] => {
    const { x, y } = part(reference)["at"] as { x: number; y: number };
    return [x / 1e6, y / 1e6];
  };
  const boxOf = async (reference: string) => {
    const box = await live.page.evaluate((id) => window.__edsnx!.itemBox(id), part(reference).id);
    return { left: box![0] - 0.3, top: box![1] - 0.3, right: box![2] + 0.3, bottom: box![3] + 0.3 };
  };
  /** Waits until exactly these are selected. */
  const selected = (ids: readonly string[]) =>
    live.page.waitForFunction(
      (wanted) => JSON.stringify([...window.__edsnx!.selection()].sort()) === wanted,
      JSON.stringify([...ids].sort()),
      { timeout: PATIENCE_MS },
    );
  const click = async (at: readonly [number, number], ...keys: readonly string[]) => {
    for (const key of keys) await live.page.keyboard.down(key);
    await live.press(...at);
    for (const key of keys) await live.page.keyboard.up(key);
  };
  const drag = async (places: readonly (readonly [number, number])[], ...keys: readonly string[]) => {
    for (const key of keys) await live.page.keyboard.down(key);
    await live.hover(...places[0]!);
    await live.page.mouse.down();
    for (const place of places.slice(1)) await live.hover(...place);
    await live.page.mouse.up();
    for (const key of keys) await live.page.keyboard.up(key);
  };

  it("Shift adds, Ctrl turns over, Ctrl+Shift takes away", async () => {
    const [r5, c1] = [part("R5").id, part("C1").id];
    await click(placeOf("R5"));
    await selected([r5]);
    await click(placeOf("C1"), "Shift");
    await selected([r5, c1]);
    await click(placeOf("C1"), "Shift");
    await selected([r5, c1]);
    await click(placeOf("R5"), "Control");
    await selected([c1]);
    await click(placeOf("R5"), "Control");
    await selected([r5, c1]);
    await click(placeOf("C1"), "Control", "Shift");
    await selected([r5]);
  });

  it("the filter keeps sorts of items and locked ones from the pointer; a double-click leaves one sort", async () => {
    const r5 = part("R5").id;
    const box = (id: string) => live.page.locator(`input[data-filter="${id}"]`);
    await box("zones").uncheck();
    await box("footprints").uncheck();
    await click(placeOf("R5"));
    await selected([]);
    await box("footprints").check();
    await click(placeOf("R5"));
    await selected([r5]);
    await live.page.keyboard.press("l");
    await live.drawn(1);
    await live.page.keyboard.press("Escape");
    await selected([]);
    await box("locked").uncheck();
    await click(placeOf("R5"));
    await selected([]);
    await box("locked").check();
    await live.page.locator(".filter label", { hasText: "Tracks" }).dblclick();
    assert.equal(await box("footprints").isChecked(), false);
    assert.equal(await box("tracks").isChecked(), true);
    await live.page.locator("canvas.sheet").focus();
    await live.page.keyboard.press("Control+a");
    await selected([...live.doc.items.ofKind("track", "arcTrack", "generated")].map(({ id }) => id));
    await live.page.locator(".filter label", { hasText: "Tracks" }).dblclick();
    assert.equal(await box("footprints").isChecked(), true);
  });

  it("a lasso takes what lies inside clockwise, what it touches the other way; Alt and a drag begin one", async () => {
    await live.page.locator('input[data-filter="footprints"]').check();
    await live.page.locator(".filter label", { hasText: "Footprints" }).dblclick();
    const { left, top, right, bottom } = await boxOf("U1");
    const round: [number, number][] = [
      [left, top],
      [right, top],
      [right, bottom],
      [left, bottom],
    ];
    await live.page.getByRole("button", { name: "Select by lasso" }).click();
    await live.page.locator(".tool-hint", { hasText: "Lasso" }).waitFor({ timeout: PATIENCE_MS });
    await drag(round);
    await selected([part("U1").id]);
    const [x] = placeOf("U1");
    const half: [number, number][] = [
      [left, top],
      [x, top],
      [x, bottom],
      [left, bottom],
    ];
    await live.page.getByRole("button", { name: "Select by lasso" }).click();
    await drag(half);
    await selected([]);
    await live.page.getByRole("button", { name: "Select by lasso" }).click();
    await drag([...half].reverse());
    await selected([part("U1").id]);
    await live.page.keyboard.press("Escape");
    await drag(
      [
        [left, bottom + 0.3],
        [left, top],
        [right, top],
        [right, bottom + 0.3],
      ],
      "Alt",
    );
    await selected([part("U1").id]);
  });

  it("Alt and a click list what lies there; a key chooses", async () => {
    const track = [...live.doc.items.ofKind("track")][0]!;
    const { x, y } = track["start"] as { x: number; y: number };
    await click([x / 1e6, y / 1e6], "Alt");
    const menu = live.page.getByRole("menu", { name: "What is meant" });
    await menu.waitFor({ timeout: PATIENCE_MS });
    const rows = await menu.getByRole("menuitem").allInnerTexts();
    assert.ok(rows.length > 1, rows.join());
    await live.page.keyboard.press("ArrowDown");
    await live.page.keyboard.press("Enter");
    await menu.waitFor({ state: "detached", timeout: PATIENCE_MS });
    await live.page.waitForFunction(() => window.__edsnx!.selection().length === 1, null, { timeout: PATIENCE_MS });
  });

  it("a click takes a whole group, another one its member, and Ctrl+Shift+G dissolves it", async () => {
    const [r5, c1] = [part("R5").id, part("C1").id];
    await click(placeOf("R5"));
    await click(placeOf("C1"), "Shift");
    await selected([r5, c1]);
    await live.page.keyboard.press("Control+g");
    await live.drawn(1);
    const [group] = [...live.doc.items.ofKind("group")].filter((each) => (each["members"] as string[]).includes(r5));
    assert.deepEqual([...(group!["members"] as string[])].sort(), [r5, c1].sort());
    await live.page.keyboard.press("Escape");
    await click(placeOf("R5"));
    await selected([r5, c1]);
    await click(placeOf("R5"));
    await selected([r5]);
    const [x] = placeOf("R5");
    const other = placeOf("C1");
    await live.page.keyboard.press("r");
    await live.drawn(2);
    assert.deepEqual([placeOf("R5")[0], placeOf("C1")], [x, other], "only the member turned, around itself");
    await live.page.keyboard.press("Control+Shift+g");
    await live.drawn(3);
    assert.ok(![...live.doc.items.ofKind("group")].some(({ id }) => id === group!.id));
  });

  it("turns the board over: right becomes left, the back is on top and drawn on, a drag goes where the pointer goes", async () => {
    const before = await live.at(...placeOf("R5"));
    const other = await live.at(...placeOf("C1"));
    assert.notEqual(Math.round(before.x), Math.round(other.x));
    await live.page.keyboard.press("Control+Alt+f");
    await live.page.waitForFunction(
      () => /Seen from the back/.test(document.querySelector(".status-line .view")!.textContent!),
      null,
      { timeout: PATIENCE_MS },
    );
    const after = await live.at(...placeOf("R5"));
    const otherAfter = await live.at(...placeOf("C1"));
    assert.equal(Math.sign(after.x - otherAfter.x), -Math.sign(before.x - other.x));
    assert.equal(await live.page.locator(".status-line .layer").innerText(), "B.Cu");
    const rows = await live.page
      .locator("input[data-layer]")
      .evaluateAll((all) => all.map((each) => each.dataset["layer"]));
    assert.ok(rows.indexOf("B.Cu") < rows.indexOf("F.Cu"), "the back is on top");
    const [x] = placeOf("R5");
    await live.page.mouse.move(after.x, after.y);
    await live.page.mouse.down();
    const perMm = Math.abs((await live.at(x + 1, 0)).x - (await live.at(x, 0)).x);
    await live.page.mouse.move(after.x + perMm, after.y);
    await live.page.mouse.move(after.x + 2 * perMm, after.y);
    await live.page.mouse.up();
    await live.drawn(1);
    assert.ok(Math.abs(placeOf("R5")[0] - (x - 2)) < 1e-6, "to the right on the screen is to lower x");
  });
});
