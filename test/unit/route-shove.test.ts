import assert from "node:assert/strict";
import { connect } from "../../core/engines/connect/clusters.ts";
import { conflictOf, widestClearance } from "../../core/engines/route/clearance.ts";
import { obstaclesOf } from "../../core/engines/route/obstacles.ts";
import { segment } from "../../core/geometry/shape.ts";
import type { Track } from "../../core/model/board/track.ts";
import type { Doc } from "../../core/model/document.ts";
import { readText } from "../../core/model/document.ts";
import { readProjectSettings } from "../../core/model/project/settings.ts";
import { checkEdit, checkRefused } from "../laws/check-edit.ts";

interface Line {
  readonly net: number;
  readonly from: readonly [number, number];
  readonly to: readonly [number, number];
  readonly locked?: boolean;
}

/** A board of two layers with straight tracks on the front, 0.2 mm wide; a via at each place of `vias`. */
function board(lines: readonly Line[], vias: readonly (readonly [net: number, x: number, y: number])[] = []): string {
  const nets = [...new Set([...lines.map(({ net }) => net), 1])].sort((a, b) => a - b);
  const uuid = (n: number) => `aaaaaaaa-0000-4000-8000-${String(n).padStart(12, "0")}`;
  const rows = lines.map(
    ({ net, from, to, locked }, i) =>
      `(segment (start ${from.join(" ")}) (end ${to.join(" ")}) (width 0.2)${locked === true ? " (locked yes)" : ""} (layer "F.Cu") (net ${net}) (uuid "${uuid(i)}"))`,
  );
  const holes = vias.map(
    ([net, x, y], i) =>
      `(via (at ${x} ${y}) (size 0.6) (drill 0.3) (layers "F.Cu" "B.Cu") (net ${net}) (uuid "${uuid(1000 + i)}"))`,
  );
  return `(kicad_pcb (version 20241229) (generator "pcbnew") (general (thickness 1.6)) (paper "A4")
  (layers (0 "F.Cu" signal) (2 "B.Cu" signal) (25 "Edge.Cuts" user)) (setup)
  (net 0 "") ${nets.map((n) => `(net ${n} "N${n}")`).join(" ")}
  ${[...rows, ...holes].join("\n  ")})`;
}

/** All pairs of tracks of different nets that are nearer than they may. */
function tooNear(doc: Doc): string[] {
  const settings = readProjectSettings(null);
  const obstacles = obstaclesOf(doc);
  const widest = widestClearance(settings, obstacles);
  return [...doc.items.ofKind("track")].flatMap((item) => {
    const { start, end, width, net } = item as unknown as Track;
    const shape = segment(start.x, start.y, end.x, end.y, width / 2);
    const found = conflictOf(settings, obstacles, { net, layers: 1, shape }, widest);
    return found === null ? [] : [`${net} by ${found.obstacle.net}: ${found.distance}`];
  });
}

function clusters(doc: Doc, net: string): number {
  return connect(doc, net)[0]?.clusters.length ?? 0;
}

const shoving = (pts: readonly (readonly number[])[], net = "N1") => ({
  command: "pcb.route",
  args: { pts, net, layers: ["F.Cu"], collisions: "shove" },
});

describe("shoving tracks", () => {
  it("pushes one track, and the ones behind it, and keeps all of them whole", async () => {
    const bus = [2, 3, 4].map((net, i) => ({ net, from: [100, 100.4 + 0.4 * i], to: [120, 100.4 + 0.4 * i] }) as const);
    const text = board(bus);
    const { doc, result } = await checkEdit({
      text,
      ...shoving([
        [108, 99],
        [108, 100.3],
        [112, 100.3],
        [112, 99],
      ]),
    });
    assert.deepEqual(tooNear(doc), []);
    for (const net of ["N1", "N2", "N3", "N4"]) assert.equal(clusters(doc, net), 1, net);
    assert.match(result.notes?.join(" ") ?? "", /Tracks of 3 nets were pushed aside/);
    for (const net of [2, 3, 4]) {
      const ends = [...doc.items.ofKind("track")]
        .filter((item) => item["net"] === `N${net}`)
        .flatMap((item) => [item["start"], item["end"]] as { x: number; y: number }[]);
      for (const x of [100e6, 120e6])
        assert.ok(
          ends.some((p) => p.x === x && Math.abs(p.y - (100.4 + 0.4 * (net - 2)) * 1e6) < 1),
          "the ends stay",
        );
    }
  });

  it("changes nothing where a track is locked or a via stands in the way", async () => {
    const way = [
      [108, 99],
      [108, 103],
    ];
    const wall = { net: 2, from: [100, 101], to: [120, 101], locked: true } as const;
    await checkRefused({ text: board([wall]), ...shoving(way), code: "check-failed", message: /Cannot route N1/ });
    const text = board([{ net: 2, from: [100, 110], to: [120, 110] }], [[2, 108, 101]]);
    await checkRefused({ text, ...shoving(way), code: "check-failed", message: /via/ });
  });

  it("leaves no two nets too near in boards of all sorts, or refuses", async () => {
    let seed = 7;
    const random = (n: number) => {
      seed = (seed * 1103515245 + 12345) % 2147483648;
      return Math.floor(seed / 4096) % n;
    };
    const settings = readProjectSettings(null);
    let [pushed, refused] = [0, 0];
    for (let round = 0; round < 25; round++) {
      const lines: Line[] = [];
      for (let tries = 0; tries < 14; tries++) {
        const [x, y, length, d] = [100 + random(20), 100 + random(20), 3 + random(8), random(4)];
        const [dx, dy] = [
          [1, 0],
          [0, 1],
          [1, 1],
          [1, -1],
        ][d] as [number, number];
        const line: Line = { net: 2 + lines.length, from: [x, y], to: [x + dx * length, y + dy * length] };
        const { doc } = readText(board([...lines, line]));
        if (tooNear(doc!).length === 0) lines.push(line);
      }
      const text = board(lines);
      const [x, y] = [102 + random(16), 102 + random(16)];
      const pts = [
        [x + 0.3, y + 0.3],
        [x + 0.3 + 2 + random(3), y + 0.3],
      ];
      const { doc: before } = readText(text);
      const shape = segment(pts[0]![0]! * 1e6, pts[0]![1]! * 1e6, pts[1]![0]! * 1e6, pts[1]![1]! * 1e6, 100_000);
      const obstacles = obstaclesOf(before!);
      if (conflictOf(settings, obstacles, { net: "N1", layers: 1, shape }, 500_000) === null) continue;
      try {
        const { doc } = await checkEdit({ text, ...shoving(pts) });
        assert.deepEqual(tooNear(doc), [], text);
        for (const { net } of lines) assert.equal(clusters(doc, `N${net}`), 1);
        pushed++;
      } catch (thrown) {
        if (!/Cannot route/.test(String((thrown as Error).message))) throw thrown;
        refused++;
      }
    }
    assert.ok(pushed >= 5, `${pushed} pushed, ${refused} refused`);
  });

  it("goes round what is in the way of a leg", async () => {
    const wall = { net: 2, from: [104, 98], to: [104, 102] } as const;
    const { doc } = await checkEdit({
      text: board([wall]),
      command: "pcb.route",
      args: {
        pts: [
          [100, 100],
          [110, 100],
        ],
        net: "N1",
        layers: ["F.Cu"],
        collisions: "around",
      },
    });
    assert.deepEqual(tooNear(doc), []);
    assert.equal(clusters(doc, "N1"), 1);
    assert.equal(
      [...doc.items.ofKind("track")].filter((item) => item["net"] === "N2").length,
      1,
      "the other one stays",
    );
  });
});
