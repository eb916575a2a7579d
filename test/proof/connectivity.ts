// Clusters and missing connections against KiCad's on every demo and corpus board, also while 200 tracks and vias are
// deleted one by one. Prints a row for each board; fails when one differs.
import { statSync } from "node:fs";
import { basename } from "node:path";
import { corpusFolder, demosFolder, filesBelow } from "../laws/kicad.ts";
import { compareConnectivity } from "../oracle/connectivity-agreement.ts";

const limit = Number(process.argv[2] ?? 8_000_000);
const boards = [demosFolder, corpusFolder]
  .flatMap((folder) => filesBelow(folder, ".kicad_pcb"))
  .filter((path) => statSync(path).size <= limit);
let differ = 0;
let same = 0;
for (const path of boards) {
  const { ours, theirs, fresh } = await compareConnectivity(path);
  const equal = theirs === null || JSON.stringify(ours) === JSON.stringify(theirs);
  if (!equal || !fresh) differ++;
  else if (theirs !== null) same++;
  const verdict = theirs === null ? "KiCad 9 cannot read it" : equal ? "equal" : `DIFFERS: KiCad ${theirs.join(" ")}`;
  console.log(`${basename(path)}: ${ours.join(" ")}: ${verdict}${fresh ? "" : "; NOT as made anew"}`);
}
console.log(`${same} boards equal, ${differ} differ`);
process.exitCode = differ > 0 ? 1 : 0;
