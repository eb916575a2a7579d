import assert from "node:assert/strict";
import { hasDemos, hasKicad, needs } from "../laws/kicad.ts";
import { compareNets, scrambled } from "../laws/netlist-agreement.ts";
import { demoRoot } from "../laws/schematic-roots.ts";

/** Small hierarchies, buses in and between sheets, aliases, files of several versions. The rest is `npm run proof:netlist`. */
const sample = [
  "complex_hierarchy/complex_hierarchy",
  "interf_u/interf_u",
  "kit-dev-coldfire-xilinx_5213/kit-dev-coldfire-xilinx_5213",
  "royalblue54L_feather/RoyalBlue54L-Feather",
  "stickhub/StickHub",
];

const { title, skip } = needs("nets against KiCad", hasKicad && hasDemos, "kicad-cli or its demos");

(skip ? describe.skip : describe)(title, function () {
  this.timeout(300_000);
  for (const name of sample) {
    it(`are those of ${name}`, async () => {
      const { differences, all } = await compareNets(demoRoot(name).file);
      assert.deepEqual(differences, []);
      assert.ok(all > 10);
    });
    it(`are those of ${name} after random moves, turns and mirrorings`, async () => {
      const { differences } = await compareNets(await scrambled(demoRoot(name), 40));
      assert.deepEqual(differences, []);
    });
  }
});
