import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import type { ChatMessage } from "../../webview-ui/protocol.ts";
import { hasChromium, posted, send, startBrowser, type TestBrowser } from "./page.ts";

const title = hasChromium
  ? "chat box in a browser"
  : "chat box in a browser (skipped: no Chromium; set EDSNX_CHROMIUM)";

(hasChromium ? describe : describe.skip)(title, function () {
  this.timeout(60_000);
  let browser: TestBrowser;
  let page: Page;

  before(async () => {
    browser = await startBrowser();
  });
  after(() => browser.close());
  beforeEach(async () => {
    page = await browser.open("/chat");
    await send(page, { type: "state", messages: [], driver: "No agent listens." });
  });
  afterEach(() => page.close());

  it("Enter sends, Shift+Enter starts a new line", async () => {
    const box = page.getByRole("textbox");
    await box.fill("Move R1");
    await page.keyboard.press("Shift+Enter");
    await page.keyboard.type("to the left");
    assert.deepEqual(await posted(page, "send"), []);
    await page.keyboard.press("Enter");
    assert.deepEqual(await posted(page, "send"), [{ type: "send", text: "Move R1\nto the left" }]);
    assert.equal(await box.inputValue(), "");
    await page.keyboard.press("Enter");
    assert.equal((await posted(page, "send")).length, 1, "nothing is sent from an empty box");
  });

  it("shows a streaming answer; what an agent says stays text", async () => {
    const answer = "Done with **R1**:\n\n- `F.Cu`\n- <img src=x onerror=alert(1)>\n\n```\n<b>code</b>";
    await send(page, { type: "message", message: message({ status: "running", answer: "Done" }) });
    await send(page, {
      type: "message",
      message: message({ status: "running", answer, progress: { text: "Routing", percent: 40 } }),
    });
    const card = page.locator(".card");
    await card.locator("strong").waitFor();
    assert.equal(await card.count(), 1);
    assert.equal(await card.locator("strong").textContent(), "R1");
    assert.deepEqual(await card.locator("li").allInnerTexts(), ["F.Cu", "<img src=x onerror=alert(1)>"]);
    assert.equal(await card.locator("pre").textContent(), "<b>code</b>");
    assert.equal(await card.locator("img, b").count(), 0);
    assert.equal(await card.locator("progress").getAttribute("value"), "40");
    await card.getByRole("button", { name: "Stop" }).click();
    assert.deepEqual(await posted(page, "stop"), [{ type: "stop", chatId: "c1" }]);
  });

  it("lists edits with Undo and Show, and errors with what to do", async () => {
    const edit = { path: "/a/blinky.kicad_pcb", label: "Move R1", entry: "e1", group: "g1", items: 2, ids: ["x"] };
    await send(page, {
      type: "message",
      message: message({
        status: "error",
        error: "Cannot reach the agent: it ended with status 1.",
        edits: [
          { ...edit, undone: false },
          { ...edit, label: "Add via", group: "g2", undone: true },
        ],
      }),
    });
    await page.getByRole("button", { name: "Undo Move R1" }).click();
    await page.getByRole("button", { name: "Show Move R1" }).click();
    assert.deepEqual(await posted(page, "undoEdit"), [{ type: "undoEdit", group: "g1" }]);
    assert.deepEqual(await posted(page, "showEdit"), [{ type: "showEdit", path: edit.path, ids: ["x"] }]);
    assert.equal(await page.getByRole("button", { name: "Undo Add via" }).count(), 0);
    assert.equal(await page.locator(".edits h3").textContent(), "2 edits, 4 items");
    assert.match((await page.getByRole("alert").textContent()) ?? "", /status 1\.[\s\S]*Send it again/);
  });
});

function message(changes: Partial<ChatMessage>): ChatMessage {
  return { request: { chatId: "c1", text: "Do it", at: 0 }, status: "waiting", answer: "", edits: [], ...changes };
}
