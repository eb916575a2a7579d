import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Item } from "../../core/model/item.ts";
import { LivePage, PATIENCE_MS } from "./live-page.ts";
import { hasChromium, startBrowser, type TestBrowser } from "./page.ts";

const examples = fileURLToPath(new URL("../../examples", import.meta.url));
const title = hasChromium
  ? "arranging in a browser"
  : "arranging in a browser (skipped: no Chromium; set EDSNX_CHROMIUM)";
/** Where pictures go for a person to look at. */
const shots = process.env["EDSNX_SHOTS"];

(hasChromium ? describe : describe.skip)(title, function () {
  this.timeout(120_000);
  let browser: TestBrowser;
  let live: LivePage;
  let revision = 0;

  before(async () => {
    browser = await startBrowser();
  });
  after(() => browser.close());
  beforeEach(() => {
    revision = 0;
  });
  afterEach(async function () {
    if (shots !== undefined && existsSync(shots)) {
      const name = this.currentTest!.title.replace(/[^\w]+/g, "-").slice(0, 60);
      await live.page.screenshot({ path: `${shots}/${name}.png` });
    }
    await live.close();
  });

  const board = () => LivePage.open(browser, `${examples}/board-tools`, "board-tools.kicad_pcb");
  const sheet = () => LivePage.open(browser, `${examples}/blinky`, "blinky.kicad_sch");
  const fieldOf = (item: Item, name: string) =>
    item.children.find((child) => child.kind === "property" && child["name"] === name)?.["value"];
  const part = (reference: string, kind = "footprint"): Item =>
    [...live.doc.items.ofKind(kind)].find((each) => fieldOf(each, "Reference") === reference) ??
    assert.fail(`no ${reference}`);
  const placeOf = (reference: string, kind?: string): [number, number] => {
    const { x, y } = part(reference, kind)["at"] as { x: number; y: number };
    return [x / 1e6, y / 1e6];
  };
  /** Waits for the next change to be made and drawn. */
  const edited = () => live.drawn(++revision);
  const select = async (...references: readonly string[]) => {
    await live.page.locator("canvas.sheet").focus();
    await live.page.keyboard.press("Escape");
    for (const reference of references) {
      await live.page.keyboard.down("Shift");
      await live.press(...placeOf(reference));
      await live.page.keyboard.up("Shift");
    }
    await live.page.waitForFunction((count) => window.__edsnx!.selection().length === count, references.length, {
      timeout: PATIENCE_MS,
    });
  };
  /** Right-clicks a place and takes an entry. */
  const choose = async ([x, y]: readonly [number, number], entry: string) => {
    const p = await live.at(x, y);
    await live.page.mouse.click(p.x, p.y, { button: "right" });
    const menu = live.page.getByRole("menu", { name: "What can be done" });
    await menu.getByRole("menuitem", { name: new RegExp(`^${entry}`) }).click({ timeout: PATIENCE_MS });
    await menu.waitFor({ state: "detached", timeout: PATIENCE_MS });
  };
  const answer = async (text: string) => {
    const field = live.page.locator("dialog input").first();
    await field.waitFor({ timeout: PATIENCE_MS });
    await field.fill(text);
    await live.page.keyboard.press("Enter");
    await field.waitFor({ state: "detached", timeout: PATIENCE_MS });
  };
  /** Starts a tool that has no key from the list of all. */
  const start = async (action: string) => {
    await live.page.locator("canvas.sheet").focus();
    await live.page.keyboard.press("?");
    await live.page.getByRole("dialog", { name: "Keys" }).getByRole("button", { name: action }).click();
    await live.page.locator("dialog").waitFor({ state: "detached", timeout: PATIENCE_MS });
  };

  it("aligns and distributes what is selected, by the menu of the right button", async () => {
    live = await board();
    await live.page.locator('input[data-filter="zones"]').uncheck();
    await select("R5", "C1", "U1");
    await choose(placeOf("U1"), "Align top edges");
    await edited();
    const boxes = async () => {
      const ids = ["R5", "C1", "U1"].map((each) => part(each).id);
      const { items } = (await live.run("query.bounds", { items: ids })) as { items: { body: number[] }[] };
      return items.map(({ body }) => body).sort((a, b) => a[0]! - b[0]!);
    };
    const near = (a: number, b: number) => Math.abs(a - b) < 0.001;
    const aligned = await boxes();
    assert.ok(
      aligned.every((box) => near(box[1]!, aligned[0]![1]!)),
      JSON.stringify(aligned),
    );
    await select("R5", "C1", "U1");
    await choose(placeOf("U1"), "Distribute side by side");
    await edited();
    const [a, b, c] = await boxes();
    assert.ok(near(b![0]! - a![2]!, c![0]! - b![2]!), JSON.stringify([a, b, c]));
  });

  it("groups and flips by the menu; the menu of nothing shows the board from the back", async () => {
    live = await board();
    await live.page.locator('input[data-filter="zones"]').uncheck();
    await select("R5", "C1");
    await choose(placeOf("C1"), "Group");
    await edited();
    const groups = [...live.doc.items.ofKind("group")].map((each) => (each["members"] as string[]).length);
    assert.deepEqual(groups, [2, 2]);
    await choose(placeOf("U1"), "Flip to the other side");
    await edited();
    assert.equal(part("U1")["layer"], "B.Cu");
    await live.page.keyboard.press("Escape");
    await choose([101, 81], "Flip board view");
    await live.page.waitForFunction(() => window.__edsnx!.viewport().isFlipped, null, { timeout: PATIENCE_MS });
  });

  it("mirrors a symbol both ways, and annotates", async () => {
    live = await sheet();
    await live.press(...placeOf("R1", "symbol"));
    await live.page.keyboard.press("x");
    await edited();
    assert.equal(part("R1", "symbol")["mirror"], "y");
    await live.page.keyboard.press("y");
    await edited();
    assert.notEqual(part("R1", "symbol")["mirror"], "y");
    await live.page.keyboard.press("v");
    await answer("33k");
    await edited();
    await live.run("sch.clearAnnotation", {});
    await edited();
    assert.ok([...live.doc.items.ofKind("symbol")].some((each) => fieldOf(each, "Reference") === "R?"));
    await live.page.keyboard.press("Control+Alt+a");
    await edited();
    assert.ok(![...live.doc.items.ofKind("symbol")].some((each) => /\?$/.test(String(fieldOf(each, "Reference")))));
  });

  it("places labels of all kinds", async () => {
    live = await sheet();
    const names = new Map<string, string>();
    for (const [key, name, at] of [
      ["l", "LOCAL", [30.48, 30.48]],
      ["Control+l", "GLOBAL", [30.48, 38.1]],
      ["h", "HIER", [30.48, 45.72]],
    ] as const) {
      await live.page.keyboard.press(key);
      await live.press(at[0], at[1]);
      await answer(name);
      await edited();
      await live.page.keyboard.press("Escape");
      const label = [...live.doc.items.ofKind("label")].find((each) => each["text"] === name);
      assert.ok(label !== undefined, name);
      assert.deepEqual(label["at"] as object, { x: at[0] * 1e6, y: at[1] * 1e6, angle: 0 });
      names.set(name, String(label["token"] ?? label["type"]));
    }
    assert.equal(new Set(names.values()).size, 3, [...names.values()].join());
  });

  it("adds a sheet, pins on its edges, and makes pins agree with the labels inside", async () => {
    live = await LivePage.open(browser, `${examples}/hierarchy`, "hierarchy.kicad_sch");
    await live.page.keyboard.press("s");
    await live.press(30.48, 120.65);
    await live.press(50.8, 135.89);
    await answer("Extra");
    await edited();
    await live.page.keyboard.press("Escape");
    const extra = () =>
      [...live.doc.items.ofKind("sheet")].find((each) => fieldOf(each, "Sheetname") === "Extra") ??
      assert.fail("no sheet");
    const pins = () => extra().children.filter(({ kind }) => kind === "sheetPin");
    await start("Place sheet pin");
    await live.press(50.8, 125.73);
    await answer("OUT");
    await edited();
    assert.deepEqual(
      pins().map((pin) => [pin["name"], (pin["at"] as { x: number }).x, (pin["at"] as { y: number }).y]),
      [["OUT", 50_800_000, 125_730_000]],
    );
    await live.page.keyboard.press("Escape");
    const lamp = [...live.doc.items.ofKind("sheet")].find((each) => fieldOf(each, "Sheetname") === "Lamp")!;
    const count = lamp.children.filter(({ kind }) => kind === "sheetPin").length;
    await start("Make sheet pins agree with the labels inside");
    const end = Date.now() + PATIENCE_MS;
    while (!live.calls.some(({ command }) => command === "sch.syncSheetPins") && Date.now() < end)
      await new Promise((resolve) => setTimeout(resolve, 20));
    assert.ok(live.calls.some(({ command }) => command === "sch.syncSheetPins"));
    assert.ok(lamp.children.filter(({ kind }) => kind === "sheetPin").length >= count);
  });
});
