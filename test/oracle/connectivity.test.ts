import assert from "node:assert/strict";
import { statSync } from "node:fs";
import { demosFolder, filesBelow, hasDemos, hasKicad, needs } from "../laws/kicad.ts";
import { compareConnectivity } from "./connectivity-agreement.ts";

/** `npm run proof:connectivity` has all boards. */
const MAX_BYTES = 180_000;

const suite = needs(
  "missing connections while tracks are deleted, as KiCad counts them",
  hasDemos && hasKicad,
  "KiCad",
);
const run = suite.skip ? describe.skip : describe;

run(suite.title, function () {
  this.timeout(300_000);
  for (const path of filesBelow(demosFolder, ".kicad_pcb").filter((each) => statSync(each).size <= MAX_BYTES)) {
    it(path.slice(demosFolder.length + 1), async () => {
      const { ours, theirs, fresh } = await compareConnectivity(path);
      assert.deepEqual(ours, theirs);
      assert.ok(fresh, "what was kept equals what is made anew");
    });
  }
});
