// npm run proof:spice [name …]: our SPICE netlists of every demo and corpus project against KiCad's, line by line.
// Exits with 1 when a line differs.
import { corpusRoots, demoRoots } from "../laws/schematic-roots.ts";
import { compareSpice, hasAmbiguousPorts } from "../laws/spice-agreement.ts";

const wanted = process.argv.slice(2);
const roots = [...demoRoots(), ...corpusRoots()].filter(
  ({ name }) => wanted.length === 0 || wanted.some((each) => name.includes(each)),
);
const total = { same: 0, all: 0, differences: 0, unmodelled: 0, ambiguous: 0 };
for (const { name, file } of roots) {
  for (const format of ["spice", "spicemodel"] as const) {
    if (format === "spicemodel" && hasAmbiguousPorts(file)) {
      total.ambiguous++;
      continue;
    }
    const { same, all, differences, unmodelled } = await compareSpice(file, format);
    total.same += same;
    total.all += all;
    total.differences += differences.length;
    total.unmodelled += unmodelled;
    console.log(
      `${name}, ${format}: ${same} of ${all} lines${unmodelled === 0 ? "" : `, ${unmodelled} without model`}`,
    );
    for (const line of differences.slice(0, 12)) console.log(`  ${line.slice(0, 160)}`);
  }
}
console.log(
  `${total.same} of ${total.all} lines of ${roots.length} projects as in KiCad; ` +
    `${total.unmodelled} of models that one of us does not read, ${total.differences} differences; ` +
    `${total.ambiguous} circuits with a net of several names left out`,
);
process.exit(total.differences === 0 && total.all > 0 ? 0 : 1);
