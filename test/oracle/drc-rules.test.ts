import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { agreementOf, type KicadReport, ownFindings } from "../laws/drc-agreement.ts";
import { hasKicad, needs } from "../laws/kicad.ts";
import { kicadDrc } from "../laws/kicad-cache.ts";
import { ruleBoards } from "../laws/rule-boards.ts";

const suite = needs("check.drc on boards of many small cases", hasKicad, "KiCad");
const run = suite.skip ? describe.skip : describe;

run(suite.title, function () {
  this.timeout(900_000);
  const folder = mkdtempSync(join(tmpdir(), "edsnx-rules-"));
  after(() => rmSync(folder, { recursive: true, force: true }));

  for (const [i, { name, board, rules, cases, files }] of ruleBoards().entries())
    it(`${name}: ${cases.length} cases, KiCad's verdict on every one`, async () => {
      const own = join(folder, String(i));
      mkdirSync(own);
      const path = join(own, "rule.kicad_pcb");
      writeFileSync(path, board);
      if (rules !== "") writeFileSync(join(own, "rule.kicad_dru"), rules);
      for (const [file, text] of Object.entries(files)) {
        mkdirSync(dirname(join(own, file)), { recursive: true });
        writeFileSync(join(own, file), text);
      }
      const report = (await kicadDrc(path)) as KicadReport;
      const { findings, items } = await ownFindings(path);
      const differing: string[] = [];
      let violations = 0;
      for (const [type, { both, onlyKicad, onlyUs }] of agreementOf(report, findings, items)) {
        // The library that these footprints name is nowhere, but where a case brings it.
        if (type === "lib_footprint_issues" && files["fp-lib-table"] === undefined) continue;
        violations += both;
        for (const key of onlyKicad) differing.push(`only KiCad: ${named(key, cases)}`);
        for (const key of onlyUs) differing.push(`only we: ${named(key, cases)}`);
      }
      assert.deepEqual(differing, []);
      assert.ok(violations >= 4, `${violations} violations`);
    });
});

/** A finding's key with the names of the cases that its ids belong to. */
function named(key: string, cases: readonly string[]): string {
  const found = [...key.matchAll(/(\d{8})-0000-4000/g)].map((match) => cases[Number(match[1])]);
  return `${[...new Set(found)].join(" and ")}: ${key}`;
}
