import type { Degrees, Nm, Point } from "../base/nm.ts";

/** Points x, y, x, y … turned by `angle` about the origin (counter-clockwise on screen) and then shifted. */
export function placed(points: readonly number[], angle: Degrees, to: Point): number[] {
  const { s, c } = sinCos(angle);
  const out = new Array<number>(points.length);
  for (let i = 0; i + 1 < points.length; i += 2) {
    const x = points[i]!;
    const y = points[i + 1]!;
    out[i] = to.x + y * s + x * c;
    out[i + 1] = to.y + y * c - x * s;
  }
  return out;
}

/** Sine and cosine of an angle in degrees, exact at multiples of 90. */
export function sinCos(angle: Degrees): { readonly s: number; readonly c: number } {
  const a = ((angle % 360) + 360) % 360;
  if (a % 90 === 0) return { s: [0, 1, 0, -1][a / 90]!, c: [1, 0, -1, 0][a / 90]! };
  const rad = (a * Math.PI) / 180;
  return { s: Math.sin(rad), c: Math.cos(rad) };
}

/** Corners of a box about the origin. */
export function boxCorners(halfX: Nm, halfY: Nm): number[] {
  return [-halfX, -halfY, halfX, -halfY, halfX, halfY, -halfX, halfY];
}
