import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Footprint } from "../../core/model/board/footprint.ts";
import type { Pad } from "../../core/model/board/pad.ts";
import type { Via } from "../../core/model/board/via.ts";
import { readDoc } from "../../core/model/document.ts";
import { type Bored, boredPad, boredVia, keepsRings } from "../../core/model/shape/joined-rings.ts";
import { hasKicad, needs } from "../laws/kicad.ts";

const suite = needs("rings that other vias and pads keep", hasKicad, "KiCad");
const run = suite.skip ? describe.skip : describe;

const modes = {
  all: "",
  ends: "(remove_unused_layers yes) (keep_end_layers yes)",
  none: "(remove_unused_layers yes) (keep_end_layers no)",
};
/** mm; rings of 0.8 mm with holes of 0.4 mm: two holes, a hole and a ring, two rings meet, or nothing does. */
const distances = [0.3, 0.39, 0.41, 0.5, 0.59, 0.61, 0.7, 0.79, 0.81, 0.9];

/** The same as KiCad tells it. */
const script = `
import json, sys, os, pcbnew
board = pcbnew.LoadBoard(sys.argv[1])
board.BuildConnectivity()
rings = {}
for via in board.GetTracks():
    rings[via.m_Uuid.AsString()] = via.FlashLayer(pcbnew.In1_Cu)
for footprint in board.GetFootprints():
    for pad in footprint.Pads():
        rings[pad.m_Uuid.AsString()] = pad.FlashLayer(pcbnew.In1_Cu)
print(json.dumps(rings))
sys.stdout.flush()
os._exit(0)
`;

run(suite.title, function () {
  this.timeout(120_000);
  const scratch = mkdtempSync(join(tmpdir(), "edsnx-rings-"));
  after(() => rmSync(scratch, { recursive: true, force: true }));

  it("pairs of vias and plated pads of every kind, at growing distances, with the net or another", () => {
    const items: string[] = [];
    const pairs: [own: string, other: string][] = [];
    const put = (kind: string, mode: keyof typeof modes, x: number, y: number, net: number): string => {
      const id = `00000000-0000-4000-8000-${String(items.length).padStart(12, "0")}`;
      const hole = `(drill 0.4) (layers ${kind === "via" ? '"F.Cu" "B.Cu"' : '"*.Cu" "*.Mask"'}) ${modes[mode]}`;
      if (kind === "via") items.push(`(via (at ${x} ${y}) (size 0.8) ${hole} (net ${net}) (uuid "${id}"))`);
      else {
        const pad = `(pad "1" thru_hole circle (at 0 0) (size 0.8 0.8) ${hole} (net ${net} "N${net}") (uuid "${id}"))`;
        items.push(
          `(footprint "a:b" (layer "F.Cu") (uuid "10000000-${id.slice(9)}") (at ${x} ${y}) (attr through_hole) ${pad})`,
        );
      }
      return id;
    };
    const kinds = ["via", "pad"].flatMap((kind) => Object.keys(modes).map((mode) => [kind, mode as "all"] as const));
    for (const [column, [kind, mode]] of kinds.entries())
      for (const [block, [otherKind, otherMode]] of kinds.entries())
        for (const [row, distance] of distances.entries()) {
          const [x, y] = [20 + column * 5, 20 + (block * distances.length + row) * 3];
          // A via takes the net of what it touches when KiCad loads a board; pads do not.
          const net = row === 0 && kind === "pad" && otherKind === "pad" ? 2 : 1;
          pairs.push([put(kind, mode, x, y, 1), put(otherKind, otherMode, x + distance, y, net)]);
        }
    const layers = '(0 "F.Cu" signal) (4 "In1.Cu" signal) (6 "In2.Cu" signal) (2 "B.Cu" signal) (25 "Edge.Cuts" user)';
    const text = `(kicad_pcb (version 20241229) (generator "pcbnew") (general (thickness 1.6)) (paper "A4")
      (layers ${layers}) (net 0 "") (net 1 "N1") (net 2 "N2")\n${items.join("\n")}\n)\n`;
    const file = join(scratch, "rings.kicad_pcb");
    writeFileSync(file, text);
    const said = execFileSync("/usr/bin/python3", ["-c", script, file], { stdio: ["ignore", "pipe", "ignore"] });
    const kicad = JSON.parse(said.toString().trim().split("\n").at(-1)!) as Record<string, boolean>;
    const { doc } = readDoc(Buffer.from(text));
    const bored = new Map<string, Bored>();
    for (const item of doc!.items.ofKind("via")) bored.set(item.id, boredVia(item as unknown as Via));
    for (const item of doc!.items.ofKind("footprint")) {
      const pad = item.children.find((child) => child.kind === "pad") as unknown as Pad;
      bored.set(pad.uuid!, boredPad(pad, (item as unknown as Footprint).at));
    }
    const wrong: string[] = [];
    const count = { kept: 0, lost: 0 };
    for (const [own, other] of pairs.flatMap(([a, b]) => [[a, b] as const, [b, a] as const])) {
      const [one, two] = [bored.get(own)!, bored.get(other)!];
      if (one.keeps === "all") continue;
      const ours = keepsRings(one, two);
      count[ours ? "kept" : "lost"]++;
      const told = (each: Bored) => `${each.keeps} ${each.net}`;
      if (ours !== kicad[own]) wrong.push(`${told(one)} beside ${told(two)}: ${ours}, KiCad ${kicad[own]} (${own})`);
    }
    assert.deepEqual(wrong, []);
    assert.ok(count.kept > 150 && count.lost > 150, JSON.stringify(count));
  });
});
