import assert from "node:assert/strict";
import { basename } from "node:path";
import { fabAgreement } from "../laws/fab-agreement.ts";
import { corpusFolder, demosFolder, hasCorpus, hasDemos, hasKicad, needs } from "../laws/kicad.ts";

/** Small boards with custom pads, slots, arcs, net ties, a panel and a KiCad 6 file; the rest is `npm run proof:fab`. */
const boards = [
  `${demosFolder}/custom_pads_test/custom_pads_test.kicad_pcb`,
  `${demosFolder}/ecc83/ecc83-pp.kicad_pcb`,
  `${demosFolder}/microwave/microwave.kicad_pcb`,
  `${demosFolder}/test_pads_inside_pads/test_pads_inside_pads.kicad_pcb`,
  `${demosFolder}/pic_programmer/pic_programmer.kicad_pcb`,
  `${corpusFolder}/kikit-conn/conn.kicad_pcb`,
  `${corpusFolder}/castor-pollux/interposer/interposer.kicad_pcb`,
  `${corpusFolder}/sago35-panel25/panel25/panel25/panel25.kicad_pcb`,
];

const suite = needs(
  "manufacturing files are KiCad's",
  hasDemos && hasCorpus && hasKicad,
  "KiCad, its demos or the corpus",
);
const run = suite.skip ? describe.skip : describe;

run(suite.title, function () {
  this.timeout(600_000);
  for (const path of boards) {
    it(`${basename(path)}: each layer's picture, each pad's attributes, each hole and each place`, async () => {
      const answer = await fabAgreement(path);
      assert.ok(answer !== null, "KiCad reads it");
      for (const layer of answer.layers) {
        assert.ok(layer.theirName !== null, `KiCad has ${layer.name}`);
        assert.ok(layer.sameHead, `${layer.layer}: file function and polarity`);
        assert.ok(layer.difference < 1e-3, `${layer.layer}: ${layer.difference} mm2 differ, at ${layer.where}`);
        assert.deepEqual(layer.otherPads, [], layer.layer);
      }
      assert.deepEqual(answer.holes.other, []);
      assert.deepEqual(answer.positions.other, []);
      assert.ok(answer.layers.some((layer) => layer.area > 1));
    });
  }
});
