import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { toMm } from "../../core/base/nm.ts";
import { copperHeights } from "../../core/model/board/copper-heights.ts";
import type { Doc } from "../../core/model/document.ts";
import type { World } from "../laws/check-edit.ts";
import { openWorld } from "../laws/check-edit.ts";
import { demosFolder, hasDemos, hasKicad, needs } from "../laws/kicad.ts";
import { caseFolder, kicadDrc } from "../laws/kicad-cache.ts";

const suite = needs("query.measure agrees with KiCad's lengths", hasDemos && hasKicad, "KiCad or its demos");
const run = suite.skip ? describe.skip : describe;

// KiCad's rule tells the length of every net: its tracks, the height of its vias, and the way from pads to dies.
const rule = "(version 1)\n(rule tell (constraint length (max 0.0001mm)) (condition \"A.Type != 'zone'\"))\n";

/** A board without a stackup: KiCad counts this much less for each via (mm). */
const OUTSIDE = 0.055;

const boards = ["pic_programmer/pic_programmer.kicad_pcb", "royalblue54L_feather/RoyalBlue54L-Feather.kicad_pcb"];

interface Measured {
  readonly distance: number;
  readonly clearance?: number;
  readonly routed?: {
    readonly length: number;
    readonly tracks: number;
    readonly vias: number;
    readonly viaCount: number;
    readonly delay: number;
  };
}

/** KiCad's length of each net (mm), by what its DRC says of it. */
async function kicadLengths(board: string, doc: Doc): Promise<Map<string, number>> {
  const text = readFileSync(board, "utf8");
  const folder = caseFolder([board, text, rule]);
  try {
    cpSync(dirname(board), folder, { recursive: true });
    const copy = join(folder, basename(board));
    writeFileSync(copy, text);
    writeFileSync(copy.replace(/\.kicad_pcb$/, ".kicad_dru"), rule);
    const project = copy.replace(/\.kicad_pcb$/, ".kicad_pro");
    assert.ok(existsSync(project));
    const report = (await kicadDrc(copy)) as {
      violations: { type: string; description: string; items: { uuid: string }[] }[];
    };
    const netOf = new Map<string, string>();
    for (const item of doc.items.ofKind("track", "arcTrack", "via"))
      netOf.set(String(item["uuid"]), String(item["net"]));
    for (const footprint of doc.items.ofKind("footprint"))
      for (const pad of footprint.children) if (pad.kind === "pad") netOf.set(String(pad["uuid"]), String(pad["net"]));
    const lengths = new Map<string, number>();
    for (const { type, description, items } of report.violations) {
      if (type !== "length_out_of_range") continue;
      const net = items.map(({ uuid }) => netOf.get(uuid)).find((name) => name !== undefined);
      const actual = /actual:? ([\d.]+) mm/.exec(description)?.[1];
      if (net !== undefined && actual !== undefined) lengths.set(net, Number(actual));
    }
    return lengths;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Nets of two pads with tracks, and those pads. */
function pairsOf(doc: Doc): Map<string, string[]> {
  const pads = new Map<string, string[]>();
  for (const footprint of doc.items.ofKind("footprint"))
    for (const pad of footprint.children)
      if (pad.kind === "pad" && pad["net"] !== "") {
        const net = String(pad["net"]);
        pads.set(net, [...(pads.get(net) ?? []), pad.id]);
      }
  return new Map([...pads].filter(([, ids]) => ids.length === 2));
}

async function measure(world: World, from: string, to: string): Promise<Measured> {
  return (await world.run("query.measure", { from, to })) as Measured;
}

run(suite.title, function () {
  this.timeout(300_000);

  for (const board of boards) {
    it(`${basename(board)}: from pad to pad as the whole net, where it is one way`, async () => {
      const file = join(demosFolder, board);
      const world = await openWorld({ file });
      const doc = world.doc();
      const lengths = await kicadLengths(file, doc);
      const [setup] = [...doc.items.ofKind("setup")];
      const less = setup?.["stackup"] == null ? OUTSIDE : 0;
      const heights = copperHeights(doc);
      const thickness = toMm(Math.round(heights.at(-1)! - heights[0]!));
      const pieces = new Map<string, number>();
      for (const item of doc.items.ofKind("track", "arcTrack"))
        pieces.set(String(item["net"]), (pieces.get(String(item["net"])) ?? 0) + 1);
      const differ: string[] = [];
      let compared = 0;
      for (const [net, [from, to]] of pairsOf(doc)) {
        const { routed } = await measure(world, from!, to!);
        const theirs = lengths.get(net);
        if (routed === undefined || theirs === undefined) continue;
        const { connections } = (await world.run("query.connections", { item: from! })) as {
          connections: { tracks: number; trackLength: number }[];
        };
        // Only where every track of the net lies on the way: KiCad adds up the whole net.
        if (Math.abs(connections[0]!.trackLength - routed.tracks) > 1e-6) continue;
        if (connections[0]!.tracks !== pieces.get(net)) continue;
        compared++;
        const ours = routed.length - less * routed.viaCount;
        // KiCad 9 counts no height of a via that is left on an inner layer.
        const without = routed.length - routed.vias;
        const inner = routed.vias < routed.viaCount * thickness;
        if (Math.abs(ours - theirs) > 0.0001 && !(inner && Math.abs(without - theirs) <= 0.0001))
          differ.push(`${net}: ${ours} instead of ${theirs} (${routed.viaCount} vias)`);
        assert.ok(
          routed.delay > routed.length * 3.3 && routed.delay < routed.length * 7.5,
          `${net}: ${routed.delay} ps`,
        );
      }
      assert.deepEqual(differ, []);
      assert.ok(compared >= 5, `${compared} nets were compared`);
    });
  }

  it("the clearance of two pieces of copper, and 0 where they meet", async () => {
    const file = join(demosFolder, boards[0]!);
    const world = await openWorld({ file });
    const pads = [...world.doc().items.ofKind("footprint")].flatMap(({ children }) =>
      // Holes without copper have no clearance of copper.
      children.filter((child) => child.kind === "pad" && child["type"] !== "np_thru_hole").map((pad) => pad.id),
    );
    const tracks = [...world.doc().items.ofKind("track", "via")].map((item) => item.id);
    const at = (list: readonly string[], i: number) => list[(i * 37) % list.length]!;
    const pairs = Array.from({ length: 120 }, (_, i): [string, string] =>
      i % 3 === 0
        ? [at(pads, i), at(pads, i + 1)]
        : i % 3 === 1
          ? [at(pads, i), at(tracks, i)]
          : [at(tracks, i), at(tracks, i + 5)],
    );
    const out = execFileSync("/usr/bin/python3", [join(import.meta.dirname, "measure-kicad.py")], {
      input: JSON.stringify({ board: file, pairs }),
      stdio: ["pipe", "pipe", "ignore"],
    });
    const theirs = JSON.parse(out.toString().trim().split("\n").at(-1)!) as (number | null)[];
    const differ: string[] = [];
    for (const [i, [a, b]] of pairs.entries()) {
      const { clearance } = await measure(world, a, b);
      const gap = theirs[i] ?? null;
      if ((clearance === undefined) !== (gap === null) || Math.abs((clearance ?? 0) - (gap ?? 0) / 1e6) > 0.000_002)
        differ.push(`${a} ${b}: ${clearance} instead of ${gap}`);
    }
    assert.deepEqual(differ, []);
  });
});
