import { join } from "node:path";
import { connect } from "../../core/engines/connect/clusters.ts";
import { followNets } from "../../core/engines/connect/follow.ts";
import type { Track } from "../../core/model/board/track.ts";
import { Edit } from "../../core/session/edit.ts";
import { readBoard } from "../laws/fill-agreement.ts";
import { demosFolder } from "../laws/kicad.ts";
import { seeded } from "../laws/random.ts";
import { kicadTimes, median, printFigures } from "./figures.ts";

const EDITS = 300;

/** Clusters and ratsnest of a board after each of many small edits, against KiCad's own update. */
export async function benchConnect(): Promise<void> {
  const file = join(demosFolder, "video/video.kicad_pcb");
  const kicad = kicadTimes(`
import pcbnew, json, time, statistics
b=pcbnew.LoadBoard(${JSON.stringify(file)}); b.BuildConnectivity(); c=b.GetConnectivity()
ts=[t for t in b.GetTracks() if t.Type()==pcbnew.PCB_TRACE_T][::37][:60]; times=[]
for t in ts:
    s=time.time(); t.Move(pcbnew.VECTOR2I(100000,0)); c.Update(t); c.RecalculateRatsnest(); times.append((time.time()-s)*1000)
print(json.dumps({"median":statistics.median(times),"worst":max(times)}))`);
  let { doc } = readBoard(file);
  const began = performance.now();
  connect(doc);
  const whole = performance.now() - began;
  const ids = [...doc.items.ofKind("track")].map((item) => item.id);
  const random = seeded(3);
  const times: { ms: number; net: string }[] = [];
  const nets: number[] = [];
  for (let i = 0; i < EDITS; i++) {
    const edit = new Edit(file, doc, () => "");
    const { id, end } = doc.items.get(ids[Math.floor(random() * ids.length)]!) as unknown as Track;
    edit.set(id, { end: { x: end.x + 100_000, y: end.y } });
    const started = performance.now();
    connect(edit.doc);
    times.push({ ms: performance.now() - started, net: String(edit.doc.items.get(id)!["net"]) });
    const then = performance.now();
    followNets(doc, edit.doc);
    nets.push(performance.now() - then);
    doc = edit.doc;
  }
  const sorted = [...times].sort((a, b) => b.ms - a.ms);
  printFigures("connectivity of video", [
    { what: "all nets, the first time", ms: whole },
    {
      what: `one edit, median of ${EDITS}`,
      ms: median(times.map(({ ms }) => ms)),
      target: 5,
      ...(kicad === null ? {} : { kicadMs: kicad["median"]! }),
    },
    {
      what: `one edit, worst (${sorted[0]!.net})`,
      ms: sorted[0]!.ms,
      ...(kicad === null ? {} : { kicadMs: kicad["worst"]! }),
    },
    { what: "one edit, 99 of 100", ms: sorted[Math.floor(EDITS / 100)]!.ms },
    { what: "nets that follow, median", ms: median(nets.slice(1)) },
  ]);
}
