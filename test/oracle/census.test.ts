import assert from "node:assert/strict";
import { readFileSync, statSync } from "node:fs";
import { Census } from "../laws/census.ts";
import { corpusFolder, demosFolder, filesBelow, hasCorpus, hasDemos, needs } from "../laws/kicad.ts";

/** The one board above this size has no token of its own. */
const LARGEST = 20e6;

for (const [title, folder, has] of [
  ["KiCad's demos", demosFolder, hasDemos],
  ["the corpus, KiCad 6 to 10", corpusFolder, hasCorpus],
] as const) {
  const suite = needs(`the shape tables read every list of ${title}`, has, title);
  (suite.skip ? describe.skip : describe)(suite.title, function () {
    this.timeout(300_000);
    it("and name what they do not", () => {
      const census = new Census();
      for (const file of filesBelow(folder, ".kicad_pcb", ".kicad_sch"))
        if (statSync(file).size < LARGEST) census.add(readFileSync(file));
      assert.deepEqual(
        census.result().map(({ path, count, sample }) => `${path} ${count} ${sample}`),
        [],
      );
    });
  });
}
