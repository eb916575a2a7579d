import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Item } from "../../core/model/item.ts";
import { LivePage, PATIENCE_MS } from "./live-page.ts";
import { hasChromium, startBrowser, type TestBrowser } from "./page.ts";

const examples = fileURLToPath(new URL("../../examples", import.meta.url));
const title = hasChromium ? "tools in a browser" : "tools in a browser (skipped: no Chromium; set EDSNX_CHROMIUM)";
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

  const board = () => LivePage.open(browser, `${examples}/board-tools`, "board-tools.kicad_pcb");
  const sheet = () => LivePage.open(browser, `${examples}/blinky`, "blinky.kicad_sch");
  const hint = () => live.page.locator(".tool-hint").innerText();
  const all = (...kinds: readonly string[]) => [...live.doc.items.ofKind(...kinds)];
  const known = new WeakMap<LivePage, Set<string>>();
  /** Items of these kinds that came since the last question. */
  const fresh = (...kinds: readonly string[]): Item[] => {
    const seen = known.get(live) ?? new Set();
    const come = all(...kinds).filter(({ id }) => !seen.has(id));
    known.set(live, new Set([...seen, ...come.map(({ id }) => id)]));
    return come;
  };
  const arrived = async (count: number, ...kinds: readonly string[]): Promise<Item[]> => {
    const come: Item[] = [];
    const end = Date.now() + PATIENCE_MS;
    while (come.length < count) {
      come.push(...fresh(...kinds));
      if (Date.now() > end)
        throw new Error(`${come.length} of ${count} ${kinds.join(" and ")} came; ${await problem()}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    return come;
  };
  const problem = () => live.page.locator(".message-strip.error").innerText({ timeout: 1000 });
  const padAt = async (ref: string, number: string): Promise<[number, number]> => {
    const { pads } = (await live.run("query.pads", { items: ref })) as {
      pads: { ref: string; at: [number, number] }[];
    };
    return pads.find((pad) => pad.ref === `${ref}.${number}`)!.at;
  };
  const answer = async (text: string) => {
    const field = live.page.locator("dialog input, dialog select").first();
    await field.waitFor({ timeout: PATIENCE_MS });
    if ((await field.evaluate((node) => node.tagName)) === "SELECT") await field.selectOption(text);
    else await field.fill(text);
    await live.page.keyboard.press("Enter");
  };

  it("routes a track from pad to pad with 45-degree corners, one step to undo", async () => {
    live = await board();
    fresh("track", "via");
    const [x1, y1] = await padAt("R1", "2");
    const [x2, y2] = await padAt("R2", "1");
    await live.hover(x1, y1);
    await live.page.keyboard.press("x");
    assert.match(await hint(), /Press on a pad/);
    await live.press(x1, y1);
    await live.page.waitForFunction(() =>
      /\/IN on F\.Cu/.test(document.querySelector(".tool-hint")?.textContent ?? ""),
    );
    await live.press(x2, y2);
    const tracks = await arrived(1, "track");
    assert.ok(tracks.every((track) => track["net"] === "/IN" && track["layer"] === "F.Cu"));
    assert.deepEqual(
      live.calls.map(({ command }) => command),
      ["pcb.route"],
    );
    assert.equal(await live.page.locator(".tool-hint").isVisible(), true, "the tool goes on");
    await live.page.keyboard.press("Escape");
    await live.page.locator(".tool-hint").waitFor({ state: "hidden", timeout: PATIENCE_MS });
  });

  it("S has tracks pushed aside while routing, then goes round by itself", async () => {
    live = await board();
    fresh("track", "via");
    const [x1, y1] = await padAt("R1", "2");
    const [x2, y2] = await padAt("R2", "1");
    await live.hover(x1, y1);
    await live.page.keyboard.press("x");
    const says = (words: string) =>
      live.page.locator(".tool-hint", { hasText: words }).waitFor({ timeout: PATIENCE_MS });
    await live.page.keyboard.press("s");
    await says("tracks are pushed aside");
    await live.press(x1, y1);
    await says("/IN on F.Cu");
    await live.press(x2, y2);
    await arrived(1, "track");
    assert.equal(live.calls[0]?.args["collisions"], "shove");
    await live.page.keyboard.press("s");
    await says("it goes round");
  });

  it("6 routes a differential pair between two presses", async () => {
    live = await board();
    fresh("track");
    const [x, y] = await padAt("R3", "1");
    await live.hover(128, 92.635);
    await live.page.keyboard.press("6");
    await live.press(128, 92.635);
    await live.press(x, y);
    const come = await arrived(4, "track");
    assert.deepEqual([...new Set(come.map((track) => track["net"]))].sort(), ["/USB_N", "/USB_P"]);
  });

  it("V changes the layer with a via while routing, Backspace goes back", async () => {
    live = await board();
    fresh("track", "via");
    const [x, y] = await padAt("R5", "1");
    await live.hover(x, y);
    await live.page.keyboard.press("x");
    await live.press(x, y);
    await live.press(x, y + 3);
    await live.press(x - 3, y + 6);
    await live.page.keyboard.press("Backspace");
    await live.hover(x - 1, y + 4);
    await live.page.keyboard.press("v");
    await live.page.waitForFunction(
      () => /on B\.Cu/.test(document.querySelector(".tool-hint")?.textContent ?? ""),
      null,
      { timeout: PATIENCE_MS },
    );
    await live.press(x - 1, y + 6);
    await live.page.keyboard.press("Enter");
    const [via] = await arrived(1, "via");
    assert.deepEqual(via!["at"], { x: Math.round(x - 1) * 1e6, y: Math.round(y + 4) * 1e6 });
    assert.ok(fresh("track").some((track) => track["layer"] === "B.Cu"));
  });

  it("draws what would come too near red, and says what it is", async () => {
    live = await board();
    const [x, y] = await padAt("R1", "2");
    const [bx, by] = await padAt("R2", "2");
    await live.hover(x, y);
    await live.page.keyboard.press("x");
    await live.press(x, y);
    await live.hover(bx, by);
    await live.page.waitForFunction(
      () => /Cannot route/.test(document.querySelector(".tool-hint")?.textContent ?? ""),
      null,
      { timeout: PATIENCE_MS },
    );
    await live.page.waitForFunction(() =>
      window.__edsnx!.colors().some(([color]) => color.startsWith("d") || color.startsWith("e")),
    );
  });

  it("F finds the rest of the way", async () => {
    live = await board();
    fresh("track", "via");
    const [x, y] = await padAt("R1", "2");
    await live.hover(x, y);
    await live.page.keyboard.press("x");
    await live.press(x, y);
    await live.page.keyboard.press("f");
    const tracks = await arrived(1, "track");
    assert.equal(tracks[0]!["net"], "/IN");
  });

  it("draws line, rectangle, circle, arc and polygon on the layer that is drawn on", async () => {
    live = await board();
    fresh("graphic");
    await live.page.getByRole("button", { name: "Draw on F.SilkS" }).click();
    const draw = async (key: string, places: readonly [number, number][]) => {
      await live.page.keyboard.press(key);
      for (const [x, y] of places) await live.press(x, y);
    };
    await draw("Control+Shift+L", [
      [130, 90],
      [135, 90],
    ]);
    await draw("Control+Shift+R", [
      [130, 91],
      [135, 93],
    ]);
    await draw("Control+Shift+C", [
      [132, 95],
      [133, 95],
    ]);
    await draw("Control+Shift+A", [
      [130, 98],
      [134, 98],
      [132, 97],
    ]);
    await draw("Control+Alt+P", [
      [136, 91],
      [139, 91],
      [138, 94],
      [136, 91],
    ]);
    const shapes = await arrived(5, "graphic");
    assert.deepEqual(shapes.map((shape) => shape["token"] ?? shape["shape"]).sort(), [
      "gr_arc",
      "gr_circle",
      "gr_line",
      "gr_poly",
      "gr_rect",
    ]);
    assert.ok(shapes.every((shape) => JSON.stringify(shape["layer"] ?? shape["layers"]).includes("F.SilkS")));
  });

  it("adds a zone on the net that is chosen, a text, a dimension and a via", async () => {
    live = await board();
    fresh("zone", "text", "dimension", "via");
    await live.page.keyboard.press("z");
    for (const [x, y] of [
      [130, 91],
      [139, 91],
      [139, 98],
      [130, 91],
    ] as const)
      await live.press(x, y);
    await answer("GND");
    const [zone] = await arrived(1, "zone");
    assert.equal(zone!["net"], "GND");
    await live.page.keyboard.press("Control+Shift+T");
    await live.press(131, 99);
    await answer("Hello");
    assert.equal((await arrived(1, "text"))[0]!["text"], "Hello");
    await live.page.keyboard.press("Control+Shift+H");
    for (const [x, y] of [
      [131, 94],
      [136, 94],
      [133, 96],
    ] as const)
      await live.press(x, y);
    await arrived(1, "dimension");
    await live.page.keyboard.press("Control+Shift+V");
    await live.press(138, 92);
    await arrived(1, "via");
  });

  it("places a footprint that is searched for, turned and on the other side", async () => {
    live = await LivePage.open(browser, `${examples}/blinky`, "blinky.kicad_pcb");
    fresh("footprint");
    await live.hover(112, 62);
    await live.page.keyboard.press("a");
    const dialog = live.page.getByRole("dialog", { name: "Choose a footprint" });
    await dialog.getByRole("combobox").fill("blinky:C_0805");
    await dialog.locator("[role=option]", { hasText: "blinky:C_0805" }).first().waitFor({ timeout: PATIENCE_MS });
    await dialog.locator("canvas[data-part='blinky:C_0805']").waitFor({ timeout: PATIENCE_MS });
    await live.page.keyboard.press("Enter");
    await live.page.waitForFunction(() =>
      /C_0805 · Press/.test(document.querySelector(".tool-hint")?.textContent ?? ""),
    );
    await live.page.keyboard.press("r");
    await live.page.keyboard.press("f");
    await live.press(112, 62);
    const [part] = await arrived(1, "footprint");
    assert.equal(part!["layer"], "B.Cu");
    assert.deepEqual(part!["at"], { x: 112_000_000, y: 62_000_000, angle: 90 });
  });

  it("flips, locks, duplicates and groups what is selected; M moves it without a button held", async () => {
    live = await board();
    const r1 = all("footprint").find((each) => each.children.some((c) => c["value"] === "R1"))!;
    const [x, y] = [(r1["at"] as { x: number }).x / 1e6, (r1["at"] as { y: number }).y / 1e6];
    await live.press(x, y);
    const now = () => live.doc.items.get(r1.id)!;
    await live.page.keyboard.press("m");
    await live.hover(x + 2.02, y);
    await live.press(x + 2.02, y);
    await live.drawn(1);
    assert.equal((now()["at"] as { x: number }).x, Math.round((x + 2) * 1e6));
    await live.page.keyboard.press("f");
    await live.drawn(2);
    assert.equal(now()["layer"], "B.Cu");
    await live.page.keyboard.press("l");
    await live.drawn(3);
    assert.equal(now()["locked"], true);
    await live.page.keyboard.press("l");
    await live.drawn(4);
    fresh("footprint");
    await live.page.keyboard.press("Control+d");
    await live.hover(x + 8, y + 5);
    await live.press(x + 8, y + 5);
    const [copy] = await arrived(1, "footprint");
    await live.page.waitForFunction((id) => window.__edsnx!.selection().includes(id), copy!.id, {
      timeout: PATIENCE_MS,
    });
  });

  it("wires pins in a schematic with a corner, ends at a pin, and names the net", async () => {
    live = await sheet();
    fresh("wire", "label", "junction", "noConnect");
    await live.page.keyboard.press("w");
    await live.press(25.4, 25.4);
    await live.press(38.1, 33.02);
    await live.page.keyboard.press("Enter");
    const wires = await arrived(2, "wire");
    assert.equal(wires.length, 2, "one corner");
    await live.page.keyboard.press("l");
    await live.press(30.48, 25.4);
    await answer("SDA");
    assert.equal((await arrived(1, "label"))[0]!["text"], "SDA");
    await live.page.keyboard.press("j");
    await live.press(33.02, 25.4);
    await live.page.keyboard.press("Escape");
    await live.page.keyboard.press("?");
    await live.page.getByRole("dialog", { name: "Keys" }).waitFor({ timeout: PATIENCE_MS });
    assert.match(await live.page.getByRole("dialog", { name: "Keys" }).innerText(), /Draw wire\s+W/);
  });

  it("places a symbol and a power symbol; V and U edit value and reference", async () => {
    live = await sheet();
    fresh("symbol");
    await live.hover(50.8, 50.8);
    await live.page.keyboard.press("a");
    const dialog = live.page.getByRole("dialog", { name: "Choose a symbol" });
    await dialog.getByRole("combobox").fill("blinky:R");
    await dialog.locator("canvas[data-part='blinky:R']").waitFor({ timeout: PATIENCE_MS });
    await live.page.keyboard.press("Enter");
    await live.page.waitForFunction(() =>
      /Press where it goes/.test(document.querySelector(".tool-hint")?.textContent ?? ""),
    );
    await live.page.keyboard.press("r");
    await live.press(50.8, 50.8);
    const [placed] = await arrived(1, "symbol");
    await live.drawn(1);
    assert.deepEqual(placed!["at"], { x: 50_800_000, y: 50_800_000, angle: 90 });
    await live.page.keyboard.press("Escape");
    await live.press(50.8, 50.8);
    await live.page.keyboard.press("v");
    await answer("22k");
    await live.drawn(2);
    await live.page.keyboard.press("u");
    await answer("R77");
    await live.drawn(3);
    const fields = live.doc.items.get(placed!.id)!.children.filter((child) => child.kind === "property");
    const field = (name: string) => fields.find((each) => each["name"] === name)?.["value"];
    assert.deepEqual([field("Value"), field("Reference")], ["22k", "R77"]);
  });

  it("measures, and changes nothing", async () => {
    live = await board();
    await live.page.keyboard.press("Control+Shift+M");
    await live.press(130, 92);
    await live.hover(133, 96);
    await live.page.waitForFunction(
      () => /5\.000 mm/.test(document.querySelector(".tool-hint")?.textContent ?? ""),
      null,
      { timeout: PATIENCE_MS },
    );
    assert.deepEqual(live.calls, []);
  });
});
