import assert from "node:assert/strict";
import { cpSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { readDoc, writeDoc } from "../../core/model/document.ts";
import { applyStep, invertStep, setStep } from "../../core/model/step.ts";
import { checkFile, readSound } from "../laws/check-file.ts";
import {
  corpusFolder,
  demosFolder,
  filesBelow,
  hasCorpus,
  hasDemos,
  hasKicad,
  kicadFindings,
  needs,
} from "../laws/kicad.ts";

const demos = needs("every board and sheet of KiCad's demos", hasDemos, "the demos");
(demos.skip ? describe.skip : describe)(demos.title, function () {
  this.timeout(240_000);
  for (const file of filesBelow(demosFolder, ".kicad_pcb", ".kicad_sch")) {
    it(file.slice(demosFolder.length + 1), () => {
      const bytes = readFileSync(file);
      const edits = checkFile(bytes, { perKind: bytes.length > 10e6 ? 1 : 3 });
      assert.ok(edits > 0, "an empty sheet has no edit to check, and there is none among the demos");
    });
  }
});

const corpus = needs("every board and sheet of the corpus, KiCad 6 to 10", hasCorpus, "the corpus");
(corpus.skip ? describe.skip : describe)(corpus.title, function () {
  this.timeout(240_000);
  for (const file of filesBelow(corpusFolder, ".kicad_pcb", ".kicad_sch")) {
    it(file.slice(corpusFolder.length + 1), () => {
      const bytes = readFileSync(file);
      if (readDoc(bytes).doc !== null) checkFile(bytes);
      else assert.match(readDoc(bytes).problems.at(-1)!.message, /older than KiCad 6/);
    });
  }
});

const oracle = needs(
  "KiCad finds the same before an edit and after its undo",
  hasKicad && hasDemos,
  "kicad-cli with its demos",
);
(oracle.skip ? describe.skip : describe)(oracle.title, function () {
  this.timeout(180_000);
  /** Where moving a part half an inch must show in what KiCad finds. */
  const telling = ["stickhub/StickHub.kicad_pcb", "ecc83/ecc83-pp.kicad_pcb"];
  const sheets = ["ecc83/ecc83-pp.kicad_sch", "complex_hierarchy/complex_hierarchy.kicad_sch"];
  const boards = filesBelow(demosFolder, ".kicad_pcb")
    .filter((file) => statSync(file).size < 2_500_000)
    .map((file) => file.slice(demosFolder.length + 1));
  for (const name of [...boards, ...sheets]) {
    it(name, async () => {
      const folder = mkdtempSync(join(tmpdir(), "edsnx-oracle-"));
      try {
        cpSync(dirname(join(demosFolder, name)), folder, { recursive: true });
        const file = join(folder, basename(name));
        const before = await kicadFindings(file);
        const bytes = readFileSync(file);
        const doc = readSound(bytes);
        const kind = doc.kind === "board" ? "footprint" : "symbol";
        const part = [...doc.items.ofKind(kind)].at(-1)!;
        const at = part["at"] as { x: number; y: number; angle: number };
        const step = setStep(part, { at: { ...at, x: at.x + 12_700_000 } })!;
        const moved = applyStep(doc, step);
        writeFileSync(file, writeDoc(moved));
        const during = await kicadFindings(file);
        if (telling.includes(name) || sheets.includes(name)) assert.notDeepEqual(during, before);
        const undone = applyStep(moved, invertStep(step));
        writeFileSync(file, writeDoc(undone));
        assert.ok(readFileSync(file).equals(bytes));
        assert.deepEqual(await kicadFindings(file), before);
      } finally {
        rmSync(folder, { recursive: true });
      }
    });
  }
});
