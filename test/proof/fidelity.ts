// npm run proof:fidelity: every layer of every board and every page of every schematic of the demos and the corpus, drawn
// by the painters that the canvas uses and by KiCad. Arguments: parts of the names of files to look at alone.
import { existsSync } from "node:fs";
import type { Likeness } from "../laws/fidelity.ts";
import { boardLikeness, pagesLikeness } from "../laws/fidelity.ts";
import { corpusFolder, demosFolder, filesBelow } from "../laws/kicad.ts";
import { corpusRoots, demoRoots } from "../laws/schematic-roots.ts";

/** Differing pixels, as a part of the inked ones, from which a picture is listed. */
const LIMIT = 0.01;

const wanted = process.argv.slice(2);
const isWanted = (file: string) => wanted.length === 0 || wanted.some((part) => file.includes(part));
const boards = [...filesBelow(demosFolder, ".kicad_pcb"), ...filesBelow(corpusFolder, ".kicad_pcb")].filter(isWanted);
const roots = [...demoRoots(), ...corpusRoots()]
  .map(({ file }) => file)
  .filter((file) => existsSync(file) && isWanted(file));
const shares: number[] = [];
const listed: string[] = [];
const refused: string[] = [];

for (const [files, look] of [
  [boards, boardLikeness],
  [roots, pagesLikeness],
] as const) {
  for (const file of files) {
    const name = file.replace(demosFolder, "demos").replace(corpusFolder, "corpus");
    try {
      report(name, look(file));
    } catch (thrown) {
      refused.push(`${name}: ${(thrown as Error).message.split("\n")[0]}`);
      console.log(`${name}: ${(thrown as Error).message.split("\n")[0]}`);
    }
  }
}

const sorted = [...shares].sort((a, b) => a - b);
const at = (part: number) => percent(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0);
console.log(
  `\n${shares.length} pictures; differing pixels, of the inked ones: median ${at(0.5)}, 90th percentile ${at(0.9)}, 99th ${at(0.99)}, worst ${at(1)}`,
);
console.log(`\n| picture | of the inked pixels | of all pixels | why |\n| --- | ---: | ---: | --- |`);
for (const row of listed) console.log(row);
for (const each of refused) console.log(`not compared: ${each}`);

function report(name: string, rows: readonly Likeness[]): void {
  const worst = Math.max(0, ...rows.map(({ inked, differing }) => differing / inked));
  console.log(`${name}: ${rows.length} pictures, worst ${percent(worst)}`);
  for (const { name: part, pixels, inked, differing, excuse } of rows) {
    const share = differing / Math.max(1, inked);
    shares.push(share);
    if (share < LIMIT) continue;
    const row = `| ${name} ${part} | ${percent(share)} | ${percent(differing / pixels)} | ${excuse} |`;
    listed.push(row);
    console.log(`  ${row}`);
  }
}

function percent(share: number): string {
  return `${(100 * share).toFixed(3)} %`;
}
