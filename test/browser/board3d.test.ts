import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { modelText } from "../../bridge/node/model-files.ts";
import { nodeLibraries } from "../../bridge/node/node-libraries.ts";
import { AgentCore } from "../../core/agent/agent-core.ts";
import { commands } from "../../core/commands/list.gen.ts";
import { Registry } from "../../core/commands/registry.ts";
import { Session } from "../../core/session/session.ts";
import type {} from "../../webview-ui/board3d/app.ts";
import { memoryPorts } from "../laws/memory-ports.ts";
import { PATIENCE_MS } from "./live-page.ts";
import { hasChromium, posted, send, startBrowser, type TestBrowser } from "./page.ts";

const board = fileURLToPath(new URL("../../examples/board-tools/board-tools.kicad_pcb", import.meta.url));
const title = hasChromium
  ? "a board as a body, in a browser"
  : "a board as a body (skipped: no Chromium; set EDSNX_CHROMIUM)";
/** Where pictures go for a person to look at. */
const shots = process.env["EDSNX_SHOTS"];

(hasChromium ? describe : describe.skip)(title, function () {
  this.timeout(240_000);
  let browser: TestBrowser;
  let page: Page;

  before(async () => {
    browser = await startBrowser();
  });
  after(() => browser.close());
  afterEach(async function () {
    if (shots !== undefined && existsSync(shots)) {
      const name = this.currentTest!.title.replace(/[^\w]+/g, "-").slice(0, 60);
      await page.screenshot({ path: `${shots}/3d-${name}.png` });
    }
    await page.close();
  });

  const open = async (path: string, query = "") => {
    // A small picture: the processor draws it.
    page = await browser.open(`/board3d?path=${encodeURIComponent(path)}${query}`, { width: 480, height: 320 });
    await revision(0);
  };
  const revision = (wanted: number) =>
    page.waitForFunction((r) => window.__board3d?.revision() === r, wanted, { timeout: 3 * PATIENCE_MS });
  const share = (of: "mask" | "metal" | "silk" | "ground") =>
    page.evaluate((each) => window.__board3d!.share(each), of);
  const toggle = (name: string) => page.getByRole("button", { name, exact: true }).click();
  /** Answers what the page asked for of models with the product's own reader. */
  const answerModels = async (path: string) => {
    const asked = await posted<{ file: string }>(page, "model");
    for (const { file } of asked)
      await send(page, { type: "model", file, text: await modelText(file, path, nodeLibraries()) });
    return asked.length;
  };

  it("shows outline, mask, pads, silkscreen, holes and bodies of parts from both sides", async () => {
    await open(board);
    const { size, thickness, holes } = await page.evaluate(() => window.__board3d!.board());
    assert.equal(Math.round(size.x), 40);
    assert.equal(Math.round(size.y), 30);
    assert.equal(thickness, 1.6);
    assert.equal(holes, 2, "the pins of J1; vias are covered");
    const { bodies } = await page.evaluate(() => window.__board3d!.parts());
    assert.ok(bodies >= 7, `${bodies} bodies`);
    await page.keyboard.press("z");
    const withParts = { mask: await share("mask"), metal: await share("metal"), silk: await share("silk") };
    assert.ok(withParts.mask > 0.15, JSON.stringify(withParts));
    assert.ok(withParts.silk > 0.001, JSON.stringify(withParts));
    await toggle("Parts");
    const metal = await share("metal");
    assert.ok(metal > 0.002, `pads are bare: ${metal}`);
    await toggle("Silkscreen");
    assert.ok((await share("silk")) < withParts.silk / 2, "no silkscreen");
    await toggle("Mask");
    const bare = { mask: await share("mask"), metal: await share("metal") };
    assert.ok(bare.mask < withParts.mask / 4, JSON.stringify(bare));
    assert.ok(bare.metal > metal * 2, "zones are bare copper now");
  });

  it("keys and the mouse turn it, the wheel zooms, a part is named under the pointer", async () => {
    await open(board);
    const camera = () => page.evaluate(() => window.__board3d!.camera());
    const before = await camera();
    await page.keyboard.press("Shift+Z");
    assert.ok((await camera())[2] < 0, "from the back");
    await page.keyboard.press("z");
    assert.ok((await camera())[2] > 0, "from the front");
    await page.keyboard.press("Home");
    assert.deepEqual(await camera(), before);
    await page.keyboard.press("ArrowLeft");
    assert.notDeepEqual(await camera(), before);
    await page.keyboard.press("z");
    const [x, y, z] = await camera();
    await page.mouse.move(240, 160);
    await page.mouse.down();
    await page.mouse.move(270, 150);
    await page.mouse.move(300, 140);
    await page.mouse.up();
    const turned = await camera();
    assert.ok(Math.hypot(turned[0] - x, turned[1] - y) > 5, "a drag turns it");
    await page.keyboard.press("z");
    await page.mouse.wheel(0, -300);
    await page.waitForFunction((far) => window.__board3d!.camera()[2] < far, z, { timeout: PATIENCE_MS });
    await page.keyboard.press("z");
    const tip = page.locator(".tip");
    let named = "";
    for (let px = 60; px < 440 && named === ""; px += 7) {
      await page.mouse.move(px, 120);
      if (await tip.isVisible()) named = await tip.innerText();
    }
    assert.match(named, /^[A-Z]+\d+ · /);
  });

  it("follows edits", async () => {
    const ports = memoryPorts({ [board]: readFileSync(board) });
    const session = new Session(ports);
    const core = new AgentCore({ registry: new Registry(commands), session, services: {}, now: ports.now });
    await open(board);
    const { bodies } = await page.evaluate(() => window.__board3d!.parts());
    await session.open(board, "test");
    session.onChange((change) => void send(page, { type: "change", change }));
    await core.run("pcb.delete", { path: board, items: "R5" }, { caller: { kind: "person", name: "test" } });
    await revision(1);
    assert.equal((await page.evaluate(() => window.__board3d!.parts())).bodies, bodies - 1);
  });

  it("shows VRML models where they are found", async function () {
    const demo = `${process.env["EDSNX_DEMOS"] ?? "/usr/share/kicad/demos"}/pic_programmer/pic_programmer.kicad_pcb`;
    if (!existsSync(demo)) {
      if (process.env["CI"]) throw new Error("KiCad's demos are missing");
      this.skip();
    }
    await open(demo);
    const before = await page.evaluate(() => window.__board3d!.parts());
    assert.ok((await answerModels(demo)) > 0);
    await page.waitForFunction(() => window.__board3d!.parts().models > 0, null, { timeout: PATIENCE_MS });
    const after = await page.evaluate(() => window.__board3d!.parts());
    assert.ok(after.bodies < before.bodies || after.models > 0, JSON.stringify({ before, after }));
  });
});
