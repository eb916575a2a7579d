import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { demosFolder, filesBelow } from "../laws/kicad.ts";
import type { Figure } from "./figures.ts";
import { millisecondsOf, printFigures } from "./figures.ts";

const root = join(import.meta.dirname, "../..");

/**
 * Every demo that has a board, from small to large; each is checked by a whole process of ours and by one of KiCad's,
 * one after the other. The 70 MB one only when it is asked for.
 */
const boards = filesBelow(demosFolder, ".kicad_pcb")
  .filter((path) => process.env["EDSNX_BENCH_LARGE"] !== undefined || !path.includes("vme-wren"))
  .sort((a, b) => statSync(a).size - statSync(b).size);
/** The share of KiCad's time that a check may take. */
const SHARE = 0.5;

/** `edsnx check.drc` against `kicad-cli pcb drc`, whole processes. */
export async function benchDrc(): Promise<void> {
  const figures: Figure[] = [];
  const folder = mkdtempSync(join(tmpdir(), "edsnx-bench-drc-"));
  const shares: number[] = [];
  for (const board of boards) {
    const ours = millisecondsOf(process.execPath, [
      join(root, "out/edsnx.cjs"),
      "check.drc",
      "--path",
      board,
      "--limit",
      "0",
    ]);
    const args = [
      "pcb",
      "drc",
      "--all-track-errors",
      "--format",
      "json",
      "--severity-all",
      "-o",
      join(folder, "o.json"),
      board,
    ];
    const kicadMs = millisecondsOf("kicad-cli", args);
    shares.push(ours / kicadMs);
    figures.push({ what: basename(board, ".kicad_pcb"), ms: ours, kicadMs });
  }
  rmSync(folder, { recursive: true });
  printFigures("edsnx check.drc, whole process", figures);
  const met = shares.filter((share) => share <= SHARE).length;
  console.log(
    `  at most ${SHARE} of KiCad's time: ${met} of ${shares.length}; worst ${Math.max(...shares).toFixed(2)}`,
  );
}
