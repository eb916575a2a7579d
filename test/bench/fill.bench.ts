import { join } from "node:path";
import { fillPool } from "../../bridge/node/fill-pool.ts";
import { ourFills } from "../laws/fill-agreement.ts";
import { demosFolder } from "../laws/kicad.ts";
import type { Figure } from "./figures.ts";
import { kicadTimes, median, printFigures } from "./figures.ts";

const boards = [
  "video/video.kicad_pcb",
  "tiny_tapeout/tinytapeout-demo.kicad_pcb",
  "royalblue54L_feather/RoyalBlue54L-Feather.kicad_pcb",
  "vme-wren/vme-wren.kicad_pcb",
];

/** All zones of a board, filled with every core, against KiCad in the same run. */
export async function benchFill(): Promise<void> {
  const pool = await fillPool(join(import.meta.dirname, "../../out/edsnx-fill-worker.cjs"));
  for (const name of boards) {
    const file = join(demosFolder, name);
    const kicad = kicadTimes(`
import pcbnew, json, time, os, resource
b=pcbnew.LoadBoard(${JSON.stringify(file)}); before=resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
t=time.time(); pcbnew.ZONE_FILLER(b).Fill(b.Zones()); fill=time.time()-t
print(json.dumps({"fill":fill*1000,"mb":resource.getrusage(resource.RUSAGE_SELF).ru_maxrss/1000,"before":before/1000}), flush=True)
os._exit(0)`);
    // Once to start the workers and let the code get warm, as in an editor that is open.
    await ourFills(file, pool);
    const runs: number[] = [];
    for (let i = 0; i < 3; i++) runs.push((await ourFills(file, pool)).ms);
    const ms = median(runs);
    const figure: Figure = {
      what: `fill, ${pool.width} workers`,
      ms,
      ...(kicad === null ? {} : { kicadMs: kicad["fill"]!, target: kicad["fill"]! / 2 }),
    };
    printFigures(name, [figure]);
    const mine = Math.round(process.memoryUsage().rss / 1e6);
    console.log(
      `  memory ${mine} MB${kicad === null ? "" : `, KiCad ${Math.round(kicad["mb"]!)} MB (${Math.round(kicad["before"]!)} before filling)`}`,
    );
  }
}
