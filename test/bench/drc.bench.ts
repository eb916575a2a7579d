import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { demosFolder } from "../laws/kicad.ts";
import type { Figure } from "./figures.ts";
import { printFigures } from "./figures.ts";

const root = join(import.meta.dirname, "../..");

/** From small to the 70 MB board; each is checked by a whole process of ours and by one of KiCad's, one after the other. */
const boards = [
  "complex_hierarchy/complex_hierarchy",
  "stickhub/StickHub",
  "kit-dev-coldfire-xilinx_5213/kit-dev-coldfire-xilinx_5213",
  "royalblue54L_feather/RoyalBlue54L-Feather",
  "tiny_tapeout/tinytapeout-demo",
  "video/video",
  ...(process.env["EDSNX_BENCH_LARGE"] === undefined ? [] : ["vme-wren/vme-wren"]),
];

/** `edsnx check.drc` against `kicad-cli pcb drc`, whole processes. */
export async function benchDrc(): Promise<void> {
  const figures: Figure[] = [];
  const folder = mkdtempSync(join(tmpdir(), "edsnx-bench-drc-"));
  for (const name of boards) {
    const board = join(demosFolder, `${name}.kicad_pcb`);
    if (!existsSync(board)) continue;
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
    figures.push({ what: name.slice(name.lastIndexOf("/") + 1), ms: ours, kicadMs: millisecondsOf("kicad-cli", args) });
  }
  rmSync(folder, { recursive: true });
  printFigures("edsnx check.drc, whole process", figures);
}

function millisecondsOf(program: string, args: readonly string[]): number {
  const started = performance.now();
  const { status, stderr } = spawnSync(program, args, { encoding: "utf8", maxBuffer: 1 << 28 });
  if (status !== 0) throw new Error(`${program} ${args.join(" ")}: ${stderr}`);
  return performance.now() - started;
}
