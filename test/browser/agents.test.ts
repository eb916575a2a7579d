import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { referenceOf } from "../../core/commands/item-refs.ts";
import { writeDoc } from "../../core/model/document.ts";
import type { Step } from "../../core/model/step.ts";
import type { FromCanvas } from "../../webview-ui/protocol.ts";
import { LivePage, PATIENCE_MS } from "./live-page.ts";
import { hasChromium, posted, send, startBrowser, type TestBrowser } from "./page.ts";

const blinky = fileURLToPath(new URL("../../examples/blinky", import.meta.url));
const title = hasChromium
  ? "agents at the canvas, in a browser"
  : "agents at the canvas, in a browser (skipped: no Chromium; set EDSNX_CHROMIUM)";

(hasChromium ? describe : describe.skip)(title, function () {
  this.timeout(120_000);
  let browser: TestBrowser;
  let live: LivePage;

  before(async () => {
    browser = await startBrowser();
  });
  after(() => browser.close());
  beforeEach(async () => {
    live = await LivePage.open(browser, blinky, "blinky.kicad_pcb");
  });
  afterEach(() => live.close());

  const idOf = (reference: string) =>
    [...live.doc.items.ofKind("footprint")].find((item) => referenceOf(item) === reference)!.id;
  const boxOf = (id: string) => live.page.evaluate((each) => window.__edsnx!.itemBox(each)!, id);
  const middleOf = async (id: string): Promise<[number, number]> => {
    const [x1, y1, x2, y2] = await boxOf(id);
    return [(x1 + x2) / 2, (y1 + y2) / 2];
  };
  /** Waits for the newest message of a type that fits. */
  const told = async <T extends FromCanvas["type"]>(
    type: T,
    fits: (message: Extract<FromCanvas, { type: T }>) => boolean,
  ) => {
    const deadline = Date.now() + PATIENCE_MS;
    for (;;) {
      const last = (await posted<Extract<FromCanvas, { type: T }>>(live.page, type)).at(-1);
      if (last !== undefined && fits(last)) return last;
      assert.ok(Date.now() < deadline, `the canvas tells ${type}: ${JSON.stringify(last)}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  /** What a call would do, without doing it. */
  const stepsOf = async (command: string, args: Record<string, unknown>): Promise<readonly Step[]> => {
    let steps: readonly Step[] = [];
    const detach = live.core.session.onChange((change) => {
      steps = change.reason === "edit" ? (change.steps ?? []) : steps;
    });
    const { revision } = (await live.run(command, args)) as { revision: number };
    await live.run("session.undo", {});
    detach();
    await live.drawn(revision + 1);
    return steps;
  };

  it("a cursor with the agent's name goes where it edits, one for each agent, and stays there when the view moves", async () => {
    const [r1, c1] = [idOf("R1"), idOf("C1")];
    const cursor = live.page.locator(".agent-cursor");
    const placeOf = async (name: string) => {
      const at = await live.page
        .locator(".agent-cursor", { hasText: name })
        .evaluate((each) => new DOMMatrix((each as HTMLElement).style.transform));
      const canvas = (await live.page.locator("canvas").first().boundingBox())!;
      return { x: at.e + canvas.x, y: at.f + canvas.y };
    };
    const isAt = async (name: string, id: string) => {
      const wanted = await live.at(...(await middleOf(id)));
      await live.page.waitForFunction(
        ([agent, x, y]) => {
          const all = [...document.querySelectorAll<HTMLElement>(".agent-cursor")];
          const matrix = new DOMMatrix(all.find((each) => each.textContent === agent)?.style.transform);
          const { left, top } = document.querySelector("canvas")!.getBoundingClientRect();
          return Math.abs(matrix.e + left - Number(x)) < 2 && Math.abs(matrix.f + top - Number(y)) < 2;
        },
        [name, wanted.x, wanted.y] as const,
        { timeout: PATIENCE_MS },
      );
    };
    await send(live.page, { type: "presence", agent: "robot", label: "Move R1", ids: [r1] });
    await isAt("robot", r1);
    await send(live.page, { type: "presence", agent: "other", label: "Move C1", ids: [c1] });
    await isAt("other", c1);
    await isAt("robot", r1);
    assert.equal(await cursor.count(), 2);
    const color = (name: string) =>
      live.page
        .locator(".agent-cursor b", { hasText: name })
        .evaluate((each) => getComputedStyle(each).backgroundColor);
    assert.notEqual(await color("robot"), await color("other"), "agents are told apart by colour");
    await send(live.page, { type: "presence", agent: "robot", label: "Move C1", ids: [c1] });
    await isAt("robot", c1);
    assert.equal(await cursor.count(), 2);
    const before = await placeOf("robot");
    await live.page.keyboard.press("+");
    await isAt("robot", c1);
    assert.notDeepEqual(await placeOf("robot"), before);
  });

  it("what is proposed is a ghost over the drawing, which stays as it is, and goes when it is judged", async () => {
    const [r1, c1] = [idOf("R1"), idOf("C1")];
    const move = await stepsOf("pcb.move", { items: "R1", by: [3, 3] });
    const add = await stepsOf("pcb.addVia", { at: [150, 100], net: "" });
    const goes = await stepsOf("pcb.delete", { items: "C1" });
    const via = [...new Set(add.flatMap((step) => (step.op === "add" ? [step.item.id] : [])))].at(-1)!;
    const bytes = writeDoc(live.doc);
    const [items, box] = [await live.page.evaluate(() => window.__edsnx!.itemCount()), await boxOf(r1)];
    const pixels = (color: string) =>
      live.page.evaluate((wanted) => new Map(window.__edsnx!.colors()).get(wanted) ?? 0, color);
    const shown = () => live.page.evaluate(() => window.__edsnx!.agents().proposals.flatMap(({ ids }) => ids));
    assert.equal(await pixels("f14c4c"), 0);
    const proposal = { id: "p", agent: "robot", label: "Move R1", steps: [...move, ...add, ...goes] };
    await send(live.page, { type: "proposals", proposals: [proposal] });
    await live.page.waitForFunction(() => window.__edsnx!.agents().proposals[0]?.ids.length === 3, null, {
      timeout: PATIENCE_MS,
    });
    assert.deepEqual([...(await shown())].sort(), [r1, c1, via].sort());
    assert.match(await live.page.locator(".presence").innerText(), /robot proposes: Move R1/);
    assert.ok((await reddish(live)) > 50, "what would go is red");
    assert.equal(await live.page.evaluate(() => window.__edsnx!.itemCount()), items, "nothing is added");
    assert.deepEqual(await boxOf(r1), box, "nothing is moved");
    assert.deepEqual(writeDoc(live.doc), bytes);
    await live.press(...(await middleOf(r1)));
    assert.deepEqual(await live.page.evaluate(() => window.__edsnx!.selection()), [r1], "the drawing is worked with");

    // Somebody changes what it is about: only what still fits is shown.
    const { revision } = (await live.run("pcb.move", { items: "R1", by: [1, 0] })) as { revision: number };
    await live.drawn(revision);
    await live.page.waitForFunction(() => window.__edsnx!.agents().proposals[0]?.ids.length === 2, null, {
      timeout: PATIENCE_MS,
    });
    assert.deepEqual([...(await shown())].sort(), [c1, via].sort());
    await send(live.page, { type: "proposals", proposals: [] });
    await live.page.waitForFunction(() => window.__edsnx!.agents().proposals.length === 0, null, {
      timeout: PATIENCE_MS,
    });
    assert.equal(await reddish(live), 0);
    assert.equal(await live.page.locator(".proposes").count(), 0);
  });

  it("tells what the person has in hand from the first move of a drag to its end, and when it is given up", async () => {
    const r1 = idOf("R1");
    const [x, y] = await middleOf(r1);
    await live.hover(x, y);
    await live.page.mouse.down();
    await live.hover(x + 3, y);
    await live.hover(x + 5, y);
    await told("hold", ({ ids }) => ids.length === 1 && ids[0] === r1);
    const before = writeDoc(live.doc);
    await live.page.mouse.up();
    await told("hold", ({ ids }) => ids.length === 0);
    assert.notDeepEqual(writeDoc(live.doc), before, "it lets go when the move is made");

    await live.page.keyboard.press("m");
    await live.hover(x, y + 4);
    await live.hover(x, y + 6);
    await told("hold", ({ ids }) => ids[0] === r1);
    await live.page.keyboard.press("Escape");
    await told("hold", ({ ids }) => ids.length === 0);
  });

  it("tells what is on the screen: the part of the board, the layers, the one that is drawn on", async () => {
    const first = await told("view", ({ layers }) => layers.includes("F.Cu"));
    assert.ok(first.layers.includes("Edge.Cuts") && first.hidden.length === 0, JSON.stringify(first));
    const [x1, y1] = await live.page.evaluate(() => {
      const { left, top } = document.querySelector("canvas")!.getBoundingClientRect();
      const p = window.__edsnx!.screenToWorld(left, top);
      return [p.x, p.y];
    });
    assert.ok(Math.abs(first.view[0]! - x1!) < 0.01 && Math.abs(first.view[1]! - y1!) < 0.01);
    await live.page.keyboard.press("+");
    const closer = await told("view", ({ view }) => view[0]! > first.view[0]!);
    assert.ok(closer.view[2]! < first.view[2]!);
    await live.page.getByRole("checkbox", { name: "F.SilkS" }).first().uncheck();
    const hidden = await told("view", (view) => view.hidden.includes("F.SilkS"));
    assert.equal(hidden.layers.includes("F.SilkS"), false);
    await live.page.keyboard.press("PageDown");
    await told("view", ({ layer }) => layer === "B.Cu");
  });
});

/** Pixels of the red of what would be taken away, mixed with what lies below. */
function reddish(live: LivePage): Promise<number> {
  return live.page.evaluate(() =>
    window.__edsnx!.colors().reduce((sum, [color, count]) => {
      const [r, g, b] = [0, 2, 4].map((at) => Number.parseInt(color.slice(at, at + 2), 16)) as [number, number, number];
      return r > 205 && Math.abs(g - 76) < 20 && Math.abs(b - 76) < 20 ? sum + count : sum;
    }, 0),
  );
}
