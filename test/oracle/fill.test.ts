import assert from "node:assert/strict";
import { mkdirSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { fillAgreement } from "../laws/fill-agreement.ts";
import { fillBoards, fillBoardText } from "../laws/fill-boards.ts";
import { fillRuleBoards, fillRuleBoardText } from "../laws/fill-rule-boards.ts";
import { corpusFolder, demosFolder, filesBelow, hasDemos, hasKicad, needs } from "../laws/kicad.ts";

/** Bigger boards are left to `npm run proof:fill`. */
const MAX_BYTES = 1_100_000;

const suite = needs("zones are filled as by KiCad", hasDemos && hasKicad, "KiCad or its demos");
const run = suite.skip ? describe.skip : describe;

run(suite.title, function () {
  this.timeout(600_000);
  it("the copper of every zone of smaller boards, to 0.5 % of the zone, half of them to 0.01 %", async () => {
    const boards = [demosFolder, corpusFolder]
      .flatMap((folder) => filesBelow(folder, ".kicad_pcb"))
      .filter((path) => statSync(path).size <= MAX_BYTES);
    const differing: string[] = [];
    const all: number[] = [];
    for (const path of boards) {
      const answer = await fillAgreement(path);
      for (const each of answer?.zones ?? []) {
        all.push(each.difference);
        if (each.difference < 5e-3 && each.islands === each.theirIslands) continue;
        const where = `${relative(demosFolder, path)} ${each.zone} ${each.layer}`;
        differing.push(`${where}: ${each.difference}, ${each.islands} islands instead of ${each.theirIslands}`);
      }
    }
    assert.deepEqual(differing, []);
    all.sort((a, b) => a - b);
    assert.ok(all.length > 400, `${all.length} fills were compared`);
    assert.ok(all[all.length >> 1]! < 1e-4);
  });

  for (const board of fillBoards) {
    it(`${board.name}: a zone made for it, to 0.001 %`, async () => {
      // Always the same folder, by which KiCad's answers are kept.
      const folder = join(tmpdir(), "edsnx-fill-boards", board.name.replace(" ", "-"));
      mkdirSync(folder, { recursive: true });
      const path = join(folder, "board.kicad_pcb");
      writeFileSync(path, fillBoardText(board));
      const answer = await fillAgreement(path);
      assert.equal(answer?.zones.length, 1);
      const [zone] = answer.zones;
      assert.ok(zone!.difference < 1e-5, `${zone!.difference}`);
      assert.deepEqual([zone!.pieces, zone!.islands], [zone!.theirPieces, zone!.theirIslands]);
    });
  }

  for (const { name, rules } of fillRuleBoards) {
    it(`rules of distance whatever the nets, ${name}: every layer's copper to 0.02 %`, async () => {
      const folder = join(tmpdir(), "edsnx-fill-rule-boards", name.replaceAll(" ", "-"));
      mkdirSync(folder, { recursive: true });
      const path = join(folder, "board.kicad_pcb");
      writeFileSync(path, fillRuleBoardText());
      writeFileSync(path.replace(/pcb$/, "dru"), `(version 1)\n${rules}\n`);
      const answer = await fillAgreement(path);
      assert.equal(answer?.zones.length, 3);
      for (const { layer, difference, pieces, theirPieces } of answer.zones) {
        assert.ok(difference < 2e-4, `${layer}: ${difference}`);
        assert.equal(pieces, theirPieces);
      }
    });
  }
});
