import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildSync } from "esbuild";
import { nodeFiles } from "../../bridge/node/node-files.ts";
import { AgentCore } from "../../core/agent/agent-core.ts";
import { readDoc, writeDoc } from "../../core/model/document.ts";
import { Session } from "../../core/session/session.ts";
import { registry, tester } from "../laws/check-edit.ts";
import { demosFolder } from "../laws/kicad.ts";
import { memoryPorts } from "../laws/memory-ports.ts";
import type { Figure } from "./figures.ts";
import { kicadTimes, printFigures, timed, timedAsync } from "./figures.ts";

/** The best of three processes that read a board whole: others on the machine make one of them slow. */
function decodedAlone(file: string): { all: number; cpu: number; peakMb: number } {
  const folder = mkdtempSync(join(tmpdir(), "edsnx-bench-"));
  const outfile = join(folder, "decode-board.cjs");
  const entryPoints = [join(import.meta.dirname, "decode-board.ts")];
  // As the program is built: what the tests' loader adds would be measured, too.
  buildSync({ entryPoints, outfile, bundle: true, platform: "node", format: "cjs", logLevel: "error" });
  const runs = [1, 2, 3].map(() => {
    const { stdout } = spawnSync(process.execPath, [outfile, file], { encoding: "utf8" });
    return JSON.parse(stdout) as { all: number; cpu: number; peakMb: number };
  });
  rmSync(folder, { recursive: true });
  const best = (of: (run: (typeof runs)[number]) => number) => Math.min(...runs.map(of));
  return {
    all: best((run) => run.all),
    cpu: best((run) => run.cpu),
    peakMb: Math.max(...runs.map((run) => run.peakMb)),
  };
}

/** Reading, editing and saving, against KiCad on the same file in the same run. */
export async function benchFiles(): Promise<void> {
  for (const name of ["vme-wren/vme-wren.kicad_pcb", "video/video.kicad_pcb"]) {
    const file = join(demosFolder, name);
    const big = name.startsWith("vme");
    const bytes = readFileSync(file);
    const figures: Figure[] = [];
    const folder = mkdtempSync(join(tmpdir(), "edsnx-bench-"));
    const kicad = kicadTimes(`
import pcbnew, json, time
t=time.time(); b=pcbnew.LoadBoard(${JSON.stringify(file)}); load=time.time()-t
t=time.time(); pcbnew.SaveBoard(${JSON.stringify(join(folder, "kicad.kicad_pcb"))}, b); save=time.time()-t
print(json.dumps({"load":load*1000,"save":save*1000}))`);
    const load = kicad === null ? {} : { kicadMs: kicad["load"]! };
    const save = kicad === null ? {} : { kicadMs: kicad["save"]! };
    figures.push({ what: "read", ms: timed(3, () => readDoc(bytes)), ...(big ? { target: 1500 } : {}), ...load });
    const all = decodedAlone(file);
    const target = big ? { target: 1500 } : {};
    figures.push({ what: "first read of a process, every item decoded", ms: all.all, ...target, ...load });
    figures.push({ what: "  its time on the processor", ms: all.cpu, ...target });
    figures.push({ what: "  its peak memory", ms: all.peakMb, unit: "MB", ...(big ? { target: 700 } : {}) });

    const ports = memoryPorts();
    ports.put("/board.kicad_pcb", bytes);
    const session = new Session({ ...ports, journal: { ...ports.journal, append: async () => undefined } });
    await session.open("/board.kicad_pcb", "bench");
    const ids = [...session.get("/board.kicad_pcb").doc.items.ofKind("footprint")].slice(0, 100).map((item) => item.id);
    let next = 0;
    const edit = await timedAsync(ids.length, () =>
      session.transact({ label: "Move", actor: "bench" }, (t) => {
        const id = ids[next++]!;
        const at = t.edit("/board.kicad_pcb").doc.items.get(id)!["at"] as { x: number };
        t.edit("/board.kicad_pcb").set(id, { at: { ...at, x: at.x + 1_000_000 } });
      }),
    );
    figures.push({ what: "one edit (move a footprint)", ms: edit, ...(big ? { target: 10 } : {}) });
    const core = new AgentCore({ registry, session, services: {}, now: ports.now });
    const ask = (args: Record<string, unknown>) =>
      core.run("query.items", { path: "/board.kicad_pcb", ...args }, { caller: tester });
    for (const args of [{ kind: "via", layer: "F.Cu" }, { net: "GND" }, { region: [100, 100, 120, 120] }]) {
      // The first question of a kind reads its items; what people wait for is the next one.
      await ask(args);
      const ms = await timedAsync(10, () => ask(args));
      figures.push({ what: `query.items ${JSON.stringify(args)}`, ms, ...(big ? { target: 20 } : {}) });
    }
    const files = nodeFiles({ cwd: folder, roots: [folder] });
    const open = session.get("/board.kicad_pcb");
    const written = await timedAsync(3, () => files.write(join(folder, "ours.kicad_pcb"), writeDoc(open.doc)));
    figures.push({ what: "save (with fsync)", ms: written, ...(big ? { target: 500 } : {}), ...save });
    printFigures(`${name}, ${(bytes.length / 1e6).toFixed(1)} MB`, figures);
    rmSync(folder, { recursive: true });
  }
}
