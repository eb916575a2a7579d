import type { Ring } from "./ring.ts";
import { arcChords } from "./stroke-outline.ts";

/** A ring whose corners are cut off at `distance` along both edges, or at half of a shorter edge. */
export function chamfered(ring: Ring, distance: number): Ring {
  if (distance <= 0) return ring;
  const points: number[] = [];
  eachCorner(ring, (x, y, ax, ay, bx, by) => {
    const before = Math.hypot(ax, ay);
    const after = Math.hypot(bx, by);
    const cut = Math.min(distance, before / 2, after / 2);
    points.push(x + Math.round((cut * ax) / before), y + Math.round((cut * ay) / before));
    points.push(x + Math.round((cut * bx) / after), y + Math.round((cut * by) / after));
  });
  return Int32Array.from(points);
}

/** A ring whose corners are arcs of `radius`, or as much of it as half of a shorter edge allows. */
export function filleted(ring: Ring, radius: number, error: number): Ring {
  if (radius <= 0) return ring;
  const points: number[] = [];
  eachCorner(ring, (x, y, ax, ay, bx, by) => {
    const before = Math.hypot(ax, ay);
    const after = Math.hypot(bx, by);
    const cos = (ax * bx + ay * by) / (before * after);
    // Tangent of half the angle between the edges.
    const tan = Math.sqrt(2 / (1 + cos) - 1);
    if (!Number.isFinite(tan) || tan === 0) return;
    const r = Math.min(radius, (before / 2) * tan, (after / 2) * tan);
    const ux = ax / before + bx / after;
    const uy = ay / before + by / after;
    const length = Math.hypot(ux, uy);
    const away = r / Math.sqrt((1 - cos) / 2);
    const cx = x + (away * ux) / length;
    const cy = y + (away * uy) / length;
    const along = r / tan;
    const sx = x + (along * ax) / before - cx;
    const sy = y + (along * ay) / before - cy;
    const ex = x + (along * bx) / after - cx;
    const ey = y + (along * by) / after - cy;
    const sweep = Math.acos(Math.max(-1, Math.min(1, (sx * ex + sy * ey) / (r * r))));
    const n = arcChords(r, error, sweep);
    const step = (sweep / n) * (ax * by - ay * bx <= 0 ? 1 : -1);
    const from = Math.atan2(sy, sx);
    for (let i = 0; i <= n; i++) {
      const px = Math.round(cx + r * Math.cos(from + i * step));
      const py = Math.round(cy + r * Math.sin(from + i * step));
      if (points.at(-2) !== px || points.at(-1) !== py) points.push(px, py);
    }
  });
  return Int32Array.from(points);
}

/** Calls `take` for each corner with the ways to the corner before and the corner after; straight-through ones fall out. */
function eachCorner(
  ring: Ring,
  take: (x: number, y: number, ax: number, ay: number, bx: number, by: number) => void,
): void {
  const n = ring.length / 2;
  for (let i = 0; i < n; i++) {
    const p = i === 0 ? n - 1 : i - 1;
    const q = i + 1 === n ? 0 : i + 1;
    const x = ring[2 * i]!;
    const y = ring[2 * i + 1]!;
    const ax = ring[2 * p]! - x;
    const ay = ring[2 * p + 1]! - y;
    const bx = ring[2 * q]! - x;
    const by = ring[2 * q + 1]! - y;
    if ((ax === 0 && ay === 0) || (bx === 0 && by === 0) || (ax + bx === 0 && ay + by === 0)) continue;
    take(x, y, ax, ay, bx, by);
  }
}
