import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { findingTypes } from "../../core/engines/check/finding-types.ts";
import { agreementOf, type KicadReport, ownFindings } from "../laws/drc-agreement.ts";
import { faultBoards } from "../laws/fault-boards.ts";
import { hasKicad, needs } from "../laws/kicad.ts";
import { caseFolder, kicadDrc } from "../laws/kicad-cache.ts";
import { ruleBoards } from "../laws/rule-boards.ts";

const suite = needs("check.drc on boards of many small cases", hasKicad, "KiCad");
const run = suite.skip ? describe.skip : describe;

run(suite.title, function () {
  this.timeout(900_000);
  /** How many violations of each kind both have found. */
  const agreed = new Map<string, number>();

  for (const { name, board, rules, cases, files } of [...ruleBoards(), ...faultBoards()])
    it(`${name}: ${cases.length} cases, KiCad's verdict on every one`, async () => {
      const own = caseFolder([board, rules, JSON.stringify(files)]);
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
      for (const [type, { both, onlyKicad, onlyUs }] of agreementOf(report, findings, items)) {
        // The library that these footprints name is nowhere, but where a case brings it.
        if (type === "lib_footprint_issues" && files["fp-lib-table"] === undefined) continue;
        agreed.set(type, (agreed.get(type) ?? 0) + both);
        for (const key of onlyKicad) differing.push(`only KiCad: ${named(key, cases)}`);
        for (const key of onlyUs) differing.push(`only we: ${named(key, cases)}`);
      }
      assert.deepEqual(differing, []);
    });

  it("meets every kind of violation that the check knows, but for those listed", () => {
    const missing = Object.keys(findingTypes).filter((type) => (agreed.get(type) ?? 0) < LEAST);
    assert.deepEqual(missing, unmet);
  });
});

/** How many violations of each kind there must be in both; there are at least as many cases that are right. */
const LEAST = 8;

/** Of schematics: see the tests of parity. KiCad 9 never tells: footprint. */
const unmet = [
  "duplicate_footprints",
  "missing_footprint",
  "extra_footprint",
  "net_conflict",
  "footprint_symbol_mismatch",
  "footprint_filters_mismatch",
  "footprint_symbol_field_mismatch",
  "lib_footprint_issues",
  "footprint",
];

/** A finding's key with the names of the cases that its ids belong to. */
function named(key: string, cases: readonly string[]): string {
  const found = [...key.matchAll(/(\d{8})-0000-4000/g)].map((match) => cases[Number(match[1])]);
  return `${[...new Set(found)].join(" and ")}: ${key}`;
}
