import assert from "node:assert/strict";
import { basename, join } from "node:path";
import { demosFolder, hasDemos, needs } from "../laws/kicad.ts";
import { teardropAgreement } from "../laws/teardrop-agreement.ts";

const suite = needs("Teardrops are those that KiCad 9 left in its demos", hasDemos, "KiCad's demos");
const run = suite.skip ? describe.skip : describe;

/**
 * KiCad 9.0 has no way to make teardrops without its window, so its own are taken from boards. It makes of a track that
 * crosses a pad or via with both ends outside a flat third one, two of whose corners are in one place; ours are then the
 * two to either side (`odd` KiCad's, `more` ours).
 */
const boards = [
  { path: "royalblue54L_feather/RoyalBlue54L-Feather.kicad_pcb", odd: 5, more: 10 },
  { path: "flat_hierarchy/flat_hierarchy.kicad_pcb", odd: 1, more: 2 },
  { path: "complex_hierarchy/complex_hierarchy.kicad_pcb", odd: 0, more: 2 },
];

run(suite.title, function () {
  this.timeout(120_000);
  for (const { path, odd, more } of boards) {
    it(basename(path), async () => {
      const { theirs, extra } = await teardropAgreement(join(demosFolder, path));
      const off = theirs.filter(({ difference }) => difference >= 1e-4);
      assert.ok(off.length <= odd, JSON.stringify(off));
      assert.ok(extra.length <= more, JSON.stringify(extra));
      assert.ok(theirs.length >= 160, `${theirs.length} teardrops were compared`);
    });
  }
});
