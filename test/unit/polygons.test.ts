import assert from "node:assert/strict";
import { loadClipper } from "../../bridge/node/clipper.ts";
import type { Clipper } from "../../core/geometry/clip.ts";
import { areasOf, fracture } from "../../core/geometry/fracture.ts";
import { chordsOfTurn } from "../../core/geometry/offset.ts";
import type { Ring } from "../../core/geometry/ring.ts";
import { ringArea, ringsArea } from "../../core/geometry/ring.ts";
import { chamfered, filleted } from "../../core/geometry/smooth.ts";
import { circleRing, strokeRing } from "../../core/geometry/stroke-outline.ts";
import { seeded } from "../laws/random.ts";

const square = (x: number, y: number, size: number): Ring =>
  Int32Array.of(x, y, x + size, y, x + size, y + size, x, y + size);
const near = (value: number, wanted: number, part: number) =>
  assert.ok(Math.abs(value - wanted) <= Math.abs(wanted) * part, `${value} instead of ${wanted}`);

describe("polygons", () => {
  let clipper: Clipper;
  before(async () => {
    clipper = await loadClipper();
  });

  it("unite, subtract, intersect", () => {
    const [a, b] = [[square(0, 0, 1000)], [square(500, 500, 1000)]];
    assert.equal(ringsArea(clipper.union([...a, ...b])), 1_750_000);
    assert.equal(ringsArea(clipper.difference(a, b)), 750_000);
    assert.equal(ringsArea(clipper.intersection(a, b)), 250_000);
    assert.equal(ringsArea(clipper.xor(a, b)), 1_500_000);
    assert.deepEqual(clipper.difference([], b), []);
    assert.equal(ringsArea(clipper.difference(a, [])), 1_000_000);
  });
  it("keep coordinates as far out as a board may be", () => {
    const far = square(-2_000_000_000, 1_900_000_000, 1_000_000);
    assert.deepEqual([...clipper.union([far])[0]!].sort(), [...far].sort());
  });
  it("grow and shrink by the distance, corners round or cut", () => {
    const [big] = [[square(0, 0, 10_000_000)]];
    const d = 100_000;
    const round = ringsArea(clipper.offset(big, d, "round", chordsOfTurn(d, 50)));
    near(round, 1e14 + 4 * 1e7 * d + Math.PI * d * d, 1e-6);
    const cut = ringsArea(clipper.offset(big, d, "square", 16));
    const corner = d * d - (d * Math.SQRT2 - d) ** 2;
    near(cut, 1e14 + 4 * 1e7 * d + 4 * corner, 1e-6);
    near(ringsArea(clipper.offset(big, -d, "square", 16)), (1e7 - 2 * d) ** 2, 1e-9);
    assert.deepEqual(clipper.offset(big, -5_000_001, "square", 16), []);
  });
  it("shrunk and grown again lose what is thin, and nothing else", () => {
    const bar = Int32Array.of(10_000_000, 0, 20_000_000, 0, 20_000_000, 150_000, 10_000_000, 150_000);
    const shape = clipper.union([square(0, 0, 10_000_000), bar]);
    const chords = chordsOfTurn(100_000, 5_000);
    const opened = clipper.offset(clipper.offset(shape, -100_000, "square", chords), 100_000, "round", chords);
    near(ringsArea(opened), 1e14, 1e-4);
    assert.ok(Math.max(...opened.flatMap((ring) => [...ring].filter((_, i) => i % 2 === 0))) <= 10_034_000);
  });
  it("of many overlapping discs: offsets hold the exact distance", () => {
    const next = seeded(9);
    const discs = Array.from({ length: 200 }, () =>
      circleRing(Math.round(next() * 2e7), Math.round(next() * 2e7), Math.round(2e5 + next() * 8e5), {
        error: 5000,
        outside: true,
      }),
    );
    const holes = clipper.difference(
      [square(0, 0, 20_000_000)],
      discs.map((ring) => ring),
    );
    const chords = chordsOfTurn(150_000, 5_000);
    // What is shrunk by a distance and grown by it lies inside what it came from.
    const opened = clipper.offset(clipper.offset(holes, -150_000, "square", chords), 150_000, "round", chords);
    assert.ok(ringsArea(clipper.difference(opened, holes)) < 1e-5 * ringsArea(holes));
    // Grown, it is inside the same grown by a little more, and the difference is a strip of that width.
    const grown = clipper.offset(holes, 100_000, "round", chordsOfTurn(100_000, 500));
    const more = clipper.offset(holes, 101_000, "round", chordsOfTurn(101_000, 500));
    assert.ok(ringsArea(clipper.difference(grown, more)) < 1e-6 * ringsArea(holes));
  });
  it("lose their holes by cuts without changing their area", () => {
    const next = seeded(3);
    const holes = Array.from({ length: 60 }, () => square(Math.round(next() * 9e6), Math.round(next() * 9e6), 300_000));
    const rings = clipper.difference([square(0, 0, 10_000_000)], holes);
    const areas = areasOf(rings);
    const whole = fracture(rings);
    assert.equal(whole.length, areas.length);
    assert.ok(areas.some((area) => area.holes.length > 5));
    near(ringsArea(whole), ringsArea(rings), 1e-9);
    // Merged again, the cuts close.
    near(ringsArea(clipper.union(whole)), ringsArea(rings), 1e-9);
  });
  it("find the holes of islands that lie in holes", () => {
    const rings = clipper.union([
      ...clipper.difference([square(0, 0, 1000)], [square(100, 100, 800)]),
      ...clipper.difference([square(200, 200, 600)], [square(300, 300, 400)]),
    ]);
    const areas = areasOf(rings).map((area) => [ringArea(area.border), area.holes.map(ringArea)]);
    assert.deepEqual(
      areas.sort(),
      [
        [1_000_000, [-640_000]],
        [360_000, [-160_000]],
      ].sort(),
    );
  });
  it("have smoothed corners", () => {
    assert.equal(ringArea(chamfered(square(0, 0, 1000), 100)), 1_000_000 - 4 * 5000);
    near(ringArea(filleted(square(0, 0, 1_000_000), 100_000, 50)), 1e12 - (4 - Math.PI) * 1e10, 1e-4);
    assert.equal(ringArea(chamfered(square(0, 0, 1000), 900)), 500_000);
  });
  it("go around discs and strokes, by no more than the error", () => {
    for (const radius of [50_000, 300_000, 2_000_000]) {
      const around = circleRing(0, 0, radius, { error: 5000, outside: true });
      const within = circleRing(0, 0, radius, { error: 5000, outside: false });
      for (let i = 0; i < around.length; i += 2) {
        const [ax, ay] = [around[i]!, around[i + 1]!];
        const j = (i + 2) % around.length;
        const middle = Math.hypot((ax + around[j]!) / 2, (ay + around[j + 1]!) / 2);
        assert.ok(middle >= radius - 2 && Math.hypot(ax, ay) <= radius + 12_000);
      }
      assert.ok(Math.abs(ringArea(within)) < Math.PI * radius * radius);
      const stroke = Math.abs(
        ringArea(strokeRing(0, 0, 3_000_000, 4_000_000, 2 * radius, { error: 5000, outside: true })),
      );
      near(stroke, 5_000_000 * 2 * radius + Math.PI * radius * radius, 0.02);
      assert.ok(stroke > 5_000_000 * 2 * radius + Math.PI * radius * radius - 1e6);
    }
  });
});
