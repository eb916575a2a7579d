import assert from "node:assert/strict";
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { hasKicad, kicadFindings, needs } from "../laws/kicad.ts";
import { PARITY } from "../laws/update-pcb-agreement.ts";
import { playCalls } from "../surface/play-calls.ts";
import type { Stage, Surface } from "../surface/surfaces.ts";
import { mcpSurface, stage } from "../surface/surfaces.ts";

const suite = needs("a design drawn from nothing over MCP", hasKicad, "KiCad");
const run = suite.skip ? describe.skip : describe;
const examples = join(import.meta.dirname, "../../examples/blinky");

/** Calls from `project.new` to `project.updatePcb`, and the nets that they are to make. */
const cases = [
  {
    ...{ calls: "capture.jsonl", design: "capture/capture", least: 55, footprints: 9 },
    nets: ["/CTRL", "/DISCH", "/OUT", "/TIMING", "GND", "Net-(D1-A)", "VCC"],
  },
  {
    ...{ calls: "../hierarchy/capture.jsonl", design: "lamps/lamps", least: 30, footprints: 5 },
    nets: ["GND", "Net-(D1-A)", "Net-(D2-A)", "VCC"],
  },
];

/** A board without anything on it, as KiCad makes one. */
function empty(): string {
  const whole = readFileSync(join(examples, "blinky.kicad_pcb"), "utf8");
  return `${whole.slice(0, whole.indexOf('\t(net 0 "")'))}\t(net 0 "")\n)\n`;
}

run(suite.title, function () {
  this.timeout(600_000);
  let on: Stage;
  let mcp: Surface;

  before(async () => {
    on = stage();
    mcp = await mcpSurface(on.program, on.project());
  });
  after(async () => {
    await mcp?.close();
    on?.dispose();
  });

  it("has a board that KiCad's DRC says nothing of, and that agrees with its schematic", async () => {
    const folder = join(mcp.root, "draw");
    mkdirSync(folder);
    writeFileSync(join(folder, "draw.kicad_pcb"), empty());
    cpSync(join(examples, "blinky.pretty"), join(folder, "blinky.pretty"), { recursive: true });
    cpSync(join(examples, "fp-lib-table"), join(folder, "fp-lib-table"));
    // The schematic that it is to agree with, by its name.
    cpSync(join(examples, "blinky.kicad_sch"), join(folder, "draw.kicad_sch"));
    const calls = await playCalls(mcp, join(examples, "draw.jsonl"));
    assert.ok(calls >= 110, `${calls} calls`);
    assert.deepEqual(await kicadFindings(join(folder, "draw.kicad_pcb"), true), []);
  });

  for (const { calls, design, least, footprints, nets } of cases)
    it(`has a schematic that KiCad's ERC says nothing of, and a board that agrees with it: ${calls}`, async () => {
      const count = await playCalls(mcp, join(examples, calls));
      assert.ok(count >= least, `${count} calls`);
      const board = join(mcp.root, `${design}.kicad_pcb`);
      assert.deepEqual(await kicadFindings(board.replace(/pcb$/, "sch")), []);
      assert.deepEqual(
        (await kicadFindings(board, true)).filter((line) => PARITY.test(line)),
        [],
      );
      const listed = await mcp.call("query.items", { path: board, kind: "footprint", fields: ["ref"] });
      assert.equal((listed as { result: { total: number } }).result.total, footprints);
      const { result } = (await mcp.call("query.nets", { path: board })) as { result: { nets: { name: string }[] } };
      assert.deepEqual(result.nets.map(({ name }) => name).sort(), nets);
    });
});
