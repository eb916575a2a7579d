import assert from "node:assert/strict";
import { dirname, join } from "node:path";
import { compareDrags } from "../laws/drag-agreement.ts";
import { hasDemos, needs } from "../laws/kicad.ts";
import { demoRoot } from "../laws/schematic-roots.ts";

/**
 * Demos and sheets: hidden pins of power symbols, buses with labels, sheets with many pins. `npm run proof:drags` takes
 * every sheet of demos and corpus.
 */
const samples: readonly (readonly [string, string])[] = [
  ["complex_hierarchy/complex_hierarchy", "ampli_ht.kicad_sch"],
  ["pic_programmer/pic_programmer", "pic_programmer.kicad_sch"],
  ["video/video", "video.kicad_sch"],
  ["video/video", "muxdata.kicad_sch"],
  ["royalblue54L_feather/RoyalBlue54L-Feather", "RoyalBlue54L-Feather.kicad_sch"],
];

const { title, skip } = needs("random drags on sheets of KiCad's demos", hasDemos, "the demos");

(skip ? describe.skip : describe)(title, function () {
  this.timeout(120_000);

  for (const [root, sheet] of samples) {
    it(`keep what is connected on ${sheet}, unless they say otherwise`, async () => {
      const { kept, broken } = await compareDrags(join(dirname(demoRoot(root).file), sheet), 20);
      assert.deepEqual(broken, []);
      assert.ok(kept >= 10, `${kept} drags met nothing`);
    });
  }
});
