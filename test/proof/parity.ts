// npm run proof:parity [name …]: what we find between boards and schematics of demos and corpus against KiCad's parity
// check, by type, text and items. Exits with 1 when we find less than 99 % of it, or more than 1 % beside it.
import { existsSync } from "node:fs";
import { corpusFolder, demosFolder, filesBelow } from "../laws/kicad.ts";
import { compareParity } from "../laws/parity-agreement.ts";

const wanted = process.argv.slice(2);
const boards = [...filesBelow(demosFolder, ".kicad_pcb"), ...filesBelow(corpusFolder, ".kicad_pcb")]
  .filter((path) => existsSync(path.replace(/pcb$/, "sch")) && existsSync(path.replace(/pcb$/, "pro")))
  // KiCad takes minutes for it; name it to have it.
  .filter((path) => (wanted.length === 0 ? !path.includes("vme-wren") : wanted.some((each) => path.includes(each))));
const total = new Map<string, number>();
let [missed, extra] = [0, 0];
for (const path of boards) {
  const { both, onlyKicad, onlyOurs } = await compareParity(path);
  for (const [type, count] of both) total.set(type, (total.get(type) ?? 0) + count);
  missed += onlyKicad.length;
  extra += onlyOurs.length;
  const differences = onlyKicad.length + onlyOurs.length;
  console.log(`${path}: ${differences === 0 ? "the same" : `${differences} differences`}`);
  const lines = [
    ...onlyKicad.map((line) => `  only KiCad: ${line}`),
    ...onlyOurs.map((line) => `  only ours:  ${line}`),
  ];
  for (const line of lines.slice(0, wanted.length > 0 ? 200 : 12)) console.log(line);
}
const found = [...total.values()].reduce((sum, count) => sum + count, 0);
for (const [type, count] of [...total].sort()) console.log(`${type.padEnd(28)}${String(count).padStart(8)}`);
const share = (part: number) => `${((100 * part) / Math.max(1, found + missed)).toFixed(2)} %`;
console.log(`${boards.length} boards: found ${share(found)} of ${found + missed}, extra ${share(extra)}`);
process.exit(missed > 0.01 * (found + missed) || extra > 0.01 * (found + missed) ? 1 : 0);
