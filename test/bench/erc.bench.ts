import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { demoRoots } from "../laws/schematic-roots.ts";
import type { Figure } from "./figures.ts";
import { median, millisecondsOf, printFigures } from "./figures.ts";

const root = join(import.meta.dirname, "../..");
/** The share of KiCad's time that a check may take. */
const SHARE = 0.5;
/** The largest hierarchy of the demos, and the longest that its check may take. */
const LARGEST = { name: "vme-wren", ms: 3000 };
const RUNS = 3;

/** `edsnx check.erc` against `kicad-cli sch erc` on every demo, whole processes, one after the other. */
export async function benchErc(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "edsnx-bench-erc-"));
  const figures: Figure[] = [];
  for (const { name, file } of demoRoots()) {
    const ours: number[] = [];
    const kicads: number[] = [];
    for (let run = 0; run < RUNS; run++) {
      const args = ["check.erc", "--path", file, "--limit", "0"];
      ours.push(millisecondsOf(process.execPath, [join(root, "out/edsnx.cjs"), ...args]));
      const out = ["--format", "json", "--severity-all", "-o", join(folder, "o.json")];
      kicads.push(millisecondsOf("kicad-cli", ["sch", "erc", ...out, file]));
    }
    const target = name.includes(LARGEST.name) ? { target: LARGEST.ms } : {};
    figures.push({ what: name.replace(/\.kicad_sch$/, ""), ms: median(ours), kicadMs: median(kicads), ...target });
  }
  rmSync(folder, { recursive: true });
  printFigures("edsnx check.erc, whole process", figures);
  const shares = figures.map(({ ms, kicadMs }) => ms / kicadMs!);
  const met = shares.filter((share) => share <= SHARE).length;
  console.log(
    `  at most ${SHARE} of KiCad's time: ${met} of ${shares.length}; worst ${Math.max(...shares).toFixed(2)}`,
  );
}
