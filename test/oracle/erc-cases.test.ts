import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { nodeLibraries } from "../../bridge/node/node-libraries.ts";
import { ercLibraries } from "../../core/commands/check/erc-libraries.ts";
import { runErc } from "../../core/engines/erc/check.ts";
import { excludableTypes, exclusionTexts } from "../../core/engines/erc/exclusions.ts";
import { rules } from "../../core/engines/erc/rules.ts";
import { buildNetlist } from "../../core/engines/netlist/netlist.ts";
import { annotationTypes, compareErc } from "../laws/erc-agreement.ts";
import { ercTypes, writeErcCases } from "../laws/erc-cases.ts";
import { hasKicad, needs } from "../laws/kicad.ts";
import { kicadErcWithLibraries, kicadHome } from "../laws/kicad-cache.ts";
import { designOf } from "../laws/sheets.ts";

/** Checks that no case of this file can show, and why. */
const unseen: Readonly<Record<string, string>> = {
  bus_entry_needed: "KiCad tells it only when it imports a schematic of another program: its check never does",
  // All items of a bus get the name of one of them before KiCad compares them. Two buses on one line are a fault; we tell it.
  bus_to_bus_conflict: "KiCad 9 has the check, but it compares a bus with itself",
  lib_symbol_issues: "test/oracle/erc-library.test.ts",
  lib_symbol_mismatch: "test/oracle/erc-library.test.ts",
  footprint_filter: "told as footprint_link_issues, in KiCad as with us",
};

const { title, skip } = needs("every check of KiCad 9 on a small fault", hasKicad, "kicad-cli");

(skip ? describe.skip : describe)(title, function () {
  this.timeout(120_000);
  const folder = mkdtempSync(join(tmpdir(), "edsnx-erc-cases-"));
  after(() => rmSync(folder, { recursive: true }));

  it("knows every type of KiCad 9 but the one of its importers", () => {
    const known = new Set(rules.map((rule) => rule.type));
    assert.deepEqual(
      ercTypes.filter((type) => !known.has(type)),
      ["bus_entry_needed", "simulation_model_issue"],
    );
  });

  it("finds what KiCad finds, and nothing else", async () => {
    const found = await compareErc(writeErcCases(folder), "libraries");
    const differing: string[] = [];
    for (const [type, { kicadOnly, oursOnly }] of found)
      if (!annotationTypes.has(type)) differing.push(...kicadOnly, ...oursOnly);
    assert.equal(differing.length, 1, differing.join("\n"));
    assert.match(differing[0]!, /^bus_to_bus_conflict /);
    for (const type of ercTypes) {
      if (annotationTypes.has(type) || unseen[type] !== undefined || type === "simulation_model_issue") continue;
      assert.ok((found.get(type)?.both ?? 0) > 0, `no case of ${type}`);
    }
  });

  it("is excluded by the words that a project has for it, of every type of which they are known", async () => {
    const root = writeErcCases(folder);
    const file = root.replace(/\.kicad_sch$/, ".kicad_pro");
    const project = JSON.parse(readFileSync(file, "utf8"));
    project.erc.rule_severities.lib_symbol_issues = "warning";
    const write = (exclusions: readonly string[]) => {
      project.erc.erc_exclusions = exclusions.map((text) => [text, ""]);
      writeFileSync(file, JSON.stringify(project));
    };
    write([]);
    const netlist = buildNetlist(designOf(root));
    const library = await ercLibraries(nodeLibraries({ settings: kicadHome() }), netlist, root);
    const found = runErc(netlist, { library }).filter(({ type }) => excludableTypes.includes(type));
    const open = await told(root);
    write(found.flatMap((finding) => exclusionTexts(finding.type, finding)));
    const after = await told(root);
    const left = (list: readonly Told[]) =>
      new Set(list.filter(({ excluded }) => excluded !== true).map(({ type }) => type));
    assert.deepEqual(
      excludableTypes.filter((type) => !left(open).has(type)),
      [],
      "types without a case",
    );
    // Words that fit nothing leave the finding as it is. KiCad finds a few more or fewer of some types from run to run.
    assert.deepEqual(
      excludableTypes.filter((type) => left(after).has(type)),
      [],
      "types whose words do not fit",
    );
  });
});

interface Told {
  readonly type: string;
  readonly excluded?: boolean;
}

async function told(root: string): Promise<Told[]> {
  const { sheets } = (await kicadErcWithLibraries(root)) as { sheets: { violations: Told[] }[] };
  return sheets.flatMap((sheet) => sheet.violations);
}
