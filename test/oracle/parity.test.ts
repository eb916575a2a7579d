import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { corpusFolder, demosFolder, hasCorpus, hasDemos, hasKicad, needs } from "../laws/kicad.ts";
import { compareParity } from "../laws/parity-agreement.ts";

/** Boards with every kind of difference. The rest is `npm run proof:parity`. */
const sample = [
  [demosFolder, "complex_hierarchy/complex_hierarchy"],
  [demosFolder, "flat_hierarchy/flat_hierarchy"],
  [demosFolder, "royalblue54L_feather/nfc_antenna/RoyalBlue54L-NFC-Antenna/RoyalBlue54L-NFC-Antenna"],
  [corpusFolder, "akl-ad4/akl-ad4"],
  [corpusFolder, "akl-ethernet-probe/ethernet-coupled-probe"],
  [corpusFolder, "moteus-c1/moteus_c1"],
] as const;

const { title, skip } = needs(
  "board against schematic, as KiCad's parity check",
  hasKicad && hasDemos && hasCorpus,
  "kicad-cli, its demos or the corpus",
);

(skip ? describe.skip : describe)(title, function () {
  this.timeout(300_000);
  for (const [folder, name] of sample) {
    it(`finds in ${name} what KiCad finds, and nothing else`, async () => {
      const path = join(folder, `${name}.kicad_pcb`);
      assert.ok(existsSync(path), `${path} is missing`);
      const { both, onlyKicad, onlyOurs } = await compareParity(path);
      assert.deepEqual({ onlyKicad, onlyOurs }, { onlyKicad: [], onlyOurs: [] });
      assert.ok([...both.values()].reduce((sum, count) => sum + count, 0) > 0, "a sample that differs in nothing");
    });
  }
});
