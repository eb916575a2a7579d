import { readFileSync } from "node:fs";
import { join } from "node:path";
import { connect } from "../../core/engines/connect/clusters.ts";
import { LiveNets } from "../../core/engines/connect/live-nets.ts";
import type { Doc } from "../../core/model/document.ts";
import { readDoc } from "../../core/model/document.ts";
import { Edit } from "../../core/session/edit.ts";
import { kicadOutput } from "../laws/kicad-cache.ts";
import { seeded } from "../laws/random.ts";

/** How our counts of missing connections and KiCad's compare on one board, before and during deletions. */
export interface ConnectivityRow {
  readonly path: string;
  /** Null: KiCad cannot read the board (one of KiCad 10). */
  readonly theirs: readonly number[] | null;
  readonly ours: readonly number[];
  /** Whether what was kept up to date equals what is made anew. */
  readonly fresh: boolean;
}

export async function compareConnectivity(path: string, deletions = 200, every = 20): Promise<ConnectivityRow> {
  let { doc } = readDoc(new Uint8Array(readFileSync(path)));
  const random = seeded(7);
  const tracks = [...doc!.items.ofKind("track", "arcTrack", "via")].map((item) => item.id);
  const chosen: string[] = [];
  while (chosen.length < deletions && tracks.length > 0)
    chosen.push(tracks.splice(Math.floor(random() * tracks.length), 1)[0]!);
  const ours = [count(doc!)];
  for (const [i, id] of chosen.entries()) {
    const edit = new Edit(path, doc!, () => "");
    edit.remove(id);
    doc = edit.doc;
    const now = count(doc);
    if ((i + 1) % every === 0 || i + 1 === chosen.length) ours.push(now);
  }
  const anew = new LiveNets().update(doc!).reduce((sum, state) => sum + state.missing.length, 0);
  const script = join(import.meta.dirname, "connectivity-kicad.py");
  const job = JSON.stringify([{ in: path, delete: chosen, every }]);
  const run = `printf %s '${job}' | /usr/bin/python3 ${script} 2>/dev/null | tail -1 > {out}`.replace("{out}", '"$0"');
  const out = await kicadOutput(path, ["bash", "-c", run, "{out}"], [script]);
  const [theirs] = JSON.parse(out.toString()) as (number[] | null)[];
  return { path, theirs: theirs!, ours, fresh: anew === ours.at(-1) };
}

function count(doc: Doc): number {
  return connect(doc).reduce((sum, state) => sum + state.missing.length, 0);
}
