import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { AgentCore } from "../../core/agent/agent-core.ts";
import { commands } from "../../core/commands/list.gen.ts";
import { Registry } from "../../core/commands/registry.ts";
import type { Doc } from "../../core/model/document.ts";
import { readDoc } from "../../core/model/document.ts";
import type { Item } from "../../core/model/item.ts";
import type { Step } from "../../core/model/step.ts";
import type { Change } from "../../core/session/session.ts";
import { Session } from "../../core/session/session.ts";
import type { CanvasProbe } from "../../webview-ui/canvas/test-hook.ts";
import { memoryPorts } from "../laws/memory-ports.ts";
import { hasChromium, posted, send, startBrowser, type TestBrowser } from "./page.ts";

const board = fileURLToPath(new URL("../../examples/blinky/blinky.kicad_pcb", import.meta.url));
const sheet = board.replace(".kicad_pcb", ".kicad_sch");
const demos = process.env["EDSNX_DEMOS"] ?? "/usr/share/kicad/demos";
const FRONT_COPPER = "c83434";

type Call = { call: number; command: string; args: { path: string; items: string[]; by?: [number, number] } };

const title = hasChromium ? "canvas in a browser" : "canvas in a browser (skipped: no Chromium; set EDSNX_CHROMIUM)";

(hasChromium ? describe : describe.skip)(title, function () {
  this.timeout(120_000);
  let browser: TestBrowser;
  let page: Page;

  before(async () => {
    browser = await startBrowser();
  });
  after(() => browser.close());
  afterEach(() => page.close());

  it("shows a board: copper, all items, and says that it is drawn", async () => {
    page = await openDrawn(browser, board);
    const doc = docOf(board);
    const drawable = [...doc.items.entries].filter(({ kind }) =>
      /^(track|via|footprint|zone|graphic|text)$/.test(kind),
    );
    assert.equal(await probe(page, (p) => p.itemCount()), drawable.length);
    assert.ok((await pixelsOf(page, FRONT_COPPER)) > 1000, "front copper covers an area");
    const drawn = await posted<{ revision: number; items: number }>(page, "drawn");
    assert.deepEqual(
      drawn.map(({ revision, items }) => ({ revision, items })),
      [{ revision: 0, items: drawable.length }],
    );
    assert.deepEqual(await posted(page, "problem"), []);
    assert.match((await page.locator(".properties").textContent()) ?? "", /R rotates, Delete removes/);
  });

  it("lets the person point for an agent: a click on the grid, Enter for the selection, Escape declines", async () => {
    page = await openDrawn(browser, board);
    const ask = async (id: string, mode: string) => {
      await send(page, { type: "pick", pick: { id, mode, prompt: "Where to?", from: "robot" } });
      await page.locator(".pick-bar:not([hidden])").waitFor();
    };
    await ask("p", "point");
    assert.match((await page.locator(".pick-bar").textContent()) ?? "", /robot asks: Where to\?/);
    const at = await probe(page, (p) => p.worldToScreen(105.04, 60.02));
    await page.mouse.click(at.x, at.y);
    await ask("i", "items");
    await page.keyboard.press("Control+a");
    await page.keyboard.press("Enter");
    await ask("d", "items");
    await page.keyboard.press("Escape");
    await page.waitForFunction(
      () =>
        (globalThis as unknown as { posted: { type: string }[] }).posted.filter(({ type }) => type === "picked")
          .length === 3,
    );
    const picked = await posted<{ id: string; point?: { x: number; y: number }; ids?: string[] }>(page, "picked");
    assert.deepEqual(
      picked.map(({ id }) => id),
      ["p", "i", "d"],
    );
    assert.deepEqual(picked[0]!.point, { x: 105_000_000, y: 60_000_000 });
    assert.ok(picked[1]!.ids!.length > 10);
    assert.deepEqual([picked[2]!.ids, picked[2]!.point], [undefined, undefined]);
    assert.equal(await page.locator(".pick-bar").isHidden(), true);
  });

  it("shows a schematic, following the window's theme when told to", async () => {
    page = await openDrawn(browser, sheet, "&look=vscode&theme=dark");
    const [ground] = await probe(page, (p) => p.colors());
    assert.equal(ground?.[0], "1e1e1e");
    // Closer, since a hairline has no pixel of its full colour.
    for (let i = 0; i < 4; i++) await page.keyboard.press("+");
    await page.waitForFunction(() => (window.__edsnx!.colors().find(([color]) => color === "4ec94e")?.[1] ?? 0) > 50);
    await send(page, { type: "settings", settings: { theme: "kicad", grid: 1.27 } });
    await page.waitForFunction(() => window.__edsnx?.colors()[0]?.[0] === "f5f4ef");
  });

  it("zooms at the cursor and pans with the right button", async () => {
    page = await openDrawn(browser, board);
    const at = { x: 300, y: 250 };
    const before = await page.evaluate((p) => window.__edsnx!.screenToWorld(p.x, p.y), at);
    const scale = await probe(page, (p) => p.viewport().scale);
    await page.mouse.move(at.x, at.y);
    await page.mouse.wheel(0, -300);
    await page.waitForFunction((s) => window.__edsnx!.viewport().scale > s * 1.5, scale);
    near(await page.evaluate((p) => window.__edsnx!.screenToWorld(p.x, p.y), at), before);
    await page.mouse.down({ button: "right" });
    await page.mouse.move(at.x + 70, at.y - 40);
    await page.mouse.up({ button: "right" });
    near(await page.evaluate(() => window.__edsnx!.screenToWorld(370, 210)), before);
    await page.keyboard.press("Home");
    near({ x: await probe(page, (p) => p.viewport().scale / 1e-6), y: 0 }, { x: scale / 1e-6, y: 0 });
  });

  it("selects what is clicked, shows its properties, and tells the extension", async () => {
    page = await openDrawn(browser, board);
    const r1 = footprint(docOf(board), "R1");
    await clickItem(page, r1.id);
    assert.deepEqual(await probe(page, (p) => p.selection()), [r1.id]);
    const [last] = (await posted<{ ids: string[] }>(page, "selection")).slice(-1);
    assert.deepEqual(last?.ids, [r1.id]);
    assert.match(
      (await page.locator(".properties").textContent()) ?? "",
      /Footprint[\s\S]*Position|Footprint[\s\S]*At/,
    );
    assert.equal(await page.getByLabel("Field Reference").inputValue(), "R1");
    await page.keyboard.press("Escape");
    assert.deepEqual(await probe(page, (p) => p.selection()), []);
  });

  it("a box to the right takes what lies inside, to the left what it touches", async () => {
    page = await openDrawn(browser, board);
    const r1 = footprint(docOf(board), "R1");
    const [minX, minY, maxX, maxY] = await boxOf(page, r1.id);
    await drag(page, [minX - 0.3, (minY + maxY) / 2], [(minX + maxX) / 2, maxY + 0.2]);
    assert.ok(!(await probe(page, (p) => p.selection())).includes(r1.id), "half of R1 is not inside");
    await drag(page, [maxX + 0.4, (minY + maxY) / 2], [(minX + maxX) / 2, maxY + 0.2]);
    assert.ok((await probe(page, (p) => p.selection())).includes(r1.id), "the box touches R1");
    assert.deepEqual(await posted(page, "call"), [], "a drag that starts inside a zone moves nothing");
  });

  it("a drag sends one call on the grid; the change that follows redraws that item only", async () => {
    page = await openDrawn(browser, board);
    const doc = docOf(board);
    const r1 = footprint(doc, "R1");
    const [x, y] = middle(await boxOf(page, r1.id));
    const before = await boxOf(page, r1.id);
    await clickItem(page, r1.id);
    await drag(page, [x, y], [x + 3.2, y + 1.9]);
    const calls = await posted<Call>(page, "call");
    assert.equal(calls.length, 1);
    assert.equal(calls[0]!.command, "pcb.move");
    assert.deepEqual(calls[0]!.args, { path: board, items: [r1.id], by: [3, 2] });

    // The real command makes the change that comes back.
    const paints = await probe(page, (p) => p.paints());
    const change = await changeBy(calls[0]!);
    await send(page, { type: "change", change });
    await send(page, { type: "reply", call: calls[0]!.call, result: {} });
    await page.waitForFunction(() => window.__edsnx!.revision() === 1);
    assert.equal((await probe(page, (p) => p.paints())) - paints, 1);
    const after = await boxOf(page, r1.id);
    near({ x: after[0] - before[0], y: after[1] - before[1] }, { x: 3, y: 2 });
    assert.equal((await posted(page, "drawn")).length, 2);
  });

  it("a drag in a schematic keeps to KiCad's 50 mil grid, whatever the board's grid is", async () => {
    page = await openDrawn(browser, sheet);
    await send(page, { type: "settings", settings: { theme: "kicad", grid: 0.25 } });
    const r1 = withReference(docOf(sheet), "symbol", "R1");
    const [x, y] = middle(await boxOf(page, r1.id));
    await clickItem(page, r1.id);
    await drag(page, [x, y], [x + 5, y + 2.4]);
    const [call] = await posted<Call>(page, "call");
    assert.equal(call?.command, "sch.move");
    assert.deepEqual(call?.args, { path: sheet, items: [r1.id], by: [5.08, 2.54] });
  });

  it("R in a schematic rotates what is selected", async () => {
    page = await openDrawn(browser, sheet);
    await clickItem(page, withReference(docOf(sheet), "symbol", "R1").id);
    await page.keyboard.press("r");
    const [call] = await posted<Call>(page, "call");
    assert.equal(call?.command, "sch.rotate");
    assert.equal((await changeBy(call!)).revision, 1);
  });

  const root = join(demos, "video/video.kicad_sch");
  const enter = "a double-click on a sheet asks for its file";
  (existsSync(root) ? it : it.skip)(existsSync(root) ? enter : `${enter} (skipped: no KiCad demos)`, async () => {
    page = await openDrawn(browser, root);
    const [first] = docOf(root).items.ofKind("sheet");
    const at = await toScreen(page, middle(await boxOf(page, first!.id)));
    await page.mouse.dblclick(at.x, at.y);
    const files = (await posted<{ file: string }>(page, "openSheet")).map(({ file }) => file);
    assert.deepEqual(files, [first!.children.find((child) => child["name"] === "Sheetfile")?.["value"]]);
  });

  it("a field typed into the properties is one call, in the form that the command takes", async () => {
    page = await openDrawn(browser, board);
    await clickItem(page, footprint(docOf(board), "R1").id);
    await page.getByLabel("Field Value").fill("22k");
    await page.keyboard.press("Enter");
    const [call] = await posted<Call>(page, "call");
    assert.equal(call?.command, "pcb.setProperties");
    const change = await changeBy(call!);
    await send(page, { type: "change", change });
    await page.waitForFunction(() => window.__edsnx!.revision() === 1);
    assert.equal(await page.getByLabel("Field Value").inputValue(), "22k");
  });

  it("a refused move is told with its hint and leaves the item where it is", async () => {
    page = await openDrawn(browser, board);
    const r1 = footprint(docOf(board), "R1");
    const before = await boxOf(page, r1.id);
    const [x, y] = middle(before);
    await drag(page, [x, y], [x + 3, y]);
    const [call] = await posted<Call>(page, "call");
    const error = { code: "locked", message: "Cannot move R1: it is locked.", hint: "Pass force." };
    await send(page, { type: "reply", call: call!.call, error });
    await page.locator(".message-strip.error").waitFor();
    assert.match((await page.locator(".message-strip.error").textContent()) ?? "", /it is locked\.[\s\S]*Pass force\./);
    assert.deepEqual(await boxOf(page, r1.id), before);
    await page.keyboard.press("r");
    const [, rotate] = await posted<Call>(page, "call");
    await send(page, { type: "reply", call: rotate!.call, result: {} });
    await page.locator(".message-strip.error").waitFor({ state: "hidden" });
  });

  it("keys rotate and delete; undo, redo and save are passed on only when the page says so", async () => {
    page = await openDrawn(browser, board, "&keys=forward");
    await clickItem(page, footprint(docOf(board), "C1").id);
    for (const key of ["r", "Delete", "Control+z", "Control+Shift+z", "Control+y", "Control+s"])
      await page.keyboard.press(key);
    const calls = await posted<Call>(page, "call");
    assert.deepEqual(
      calls.map(({ command }) => command),
      ["pcb.rotate", "pcb.delete"],
    );
    for (const call of calls) assert.equal((await changeBy(call)).revision, 1, `${call.command} is accepted`);
    assert.deepEqual(
      (await posted<{ action: string }>(page, "editor")).map(({ action }) => action),
      ["undo", "redo", "redo", "save"],
    );
    await page.close();
    page = await openDrawn(browser, board);
    await page.keyboard.press("Control+z");
    assert.deepEqual(await posted(page, "editor"), []);
  });

  it("hides a layer and shows it again", async () => {
    page = await openDrawn(browser, board);
    const checkbox = page.locator('input[data-layer="F.Cu"]');
    await checkbox.uncheck();
    await page.waitForFunction((c) => !window.__edsnx!.colors().some(([color]) => color === c), FRONT_COPPER);
    await page.getByRole("button", { name: "All", exact: true }).click();
    assert.ok(await checkbox.isChecked());
    assert.ok((await pixelsOf(page, FRONT_COPPER)) > 1000);
  });

  it("draws again after the graphics context was lost", async () => {
    page = await openDrawn(browser, board);
    const before = await pixelsOf(page, FRONT_COPPER);
    assert.ok(await probe(page, (p) => p.loseContext()));
    await page.waitForTimeout(100);
    await probe(page, (p) => p.restoreContext());
    await page.waitForFunction(
      ([color, count]) => window.__edsnx!.colors().some(([c, n]) => c === color && n === count),
      [FRONT_COPPER, before] as const,
    );
  });

  it("asks for the document anew when a change is missing", async () => {
    page = await openDrawn(browser, board);
    await send(page, { type: "change", change: changeOf(7, []) });
    await page.waitForFunction(
      () =>
        (globalThis as unknown as { posted: { type: string }[] }).posted.filter((m) => m.type === "ready").length === 2,
    );
    const [problem] = await posted<{ message: string }>(page, "problem");
    assert.match(problem!.message, /revision 7 came after 0/);
  });
});

async function openDrawn(browser: TestBrowser, path: string, query = ""): Promise<Page> {
  const page = await browser.open(`/canvas?path=${encodeURIComponent(path)}${query}`);
  await page.waitForFunction(() => (window.__edsnx?.revision() ?? -1) >= 0);
  return page;
}

function probe<T>(page: Page, ask: (probe: CanvasProbe) => T): Promise<T> {
  return page.evaluate(`(${ask.toString()})(window.__edsnx)`) as Promise<T>;
}

async function pixelsOf(page: Page, color: string): Promise<number> {
  const colors = await probe(page, (p) => p.colors());
  return colors.find(([name]) => name === color)?.[1] ?? 0;
}

async function boxOf(page: Page, id: string): Promise<[number, number, number, number]> {
  const box = await page.evaluate((wanted) => window.__edsnx!.itemBox(wanted), id);
  assert.ok(box !== null, `${id} is drawn`);
  return box;
}

function middle([minX, minY, maxX, maxY]: [number, number, number, number]): [number, number] {
  return [(minX + maxX) / 2, (minY + maxY) / 2];
}

function toScreen(page: Page, [x, y]: [number, number]): Promise<{ x: number; y: number }> {
  return page.evaluate(([wx, wy]) => window.__edsnx!.worldToScreen(wx, wy), [x, y] as const);
}

async function clickItem(page: Page, id: string): Promise<void> {
  const at = await toScreen(page, middle(await boxOf(page, id)));
  await page.mouse.click(at.x, at.y);
}

async function drag(page: Page, from: [number, number], to: [number, number]): Promise<void> {
  const a = await toScreen(page, from);
  const b = await toScreen(page, to);
  await page.mouse.move(a.x, a.y);
  await page.mouse.down();
  await page.mouse.move((a.x + b.x) / 2, (a.y + b.y) / 2);
  await page.mouse.move(b.x, b.y);
  await page.mouse.up();
}

function docOf(path: string): Doc {
  const { doc } = readDoc(readFileSync(path));
  assert.ok(doc !== null);
  return doc;
}

function footprint(doc: Doc, reference: string): Item {
  return withReference(doc, "footprint", reference);
}

function withReference(doc: Doc, kind: string, reference: string): Item {
  for (const item of doc.items.ofKind(kind))
    if (item.children.some((child) => child["name"] === "Reference" && child["value"] === reference)) return item;
  throw new Error(`no ${kind} ${reference}`);
}

/** Runs a call that the canvas sent on the real command line of the product, and answers the change it makes. */
async function changeBy(call: Call): Promise<Change> {
  const { path } = call.args;
  const ports = memoryPorts({ [path]: readFileSync(path) });
  const session = new Session(ports);
  const core = new AgentCore({ registry: new Registry(commands), session, services: {}, now: ports.now });
  await session.open(path, "test");
  const changes: Change[] = [];
  session.onChange((change) => changes.push(change));
  await core.run(call.command, call.args, { caller: { kind: "person", name: "test" } });
  assert.equal(changes.length, 1);
  return changes[0]!;
}

function changeOf(revision: number, steps: readonly Step[]) {
  return { path: board, reason: "edit", revision, hash: "", label: "Test", steps, actor: "test" };
}

/** Within a micrometre and a bit. */
function near(actual: { x: number; y: number }, expected: { x: number; y: number }): void {
  const off = Math.hypot(actual.x - expected.x, actual.y - expected.y);
  assert.ok(off < 0.02, `${JSON.stringify(actual)} is ${off} from ${JSON.stringify(expected)}`);
}
