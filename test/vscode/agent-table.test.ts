import assert from "node:assert/strict";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Frame, Locator } from "playwright-core";
import { createRuntime } from "../../bridge/node/runtime.ts";
import { hasKicad, kicadFindings, needs } from "../laws/kicad.ts";
import { AttachedAgent, type Json, joinEditor } from "./attached-agent.ts";
import { answerWithFakeClaude } from "./fake-claude.ts";
import { openVscode, until, type Vscode } from "./host.ts";

const example = join(dirname(fileURLToPath(import.meta.url)), "../../examples/blinky");
const BOARD = "blinky.kicad_pcb";
const SHEET = "blinky.kicad_sch";
const PROJECT = "blinky.kicad_pro";
const PATIENCE = 60_000;

const suite = needs("a person and agents at one design, in VS Code", hasKicad, "kicad-cli");
(suite.skip ? describe.skip : describe)(suite.title, function () {
  this.timeout(300_000);
  let vscode: Vscode;
  let agent: AttachedAgent;
  let scratch: string;
  let chat: Frame;
  /** The files of the empty project, which the design starts from. */
  const first = new Map<string, string>();
  const disk = (name: string) => readFileSync(join(vscode.workspace, name), "utf8");
  const said = () => chat.locator("body").innerText();
  const lastCard = () => chat.locator(".card").last();
  const open = async (name: string) => {
    const { documents } = (await agent.ask("session.documents", {})) as { documents: Json[] };
    return documents.find((document) => String(document["path"]).endsWith(name)) ?? assert.fail(`${name} is not open`);
  };
  const ended = (card: Locator, status: string) =>
    until(async () => (await card.getAttribute("data-status")) === status, 120_000, `a request that is ${status}`);

  before(async () => {
    scratch = mkdtempSync(join(tmpdir(), "edsnx-table-"));
    const workspace = join(scratch, "blinky");
    const runtime = createRuntime({ cwd: scratch, report: () => undefined });
    await runtime.core.run("project.new", { folder: workspace }, { caller: { name: "You", kind: "person" } });
    await runtime.dispose("quietly");
    for (const name of ["blinky.pretty", "blinky.kicad_sym", "fp-lib-table", "sym-lib-table"])
      cpSync(join(example, name), join(workspace, name), { recursive: true });
    answerWithFakeClaude(workspace, join(scratch, "bin"));
    vscode = await openVscode({ workspace });
    for (const name of [BOARD, SHEET, PROJECT]) first.set(name, disk(name));
    for (const name of [SHEET, BOARD]) {
      await vscode.openFile(name);
      await vscode.webviewFrame(name);
    }
    agent = await joinEditor(workspace);
    chat = await openChat();
  });

  after(async () => {
    agent?.close();
    await vscode?.close();
    rmSync(scratch, { recursive: true, force: true });
  });

  it("the blinky board is designed from one request; one item is rejected with a note, and made anew as it says", async () => {
    await send("design the blinky board");
    await ended(lastCard(), "done");
    assert.match(await said(), /The schematic is drawn\. The parts are placed\. DRC: 0, ERC: 0\./);

    const card = lastCard();
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

    await send("heed my notes");
    await ended(lastCard(), "done");
    assert.match(await said(), /You wrote “Make it 0\.4 mm wide”: the track is 0\.4 mm wide now\. DRC: 0, ERC: 0\./);
    const { items } = (await agent.ask("query.items", { path: BOARD, kind: "track", net: "/OUT", limit: 100 })) as {
      items: Json[];
    };
    assert.equal(items.filter((each) => each["width"] === 0.4).length, 1);

    for (const name of [SHEET, BOARD]) await save(name);
    assert.deepEqual(await kicadFindings(join(vscode.workspace, BOARD), true), [], "KiCad's DRC");
    assert.deepEqual(await kicadFindings(join(vscode.workspace, SHEET)), [], "KiCad's ERC");
  });

  it("after all is rejected, the bytes are those of before the first request", async () => {
    const cards = chat.locator(".card");
    for (const card of [cards.nth(1), cards.nth(0)]) {
      await card.getByRole("button", { name: "Undo all" }).click();
      await card.getByRole("button", { name: "Undo all" }).waitFor({ state: "detached", timeout: PATIENCE });
    }
    for (const name of [SHEET, BOARD]) await save(name);
    for (const [name, text] of first) assert.equal(disk(name), text, name);
  });

  it("an agent that crashes half-way: its request says so, and what it did is taken back", async () => {
    const via = await newVia(100, 100);
    await save(BOARD);
    const before = disk(BOARD);
    await focusBoard();
    await send(`crash at ${via}`);
    await ended(lastCard(), "error");
    assert.match(await lastCard().innerText(), /was ended by SIGKILL[\s\S]*out of memory/);
    await lastCard().getByRole("button", { name: "Undo all" }).click();
    await vscode.waitDirty(BOARD, false);
    await save(BOARD);
    assert.equal(disk(BOARD), before);
  });

  it("two agents at once and a person between: each owns what it did, and one is rejected alone", async () => {
    const [mine, theirs, yours] = [await newVia(110, 100), await newVia(120, 100), await newVia(130, 100)];
    const gate = join(scratch, "gate");
    await focusBoard();
    await send(`move ${mine} until ${gate}`);
    await until(async () => /Did Move/.test(await lastCard().innerText()), PATIENCE, "the first move");
    await agent.ask("session.hello", { name: "other" });
    await agent.ask("pcb.move", { path: BOARD, items: theirs, by: [0, 2] });
    await deleteByHand(yours);
    writeFileSync(gate, "");
    await ended(lastCard(), "done");
    const { entries } = (await agent.ask("session.history", { path: BOARD })) as { entries: Json[] };
    assert.deepEqual(
      entries
        .filter((each) => each["applied"] === true)
        .slice(-4)
        .map((each) => each["actor"]),
      ["claude-code", "other", "You", "claude-code"],
    );
    await lastCard().getByRole("button", { name: "Undo all" }).click();
    const at = async (id: string) => {
      const { items } = (await agent.ask("query.items", { path: BOARD, kind: "via", limit: 100 })) as { items: Json[] };
      return items.find((each) => each["id"] === id)?.["at"];
    };
    await until(async () => JSON.stringify(await at(mine)) === "[110,100]", PATIENCE, "the moves to be taken back");
    assert.deepEqual([await at(theirs), await at(yours)], [[120, 102], undefined]);
  });

  it("the window is loaded anew half-way: the attached agent goes on, and what was done waits for the person", async () => {
    const via = await newVia(140, 100);
    const before = await chat.locator(".card .request").allInnerTexts();
    const mcp = new AttachedAgent(vscode.workspace, "mcp");
    try {
      const clientInfo = { name: "stayer", version: "1" };
      await mcp.ask("initialize", { protocolVersion: "2025-06-18", capabilities: {}, clientInfo });
      await mcp.tool("pcb_move", { path: BOARD, items: via, by: [1, 0] });
      agent.close();
      await vscode.reload();
      agent = await joinEditor(vscode.workspace);
      chat = await openChat();
      await until(
        async () =>
          JSON.stringify(await chat.locator(".card .request").allInnerTexts()) === JSON.stringify(before) &&
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
      const { reviews } = (await agent.ask("agent.reviews", { of: "all", state: ["pending", "superseded"] })) as {
        reviews: Json[];
      };
      assert.deepEqual(
        reviews.filter((review) => review["agent"] === "stayer").map((review) => review["state"]),
        ["pending", "superseded"],
      );
    } finally {
      mcp.close();
    }
  });

  async function newVia(x: number, y: number): Promise<string> {
    const { newIds } = (await agent.ask("pcb.addVia", { path: BOARD, at: [x, y], net: "" })) as { newIds: string[] };
    return newIds.at(-1)!;
  }

  async function focusBoard(): Promise<Frame> {
    const frame = await vscode.webviewFrame(BOARD);
    await frame
      .locator("canvas")
      .first()
      .click({ position: { x: 5, y: 5 } });
    return frame;
  }

  /** As a person does it: a click selects, Delete deletes. */
  async function deleteByHand(id: string): Promise<void> {
    const frame = await focusBoard();
    const probe = "__edsnx";
    await frame.waitForFunction(
      ([name, wanted]) =>
        (globalThis as unknown as Record<string, { itemBox(id: string): unknown }>)[name!]!.itemBox(wanted!) !== null,
      [probe, id] as const,
    );
    const place = await frame.evaluate(
      ([name, wanted]) => {
        const hook = (
          globalThis as unknown as Record<
            string,
            { itemBox(id: string): number[]; worldToScreen(x: number, y: number): { x: number; y: number } }
          >
        )[name!]!;
        const [x1, y1, x2, y2] = hook.itemBox(wanted!) as [number, number, number, number];
        return hook.worldToScreen((x1 + x2) / 2, (y1 + y2) / 2);
      },
      [probe, id] as const,
    );
    await frame.locator("canvas").first().click({ position: place });
    await until(
      () =>
        frame.evaluate(
          ([name, wanted]) =>
            (globalThis as unknown as Record<string, { selection(): string[] }>)[name!]!.selection().includes(wanted!),
          [probe, id] as const,
        ),
      PATIENCE,
      "the via to be selected",
    );
    await vscode.press("Delete");
    const isThere = async () => {
      const { items } = (await agent.ask("query.items", { path: BOARD, kind: "via", limit: 100 })) as { items: Json[] };
      return items.some((each) => each["id"] === id);
    };
    await until(async () => !(await isThere()), PATIENCE, "the via to be gone");
  }

  async function save(name: string): Promise<void> {
    await vscode.selectTab(name);
    await (await vscode.webviewFrame(name))
      .locator("canvas")
      .first()
      .click({ position: { x: 5, y: 5 } });
    await vscode.press("Control+s");
    await vscode.waitDirty(name, false);
    await until(async () => (await open(name))["dirty"] === false, PATIENCE, `${name} to be saved`);
  }

  async function openChat(): Promise<Frame> {
    await vscode.runCommand("Electronics Designer: Focus on Chat View");
    return vscode.webviewFrame("Chat");
  }

  async function send(text: string): Promise<void> {
    chat = await openChat();
    const before = await chat.locator(".card").count();
    await chat.locator("textarea").fill(text);
    await chat.locator("textarea").press("Enter");
    await until(async () => (await chat.locator(".card").count()) > before, PATIENCE, "the request's card");
  }
});
