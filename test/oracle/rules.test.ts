import assert from "node:assert/strict";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { checkBoard } from "../../core/engines/check/check.ts";
import { parseRules } from "../../core/engines/rules/parse-rules.ts";
import { readDoc } from "../../core/model/document.ts";
import { readProjectSettings } from "../../core/model/project/settings.ts";
import type { KicadReport } from "../laws/drc-agreement.ts";
import { hasKicad, needs } from "../laws/kicad.ts";
import { kicadDrc } from "../laws/kicad-cache.ts";

/** A board with one of each kind of item; see its file. */
const probe = join(import.meta.dirname, "rules-probe.kicad_pcb");

/** Conditions that are asked of every item of the probe, as assertions: KiCad tells for which items each does not hold. */
const conditions: readonly string[] = [
  "A.Type == 'Track'",
  "A.Type == 'via' || A.Type == 'Pad'",
  "A.Type == '*Text*'",
  "A.Type == 'Graphic'",
  "A.Type == 'Zone'",
  "A.Type == 'Footprint'",
  "A.Type != 'Track'",
  "A.NetName == '/D_*'",
  "A.NetName == 'gnd'",
  "A.NetClass == 'Default'",
  "A.NetClass == 'Def*' && A.Type == 'Pad'",
  "A.Net == 2",
  "A.Layer == 'F.Cu'",
  "A.Layer == '*.Cu'",
  "A.Width > 0.21mm",
  "A.Width > 8mil",
  "A.width == 0.3mm",
  "A.Width * 2 > 0.5mm",
  "!(A.Width > 0.21mm)",
  "A.Locked",
  "A.Locked == 0",
  "A.Diameter == 0.8mm",
  "A.Hole < 0.35mm",
  "A.Via_Type == 'Micro'",
  "A.Via_Type == 'Through'",
  "A.Via_Type == 'Blind*'",
  "A.Via_Type != 'Micro'",
  "A.Pad_Type == 'SMD'",
  "A.Pad_Type == 'Through-hole'",
  "A.Pad_Number == '2'",
  "A.Pin_Type == 'output'",
  "A.Size_X == 1mm",
  "A.Hole_Size_Y == 2mm",
  "A.Start_X == 100mm",
  "A.End_Y > 102mm",
  "A.Name == 'area*'",
  "A.Reference == 'R1'",
  "A.Value == 'val *'",
  "A.Library_Link == 'Lib:*'",
  "A.isPlated()",
  "A.ISPLATED()",
  "A.isMicroVia()",
  "A.isBlindBuriedVia()",
  "A.existsOnLayer('In1.Cu')",
  "A.existsOnLayer('F.*')",
  "A.existsOnLayer('F.Silkscreen')",
  "A.inDiffPair('*')",
  "A.inDiffPair('/D')",
  "A.inDiffPair('CLK')",
  "A.memberOfGroup('inner')",
  "A.memberOfGroup('outer')",
  "A.memberOfFootprint('R*')",
  "A.memberOfFootprint('Lib:Conn')",
  "A.memberOfSheet('/')",
  "A.memberOfSheet('/sub')",
  "A.memberOfSheet('/s*/')",
  "A.hasNetclass('Default')",
  "A.hasExactNetclass('Default')",
  "A.hasComponentClass('power')",
  "A.intersectsArea('area one')",
  "A.intersectsArea('pour')",
  "A.intersectsArea('area*')",
  "A.insideArea('area one')",
  "A.enclosedByArea('pour')",
  "A.enclosedByArea('area one')",
  "A.intersectsCourtyard('R1')",
  "A.intersectsCourtyard('*')",
  "A.intersectsFrontCourtyard('*')",
  "A.intersectsBackCourtyard('U2')",
  "A.NetName == 'GND' && (A.Type == 'Track' || A.Type == 'Via')",
  "A.bogus == 1",
  "A.bogus != 1",
  "A.Layer == B.Layer",
  "A.Type == 'Track",
];

/** How many conditions go into one run: KiCad stops at 199 findings of a kind. */
const PER_RUN = 4;

const suite = needs("conditions of custom rules are KiCad's", hasKicad, "KiCad");
const run = suite.skip ? describe.skip : describe;

run(suite.title, function () {
  this.timeout(600_000);
  const folder = mkdtempSync(join(tmpdir(), "edsnx-rules-"));
  after(() => rmSync(folder, { recursive: true, force: true }));

  it("for every kind of item", async () => {
    const differing: string[] = [];
    const { doc } = readDoc(new Uint8Array(readFileSync(probe)));
    for (let from = 0; from < conditions.length; from += PER_RUN) {
      const some = conditions.slice(from, from + PER_RUN);
      const rules = some.map((each, i) => `(rule "c${i}" (constraint assertion "${each}"))`).join("\n");
      const text = `(version 1)\n${rules}\n`;
      const board = join(folder, `r${from}`, "probe.kicad_pcb");
      await copyInto(board, text);
      const report = (await kicadDrc(board)) as KicadReport;
      const theirs = failed(
        report.violations.map((v) => ({
          type: v.type,
          detail: v.description,
          items: v.items.map((item) => item.uuid),
        })),
      );
      const ours = failed(
        checkBoard(doc!, {
          settings: readProjectSettings(null),
          rules: parseRules(text).rules,
          only: new Set(["assertion_failure"]),
        }),
      );
      for (const [i, each] of some.entries()) {
        const [a, b] = [theirs.get(`c${i}`) ?? [], ours.get(`c${i}`) ?? []];
        const onlyKicad = a.filter((id) => !b.includes(id));
        const onlyUs = b.filter((id) => !a.includes(id));
        if (onlyKicad.length + onlyUs.length > 0)
          differing.push(`${each}: only KiCad fails ${onlyKicad.join(" ")}, only we fail ${onlyUs.join(" ")}`);
      }
    }
    assert.deepEqual(differing, []);
  });

  async function copyInto(board: string, rules: string): Promise<void> {
    const { mkdirSync } = await import("node:fs");
    mkdirSync(join(board, ".."), { recursive: true });
    copyFileSync(probe, board);
    writeFileSync(board.replace(".kicad_pcb", ".kicad_dru"), rules);
  }
});

/** The items for which each rule's assertion fails, by the rule's name; ids shortened. */
function failed(
  findings: readonly { type: string; detail: string; items: readonly string[] }[],
): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const { type, detail, items } of findings) {
    const name = /rule '(c\d+)'/.exec(detail)?.[1];
    if (type !== "assertion_failure" || name === undefined) continue;
    // KiCad calls a dimension by its text's id, and has no name for fields that the file leaves out.
    const id = items[0]?.slice(-3).replace("032", "033");
    if (id === undefined) continue;
    found.set(name, [...(found.get(name) ?? []), id]);
  }
  return found;
}
