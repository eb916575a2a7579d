import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { agreementOf, type KicadReport, ownFindings } from "../laws/drc-agreement.ts";
import { faultBoards } from "../laws/fault-boards.ts";
import { hasKicad, needs } from "../laws/kicad.ts";
import { kicadDrc } from "../laws/kicad-cache.ts";

const suite = needs("check.drc on boards with one fault each", hasKicad, "KiCad");
const run = suite.skip ? describe.skip : describe;

run(suite.title, function () {
  this.timeout(900_000);
  const folder = mkdtempSync(join(tmpdir(), "edsnx-faults-"));
  after(() => rmSync(folder, { recursive: true, force: true }));

  it("gives KiCad's verdict on every one", async () => {
    const differing: string[] = [];
    let violations = 0;
    for (const [i, { name, board, rules }] of faultBoards().entries()) {
      const own = join(folder, String(i));
      mkdirSync(own);
      const path = join(own, "fault.kicad_pcb");
      writeFileSync(path, board);
      if (rules !== undefined) writeFileSync(join(own, "fault.kicad_dru"), rules);
      const report = (await kicadDrc(path)) as KicadReport;
      const { findings, items } = await ownFindings(path);
      for (const [type, { both, onlyKicad, onlyUs }] of agreementOf(report, findings, items)) {
        // The library that the footprints name is nowhere.
        if (type === "lib_footprint_issues") continue;
        violations += both;
        for (const key of onlyKicad) differing.push(`${name}: only KiCad: ${key}`);
        for (const key of onlyUs) differing.push(`${name}: only we: ${key}`);
      }
    }
    assert.deepEqual(differing, []);
    assert.ok(violations > 60, `${violations} violations`);
  });
});
