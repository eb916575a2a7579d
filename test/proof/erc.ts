// npm run proof:erc [name …]: our ERC of every demo and corpus project against KiCad's, by type and items.
// Exits with 1 when we find less than 99 % of what KiCad finds, or more than 1 % beside it.
import { annotationTypes, compareErc } from "../laws/erc-agreement.ts";
import { corpusRoots, demoRoots } from "../laws/schematic-roots.ts";

const wanted = process.argv.slice(2);
const roots = [...demoRoots(), ...corpusRoots()].filter(
  ({ name }) => wanted.length === 0 || wanted.some((each) => name.includes(each)),
);
const total = new Map<string, { both: number; moved: number; chosen: number; kicadOnly: number; oursOnly: number }>();
for (const root of roots) {
  const found = await compareErc(root.file, "libraries");
  const lines: string[] = [];
  for (const [type, { both, moved, chosen, kicadOnly, oursOnly }] of found) {
    const sum = total.get(type) ?? { both: 0, moved: 0, chosen: 0, kicadOnly: 0, oursOnly: 0 };
    total.set(type, sum);
    sum.both += both;
    sum.moved += moved;
    sum.chosen += chosen;
    sum.kicadOnly += kicadOnly.length;
    sum.oursOnly += oursOnly.length;
    for (const line of kicadOnly) lines.push(`  only KiCad: ${line}`);
    for (const line of oursOnly) lines.push(`  only ours:  ${line}`);
  }
  console.log(`${root.name}: ${lines.length === 0 ? "the same" : `${lines.length} differences`}`);
  for (const line of lines.slice(0, wanted.length > 0 ? 200 : 12)) console.log(line);
}
const sum = { both: 0, moved: 0, chosen: 0, kicadOnly: 0, oursOnly: 0 };
console.log("\ntype                            both  only KiCad  only ours");
for (const [type, row] of [...total].sort(([a], [b]) => (a < b ? -1 : 1))) {
  const note = annotationTypes.has(type) ? "  (KiCad's command line leaves it to annotation)" : "";
  console.log(
    `${type.padEnd(28)}${String(row.both).padStart(8)}${String(row.kicadOnly).padStart(12)}${String(row.oursOnly).padStart(11)}${note}`,
  );
  if (annotationTypes.has(type)) continue;
  sum.both += row.both;
  sum.moved += row.moved;
  sum.chosen += row.chosen;
  sum.kicadOnly += row.kicadOnly;
  sum.oursOnly += row.oursOnly;
}
const all = sum.both + sum.kicadOnly;
const foundShare = sum.both / all;
const extraShare = sum.oursOnly / all;
console.log(
  `${roots.length} projects: found ${(foundShare * 100).toFixed(2)} %, extra ${(extraShare * 100).toFixed(2)} %`,
);
// What KiCad loses as the drawing lies, and tells of a moved copy, counted as ours alone.
const plain = all - sum.moved;
console.log(
  `without moved copies: found ${(((sum.both - sum.moved) / plain) * 100).toFixed(2)} %, extra ${(((sum.oursOnly + sum.moved) / plain) * 100).toFixed(2)} % (${sum.moved} findings)`,
);
process.exit(foundShare >= 0.99 && extraShare <= 0.01 ? 0 : 1);
