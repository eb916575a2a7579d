// npm run proof:fab [part of a path …]: the manufacturing files of every demo and corpus board (of 70 MB only when named).
import { basename } from "node:path";
import type { LayerAgreement } from "../laws/fab-agreement.ts";
import { fabAgreement } from "../laws/fab-agreement.ts";
import { corpusFolder, demosFolder, filesBelow } from "../laws/kicad.ts";

const wanted = process.argv.slice(2);
const boards = [demosFolder, corpusFolder]
  .flatMap((folder) => filesBelow(folder, ".kicad_pcb"))
  .filter((path) => (wanted.length === 0 ? !path.includes("vme-wren") : wanted.some((part) => path.includes(part))));
const all: LayerAgreement[] = [];
const counts = { holes: { same: 0, other: 0 }, positions: { same: 0, other: 0 } };
for (const path of boards) {
  const began = performance.now();
  const answer = await fabAgreement(path);
  if (answer === null) {
    console.log(`${basename(path)}: KiCad does not read it`);
    continue;
  }
  const { layers } = answer;
  for (const [what, { same, other }] of [
    ["holes", answer.holes],
    ["positions", answer.positions],
  ] as const) {
    counts[what].same += same;
    counts[what].other += other.length;
    if (other.length > 0)
      console.log(
        `  ${basename(path)}: ${what}: ${same} the same, ${other.length} others: ${other.slice(0, 6).join(" | ")}`,
      );
  }
  all.push(...layers);
  const worst = layers.reduce((most, each) => Math.max(most, each.difference), 0);
  console.log(
    `${basename(path)}: ${layers.length} layers, worst ${worst.toFixed(4)} mm2, ${Math.round(performance.now() - began)} ms`,
  );
  for (const each of layers) {
    const { layer, area, theirArea, difference, where, otherPads, objects } = each;
    const odd = [
      ...(each.theirName === null ? ["KiCad has no such file"] : []),
      ...(each.sameHead || each.theirName === null ? [] : ["another file function"]),
      ...(difference > 1e-3
        ? [`${difference.toFixed(4)} mm2 of ${area.toFixed(3)} / ${theirArea.toFixed(3)} differ, at ${where}`]
        : []),
      ...(objects.length > 0 ? [objects.slice(0, 4).join("; ")] : []),
      ...(otherPads.length > 0
        ? [`${otherPads.length} other pads of ${each.samePads}: ${otherPads.slice(0, 4).join(" | ")}`]
        : []),
    ];
    if (odd.length > 0) console.log(`    ${layer}: ${odd.join("; ")}`);
  }
}
const same = all.filter((each) => each.difference <= 1e-3).length;
console.log(`${boards.length} boards, ${all.length} layers: ${same} the same picture`);
for (const [what, { same: n, other }] of Object.entries(counts))
  console.log(`${what}: ${n} the same, ${other} in one only`);
const pads = all.reduce((sum, each) => sum + each.samePads, 0);
const others = all.reduce((sum, each) => sum + each.otherPads.length, 0);
console.log(`pads and vias: ${pads} the same, ${others} in one only`);
