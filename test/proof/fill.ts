// npm run proof:fill [part of a path …]: every zone of every demo and corpus board, filled by us and by KiCad.
import { basename } from "node:path";
import type { ZoneAgreement } from "../laws/fill-agreement.ts";
import { fillAgreement } from "../laws/fill-agreement.ts";
import { corpusFolder, demosFolder, filesBelow } from "../laws/kicad.ts";

const wanted = process.argv.slice(2);
const boards = [demosFolder, corpusFolder]
  .flatMap((folder) => filesBelow(folder, ".kicad_pcb"))
  .filter((path) => wanted.length === 0 || wanted.some((part) => path.includes(part)));
const all: ZoneAgreement[] = [];
const percent = (part: number) => `${(part * 100).toFixed(4)} %`;

for (const path of boards) {
  const answer = await fillAgreement(path);
  if (answer === null) {
    console.log(`${basename(path)}: KiCad does not read it`);
    continue;
  }
  const { zones, ms, theirMs } = answer;
  all.push(...zones);
  const worst = zones.reduce((most, each) => Math.max(most, each.difference), 0);
  const times = `${Math.round(ms)} ms in one thread, KiCad ${Math.round(theirMs)} ms`;
  console.log(
    `${basename(path)}: ${zones.length} fills, median ${percent(median(zones))}, worst ${percent(worst)}, ${times}`,
  );
  for (const each of zones) {
    const others = each.pieces !== each.theirPieces || each.islands !== each.theirIslands;
    if (each.difference < 1e-4 && !others) continue;
    const pieces = `${each.pieces} pieces (${each.islands} islands), KiCad ${each.theirPieces} (${each.theirIslands})`;
    console.log(`    ${each.zone} ${each.net} ${each.layer}: ${percent(each.difference)}, ${pieces}`);
  }
}

const worst = all.reduce((most, each) => Math.max(most, each.difference), 0);
const odd = all.filter((each) => each.pieces !== each.theirPieces || each.islands !== each.theirIslands).length;
console.log(
  `${all.length} fills: median ${percent(median(all))}, worst ${percent(worst)}, other pieces or islands in ${odd}`,
);
for (const limit of [1e-4, 1e-3, 5e-3])
  console.log(`    over ${percent(limit)}: ${all.filter((each) => each.difference >= limit).length}`);
process.exit(median(all) < 1e-4 && worst < 5e-3 && odd === 0 ? 0 : 1);

function median(list: readonly ZoneAgreement[]): number {
  const sorted = list.map((each) => each.difference).sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? 0;
}
