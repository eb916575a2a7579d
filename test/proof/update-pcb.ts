// npm run proof:update-pcb [name …]: empties each board of demos and corpus that has a schematic, updates it from there,
// and compares: pads and nets with KiCad's netlist, and what KiCad's parity check says. Exits with 1 when anything is left.
import { corpusFolder, demosFolder } from "../laws/kicad.ts";
import { boardsWithSchematics, compareUpdate } from "../laws/update-pcb-agreement.ts";

const wanted = process.argv.slice(2);
const boards = [demosFolder, corpusFolder].flatMap((folder) =>
  boardsWithSchematics(folder).map((path) => ({
    path,
    name: path.slice(folder.length + 1).replace(/\.kicad_pcb$/, ""),
  })),
);
let faults = 0;
const sum = { boards: 0, footprints: 0, pins: 0 };
console.log(
  "| project | footprints | pins | wrong pads | parity | second update | from the board | without | padless pins |",
);
console.log("| --- | --- | --- | --- | --- | --- | --- | --- | --- |");
const details: string[] = [];
for (const { path, name } of boards) {
  if (wanted.length > 0 && !wanted.some((each) => name.includes(each))) continue;
  const found = await compareUpdate(path).catch((thrown: unknown) => String(thrown));
  if (typeof found === "string") {
    faults++;
    console.log(`| ${name} | ${found.slice(0, 300)} |`);
    continue;
  }
  const { footprints, pins, wrongPads, parity, fromBoard, without, padless, again } = found;
  sum.boards++;
  sum.footprints += footprints;
  sum.pins += pins;
  faults += wrongPads.length + parity.length + again.length;
  const cells = [footprints, pins, wrongPads.length, parity.length, again.length];
  const lists = [fromBoard, without, padless].map((list) => list.length);
  console.log(`| ${[name, ...cells, ...lists].join(" | ")} |`);
  const most = wanted.length > 0 ? 100 : 8;
  for (const line of [...wrongPads.slice(0, most), ...parity.slice(0, most), ...again.slice(0, most)])
    details.push(`${name}: ${line}`);
  if (without.length > 0) details.push(`${name}: without a footprint: ${without.join(", ")}`);
  if (padless.length > 0) details.push(`${name}: pins without a pad: ${padless.join(", ")}`);
}
for (const line of details) console.log(line);
console.log(`${sum.boards} boards, ${sum.footprints} footprints, ${sum.pins} pins: ${faults} faults`);
process.exit(faults === 0 ? 0 : 1);
