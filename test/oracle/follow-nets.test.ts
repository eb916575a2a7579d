import assert from "node:assert/strict";
import { readFileSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { followNets } from "../../core/engines/connect/follow.ts";
import { readDoc } from "../../core/model/document.ts";
import type { Item } from "../../core/model/item.ts";
import { padCentre } from "../../core/model/shape/pad-copper.ts";
import { Edit } from "../../core/session/edit.ts";
import { demosFolder, filesBelow, hasDemos, hasKicad, needs } from "../laws/kicad.ts";
import { kicadOutput } from "../laws/kicad-cache.ts";
import { seeded } from "../laws/random.ts";

const suite = needs("Nets follow edits as in KiCad", hasDemos && hasKicad, "KiCad or its demos");
const run = suite.skip ? describe.skip : describe;
const script = join(import.meta.dirname, "follow-nets-kicad.py");

run(suite.title, function () {
  this.timeout(300_000);
  const boards = filesBelow(demosFolder, ".kicad_pcb").filter((path) => statSync(path).size < 1_100_000);

  it("tracks put on pads or from pad to pad, and vias on pads: the same net for every track and via", async () => {
    let compared = 0;
    let changed = 0;
    const differ: string[] = [];
    for (const path of boards) {
      const row = await compare(path);
      if (row === null) continue;
      compared += row.compared;
      changed += row.changed;
      differ.push(...row.differ.map((line) => `${basename(path)} ${line}`));
    }
    assert.deepEqual(differ, []);
    assert.ok(changed >= 50, `${changed} of ${compared} tracks and vias took another net`);
  });
});

async function compare(path: string): Promise<{ compared: number; changed: number; differ: string[] } | null> {
  const { doc } = readDoc(new Uint8Array(readFileSync(path)));
  const random = seeded(11);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const pads = [...doc!.items.ofKind("footprint")].flatMap((footprint) =>
    footprint.children
      .filter((child) => child.kind === "pad" && child["net"] !== "")
      .map((pad) => {
        const { x, y } = padCentre(pad as never, footprint["at"] as never);
        return [Math.round(x), Math.round(y)] as const;
      }),
  );
  const tracks: Item[] = [...doc!.items.ofKind("track", "via")];
  if (tracks.length < 5 || pads.length === 0) return null;
  const edit = new Edit(path, doc!, () => "");
  const ops: object[] = [];
  for (let n = 0; n < Math.min(30, tracks.length / 3); n++) {
    const item = tracks.splice(Math.floor(random() * tracks.length), 1)[0]!;
    const [x, y] = pick(pads);
    if (item.kind === "track") {
      // Away from where it was; every third from pad to pad.
      const [toX, toY] = n % 3 === 0 ? pick(pads) : [x + 400_000, y + 150_000];
      ops.push({ id: item.id, start: [x, y], end: [toX, toY] });
      edit.set(item.id, { start: { x, y }, end: { x: toX, y: toY } });
    } else {
      ops.push({ id: item.id, at: [x, y] });
      edit.set(item.id, { at: { x, y, angle: 0 } });
    }
  }
  const job = JSON.stringify({ in: path, ops });
  const shell = `printf %s '${job}' | /usr/bin/python3 ${script} 2>/dev/null | tail -1 > "$0"`;
  const output = await kicadOutput(path, ["bash", "-c", shell, "{out}"], [script]);
  const theirs = JSON.parse(output.toString()) as Record<string, string> | null;
  if (theirs === null) return null;
  const { takes } = followNets(doc!, edit.doc);
  for (const { id, to } of takes) edit.set(id, { net: to });
  const ours = [...edit.doc.items.ofKind("track", "arcTrack", "via")];
  const differ = ours
    .filter((item) => theirs[item.id] !== undefined && theirs[item.id] !== item["net"])
    .map((item) => `${item.kind} ${item.id}: ${String(item["net"])}, KiCad ${theirs[item.id]}`);
  return { compared: ours.length, changed: takes.length, differ };
}
