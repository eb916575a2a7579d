// npm run proof:bom [name …]: our bills of materials of every demo and corpus project, with many sets of options, against
// those of `kicad-cli sch export bom`. Exits with 1 when one differs.
import { buildNetlist } from "../../core/engines/netlist/netlist.ts";
import { bomCases, compareBom } from "../laws/bom-agreement.ts";
import { corpusRoots, demoRoots } from "../laws/schematic-roots.ts";
import { designOf } from "../laws/sheets.ts";

const wanted = process.argv.slice(2);
const roots = [...demoRoots(), ...corpusRoots()].filter(
  ({ name }) => wanted.length === 0 || wanted.some((each) => name.includes(each)),
);
let [same, all] = [0, 0];
for (const { name, file } of roots) {
  const netlist = buildNetlist(designOf(file));
  for (const call of bomCases) {
    const found = await compareBom(file, netlist, call);
    all++;
    if (found.length === 0) same++;
    else console.log(`${name} ${JSON.stringify(call)}\n  ${found.map((line) => line.slice(0, 200)).join("\n  ")}`);
  }
}
console.log(`${same} of ${all} tables of ${roots.length} projects as in KiCad`);
process.exit(same === all && all > 0 ? 0 : 1);
