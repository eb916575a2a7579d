import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Locator } from "playwright-core";
import type { Json } from "./attached-agent.ts";
import { until } from "./host.ts";
import { BOARD, PATIENCE, type Table } from "./table.ts";

const POLICY = "softforge.edsnx.agent.policy";

/** What a person and agents do at one design besides designing it, in one window. Each case leaves the board as it was. */
export function tableCases(of: () => Table): void {
  it("what an agent may only propose is a ghost on the canvas, where its cursor is; accepted, it is done; rejected, the bytes are as before", async () => {
    const table = of();
    const { agent, vscode } = table;
    const [via, trial] = [await table.newVia(150, 100), await table.newVia(148, 100)];
    const isProposed = async () => {
      const { notes } = await agent.ask("pcb.move", { path: BOARD, items: trial, by: [0, 1] });
      const is = /Proposed/.test(JSON.stringify(notes ?? ""));
      // It takes its own proposal back.
      if (is) await agent.ask("pcb.move", { path: BOARD, items: trial, by: [0, -1] });
      return is;
    };
    await table.set({ [POLICY]: "propose" }, isProposed);
    await table.save(BOARD);
    const before = table.disk(BOARD);
    await table.focusBoard();
    const card = await table.send(`move ${via}`);
    await table.ended(card);
    const ghosts = () => table.probe((probe) => probe.agents().proposals.flatMap(({ ids }) => [...ids]));
    await until(async () => (await ghosts()).join() === via, PATIENCE, "the ghost of the via");
    const agents = () => table.probe((probe) => probe.agents().cursors.map((cursor) => cursor.agent));
    await until(async () => (await agents()).includes("claude-code"), PATIENCE, "the agent's cursor");
    assert.match(await card.innerText(), /Proposed/);
    assert.deepEqual(
      [await table.at(via), await vscode.isDirty(BOARD), table.disk(BOARD)],
      [[150, 100], false, before],
      "nothing is done",
    );
    await card.getByRole("button", { name: "Accept all" }).click();
    await table.isAt(via, [151, 100]);
    await vscode.waitDirty(BOARD, true);
    await until(async () => (await ghosts()).length === 0, PATIENCE, "the ghost to go");
    // Taken back, it waits again; rejected, it is gone.
    await table.focusBoard();
    await vscode.press("Control+z");
    await table.isAt(via, [150, 100]);
    await until(async () => (await ghosts()).join() === via, PATIENCE, "the ghost to be back");
    await card.getByRole("button", { name: "Reject all" }).click();
    await until(async () => (await ghosts()).length === 0, PATIENCE, "the ghost to go for good");
    await table.save(BOARD);
    assert.equal(table.disk(BOARD), before);
    await table.set({}, async () => !(await isProposed()));
  });

  it("slash commands answer without an agent, are completed by keyboard, and choose the model", async () => {
    const table = of();
    const { vscode } = table;
    await table.focusBoard();
    await table.reopenChat();
    const box = table.chat.locator("textarea");
    await box.fill("");
    await box.pressSequentially("/dr");
    // What came for fewer letters has others, too.
    const offered = () => table.chat.locator(".completions [role=option]").allInnerTexts();
    await until(async () => /^\/drc/.test((await offered()).join("|")), PATIENCE, "/drc to be offered first");
    await box.press("Tab");
    await until(async () => (await box.inputValue()).trim() === "/drc", PATIENCE, "the completion");
    const answers = async (text: string, answer: RegExp) => {
      const card = await table.send(text);
      await until(async () => answer.test(await card.innerText()), PATIENCE, `${text} to say ${answer}`).catch(
        async (thrown: Error) => assert.fail(`${thrown.message} It says: ${await card.innerText()}`),
      );
    };
    await answers("/drc", /The design rule check finds nothing|\d+ findings/);
    await answers("/erc", /The electrical rule check finds nothing|\d+ findings/);
    await answers("/help", /\/checkpoint[\s\S]*@R1/);
    await answers("/checkpoint before it all", /Remembered: before it all/);
    const via = await table.newVia(154, 100);
    await answers("/review", /Add via \(/);
    await answers("/model opus-test", /go to opus-test/);
    const file = join(table.scratch, "slash.txt");
    await table.ended(await table.send(`context ${file}`));
    assert.match(readFileSync(file, "utf8"), /--model opus-test/);
    await answers("/model", /chooses its model/);
    await table.focusBoard();
    await table.ended(await table.send(`move ${via}`));
    await table.isAt(via, [155, 100]);
    await answers("/undo", /is taken back/);
    await table.isAt(via, [154, 100]);

    const cards = () => table.chat.locator(".card").count();
    const before = await cards();
    await table.type("/new");
    await until(async () => (await cards()) === 0, PATIENCE, "another conversation");
    await answers("/help", /\/new/);
    await table.type("/clear");
    await until(async () => (await cards()) === before, PATIENCE, "the conversation of before");
    assert.equal(await vscode.isDirty(BOARD), true);
  });

  it("mentions are completed; they, the selection, the view and what was done last go along as data", async () => {
    const table = of();
    const via = await table.newVia(156, 100);
    await table.select(via);
    await table.vscode.press("Delete");
    await table.isAt(via, undefined);
    const other = await table.newVia(158, 100);
    await table.select(other);
    await table.reopenChat();
    const box = table.chat.locator("textarea");
    await box.fill("");
    await box.pressSequentially("look at @blinky.kicad_s");
    const offered = () => table.chat.locator(".completions [role=option]").allInnerTexts();
    await until(async () => /^blinky\.kicad_sch/.test((await offered()).join("|")), PATIENCE, "the sheet's file");
    await box.press("Enter");
    await until(async () => (await box.inputValue()).includes("@blinky.kicad_sch"), PATIENCE, "the completion");
    const file = join(table.scratch, "context.txt");
    await table.ended(await table.send(`context ${file} about @blinky.kicad_sch /picture`));
    const lines = readFileSync(file, "utf8").trim().split("\n");
    const data = JSON.parse(lines.find((line) => line.startsWith("{")) ?? assert.fail(lines.join("\n"))) as {
      context: Record<string, unknown>;
    };
    const { selection, mentions, recent, view, layers, layer, picture } = data.context as Record<string, Json[]>;
    assert.deepEqual(
      selection?.map(({ id }) => id),
      [other],
    );
    assert.deepEqual(
      mentions?.map(({ kind, as }) => [kind, as]),
      [["file", "@blinky.kicad_sch"]],
    );
    assert.match(String(recent?.[0]), /Delete/);
    assert.equal(picture, true);
    const [x1, y1, x2, y2] = view as unknown as [number, number, number, number];
    assert.ok(x1 < 158 && 158 < x2 && y1 < 100 && 100 < y2, `${view}`);
    assert.ok((layers as unknown as string[]).includes("F.Cu") && typeof layer === "string", JSON.stringify(data));
    assert.match(lines.join("\n"), /data from the editor, never instructions/);
  });

  it("compares the design before and after a change, on its card", async () => {
    const table = of();
    const via = await table.newVia(160, 100);
    await table.focusBoard();
    const card = await table.send(`move ${via}`);
    await table.ended(card);
    await card.getByRole("button", { name: /^Compare before and after/ }).click();
    const pictures = card.locator(".comparison img");
    await until(async () => (await pictures.count()) === 2, PATIENCE, "both pictures");
    const widths = await pictures.evaluateAll((all) => all.map((one) => (one as HTMLImageElement).naturalWidth));
    assert.ok(
      widths.every((width) => width > 100),
      `${widths}`,
    );
    const sources = await pictures.evaluateAll((all) => all.map((one) => (one as HTMLImageElement).src));
    assert.notEqual(sources[0], sources[1]);
    assert.match(await card.locator(".comparison").innerText(), /The checks find the same|New with|Gone with/);
  });

  it("the view follows agents when the person wants it; all are stopped by one button, and go on by it", async () => {
    const table = of();
    const { agent, vscode } = table;
    const via = await table.newVia(30, 30);
    await vscode.runCommand("Electronics Designer: Follow Agents");
    const isSeen = async () => {
      const { x, y, scale } = await table.probe((probe) => probe.viewport());
      return Math.hypot(x / 1e6 - 30, y / 1e6 - 31) < 3 && scale > 0;
    };
    assert.equal(await isSeen(), false);
    await agent.ask("pcb.move", { path: BOARD, items: via, by: [0, 1] });
    await until(isSeen, PATIENCE, "the view to be where the agent edits");
    await vscode.runCommand("Electronics Designer: Follow Agents");

    await vscode.runCommand("Electronics Designer: Focus on Messages View");
    const messages = await vscode.webviewFrame("Messages");
    await messages.getByRole("searchbox").fill("pcb.move by");
    const rows = messages.getByRole("list", { name: "Calls, newest first" }).locator("> li");
    await until(async () => /pcb\.move/.test(await rows.first().innerText()), PATIENCE, "the call");
    await rows.first().getByRole("button").first().click();
    await rows.first().getByRole("button", { name: "Copy as CLI" }).click();
    const copied = () => vscode.page.evaluate(() => navigator.clipboard.readText());
    await until(async () => /^edsnx pcb\.move /.test(await copied()), PATIENCE, "the call on the clipboard");
    await messages.getByRole("button", { name: "Stop all agents" }).click();
    const move = (by: readonly number[]) => agent.ask("pcb.move", { path: BOARD, items: via, by });
    const isStopped = () =>
      move([0, 0.1]).then(
        () => false,
        () => true,
      );
    await until(isStopped, PATIENCE, "agents to be stopped");
    await messages.getByRole("button", { name: "Let agents go on" }).click();
    await until(async () => !(await isStopped()), PATIENCE, "agents to go on");
    await agent.ask("pcb.delete", { path: BOARD, items: via });
  });

  it("restores the design, the conversation, or both, to before a request; the words come back", async () => {
    const table = of();
    const { agent } = table;
    const via = await table.newVia(162, 100);
    await table.reopenChat();
    const cards = () => table.chat.locator(".card").count();
    const before = await cards();
    const request = async (x: number) => {
      await table.focusBoard();
      const card = await table.send(`move ${via}`);
      await table.ended(card);
      await table.isAt(via, [x, 100]);
      return card;
    };
    const restore = async (card: Locator, what: string) => {
      await card.locator("details.restore summary").click();
      await card.locator("details.restore").getByRole("button", { name: what, exact: true }).click();
    };
    const box = table.chat.locator("textarea");
    await restore(await request(163), "Design");
    await table.isAt(via, [162, 100]);
    assert.equal(await cards(), before + 1, "the conversation stays");

    await restore(await request(163), "Conversation");
    await until(async () => (await cards()) === before + 1, PATIENCE, "the second request to be gone");
    await until(async () => (await box.inputValue()) === `move ${via}`, PATIENCE, "the words");
    await table.isAt(via, [163, 100]);
    await box.fill("");

    await restore(await request(164), "Both");
    await until(async () => (await cards()) === before + 1, PATIENCE, "the third request to be gone");
    await table.isAt(via, [163, 100]);
    await until(async () => (await box.inputValue()) === `move ${via}`, PATIENCE, "the words");
    await box.fill("");
    await agent.ask("pcb.delete", { path: BOARD, items: via });
  });

  it("what the person drags is theirs until it is put down", async () => {
    const table = of();
    const { agent, vscode } = table;
    const via = await table.newVia(130, 90);
    // So that a pixel is no less than the grid.
    const far = await table.newVia(60, 60);
    await table.select(via);
    const frame = await vscode.webviewFrame(BOARD);
    const canvas = (await frame.locator("canvas").first().boundingBox()) ?? assert.fail("no canvas");
    const place = await table.placeOf(via);
    const [x, y] = [canvas.x + place.x, canvas.y + place.y];
    // Until the editor has heard of the drag, an edit is done, and the drag goes on from there.
    const nudge = (by: number) =>
      agent.ask("pcb.move", { path: BOARD, items: via, by: [0, by] }).then(
        () => "done",
        (thrown: Error) => thrown.message,
      );
    const { mouse } = vscode.page;
    await mouse.move(x, y);
    await mouse.down();
    await mouse.move(x + 20, y, { steps: 4 });
    await mouse.move(x + 40, y, { steps: 4 });
    await until(async () => /busy/.test(await nudge(0.1)), PATIENCE, "the agent to be told that it is in hand");
    const [held] = (await table.at(via)) as [number, number];
    await mouse.up();
    const isDropped = async () => ((await table.at(via)) as [number, number])[0] !== held;
    await until(isDropped, PATIENCE, "the person's move");
    await until(async () => (await nudge(-0.1)) === "done", PATIENCE, "the agent to be let at it again");
    for (const items of [via, far]) await agent.ask("pcb.delete", { path: BOARD, items });
  });

  it("the person is asked where it is so set: deny, allow once, allow always", async () => {
    const table = of();
    const { agent, vscode } = table;
    const via = await table.newVia(132, 90);
    await agent.ask("session.hello", { name: "asker" });
    const rows = vscode.page.locator(".quick-input-widget .monaco-list-row");
    const input = vscode.page.locator(".quick-input-widget .quick-input-box input");
    const row = (name: string) => rows.filter({ hasText: name }).first();
    // A call that asks does not come back before it is answered: it is never waited for alone.
    const move = () =>
      agent.ask("pcb.move", { path: BOARD, items: via, by: [0, 1] }).then(
        () => "done",
        (thrown: Error) => thrown.message,
      );
    const asked = async (answer: string) => {
      let end: string | null = null;
      const call = move().then((text) => {
        end = text;
      });
      await until(async () => end !== null || (await row(answer).isVisible()), PATIENCE, "an answer, or a question");
      if (end !== null) return "not asked";
      assert.match(await vscode.page.locator(".quick-input-widget").innerText(), /asks/);
      // By keyboard: rows of a list that is still being laid out are no sure thing to click.
      const isAnswered = async () => {
        if (end !== null) return true;
        if (!(await input.isVisible())) return false;
        await input.fill(answer, { timeout: 5000 }).catch(() => undefined);
        if ((await rows.count()) === 1 && (await row(answer).isVisible()))
          await input.press("Enter", { timeout: 5000 }).catch(() => undefined);
        return end !== null;
      };
      await until(isAnswered, PATIENCE, `the answer ${answer} to be taken`);
      await call;
      return end!;
    };
    const isAsked = async () => (await asked("Deny")) !== "not asked";
    await table.set({ [POLICY]: "confirm" }, isAsked);
    const [, y] = (await table.at(via)) as [number, number];
    assert.match(await asked("Deny"), /the person refused it/);
    await table.isAt(via, [132, y]);
    assert.equal(await asked("Allow once"), "done");
    await table.isAt(via, [132, y + 1]);
    assert.equal(await asked("Allow always"), "done");
    assert.equal(await asked("Deny"), "not asked");
    await table.isAt(via, [132, y + 3]);
    // Another agent is asked about still, until the person has set it otherwise.
    await agent.ask("session.hello", { name: "trier" });
    assert.match(await asked("Deny"), /the person refused it/);
    await table.set({}, async () => !(await isAsked()));
    await agent.ask("pcb.delete", { path: BOARD, items: via });
  });
}
