import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import type { CallView } from "../../webview-ui/protocol.ts";
import { hasChromium, posted, send, startBrowser, type TestBrowser } from "./page.ts";

const title = hasChromium
  ? "messages panel in a browser"
  : "messages panel in a browser (skipped: no Chromium; set EDSNX_CHROMIUM)";

(hasChromium ? describe : describe.skip)(title, function () {
  this.timeout(60_000);
  let browser: TestBrowser;
  let page: Page;

  before(async () => {
    browser = await startBrowser();
    page = await browser.open("/messages");
    await send(page, { type: "all", calls });
    await send(page, { type: "agents", agents: [{ name: "claude", isPaused: false }], halted: false });
  });
  after(() => browser.close());

  const call = (id: number, more: Partial<CallView> = {}): CallView => ({
    ...{ id, at: 0, caller: "claude", callerKind: "agent", command: "pcb.move", args: '{"items":"R1"}', ms: 5 },
    ...{ result: '{"label":"Move"}', ...more },
  });
  const calls = [
    call(1),
    call(2, { caller: "You", command: "pcb.delete", args: '{"items":"C1"}' }),
    call(3, { error: "denied: Cannot run pcb.move: <b>no</b>.", result: "" }),
  ];

  it("lists calls, newest first, and unfolds one by keyboard; what they say stays text", async () => {
    const rows = page.getByRole("list", { name: "Calls, newest first" }).locator("> li");
    assert.equal(await rows.count(), 3);
    const first = rows.first().getByRole("button").first();
    assert.match(await first.innerText(), /claude[\s\S]*pcb\.move[\s\S]*failed/);
    await first.focus();
    await page.keyboard.press("Enter");
    assert.match(await rows.first().locator(".problem").innerText(), /<b>no<\/b>/);
    assert.equal(await first.getAttribute("aria-expanded"), "true");
    await rows.first().getByRole("button", { name: "Copy as CLI" }).click();
    assert.deepEqual(await posted(page, "copy"), [{ type: "copy", as: "cli", ids: [3] }]);
  });

  it("filters by words and failures, and copies what is shown as a script", async () => {
    const filter = page.getByRole("searchbox");
    await filter.fill("you c1");
    await page.getByRole("button", { name: "Copy shown as script" }).click();
    assert.deepEqual((await posted(page, "copy")).at(-1), { type: "copy", as: "script", ids: [2] });
    await filter.fill("");
    await page.getByLabel("Failed only").check();
    assert.match(await page.locator(".count").innerText(), /^1 of 3 calls/);
    await page.getByLabel("Failed only").uncheck();
    await send(page, { type: "calls", calls: [call(4)] });
    assert.match(await page.locator(".count").innerText(), /^4 of 4 calls/);
  });

  it("pauses one agent, and stops all", async () => {
    await page.getByRole("button", { name: "Pause claude" }).click();
    await send(page, { type: "agents", agents: [{ name: "claude", isPaused: true }], halted: false });
    await page.getByRole("button", { name: "Let claude go on" }).click();
    assert.deepEqual(await posted(page, "pause"), [
      { type: "pause", agent: "claude", paused: true },
      { type: "pause", agent: "claude", paused: false },
    ]);
    await page.getByRole("button", { name: "Stop all agents" }).click();
    assert.deepEqual(await posted(page, "halt"), [{ type: "halt", halted: true }]);
  });
});
