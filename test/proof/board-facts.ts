// npm run proof:board-facts: what pcbnew finds on every board of KiCad 6 to 9, and what the model says, kind by kind.
import { readFileSync } from "node:fs";
import { readDoc } from "../../core/model/document.ts";
import { corpusFolder, demosFolder, filesBelow } from "../laws/kicad.ts";
import { boardAgreement } from "../oracle/board-facts.ts";

const totals = new Map<string, { same: number; onlyKicad: number; onlyOurs: number }>();
let boards = 0;
for (const file of [...filesBelow(demosFolder, ".kicad_pcb"), ...filesBelow(corpusFolder, ".kicad_pcb")]) {
  const { doc } = readDoc(readFileSync(file));
  // KiCad 9 reads no board of KiCad 10.
  if (doc === null || doc.version > 20241229) continue;
  boards++;
  const name = file.replace(demosFolder, "demos").replace(corpusFolder, "corpus");
  for (const { kind, same, onlyKicad, onlyOurs } of await boardAgreement(file)) {
    const total = totals.get(kind) ?? { same: 0, onlyKicad: 0, onlyOurs: 0 };
    total.same += same;
    total.onlyKicad += onlyKicad.length;
    total.onlyOurs += onlyOurs.length;
    totals.set(kind, total);
    for (const each of onlyKicad.slice(0, 3)) console.log(`${name}: ${kind} only KiCad: ${each}`);
    for (const each of onlyOurs.slice(0, 3)) console.log(`${name}: ${kind} only ours: ${each}`);
  }
}
console.log(`\n${boards} boards\n\n| kind | the same | only KiCad | only ours |\n| --- | ---: | ---: | ---: |`);
for (const [kind, { same, onlyKicad, onlyOurs }] of totals)
  console.log(`| ${kind} | ${same.toLocaleString("en")} | ${onlyKicad} | ${onlyOurs} |`);
