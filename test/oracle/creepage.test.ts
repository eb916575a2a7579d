import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { KicadReport } from "../laws/drc-agreement.ts";
import { ownFindings } from "../laws/drc-agreement.ts";
import { hasKicad, needs } from "../laws/kicad.ts";
import { caseFolder, kicadDrc } from "../laws/kicad-cache.ts";
import { unseenWays } from "../laws/rule-boards-creepage.ts";

const suite = needs("creepage around cutouts", hasKicad, "KiCad");
const run = suite.skip ? describe.skip : describe;

// What KiCad tells of straight ways is compared in drc-rules. KiCad 9.0.8 finds no way around anything, though its
// documentation says that it looks for one; a slot would switch the rule off, which is the wrong side to err on.
run(suite.title, function () {
  this.timeout(300_000);
  const { board, rules, cases, lengths } = unseenWays();
  const folder = caseFolder([board, rules]);
  const path = join(folder, "rule.kicad_pcb");
  before(() => {
    writeFileSync(path, board);
    writeFileSync(join(folder, "rule.kicad_dru"), rules);
  });

  it("finds the shortest way, as long as it is", async () => {
    const found = new Map<number, number>();
    for (const { type, items, actual } of (await ownFindings(path)).findings) {
      if (type !== "creepage") continue;
      const i = Number(items[0]!.slice(0, 8));
      assert.ok(!found.has(i), `twice: ${cases[i]}`);
      found.set(i, actual!);
    }
    for (const [i, name] of cases.entries()) {
      const [length, own] = [lengths[i]!, found.get(i)];
      if (length === null) assert.equal(own, undefined, name);
      else assert.ok(own !== undefined && Math.abs(own / 1e6 - length) < 0.003, `${name}: ${own}, not ${length}`);
    }
  });

  it("tells more than KiCad 9 there", async () => {
    const report = (await kicadDrc(path)) as KicadReport;
    assert.deepEqual(
      report.violations.filter(({ type }) => type === "creepage"),
      [],
    );
  });
});
