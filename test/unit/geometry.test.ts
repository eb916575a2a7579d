import assert from "node:assert/strict";
import { distance, holds, inRings, nearerThan, nearest, shapesMeet } from "../../core/geometry/distance.ts";
import { insideEdges } from "../../core/geometry/edge-grid.ts";
import { orient, segmentsCross } from "../../core/geometry/predicates.ts";
import type { Shape } from "../../core/geometry/shape.ts";
import { arc, circle, grown, polygon, segment, shifted, skeletonOf } from "../../core/geometry/shape.ts";
import { seeded } from "../laws/random.ts";

/** Places all along a shape's skeleton, at most 20 µm apart. */
function sampled(shape: Shape): number[] {
  const corners = skeletonOf(shape, 1000);
  if (shape.kind === "polygon") corners.push(corners[0]!, corners[1]!);
  const places = corners.slice(0, 2);
  for (let i = 0; i + 3 < corners.length; i += 2) {
    const [ax, ay, bx, by] = corners.slice(i, i + 4) as [number, number, number, number];
    const n = Math.ceil(Math.hypot(bx - ax, by - ay) / 2e4);
    for (let k = 1; k <= n; k++) places.push(ax + ((bx - ax) * k) / n, ay + ((by - ay) * k) / n);
  }
  return places;
}

/** The gap as sampling finds it: more than the true one by at most the sampling's step, less by what chords stray. */
function sampledGap(a: Shape, b: Shape): number {
  const p = sampled(a);
  const q = sampled(b);
  let best = Infinity;
  for (let i = 0; i < p.length; i += 2)
    for (let j = 0; j < q.length; j += 2) best = Math.min(best, Math.hypot(p[i]! - q[j]!, p[i + 1]! - q[j + 1]!));
  return Math.max(0, best - a.radius - b.radius);
}

const next = seeded(4);
const at = (size: number) => Math.round(next() * size);
const makers: readonly (() => Shape)[] = [
  () => circle(at(1e6), at(1e6), at(1e5)),
  () => segment(at(1e6), at(1e6), at(1e6), at(1e6), at(1e5)),
  () => arc({ x: at(1e6), y: at(1e6) }, { x: at(1e6), y: at(1e6) }, { x: at(1e6), y: at(1e6) }, at(1e5)),
  () => {
    const [x, y, w, h] = [at(1e6), at(1e6), 1 + at(4e5), 1 + at(4e5)];
    return polygon([[x, y, x + w, y + at(1e5), x + w, y + h, x, y + h]], at(5e4));
  },
];

describe("distance of shapes", () => {
  it("is what sampling finds, for every pair of kinds, and the same both ways", () => {
    for (const first of makers) {
      for (const second of makers) {
        for (let round = 0; round < 12; round++) {
          const a = first();
          const b = shifted(second(), at(2e6) - 1e6, at(2e6) - 1e6);
          const gap = distance(a, b);
          const found = nearest(a, b)!;
          assert.ok(Math.abs(distance(b, a) - gap) < 1e-3);
          assert.equal(found.distance, gap);
          assert.equal(shapesMeet(a, b), gap === 0);
          if (gap > 0) {
            assert.ok(Math.abs(Math.hypot(found.a.x - found.b.x, found.a.y - found.b.y) - gap) < 1e-3);
            assert.ok(Math.abs(distance(circle(found.a.x, found.a.y, 0), a)) < 1e-3);
            assert.ok(Math.abs(distance(circle(found.b.x, found.b.y, 0), b)) < 1e-3);
            assert.equal(nearerThan(a, b, gap * 1.001 + 1), true);
            assert.equal(nearerThan(a, b, gap * 0.999), false);
            assert.equal(nearest(a, b, gap * 0.999 - 1), null);
            const rough = sampledGap(a, b);
            assert.ok(rough >= gap - 1500 && rough <= gap + 2e4, `${a.kind} ${b.kind}: ${gap}, sampled ${rough}`);
          }
          assert.ok(Math.abs(distance(grown(a, 1000), b) - Math.max(0, gap - 1000)) < 1e-3);
        }
      }
    }
  });
  it("finds the same in the grid of a large area as edge by edge, whether near or not", () => {
    for (let round = 0; round < 24; round++) {
      const corners = Array.from({ length: 40 + at(600) }, () => [at(2e6), at(1e6)]);
      // Rings that meet themselves and edges along the axes too: a fill with its cuts has both.
      const ring = corners.flatMap(([x, y], i) => (i % 3 === 0 ? [x!, y!, x!, at(1e6)] : [x!, y!]));
      const area = polygon([ring], round % 2 === 0 ? 0 : 2000);
      const edges = ring.flatMap((_, i) =>
        i % 2 === 0
          ? [segment(ring[i]!, ring[i + 1]!, ring[(i + 2) % ring.length]!, ring[(i + 3) % ring.length]!, area.radius)]
          : [],
      );
      for (const make of makers) {
        const other = shifted(make(), at(4e6) - 2e6, at(4e6) - 2e6);
        const [x, y] = skeletonOf(other, 1000) as [number, number];
        const covered =
          insideEdges(area.rings, x, y) || (other.kind === "polygon" && inRings(other, ring[0]!, ring[1]!));
        const gap = covered ? 0 : Math.min(...edges.map((edge) => distance(edge, other)));
        assert.ok(Math.abs(distance(area, other) - gap) < 1e-3, `${other.kind}`);
        assert.ok(Math.abs(distance(other, area) - gap) < 1e-3, `${other.kind}`);
        for (const within of [0, 1e3, gap * 0.999 - 1, gap + 1, 1e5]) {
          const found = nearest(area, other, within);
          assert.equal(found === null, gap > within, `${other.kind} at ${gap} within ${within}`);
          if (found !== null) assert.ok(Math.abs(found.distance - gap) < 1e-3);
        }
        assert.equal(inRings(area, x, y), insideEdges(area.rings, x, y));
      }
    }
  });
  it("is 0 inside an area, but not inside its hole", () => {
    const square = [0, 0, 100, 0, 100, 100, 0, 100];
    const frame = polygon([square, [20, 20, 80, 20, 80, 80, 20, 80]]);
    assert.equal(distance(polygon([square]), circle(50, 50, 1)), 0);
    assert.equal(distance(frame, circle(50, 50, 1)), 29);
    assert.equal(distance(circle(50, 50, 1), frame), 29);
    assert.equal(distance(frame, polygon([[30, 30, 70, 30, 70, 70, 30, 70]])), 10);
    assert.equal(inRings(frame, 50, 50), false);
    assert.equal(inRings(frame, 10, 50), true);
  });
  it("counts what touches at the rim as apart, skeletons that touch as one", () => {
    assert.equal(shapesMeet(circle(0, 0, 5), circle(10, 0, 5)), false);
    assert.equal(shapesMeet(circle(0, 0, 5), circle(10, 0, 6)), true);
    assert.equal(shapesMeet(segment(0, 0, 10, 0, 0), segment(5, 0, 5, 9, 0)), true);
    assert.equal(holds(circle(0, 0, 5), 5, 0), true);
  });
  it("knows an arc from its chord, and a whole turn", () => {
    const half = arc({ x: -1e6, y: 0 }, { x: 0, y: -1e6 }, { x: 1e6, y: 0 }, 0);
    assert.ok(Math.abs(distance(half, circle(0, -2e6, 0)) - 1e6) < 1e-3);
    assert.ok(Math.abs(distance(half, circle(0, 1e6, 0)) - Math.SQRT2 * 1e6) < 1e-3);
    const ring = arc({ x: 1e6, y: 0 }, { x: -1e6, y: 0 }, { x: 1e6, y: 0 }, 0);
    assert.ok(Math.abs(distance(ring, circle(0, 3e6, 0)) - 2e6) < 1e-3);
    assert.deepEqual(
      [ring.box.minX, ring.box.minY, ring.box.maxX, ring.box.maxY].map(Math.round),
      [-1e6, -1e6, 1e6, 1e6],
    );
  });
  it("finds its way in a fill of many corners", () => {
    const ring: number[] = [];
    for (let i = 0; i < 2000; i++)
      ring.push(1e6 * Math.cos((i * Math.PI) / 1000), 1e6 * Math.sin((i * Math.PI) / 1000));
    const disc = polygon([ring]);
    for (let i = 0; i < 2000; i++) {
      const angle = i * 2.399963;
      const radius = 1.3e6 * Math.sqrt(i / 2000);
      if (Math.abs(radius - 1e6) < 10) continue;
      const spot = circle(radius * Math.cos(angle), radius * Math.sin(angle), 0);
      assert.equal(inRings(disc, spot.x, spot.y), radius < 1e6);
      assert.ok(Math.abs(distance(disc, spot) - Math.max(0, radius - 1e6)) < 5);
    }
    assert.equal(shapesMeet(disc, segment(1.2e6, 0, 2e6, 0, 0.21e6)), true);
    assert.equal(shapesMeet(disc, segment(1.2e6, 0, 2e6, 0, 0.19e6)), false);
    assert.equal(shapesMeet(disc, polygon([[-3e6, -3e6, 3e6, -3e6, 3e6, 3e6, -3e6, 3e6]])), true);
  });
});

describe("predicates", () => {
  it("are exact where doubles are not", () => {
    const big = 2 ** 31 - 1;
    assert.equal(orient(-big, -big, big, big - 1, 0, 0), 1);
    assert.equal(orient(-big, -big, big, big, 0, 0), 0);
    assert.equal(orient(-big, -big, big, big, 1, 0), -1);
    assert.equal(orient(0, 0, big, big - 1, big - 1, big - 2), -1);
  });
  it("let segments cross at their ends, and not beside", () => {
    assert.equal(segmentsCross(0, 0, 10, 0, 10, 0, 10, 10), true);
    assert.equal(segmentsCross(0, 0, 10, 0, 11, 0, 20, 0), false);
    assert.equal(segmentsCross(0, 0, 10, 0, 5, 0, 20, 0), true);
    assert.equal(segmentsCross(0, 0, 10, 10, 0, 1, 9, 10), false);
  });
});
