import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import type { ReviewState } from "../../core/session/review.ts";
import type { ChatMessage, ReviewView } from "../../webview-ui/protocol.ts";
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
    await send(page, state([]));
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
    await send(page, { type: "message", message: message({ status: "running", answer: "Done" }), reviews: [] });
    await send(page, {
      type: "message",
      message: message({ status: "running", answer, progress: { text: "Routing", percent: 40 } }),
      reviews: [],
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

  it("goes back to before a request: the design, what was said, or both; by keyboard, and the words come back", async () => {
    const send2 = (more: Partial<ChatMessage>) => send(page, { type: "message", message: message(more), reviews: [] });
    await send2({ status: "running" });
    const menu = page.locator("details.restore");
    assert.equal(await menu.isVisible(), false, "not while it runs");
    await send2({ status: "done", answer: "Done." });
    await menu.locator("summary").press("Enter");
    assert.deepEqual(await menu.getByRole("button").allInnerTexts(), ["Conversation"], "no checkpoint, no design");
    await send2({ status: "done", answer: "Done.", checkpoint: "k1" });
    for (const what of ["Design", "Conversation", "Both"]) {
      if (!(await menu.getByRole("button", { name: what }).isVisible())) await menu.locator("summary").press("Enter");
      await menu.getByRole("button", { name: what }).press("Enter");
    }
    assert.deepEqual(
      await posted(page, "restore"),
      ["design", "conversation", "both"].map((what) => ({ type: "restore", chatId: "c1", what })),
    );
    await send(page, state([]));
    assert.equal(await page.locator(".card").count(), 0);
    await send(page, { type: "draft", text: "Move R1" });
    assert.equal(await page.getByRole("textbox").inputValue(), "Move R1");
    await send(page, { type: "draft", text: "another" });
    assert.equal(await page.getByRole("textbox").inputValue(), "Move R1", "what is being written stays");
  });

  const edit = { path: "/a/blinky.kicad_pcb", label: "Move R1", entry: "e1", group: "g1", items: 2, ids: ["x", "y"] };
  const item = (id: string, name: string, state: ReviewState = "pending") =>
    ({ path: edit.path, id, name, change: "changed", state }) as const;

  it("lists edits with Keep, Undo and Show, and errors with what to do", async () => {
    await send(page, {
      type: "message",
      message: message({
        status: "error",
        error: "Cannot reach the agent: it ended with status 1.",
        checkpoint: "k1",
        edits: [
          { ...edit, undone: false },
          { ...edit, label: "Add via", group: "g2", undone: true },
        ],
      }),
      reviews: [
        { id: "g1", state: "pending", items: [item("x", "R1"), item("y", "R2")] },
        { id: "g2", state: "rejected", note: "no vias here", items: [item("z", "via", "rejected")] },
      ],
    });
    await page.getByRole("button", { name: "Undo Move R1", exact: true }).click();
    await page.getByRole("button", { name: "Keep Move R1" }).click();
    await page.getByRole("button", { name: "Show Move R1" }).click();
    assert.deepEqual(await posted(page, "reject"), [{ type: "reject", id: "g1" }]);
    assert.deepEqual(await posted(page, "accept"), [{ type: "accept", id: "g1" }]);
    assert.deepEqual(await posted(page, "showEdit"), [{ type: "showEdit", path: edit.path, ids: ["x", "y"] }]);
    assert.equal(await page.getByRole("button", { name: "Undo Add via" }).count(), 0);
    assert.match((await page.locator(".edits").textContent()) ?? "", /no vias here/);
    assert.equal(await page.locator(".edits h3").textContent(), "2 edits, 4 items");
    assert.match((await page.getByRole("alert").textContent()) ?? "", /status 1\.[\s\S]*Edit sends it again/);
    await page.getByRole("button", { name: "Keep all" }).click();
    await page.getByRole("button", { name: "Undo all" }).click();
    assert.deepEqual(await posted(page, "judgeAll"), [
      { type: "judgeAll", chatId: "c1", verdict: "accept" },
      { type: "judgeAll", chatId: "c1", verdict: "reject" },
    ]);
    await page.getByRole("button", { name: /how it was before this request/ }).click();
    assert.deepEqual(await posted(page, "restore"), [{ type: "restore", chatId: "c1", what: "design" }]);
  });

  it("judges one item, and sends a note along, by keyboard", async () => {
    const pending = { id: "g1", state: "pending", items: [item("x", "R1"), item("y", "R2")] } as const;
    const show = (reviews: readonly ReviewView[]) =>
      send(page, {
        type: "message",
        message: message({ status: "done", edits: [{ ...edit, undone: false }] }),
        reviews,
      });
    await show([pending]);
    await page.getByRole("button", { name: "Items of Move R1" }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Undo R2, changed", exact: true }).click();
    assert.deepEqual(await posted(page, "reject"), [{ type: "reject", id: "g1", item: { path: edit.path, id: "y" } }]);
    await show([{ ...pending, items: [item("x", "R1"), item("y", "R2", "rejected")] }]);
    assert.equal(await page.getByRole("button", { name: "Undo R2, changed" }).count(), 0);
    await page.getByRole("button", { name: "Undo R1, changed with a note to the agent" }).click();
    await page.keyboard.type("too close");
    await page.keyboard.press("Enter");
    assert.deepEqual((await posted(page, "reject")).at(-1), {
      ...{ type: "reject", id: "g1", note: "too close" },
      item: { path: edit.path, id: "x" },
    });
    await page.getByRole("button", { name: "Undo Move R1 with a note to the agent" }).click();
    await page.keyboard.type("R1 stays");
    await page.keyboard.press("Enter");
    assert.deepEqual((await posted(page, "reject")).at(-1), { type: "reject", id: "g1", note: "R1 stays" });
    await show([{ ...pending, state: "modified" }]);
    assert.match((await page.locator(".edits").textContent()) ?? "", /Changed since/);
  });

  it("a proposal is accepted as it was shown, whole or by item, or rejected", async () => {
    const items = [item("x", "R1"), item("y", "R2")];
    await send(page, {
      type: "message",
      message: message({ status: "done", edits: [{ ...edit, undone: false, proposed: true }] }),
      reviews: [{ id: "g1", state: "pending", proposal: 3, items }],
    });
    assert.match((await page.locator(".edits").innerText()) ?? "", /Proposed/);
    await page.getByRole("button", { name: "Accept Move R1" }).click();
    await page.getByRole("button", { name: "Items of Move R1" }).click();
    await page.getByRole("button", { name: "Accept R2, changed" }).click();
    await page.getByRole("button", { name: "Reject R1, changed", exact: true }).click();
    assert.deepEqual(await posted(page, "accept"), [
      { type: "accept", id: "g1", seen: 3 },
      { type: "accept", id: "g1", item: { path: edit.path, id: "y" }, seen: 3 },
    ]);
    assert.deepEqual(await posted(page, "reject"), [{ type: "reject", id: "g1", item: { path: edit.path, id: "x" } }]);
    await page.getByRole("button", { name: "Reject all" }).waitFor();
  });

  it("compares the design before and after a change on request", async () => {
    const show = (made: object) => send(page, { type: "comparison", id: "g1", ...made });
    await send(page, {
      type: "message",
      message: message({ status: "done", edits: [{ ...edit, undone: false }] }),
      reviews: [{ id: "g1", state: "pending", items: [item("x", "R1"), item("y", "R2")] }],
    });
    const button = page.getByRole("button", { name: "Compare before and after Move R1" });
    await button.focus();
    await page.keyboard.press("Enter");
    assert.deepEqual(await posted(page, "compare"), [{ type: "compare", id: "g1" }]);
    const dot = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
    const pictures = [{ path: edit.path, before: dot, after: dot }];
    const counts = { added: 21, gone: 0 };
    await show({ made: { added: ["error: Clearance violation"], gone: [], counts, pictures } });
    assert.equal(await page.getByRole("img", { name: "blinky.kicad_pcb after this change" }).count(), 1);
    assert.match(await page.locator(".comparison").innerText(), /New with this change: 21 findings[\s\S]*and 20 more/);
    await show({ problem: "Cannot compare: later edits." });
    assert.match(await page.locator(".comparison").innerText(), /later edits/);
    await button.click();
    assert.equal(await page.locator(".comparison").count(), 0);
  });

  it("completes @ and / by keyboard, and shows what goes along", async () => {
    const box = page.getByRole("textbox");
    await box.focus();
    await page.keyboard.type("Move @R");
    assert.deepEqual((await posted(page, "complete")).at(-1), { type: "complete", typed: "@R" });
    const items = [
      { insert: "@R1", label: "R1", detail: "part" },
      { insert: "@R2", label: "R2", detail: "part" },
    ];
    // An answer to fewer letters comes too late.
    await send(page, { type: "completions", typed: "@", items: items.slice(0, 1) });
    await send(page, { type: "completions", typed: "@R", items });
    const offered = page.getByRole("listbox", { name: "Suggestions" }).getByRole("option");
    await offered.nth(1).waitFor();
    assert.equal(await offered.count(), 2);
    await page.keyboard.press("ArrowDown");
    assert.equal(await box.getAttribute("aria-activedescendant"), "completion-1");
    await page.keyboard.press("Enter");
    assert.equal(await box.inputValue(), "Move @R2 ");
    assert.deepEqual(await posted(page, "send"), []);
    assert.equal(await page.locator(".completions li").count(), 0);
    await send(page, { type: "attached", subjects: [{ kind: "part", name: "C1", path: "/a.kicad_pcb", id: "c" }] });
    await page.getByRole("button", { name: "Do not attach C1" }).click();
    assert.deepEqual(await posted(page, "detach"), [{ type: "detach", index: 0 }]);
    await page.getByRole("button", { name: "Attach items that you click on the canvas" }).click();
    assert.deepEqual(await posted(page, "attach"), [{ type: "attach", what: "pick" }]);
    await box.fill("/d");
    assert.deepEqual((await posted(page, "complete")).at(-1), { type: "complete", typed: "/d" });
  });

  it("sends an earlier request anew in its place, with the design brought back when asked; Escape gives up", async () => {
    await send(page, state([message({ status: "done", answer: "Done.", checkpoint: "k", endedAt: 3000 })]));
    assert.match(await page.locator(".facts").innerText(), /^3 s$/);
    const rewrite = page.getByRole("button", { name: "Edit this request and send it again" });
    await rewrite.click();
    const box = page.getByRole("textbox");
    assert.equal(await box.inputValue(), "Do it");
    await page.keyboard.press("Escape");
    assert.equal(await box.inputValue(), "");
    await rewrite.click();
    await box.fill("Do it well");
    await page.getByLabel("Bring the design back as well").check();
    await box.press("Enter");
    assert.deepEqual(await posted(page, "send"), [{ type: "send", text: "Do it well", replaces: "c1", restore: true }]);
    await box.fill("Next");
    await box.press("Enter");
    assert.deepEqual((await posted(page, "send")).at(-1), { type: "send", text: "Next" });
  });

  it("changes between conversations, begins and forgets one; a queued request can be stopped", async () => {
    const both = [
      { id: "k1", title: "Blinky", at: 1 },
      { id: "k2", title: "Power", at: 0 },
    ];
    const queued = message({ status: "queued", request: { chatId: "c2", text: "Then this", at: 0 } });
    await send(page, state([message({ status: "running" }), queued], both));
    assert.match(await page.locator(".card").last().innerText(), /Waits for its turn/);
    await page.locator(".card").last().getByRole("button", { name: "Stop" }).click();
    assert.deepEqual(await posted(page, "stop"), [{ type: "stop", chatId: "c2" }]);
    await page.getByLabel("Conversation", { exact: true }).selectOption({ label: "Power" });
    await page.getByRole("button", { name: "Start another conversation" }).click();
    await page.getByRole("button", { name: /^Forget this conversation/ }).click();
    assert.deepEqual(await posted(page, "conversation"), [
      { type: "conversation", do: "open", id: "k2" },
      { type: "conversation", do: "new" },
      { type: "conversation", do: "clear" },
    ]);
    await send(page, state([]));
    assert.equal(await page.locator(".card").count(), 0);
    await page.locator(".empty").waitFor();
  });
});

/** As the extension sends all that there is. */
function state(messages: readonly ChatMessage[], conversations = [{ id: "k1", title: "Blinky", at: 0 }]) {
  return { type: "state", messages, driver: "claude", reviews: [], conversations, current: "k1" };
}

function message(changes: Partial<ChatMessage>): ChatMessage {
  return { request: { chatId: "c1", text: "Do it", at: 0 }, status: "waiting", answer: "", edits: [], ...changes };
}
