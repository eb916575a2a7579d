/**
 * A closed ring of whole nanometres: x, y, x, y … the last corner joined to the first. In a list of rings those of
 * positive area are borders and those of negative area holes, as Clipper gives them.
 */
export type Ring = Int32Array;

export type Rings = readonly Ring[];

/** Twice the signed area would be exact in 128 bits; a double is near enough for comparing areas. In square nanometres. */
export function ringArea(ring: Ring | readonly number[]): number {
  const n = ring.length;
  if (n < 6) return 0;
  // About the first corner, so that small rings far from the origin lose no digits.
  const ox = ring[0]!;
  const oy = ring[1]!;
  let sum = 0;
  let px = ring[n - 2]! - ox;
  let py = ring[n - 1]! - oy;
  for (let i = 0; i < n; i += 2) {
    const x = ring[i]! - ox;
    const y = ring[i + 1]! - oy;
    sum += px * y - x * py;
    px = x;
    py = y;
  }
  return sum / 2;
}

/** Signed area of several rings: borders minus holes. */
export function ringsArea(rings: Rings): number {
  return rings.reduce((sum, ring) => sum + ringArea(ring), 0);
}

export function reversed(ring: Ring): Ring {
  const n = ring.length;
  const out = new Int32Array(n);
  for (let i = 0; i < n; i += 2) {
    out[i] = ring[n - 2 - i]!;
    out[i + 1] = ring[n - 1 - i]!;
  }
  return out;
}

/** The ring in the sense of a border (positive area) or of a hole. */
export function turnedAs(ring: Ring, border: boolean): Ring {
  return ringArea(ring) >= 0 === border ? ring : reversed(ring);
}

export function ringOf(points: readonly number[]): Ring {
  const ring = new Int32Array(points.length);
  for (let i = 0; i < points.length; i++) ring[i] = Math.round(points[i]!);
  return ring;
}

/** Smallest and largest x and y. */
export function ringBox(ring: Ring): { minX: number; minY: number; maxX: number; maxY: number } {
  let minX = Infinity;
  let minY = Infinity;
  let maxX = -Infinity;
  let maxY = -Infinity;
  for (let i = 0; i < ring.length; i += 2) {
    const x = ring[i]!;
    const y = ring[i + 1]!;
    if (x < minX) minX = x;
    if (x > maxX) maxX = x;
    if (y < minY) minY = y;
    if (y > maxY) maxY = y;
  }
  return { minX, minY, maxX, maxY };
}
