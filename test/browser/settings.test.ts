import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { JsonObject } from "../../core/format/json-tree.ts";
import { LivePage, PATIENCE_MS } from "./live-page.ts";
import { hasChromium, startBrowser, type TestBrowser } from "./page.ts";

const examples = fileURLToPath(new URL("../../examples", import.meta.url));
const title = "board setup and schematic setup in a browser";
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

  function dialog() {
    return live.page.locator("dialog.settings");
  }

  /** Goes to a page by the keyboard: from the tab that has the focus downwards. */
  async function goTo(name: string): Promise<void> {
    const tab = dialog().getByRole("tab", { name, exact: true });
    for (let i = 0; i < 10 && (await tab.getAttribute("aria-selected")) !== "true"; i++) {
      await dialog().locator('[role="tab"][aria-selected="true"]').focus();
      await live.page.keyboard.press("ArrowDown");
    }
    assert.equal(await tab.getAttribute("aria-selected"), "true");
    await shoot(`settings-${name.toLowerCase().replaceAll(" ", "-")}`);
  }

  async function fill(name: string, text: string): Promise<void> {
    await dialog().getByRole("textbox", { name, exact: true }).fill(text);
  }

  async function project(at: string): Promise<unknown> {
    return ((await live.run("project.readSettings", { at })) as { value: unknown }).value;
  }

  it("sets layers, stackup, constraints, classes, rules, severities and variables of a board as one change", async () => {
    live = await LivePage.open(browser, `${examples}/blinky`, "blinky.kicad_pcb");
    await live.page.locator('[data-tool="setup"]').click();
    await dialog().waitFor({ timeout: PATIENCE_MS });
    await goTo("Layers");
    await dialog().getByRole("combobox", { name: "Copper layers" }).selectOption("4");
    await goTo("Stackup");
    const make = dialog().getByRole("button", { name: "Make a stackup of the layers" });
    if (await make.isVisible()) await make.click();
    await fill("Thickness of dielectric 2 (mm)", "1mm + 200um");
    await goTo("Constraints");
    await fill("Least clearance (mm)", "6mil");
    await goTo("Net classes");
    await dialog().getByRole("button", { name: "Add net class" }).press("Enter");
    await fill("Name of the new net class", "Power");
    await fill("Track of new class (mm)", "0.5");
    await dialog().getByRole("button", { name: "Add pattern" }).press("Enter");
    await fill("New pattern", "+*");
    await dialog().getByRole("combobox", { name: "Net class of the new pattern" }).selectOption("Power");
    await goTo("Custom rules");
    await dialog().getByRole("button", { name: "Add rule" }).press("Enter");
    await fill("New rule", "(rule wide (constraint track_width (min 0.3mm))");
    await goTo("Severities");
    await dialog().getByRole("combobox", { name: "Severity of silk overlap" }).selectOption("ignore");
    await goTo("Text variables");
    await dialog().getByRole("button", { name: "Add variable" }).press("Enter");
    await fill("Name of new variable", "REVISION");
    await fill("Text of new variable", "B");
    const apply = dialog().getByRole("button", { name: "Apply" });
    await apply.click();
    // A bracket is missing: nothing is set, and the dialog says so.
    await dialog().getByText("Cannot").waitFor({ timeout: PATIENCE_MS });
    await shoot("settings-refused");
    assert.equal(await project("board.design_settings.rules.min_clearance"), 0);
    await dialog().getByRole("tab", { name: "Custom rules" }).click();
    await fill("New rule", "(rule wide (constraint track_width (min 0.3mm)))");
    await apply.press("Enter");
    await dialog().waitFor({ state: "detached", timeout: PATIENCE_MS });
    const calls = live.calls.filter(({ command }) => !command.startsWith("project.read"));
    assert.deepEqual(
      calls.map(({ command }) => command),
      ["session.batch", "session.batch"],
    );
    const { layers } = (await live.run("query.layers", {})) as { layers: { name: string }[] };
    assert.ok(layers.some(({ name }) => name === "In2.Cu"));
    const { stackup } = (await live.run("query.stackup", {})) as { stackup: { layers: JsonObject[] } };
    const middle = stackup.layers.find((layer) => layer["name"] === "dielectric 2") as
      | { sheets: JsonObject[] }
      | undefined;
    assert.equal(middle?.sheets[0]?.["thickness"], 1.2);
    assert.equal(await project("board.design_settings.rules.min_clearance"), 0.1524);
    assert.equal(await project("net_settings.classes.Power.track_width"), 0.5);
    assert.deepEqual(await project("net_settings.netclass_patterns"), [{ netclass: "Power", pattern: "+*" }]);
    assert.equal(await project("board.design_settings.rule_severities.silk_overlap"), "ignore");
    assert.equal(await project("text_variables.REVISION"), "B");
    const rule = (await live.run("query.item", { path: live.path.replace("_pcb", "_dru"), item: "rule:wide" })) as {
      item: { text: string };
    };
    assert.equal(rule.item.text, "(rule wide (constraint track_width (min 0.3mm)))");
    await live.run("session.undo", {});
    assert.equal(await project("board.design_settings.rules.min_clearance"), 0);
  });

  it("sets formatting, severities, pin conflicts and a preset of the BOM for a schematic", async () => {
    live = await LivePage.open(browser, `${examples}/hierarchy`, "hierarchy.kicad_sch");
    await live.page.locator('[data-tool="setup"]').click();
    await dialog().waitFor({ timeout: PATIENCE_MS });
    await goTo("Formatting");
    await fill("Text size (mm)", "60mil");
    await dialog().getByRole("combobox", { name: "Units of a part" }).selectOption(".A");
    await dialog().getByRole("checkbox", { name: "Show them at global labels" }).press("Space");
    await goTo("Severities");
    await dialog().getByRole("searchbox").fill("dangling");
    await dialog().getByRole("combobox", { name: "Severity of label dangling" }).selectOption("error");
    await goTo("Pin conflicts");
    await dialog().getByRole("button", { name: "input with input: fine" }).focus();
    for (const key of ["ArrowDown", "ArrowRight", "Enter"]) await live.page.keyboard.press(key);
    await dialog().getByRole("button", { name: "output with output: fine" }).waitFor({ timeout: PATIENCE_MS });
    await goTo("BOM presets");
    await dialog().getByRole("button", { name: "Add preset" }).press("Enter");
    await fill("Name", "Order list");
    await fill("Columns", "Reference = Refs\nValue *\nMPN *");
    await goTo("Text variables");
    await dialog().getByRole("button", { name: "Apply" }).click();
    await dialog().waitFor({ state: "detached", timeout: PATIENCE_MS });
    assert.equal(await project("schematic.drawing.default_text_size"), 60);
    assert.equal(await project("schematic.subpart_id_separator"), 46);
    assert.equal(await project("schematic.drawing.intersheets_ref_show"), true);
    assert.equal(await project("erc.rule_severities.label_dangling"), "error");
    assert.equal(((await project("erc.pin_map")) as number[][])[1]![1], 0);
    const { columns } = (await live.run("query.bom", { preset: "Order list" })) as { columns: string[] };
    assert.deepEqual(columns, ["Refs", "Value", "MPN"]);
  });
});
