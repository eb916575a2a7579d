// npm run proof:drags [name …]: what is connected on every sheet of demos and corpus, before and after random drags of
// symbols, labels and sheets. EDSNX_DRAGS: how many each (40). Exits with 1 when a drag changed it and did not say so.

import { compareDrags } from "../laws/drag-agreement.ts";
import { corpusRoots, demoRoots } from "../laws/schematic-roots.ts";
import { sheetsOf } from "../laws/sheets.ts";

const wanted = process.argv.slice(2);
const drags = Number(process.env["EDSNX_DRAGS"] ?? 40);
const roots = [...demoRoots(), ...corpusRoots()].filter(
  ({ name }) => wanted.length === 0 || wanted.some((each) => name.includes(each)),
);
let [kept, met, broken] = [0, 0, 0];
const seen = new Set<string>();
for (const { name, file: root } of roots) {
  for (const { file } of sheetsOf(root)) {
    if (seen.has(file)) continue;
    seen.add(file);
    const found = await compareDrags(file, drags);
    kept += found.kept;
    met += found.met;
    broken += found.broken.length;
    for (const line of found.broken) console.log(`${name}: ${line}`);
  }
}
console.log(`${kept} drags on ${seen.size} sheets: ${broken} changed what is connected; ${met} more met something`);
process.exit(broken === 0 && kept > 0 ? 0 : 1);
