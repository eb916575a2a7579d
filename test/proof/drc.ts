// Every board of the demos and the corpus: our design rule check against KiCad's, violation by violation.
import { statSync, writeFileSync } from "node:fs";
import { agreementOf, type KicadReport, ownFindings, type Tally } from "../laws/drc-agreement.ts";
import { corpusFolder, demosFolder, filesBelow } from "../laws/kicad.ts";
import { kicadDrc } from "../laws/kicad-cache.ts";

const [only, details] = process.argv.slice(2);
const boards = [demosFolder, corpusFolder]
  .flatMap((folder) => filesBelow(folder, ".kicad_pcb"))
  .filter((path) => (only === "-" ? !path.includes("vme-wren") : true))
  .filter((path) => only === undefined || only === "-" || path.includes(only))
  .sort((a, b) => statSync(a).size - statSync(b).size);
const total = new Map<string, Tally>();
const lines: string[] = [];
for (const path of boards) {
  let report: KicadReport;
  try {
    report = (await kicadDrc(path)) as KicadReport;
  } catch {
    console.log(`${short(path)}: KiCad does not read it`);
    continue;
  }
  const start = process.hrtime.bigint();
  const { findings, items } = await ownFindings(path);
  const ms = Number(process.hrtime.bigint() - start) / 1e6;
  const types = agreementOf(report, findings, items);
  const bad = [...types].filter(([, { onlyKicad, onlyUs }]) => onlyKicad.length + onlyUs.length > 0);
  const summary = bad.map(([type, t]) => `${type} ${t.both}/-${t.onlyKicad.length}/+${t.onlyUs.length}`).join(", ");
  console.log(`${short(path)} ${Math.round(ms)} ms: ${summary || "the same"}`);
  for (const [type, t] of types) {
    const sum = total.get(type) ?? { both: 0, onlyKicad: [], onlyUs: [] };
    sum.both += t.both;
    sum.onlyKicad.push(...t.onlyKicad);
    sum.onlyUs.push(...t.onlyUs);
    total.set(type, sum);
    for (const key of t.onlyKicad) lines.push(`- ${short(path)} ${key}`);
    for (const key of t.onlyUs) lines.push(`+ ${short(path)} ${key}`);
  }
}
if (details !== undefined) writeFileSync(details, `${lines.join("\n")}\n`);
let both = 0;
let missed = 0;
let extra = 0;
for (const [type, t] of [...total].sort((a, b) => b[1].both - a[1].both)) {
  const share = (100 * t.both) / Math.max(1, t.both + t.onlyKicad.length);
  console.log(
    `${type.padEnd(36)} both ${t.both}  only KiCad ${t.onlyKicad.length}  only us ${t.onlyUs.length}  ${share.toFixed(1)} %`,
  );
  both += t.both;
  missed += t.onlyKicad.length;
  extra += t.onlyUs.length;
}
console.log(
  `all: both ${both}, only KiCad ${missed}, only us ${extra}: ${((100 * both) / (both + missed)).toFixed(2)} % found`,
);

function short(path: string): string {
  return path.replace(demosFolder, "demos").replace(corpusFolder, "corpus");
}
