import assert from "node:assert/strict";
import { isThin } from "../../core/engines/check/thin-glyphs.ts";
import { polygon } from "../../core/geometry/shape.ts";

const box = (x: number, y: number, width: number, height: number) => [
  x,
  y,
  x + width,
  y,
  x + width,
  y + height,
  x,
  y + height,
];

describe("letters of outline fonts", () => {
  const least = 80_000;

  it("are thin where a bar is thinner than the least width", () => {
    assert.equal(isThin([polygon([box(0, 0, 100_000, 900_000)])], least), false);
    assert.equal(isThin([polygon([box(0, 0, 60_000, 900_000)])], least), true);
    assert.equal(isThin([polygon([box(5, 7, 900_000, 60_000)])], least), true);
  });

  it("are thin where two wide parts hang on a narrow one", () => {
    const joined = (width: number) => {
      const half = width / 2;
      return polygon([
        [
          0,
          0,
          300_000,
          0,
          300_000,
          150_000 - half,
          400_000,
          150_000 - half,
          400_000,
          0,
          700_000,
          0,
          700_000,
          300_000,
          400_000,
          300_000,
          400_000,
          150_000 + half,
          300_000,
          150_000 + half,
          300_000,
          300_000,
          0,
          300_000,
        ],
      ]);
    };
    assert.equal(isThin([joined(100_000)], least), false);
    assert.equal(isThin([joined(60_000)], least), true);
  });

  it("are thin where a hole comes near to the edge", () => {
    const ring = (wall: number) => polygon([box(0, 0, 600_000, 600_000), box(wall, 150_000, 450_000 - wall, 300_000)]);
    assert.equal(isThin([ring(100_000)], least), false);
    assert.equal(isThin([ring(50_000)], least), true);
  });

  it("are looked at in bounded time, however large", () => {
    assert.equal(isThin([polygon([box(0, 0, 500_000_000, 300_000_000)])], least), false);
  });
});
