import assert from "node:assert/strict";
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Frame } from "playwright-core";
import { fromMm } from "../../core/base/nm.ts";
import { contextOf } from "../../core/engines/render/context.ts";
import type { CanvasProbe } from "../../webview-ui/canvas/test-hook.ts";
import { readSound } from "../laws/check-file.ts";
import { frameAround, inkOfPlot, plotBoard, readPlot } from "../laws/ink.ts";
import { demosFolder, hasDemos, hasKicad, needs } from "../laws/kicad.ts";
import { AttachedAgent, joinEditor } from "./attached-agent.ts";
import { openVscode, until, type Vscode } from "./host.ts";

const BOARD = "video.kicad_pcb";
type WithProbe = { __edsnx: CanvasProbe };

/** The person at the desk and an agent on KiCad's demo board `video`: 5.8 MB, 9,500 items. */
const suite = needs("a person and an agent on the demo board video", hasKicad && hasDemos, "kicad-cli with its demos");
(suite.skip ? describe.skip : describe)(suite.title, function () {
  this.timeout(240_000);
  let vscode: Vscode;
  let agent: AttachedAgent;
  let scratch: string;
  let frame: Frame;
  const original = () => readFileSync(join(demosFolder, "video", BOARD));
  const onDisk = () => readFileSync(join(vscode.workspace, BOARD));
  const revision = () => frame.evaluate(() => (globalThis as unknown as WithProbe).__edsnx.revision());
  const drawn = (wanted: number) =>
    until(async () => (await revision()) >= wanted, 60_000, `revision ${wanted} to be drawn`);
  const stateOf = async () => {
    const { documents } = (await agent.ask("session.documents", {})) as {
      documents: { dirty: boolean; hash: string }[];
    };
    return documents[0]!;
  };

  before(async () => {
    scratch = mkdtempSync(join(tmpdir(), "edsnx-video-"));
    const workspace = join(scratch, "video");
    cpSync(join(demosFolder, "video"), workspace, { recursive: true });
    vscode = await openVscode({ workspace, viewport: { width: 1500, height: 950 } });
    await vscode.openFile(BOARD);
    frame = await vscode.webviewFrame(BOARD);
    await frame.waitForFunction(
      () => {
        const probe = (globalThis as unknown as { __edsnx?: CanvasProbe }).__edsnx;
        return probe !== undefined && probe.itemCount() > 8000 && !probe.isBusy();
      },
      null,
      { timeout: 120_000 },
    );
    agent = await joinEditor(workspace);
  });

  after(async () => {
    agent?.close();
    await vscode?.close();
    rmSync(scratch, { recursive: true, force: true });
  });

  it("shows the front copper where KiCad plots it", async () => {
    await frame.getByRole("button", { name: "None", exact: true }).click();
    const list = frame.getByRole("list", { name: "Layers" });
    for (const layer of ["F.Cu", "Through-hole pads", "Vias"]) await list.getByLabel(layer, { exact: true }).check();
    const box = { minX: fromMm(54), minY: fromMm(56), maxX: fromMm(366), maxY: fromMm(156) };
    const area = frameAround(box, 0.5);
    const layers = contextOf(readSound(original())).layers.filter((row) => row.name === "F.Cu");
    const plotted = plotBoard(join(vscode.workspace, BOARD), layers).get("F.Cu");
    const plot = inkOfPlot(readPlot(plotted ?? assert.fail("KiCad plots no front copper")), area);
    const ours = await frame.evaluate(cellsOfCanvas, {
      minX: 54,
      minY: 56,
      width: area.width,
      height: area.height,
      cell: 2,
    });
    await frame.getByRole("button", { name: "All", exact: true }).click();
    const alike = correlation([...plot.data], ours);
    console.log(
      `      front copper of ${area.width} x ${area.height} cells of 2 mm against KiCad's plot: correlation ${alike.toFixed(3)}`,
    );
    assert.ok(alike > 0.9, `correlation ${alike}`);
  });

  it("drags a footprint, takes it back with Ctrl+Z, and saves the original bytes", async () => {
    const found = (await agent.ask("query.items", { path: BOARD, ref: "U10" })) as { items: { id: string }[] };
    const part = found.items[0]!.id;
    const grip = await frame.evaluate((id) => {
      const probe = (globalThis as unknown as WithProbe).__edsnx;
      const [minX, minY, maxX, maxY] = probe.itemBox(id)!;
      return [probe.worldToScreen((minX + maxX) / 2, (minY + maxY) / 2), probe.worldToScreen(maxX + 8, maxY + 8)];
    }, part);
    const canvas = (await frame.locator("canvas").first().boundingBox())!;
    const at = (p: { x: number; y: number }) => ({ x: canvas.x + p.x, y: canvas.y + p.y });
    const { mouse } = vscode.page;
    // With only the fabrication drawings shown, a click inside a part's body means the part.
    await frame.getByRole("button", { name: "None", exact: true }).click();
    await frame.getByLabel("F.Fab", { exact: true }).check();
    await mouse.click(at(grip[0]!).x, at(grip[0]!).y);
    assert.deepEqual(await frame.evaluate(() => (globalThis as unknown as WithProbe).__edsnx.selection()), [part]);
    const before = await revision();
    await mouse.down();
    await mouse.move(at(grip[1]!).x, at(grip[1]!).y, { steps: 6 });
    await mouse.up();
    await drawn(before + 1);
    await vscode.waitDirty(BOARD, true);
    const { entries } = (await agent.ask("session.history", { path: BOARD })) as {
      entries: { label: string; actor: string }[];
    };
    assert.deepEqual(
      entries.map((e) => e.actor),
      ["You"],
    );
    await vscode.press("Control+z");
    await vscode.waitDirty(BOARD, false);
    await drawn(before + 2);
    await vscode.press("Control+s");
    await until(async () => !(await stateOf()).dirty, 60_000, "the save");
    assert.ok(onDisk().equals(original()), "the bytes on disk are the original ones");
  });

  it("shows an MCP agent's track at once; Ctrl+Z removes it, and the agent hears of the undo", async () => {
    const mcp = new AttachedAgent(vscode.workspace, "mcp");
    try {
      const clientInfo = { name: "test-agent", version: "1" };
      await mcp.ask("initialize", { protocolVersion: "2025-06-18", capabilities: {}, clientInfo });
      const before = await revision();
      // The page notes by itself when the new revision is on the screen.
      const seen = frame.waitForFunction(
        (wanted) => ((globalThis as unknown as WithProbe).__edsnx.revision() >= wanted ? Date.now() : 0),
        before + 1,
        { polling: 2 },
      );
      await new Promise((resolve) => setTimeout(resolve, 300));
      const sent = Date.now();
      const track = {
        path: BOARD,
        layer: "F.Cu",
        net: "GND",
        width: 0.5,
        pts: [
          [100, 50],
          [120, 50],
        ],
      };
      const result = await mcp.tool("pcb_addTrack", track);
      console.log(
        `      the agent's track was on the screen ${(await (await seen).jsonValue()) - sent} ms after the call was sent`,
      );
      const id = (result["newIds"] as string[])[0]!;
      assert.notEqual(await frame.evaluate((i) => (globalThis as unknown as WithProbe).__edsnx.itemBox(i), id), null);
      await vscode.waitDirty(BOARD, true);
      agent.changes.length = 0;
      await frame
        .locator("canvas")
        .first()
        .click({ position: { x: 4, y: 4 } });
      await vscode.press("Control+z");
      await vscode.waitDirty(BOARD, false);
      await until(
        async () => agent.changes.some((c) => c["reason"] === "undo"),
        60_000,
        "document.changed with reason undo",
      );
      await until(
        async () => (await frame.evaluate((i) => (globalThis as unknown as WithProbe).__edsnx.itemBox(i), id)) === null,
        60_000,
        "the track to vanish",
      );
      assert.ok(onDisk().equals(original()));
    } finally {
      mcp.close();
    }
  });
});

/** How much of each cell of the board is drawn on, 0..255; runs in the page. */
function cellsOfCanvas(part: { minX: number; minY: number; width: number; height: number; cell: number }): number[] {
  const probe = (globalThis as unknown as { __edsnx: CanvasProbe }).__edsnx;
  const ratio = (globalThis as unknown as { devicePixelRatio: number }).devicePixelRatio;
  const pixels = probe.pixels();
  const from = probe.worldToScreen(part.minX, part.minY);
  const step = (probe.worldToScreen(part.minX + part.cell, part.minY).x - from.x) * ratio;
  const canvasWidth = Math.round(probe.viewport().width * ratio);
  const cells: number[] = [];
  for (let row = 0; row < part.height; row++) {
    for (let column = 0; column < part.width; column++) {
      let ink = 0;
      let count = 0;
      for (let y = Math.round(from.y * ratio + row * step); y < Math.round(from.y * ratio + (row + 1) * step); y++) {
        for (
          let x = Math.round(from.x * ratio + column * step);
          x < Math.round(from.x * ratio + (column + 1) * step);
          x++
        ) {
          const i = 4 * (y * canvasWidth + x);
          // Copper is red or golden, the ground dark blue: red tells how much copper a pixel has.
          ink += Math.min(1, Math.max(0, (pixels[i]! - 20) / 180));
          count++;
        }
      }
      cells.push((255 * ink) / Math.max(1, count));
    }
  }
  return cells;
}

/** Pearson's correlation of two rows of numbers. */
function correlation(a: readonly number[], b: readonly number[]): number {
  const mean = (list: readonly number[]) => list.reduce((sum, value) => sum + value, 0) / list.length;
  const ma = mean(a);
  const mb = mean(b);
  let ab = 0;
  let aa = 0;
  let bb = 0;
  for (let i = 0; i < a.length; i++) {
    ab += (a[i]! - ma) * (b[i]! - mb);
    aa += (a[i]! - ma) ** 2;
    bb += (b[i]! - mb) ** 2;
  }
  return ab / Math.sqrt(aa * bb);
}
