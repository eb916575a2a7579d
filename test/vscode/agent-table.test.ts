import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { hasKicad, kicadFindings, needs } from "../laws/kicad.ts";
import { AttachedAgent, type Json, joinEditor } from "./attached-agent.ts";
import { until } from "./host.ts";
import { BOARD, PATIENCE, PROJECT, SHEET, Table } from "./table.ts";
import { tableCases } from "./table-cases.ts";

const suite = needs("a person and agents at one design, in VS Code", hasKicad, "kicad-cli");
(suite.skip ? describe.skip : describe)(suite.title, function () {
  this.timeout(300_000);
  let table: Table;
  /** The files of the empty project, which the design starts from. */
  const first = new Map<string, string>();

  before(async () => {
    table = await Table.lay();
    for (const name of [BOARD, SHEET, PROJECT]) first.set(name, table.disk(name));
  });

  after(() => table?.clear());

  it("the blinky board is designed from one request; one item is rejected with a note, and made anew as it says", async () => {
    const { agent, vscode } = table;
    await vscode.selectTab(SHEET);
    await vscode.runCommand("Electronics Designer: Follow Agents");
    const card = await table.send("design the blinky board");
    await table.ended(card);
    // The agent went from the schematic to the board, and the person's view with it.
    const shown = vscode.page.locator(`.tabs-container .tab[data-resource-name="${BOARD}"][aria-selected="true"]`);
    await until(async () => (await shown.count()) > 0, PATIENCE, "the view to follow to the board");
    await vscode.runCommand("Electronics Designer: Follow Agents");
    assert.match(await table.said(), /The schematic is drawn\. The parts are placed\. DRC: 0, ERC: 0\./);

    await card.getByRole("button", { name: "Items of Route /OUT" }).click();
    const item = card.getByRole("button", { name: /^Undo track \/OUT on F\.Cu, added with a note/ }).first();
    await item.click();
    await vscode.page.keyboard.type("Make it 0.4 mm wide");
    await vscode.page.keyboard.press("Enter");
    const rejected = async () => {
      const { reviews } = (await agent.ask("agent.reviews", { of: "all", limit: 100 })) as { reviews: Json[] };
      return reviews.flatMap((review) => review["items"] as Json[]).filter((each) => each["state"] === "rejected");
    };
    await until(async () => (await rejected())[0]?.["note"] === "Make it 0.4 mm wide", PATIENCE, "the note");

    await table.ended(await table.send("heed my notes"));
    assert.match(
      await table.said(),
      /You wrote “Make it 0\.4 mm wide”: the track is 0\.4 mm wide now\. DRC: 0, ERC: 0\./,
    );
    const { items } = (await agent.ask("query.items", { path: BOARD, kind: "track", net: "/OUT", limit: 100 })) as {
      items: Json[];
    };
    assert.equal(items.filter((each) => each["width"] === 0.4).length, 1);

    for (const name of [SHEET, BOARD]) await table.save(name);
    assert.deepEqual(await kicadFindings(join(vscode.workspace, BOARD), true), [], "KiCad's DRC");
    assert.deepEqual(await kicadFindings(join(vscode.workspace, SHEET)), [], "KiCad's ERC");
  });

  it("after all is rejected, the bytes are those of before the first request", async () => {
    const cards = table.chat.locator(".card");
    for (const card of [cards.nth(1), cards.nth(0)]) {
      await card.getByRole("button", { name: "Undo all" }).click();
      await card.getByRole("button", { name: "Undo all" }).waitFor({ state: "detached", timeout: PATIENCE });
    }
    for (const name of [SHEET, BOARD]) await table.save(name);
    for (const [name, text] of first) assert.equal(table.disk(name), text, name);
  });

  tableCases(() => table);

  it("an agent that crashes half-way: its request says so, and what it did is taken back", async () => {
    const via = await table.newVia(100, 100);
    await table.save(BOARD);
    const before = table.disk(BOARD);
    await table.focusBoard();
    const card = await table.send(`crash at ${via}`);
    await table.ended(card, "error");
    assert.match(await card.innerText(), /was ended by SIGKILL[\s\S]*out of memory/);
    await card.getByRole("button", { name: "Undo all" }).click();
    await table.vscode.waitDirty(BOARD, false);
    await table.save(BOARD);
    assert.equal(table.disk(BOARD), before);
  });

  it("two agents at once and a person between: each owns what it did, and one is rejected alone", async () => {
    const { agent } = table;
    const [mine, theirs, yours] = [
      await table.newVia(110, 100),
      await table.newVia(120, 100),
      await table.newVia(130, 100),
    ];
    const gate = join(table.scratch, "gate");
    await table.focusBoard();
    const card = await table.send(`move ${mine} until ${gate}`);
    await until(async () => /Did Move/.test(await card.innerText()), PATIENCE, "the first move");
    await agent.ask("session.hello", { name: "other" });
    await agent.ask("pcb.move", { path: BOARD, items: theirs, by: [0, 2] });
    // As a person does it: a click selects, Delete deletes.
    await table.select(yours);
    await table.vscode.press("Delete");
    await table.isAt(yours, undefined);
    writeFileSync(gate, "");
    await table.ended(card);
    const { entries } = (await agent.ask("session.history", { path: BOARD })) as { entries: Json[] };
    assert.deepEqual(
      entries
        .filter((each) => each["applied"] === true)
        .slice(-4)
        .map((each) => each["actor"]),
      ["claude-code", "other", "You", "claude-code"],
    );
    await card.getByRole("button", { name: "Undo all" }).click();
    await table.isAt(mine, [110, 100]);
    assert.deepEqual([await table.at(theirs), await table.at(yours)], [[120, 102], undefined]);
  });

  it("the window is loaded anew half-way: the attached agent goes on, and what was done waits for the person", async () => {
    const { vscode } = table;
    const via = await table.newVia(140, 100);
    const own = await table.newVia(145, 100);
    await table.save(BOARD);
    const saved = table.disk(BOARD);
    await table.focusBoard();
    // A request of the chat box that has done one thing, and never comes to the next.
    const half = await table.send(`move ${own} until ${join(table.scratch, "never")}`);
    await until(async () => /Did Move/.test(await half.innerText()), PATIENCE, "the first move");
    const before = await table.chat.locator(".card .request").allInnerTexts();
    const mcp = new AttachedAgent(vscode.workspace, "mcp");
    try {
      const clientInfo = { name: "stayer", version: "1" };
      await mcp.ask("initialize", { protocolVersion: "2025-06-18", capabilities: {}, clientInfo });
      await mcp.tool("pcb_move", { path: BOARD, items: via, by: [1, 0] });
      table.agent.close();
      await vscode.reload();
      table.agent = await joinEditor(vscode.workspace);
      await table.reopenChat();
      await until(
        async () =>
          JSON.stringify(await table.chat.locator(".card .request").allInnerTexts()) === JSON.stringify(before) &&
          before.length > 0,
        PATIENCE,
        "the conversation to be back",
      );
      await until(
        () =>
          mcp.tool("pcb_move", { path: BOARD, items: via, by: [1, 0] }).then(
            () => true,
            () => false,
          ),
        PATIENCE,
        "the agent to be back at the editor",
      );
      const { reviews } = (await table.agent.ask("agent.reviews", { of: "all", state: ["pending", "superseded"] })) as {
        reviews: Json[];
      };
      assert.deepEqual(
        reviews.filter((review) => review["agent"] === "stayer").map((review) => review["state"]),
        ["pending", "superseded"],
      );
    } finally {
      mcp.close();
    }
    await table.ended(table.card, "error");
    assert.match(await table.card.innerText(), /The window was loaded anew before this had ended/);
    await table.card.getByRole("button", { name: "Undo all" }).click();
    await table.isAt(own, [145, 100]);
    await table.agent.ask("session.undo", { path: BOARD });
    await table.agent.ask("session.undo", { path: BOARD });
    await table.isAt(via, [140, 100]);
    await table.save(BOARD);
    assert.equal(table.disk(BOARD), saved);
  });
});
