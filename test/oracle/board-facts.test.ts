import assert from "node:assert/strict";
import { readFileSync, statSync } from "node:fs";
import { readDoc } from "../../core/model/document.ts";
import { corpusFolder, demosFolder, filesBelow, hasCorpus, hasDemos, hasKicad, needs } from "../laws/kicad.ts";
import { boardAgreement } from "./board-facts.ts";

const suite = needs(
  "boards hold what pcbnew finds: tracks, vias, pads, footprints, zones, nets, layers",
  hasKicad && hasDemos && hasCorpus,
  "KiCad with its demos, and the corpus",
);

/** Boards that KiCad 9 reads; the largest has its own proof. */
const LARGEST = 4e6;

(suite.skip ? describe.skip : describe)(suite.title, function () {
  this.timeout(120_000);
  const files = [...filesBelow(demosFolder, ".kicad_pcb"), ...filesBelow(corpusFolder, ".kicad_pcb")].filter(
    (file) => statSync(file).size < LARGEST,
  );
  for (const file of files) {
    const { doc } = readDoc(readFileSync(file));
    if (doc === null || doc.version > 20241229) continue;
    it(file.replace(demosFolder, "demos").replace(corpusFolder, "corpus"), async () => {
      for (const { kind, onlyKicad, onlyOurs } of await boardAgreement(file))
        assert.deepEqual(
          { kind, onlyKicad: onlyKicad.slice(0, 5), onlyOurs: onlyOurs.slice(0, 5) },
          { kind, onlyKicad: [], onlyOurs: [] },
        );
    });
  }
});
