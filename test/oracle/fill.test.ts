import assert from "node:assert/strict";
import { statSync } from "node:fs";
import { relative } from "node:path";
import { fillAgreement } from "../laws/fill-agreement.ts";
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
});
