import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { LivePage, PATIENCE_MS } from "./live-page.ts";
import { hasChromium, send, startBrowser, type TestBrowser } from "./page.ts";

const examples = fileURLToPath(new URL("../../examples", import.meta.url));
const title = hasChromium
  ? "how a board is shown, in a browser"
  : "how a board is shown, in a browser (skipped: no Chromium; set EDSNX_CHROMIUM)";
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

  const missing = (count: number) =>
    live.page.waitForFunction((wanted) => window.__edsnx!.view().missing === wanted, count, { timeout: PATIENCE_MS });
  const status = () => live.page.locator(".status-line .view").innerText();
  const pixels = async (color: string) =>
    (await live.page.evaluate(() => window.__edsnx!.colors())).find(([name]) => name === color)?.[1] ?? 0;
  const unrouted = async () => ((await live.run("query.unrouted", {})) as { count: number }).count;

  it("shows the missing connections as the check counts them, and follows edits", async () => {
    const before = await unrouted();
    assert.ok(before > 5);
    await missing(before);
    assert.match(await status(), new RegExp(`${before} unrouted`));
    await live.run("pcb.route", { from: "R1.2", to: "R2.1" });
    const after = await unrouted();
    assert.ok(after < before);
    await missing(after);
    await live.run("session.undo", {});
    await missing(before);
  });

  it("lights the net under the pointer with ` and dims the rest", async () => {
    await missing(await unrouted());
    const bright = await pixels("c83434");
    assert.ok(bright > 1000);
    const { pads } = (await live.run("query.pads", { items: "R1" })) as {
      pads: { at: [number, number]; net: string }[];
    };
    const [pad] = pads;
    await live.hover(...pad!.at);
    await live.page.keyboard.press("`");
    await live.page.waitForFunction((net) => window.__edsnx!.view().net === net, pad!.net, { timeout: PATIENCE_MS });
    assert.ok((await pixels("c83434")) < bright / 4, "other copper is dim");
    assert.match(await status(), new RegExp(`Net ${pad!.net}`));
    await live.page.keyboard.press("`");
    await live.page.waitForFunction(() => window.__edsnx!.view().net === null);
    assert.ok((await pixels("c83434")) > bright * 0.9);
  });

  it("says which agent edits, and marks what it touched in its colour", async () => {
    const { newIds } = (await live.run("pcb.addTrack", {
      layer: "F.Cu",
      net: "GND",
      width: 1,
      pts: [
        [130, 92],
        [138, 92],
      ],
    })) as { newIds: string[] };
    await live.drawn(1);
    const red = await pixels("c83434");
    await send(live.page, { type: "presence", agent: "robot", label: "Add track", ids: newIds });
    await live.page.locator(".presence .agent").waitFor({ timeout: PATIENCE_MS });
    assert.equal(await live.page.locator(".presence .agent").innerText(), "robot Add track");
    await live.page.waitForFunction(
      (before) => (window.__edsnx!.colors().find(([color]) => color === "c83434")?.[1] ?? 0) < before - 500,
      red,
      { timeout: PATIENCE_MS },
    );
  });

  it("writes names of nets on tracks and pads when they are near", async () => {
    for (let i = 0; i < 4; i++) await live.page.keyboard.press("-");
    await live.page.waitForFunction(() => window.__edsnx!.view().names === 0, null, { timeout: PATIENCE_MS });
    await live.page.keyboard.press("Home");
    const { pads } = (await live.run("query.pads", { items: "U1" })) as { pads: { at: [number, number] }[] };
    const p = await live.at(...pads[0]!.at);
    await live.page.mouse.move(p.x, p.y);
    for (let i = 0; i < 6; i++) await live.page.mouse.wheel(0, -300);
    await live.page.waitForFunction(() => window.__edsnx!.view().names >= 2, null, { timeout: PATIENCE_MS });
  });

  it("dims, then hides, the layers that are not drawn on; shows zones filled, faint, outlined", async () => {
    const back = "4d7fc4";
    const filled = await pixels("c83434");
    await live.page.getByRole("button", { name: "Draw on F.SilkS" }).click();
    await live.page.keyboard.press("Control+h");
    await live.page.waitForFunction(() => /dimmed/.test(document.querySelector(".status-line .view")!.textContent!));
    assert.ok((await pixels("c83434")) < filled / 4);
    await live.page.keyboard.press("Control+h");
    await live.page.waitForFunction(() => /hidden/.test(document.querySelector(".status-line .view")!.textContent!));
    await live.page.keyboard.press("PageUp");
    assert.ok((await pixels("c83434")) > 500, "the front is drawn on now");
    assert.equal(await pixels(back), 0);
    await live.page.keyboard.press("Control+h");
    const colors = async () => (await live.page.evaluate(() => window.__edsnx!.colors())).slice(0, 4).map(([c]) => c);
    const before = await colors();
    await live.page.keyboard.press("Control+Shift+f");
    await live.page.waitForFunction(() =>
      /Zones faint/.test(document.querySelector(".status-line .view")!.textContent!),
    );
    await live.page.keyboard.press("Control+Shift+f");
    await live.page.waitForFunction(() =>
      /Zones outlined/.test(document.querySelector(".status-line .view")!.textContent!),
    );
    assert.notDeepEqual(await colors(), before);
  });
});
