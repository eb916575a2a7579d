import assert from "node:assert/strict";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Frame, Locator } from "playwright-core";
import { createRuntime } from "../../bridge/node/runtime.ts";
import type { CanvasProbe } from "../../webview-ui/canvas/test-hook.ts";
import { type AttachedAgent, type Json, joinEditor } from "./attached-agent.ts";
import { answerWithFakeClaude } from "./fake-claude.ts";
import { openVscode, until, type Vscode } from "./host.ts";

const example = join(dirname(fileURLToPath(import.meta.url)), "../../examples/blinky");
export const BOARD = "blinky.kicad_pcb";
export const SHEET = "blinky.kicad_sch";
export const PROJECT = "blinky.kicad_pro";

/** How long a state is waited for, in milliseconds. */
export const PATIENCE = 60_000;

/** A window with an empty project, a fake `claude` that answers its chat box, and an agent that has joined it. */
export class Table {
  readonly vscode: Vscode;
  readonly scratch: string;
  agent: AttachedAgent;
  chat: Frame;

  private constructor(vscode: Vscode, scratch: string, agent: AttachedAgent, chat: Frame) {
    this.vscode = vscode;
    this.scratch = scratch;
    this.agent = agent;
    this.chat = chat;
  }

  static async lay(): Promise<Table> {
    const scratch = mkdtempSync(join(tmpdir(), "edsnx-table-"));
    const workspace = join(scratch, "blinky");
    const runtime = createRuntime({ cwd: scratch, report: () => undefined });
    await runtime.core.run("project.new", { folder: workspace }, { caller: { name: "You", kind: "person" } });
    await runtime.dispose("quietly");
    for (const name of ["blinky.pretty", "blinky.kicad_sym", "fp-lib-table", "sym-lib-table"])
      cpSync(join(example, name), join(workspace, name), { recursive: true });
    answerWithFakeClaude(workspace, join(scratch, "bin"));
    const vscode = await openVscode({ workspace });
    try {
      for (const name of [SHEET, BOARD]) {
        await vscode.openFile(name);
        await vscode.webviewFrame(name);
      }
      return new Table(vscode, scratch, await joinEditor(workspace), await openChat(vscode));
    } catch (thrown) {
      await vscode.close();
      throw thrown;
    }
  }

  async clear(): Promise<void> {
    this.agent.close();
    await this.vscode.close();
    rmSync(this.scratch, { recursive: true, force: true });
  }

  disk(name: string): string {
    return readFileSync(join(this.vscode.workspace, name), "utf8");
  }

  async open(name: string): Promise<Json> {
    const { documents } = (await this.agent.ask("session.documents", {})) as { documents: Json[] };
    return documents.find((document) => String(document["path"]).endsWith(name)) ?? assert.fail(`${name} is not open`);
  }

  /** The person's own settings of this machine, which no folder can change. Resolves when `holds`. */
  async set(settings: Json, holds: () => Promise<boolean>): Promise<void> {
    const folder = join(this.vscode.server.userDataDir, "Machine");
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "settings.json"), JSON.stringify(settings, null, 2));
    await until(holds, PATIENCE, `the settings ${JSON.stringify(settings)} to hold`);
  }

  get card(): Locator {
    return this.chat.locator(".card").last();
  }

  said(): Promise<string> {
    return this.chat.locator("body").innerText();
  }

  /** Sends a request; a slash command, too, has a card when it answers. */
  async send(text: string): Promise<Locator> {
    if (this.chat.isDetached()) await this.reopenChat();
    const before = await this.chat.locator(".card").count();
    await this.type(text);
    await until(async () => (await this.chat.locator(".card").count()) > before, PATIENCE, `the card of ${text}`);
    return this.chat.locator(".card").nth(before);
  }

  /** Writes a text and sends it. Enter may take a completion of what was typed, whenever that comes: so by the button. */
  async type(text: string): Promise<void> {
    await this.chat.locator("textarea").fill(text);
    await this.chat.getByRole("button", { name: "Send", exact: true }).click();
  }

  async ended(card: Locator, status = "done"): Promise<void> {
    const is = async () => (await card.getAttribute("data-status")) === status;
    await until(is, 2 * PATIENCE, `a request that is ${status}`);
  }

  /** Looks at the chat box again, after a reload. */
  async reopenChat(): Promise<void> {
    this.chat = await openChat(this.vscode);
  }

  async newVia(x: number, y: number): Promise<string> {
    const { newIds } = (await this.agent.ask("pcb.addVia", { path: BOARD, at: [x, y], net: "" })) as {
      newIds: string[];
    };
    return newIds.at(-1)!;
  }

  /** Where a via is; undefined when there is none of this id. */
  async at(id: string): Promise<unknown> {
    const { items } = (await this.agent.ask("query.items", { path: BOARD, kind: "via", limit: 100 })) as {
      items: Json[];
    };
    return items.find((each) => each["id"] === id)?.["at"];
  }

  async isAt(id: string, place: readonly [number, number] | undefined): Promise<void> {
    const is = async () => JSON.stringify(await this.at(id)) === JSON.stringify(place);
    await until(is, PATIENCE, `${id} to be at ${JSON.stringify(place)}`);
  }

  async focusBoard(): Promise<Frame> {
    const frame = await this.vscode.webviewFrame(BOARD);
    await frame
      .locator("canvas")
      .first()
      .click({ position: { x: 5, y: 5 } });
    return frame;
  }

  /** What the board's canvas answers to a test. */
  async probe<T>(ask: (probe: CanvasProbe) => T): Promise<T> {
    const frame = await this.vscode.webviewFrame(BOARD);
    return frame.evaluate(`(${ask.toString()})(globalThis.__edsnx)`) as Promise<T>;
  }

  /** Where a drawn item is in the canvas, in CSS pixels. */
  async placeOf(id: string): Promise<{ x: number; y: number }> {
    const frame = await this.vscode.webviewFrame(BOARD);
    const ask = `(() => {
      const probe = globalThis.__edsnx;
      const box = probe?.itemBox(${JSON.stringify(id)}) ?? null;
      return box === null ? null : probe.worldToScreen((box[0] + box[2]) / 2, (box[1] + box[3]) / 2);
    })()`;
    let place: { x: number; y: number } | null = null;
    const isDrawn = async () => {
      place = (await frame.evaluate(ask)) as { x: number; y: number } | null;
      return place !== null;
    };
    await until(isDrawn, PATIENCE, `${id} to be drawn`);
    return place!;
  }

  /** A click on the canvas selects it. */
  async select(id: string): Promise<void> {
    const frame = await this.focusBoard();
    // All of the board is on the screen.
    await this.vscode.press("Home");
    await frame
      .locator("canvas")
      .first()
      .click({ position: await this.placeOf(id) });
    const isSelected = async () => (await this.probe((probe) => probe.selection())).includes(id);
    await until(isSelected, PATIENCE, `${id} to be selected`);
  }

  async save(name: string): Promise<void> {
    await this.vscode.selectTab(name);
    await (await this.vscode.webviewFrame(name))
      .locator("canvas")
      .first()
      .click({ position: { x: 5, y: 5 } });
    await this.vscode.press("Control+s");
    await this.vscode.waitDirty(name, false);
    await until(async () => (await this.open(name))["dirty"] === false, PATIENCE, `${name} to be saved`);
  }
}

async function openChat(vscode: Vscode): Promise<Frame> {
  await vscode.runCommand("Electronics Designer: Focus on Chat View");
  return vscode.webviewFrame("Chat");
}
