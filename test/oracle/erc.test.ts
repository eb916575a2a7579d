import assert from "node:assert/strict";
import { annotationTypes, compareErc, libraryTypes } from "../laws/erc-agreement.ts";
import { hasDemos, hasKicad, needs } from "../laws/kicad.ts";
import { demoRoot } from "../laws/schematic-roots.ts";

/** Projects with findings of many types. The rest is `npm run proof:erc`. */
const sample = [
  "complex_hierarchy/complex_hierarchy",
  "interf_u/interf_u",
  "kit-dev-coldfire-xilinx_5213/kit-dev-coldfire-xilinx_5213",
  "royalblue54L_feather/RoyalBlue54L-Feather",
  "stickhub/StickHub",
  "tiny_tapeout/tinytapeout-demo",
];

const { title, skip } = needs("ERC against KiCad", hasKicad && hasDemos, "kicad-cli or its demos");

(skip ? describe.skip : describe)(title, function () {
  this.timeout(300_000);
  for (const name of sample) {
    it(`finds in ${name} what KiCad finds, and nothing else`, async () => {
      const found = await compareErc(demoRoot(name).file, null);
      for (const [type, { kicadOnly, oursOnly }] of found) {
        if (libraryTypes.has(type) || annotationTypes.has(type)) continue;
        assert.deepEqual({ kicadOnly, oursOnly }, { kicadOnly: [], oursOnly: [] }, type);
      }
    });
  }
});
