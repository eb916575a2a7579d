// npm run proof:netlist [name …]: our nets of every demo and corpus project against KiCad's, as they are and after
// a hundred random moves, turns and mirrorings. Exits with 1 when a net differs.
import { compareNets, scrambled } from "../laws/netlist-agreement.ts";
import { corpusRoots, demoRoots } from "../laws/schematic-roots.ts";

const EDITS = Number(process.env["EDSNX_EDITS"] ?? 100);
const wanted = process.argv.slice(2);
const roots = [...demoRoots(), ...corpusRoots()].filter(
  ({ name }) => wanted.length === 0 || wanted.some((each) => name.includes(each)),
);
const total = { same: 0, all: 0, differences: 0 };

for (const root of roots) {
  await report(root.name, root.file);
  try {
    if (EDITS > 0) await report(`${root.name}, ${EDITS} edits`, await scrambled(root, EDITS));
  } catch (error) {
    total.differences++;
    console.log(`${root.name}, ${EDITS} edits: ${String(error)}`);
  }
}
console.log(
  `${total.same} of ${total.all} nets of ${roots.length} projects as in KiCad; ${total.differences} differences`,
);
process.exit(total.differences === 0 && total.all > 0 ? 0 : 1);

async function report(name: string, file: string): Promise<void> {
  const { same, all, differences, classUnknownToKicad, otherMember, ms } = await compareNets(file);
  total.same += same;
  total.all += all;
  total.differences += differences.length;
  const note = classUnknownToKicad === 0 ? "" : `, ${classUnknownToKicad} classes that KiCad's netlist leaves out`;
  const named = otherMember === 0 ? "" : `, ${otherMember} named by another member of their buses`;
  console.log(`${name}: ${same} of ${all} nets${note}${named}, ${ms.toFixed(0)} ms`);
  for (const line of differences.slice(0, 10)) console.log(`  ${line.slice(0, 200)}`);
}
