import assert from "node:assert/strict";
import { gridPlaces } from "../../core/engines/fill/hatch.ts";
import type { Ring } from "../../core/geometry/ring.ts";
import { ringBox } from "../../core/geometry/ring.ts";
import { seeded } from "../laws/random.ts";

const [pitch, size] = [2_000_000, 1_250_000];

/** Whether a square of the grid meets a triangle: it is not wholly beyond one of the sides of either. */
function meets(ring: Ring, x: number, y: number): boolean {
  const corners = [0, 2, 4].map((i) => ({ x: ring[i]!, y: ring[i + 1]! }));
  const square = [
    { x, y },
    { x: x + size, y },
    { x: x + size, y: y + size },
    { x, y: y + size },
  ];
  const sides = [corners, square].flatMap((list) =>
    list.map((p, i) => {
      const q = list[(i + 1) % list.length]!;
      return { x: p.y - q.y, y: q.x - p.x };
    }),
  );
  return sides.every((n) => {
    const reach = (list: typeof square) => list.map((p) => p.x * n.x + p.y * n.y);
    const [a, b] = [reach(corners), reach(square)];
    return Math.max(...a) >= Math.min(...b) && Math.max(...b) >= Math.min(...a);
  });
}

describe("the grid of a hatch", () => {
  it("has every square that meets what is filled", () => {
    const random = seeded(7);
    for (let round = 0; round < 200; round++) {
      const ring = Int32Array.from({ length: 6 }, () => Math.round(random() * 40_000_000));
      const places = new Set(gridPlaces([ring], pitch, size)!.map(({ x, y }) => `${x} ${y}`));
      const { minX, minY, maxX, maxY } = ringBox(ring);
      for (let x = minX; x <= maxX; x += pitch)
        for (let y = minY; y <= maxY; y += pitch)
          if (meets(ring, x, y)) assert.ok(places.has(`${x} ${y}`), `${[...ring]}: ${x} ${y}`);
    }
  });
  it("has few squares of a thin zone across it, and none of one too fine", () => {
    // 2 m long and 2 mm wide at 30 degrees: its box holds 433,000 squares.
    const [dx, dy] = [1_732_050_000, 1_000_000_000];
    const sliver = Int32Array.of(0, 0, dx, dy, dx - 1_000_000, dy + 1_732_000, -1_000_000, 1_732_000);
    const places = gridPlaces([sliver], pitch, size)!;
    assert.ok(places.length > 1000 && places.length < 5000, `${places.length} squares`);
    assert.equal(gridPlaces([Int32Array.of(0, 0, 2e9, 0, 2e9, 2e9, 0, 2e9)], pitch, size), null);
    assert.equal(gridPlaces([sliver], 1000, 600), null);
  });
});
