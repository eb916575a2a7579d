import type { Ring, Rings } from "./ring.ts";

/** square: corners are cut off at the offset's distance; round: by arcs of chords; miter: kept up to twice the distance. */
export type Join = "square" | "round" | "miter";

/**
 * The raw curves at a distance from rings (borders of positive, holes of negative area): their union by the positive
 * rule is the grown or shrunk polygon. At a corner that turns away the join is put in; at one that turns towards the
 * offset, the two offset edges are cut where they meet. Where an edge is too short for that, the curve runs back over
 * the corner, so that what is left over winds negatively and drops out. Joins are those of Clipper's ClipperOffset.
 */
export function offsetCurves(rings: Rings, delta: number, join: Join, segments: number): Ring[] {
  const curves: Ring[] = [];
  for (const ring of rings) {
    const clean = withoutRepeats(ring);
    if (clean.length >= 6) curves.push(offsetRing(clean, delta, join, segments));
  }
  return curves;
}

function withoutRepeats(ring: Ring): Ring {
  const out = new Int32Array(ring.length);
  let n = 0;
  for (let i = 0; i < ring.length; i += 2) {
    if (n > 0 && out[n - 2] === ring[i] && out[n - 1] === ring[i + 1]) continue;
    out[n++] = ring[i]!;
    out[n++] = ring[i + 1]!;
  }
  while (n > 2 && out[0] === out[n - 2] && out[1] === out[n - 1]) n -= 2;
  return out.subarray(0, n);
}

/** Turns up to this flat are met by one corner, as Clipper does. */
const FLAT = 0.999;

// Buffers that grow as needed and are used again.
let out = new Int32Array(1 << 16);
let at = 0;
let normals = new Float64Array(1 << 12);
let insets = new Float64Array(1 << 11);
let lengths = new Float64Array(1 << 11);

function put(x: number, y: number): void {
  if (at + 2 > out.length) {
    const bigger = new Int32Array(out.length * 2);
    bigger.set(out);
    out = bigger;
  }
  out[at++] = Math.round(x);
  out[at++] = Math.round(y);
}

function offsetRing(ring: Ring, delta: number, join: Join, segments: number): Ring {
  const n = ring.length / 2;
  prepare(ring, n, delta);
  at = 0;
  const step = (2 * Math.PI) / segments;
  const stepSin = Math.sin(delta < 0 ? -step : step);
  const stepCos = Math.cos(step);
  for (let j = 0; j < n; j++) {
    const k = j === 0 ? n - 1 : j - 1;
    const x = ring[2 * j]!;
    const y = ring[2 * j + 1]!;
    const kx = normals[2 * k]!;
    const ky = normals[2 * k + 1]!;
    const jx = normals[2 * j]!;
    const jy = normals[2 * j + 1]!;
    const sin = Math.max(-1, Math.min(1, kx * jy - ky * jx));
    const cos = kx * jx + ky * jy;
    if (cos > -FLAT && sin * delta < 0) {
      const next = j + 1 === n ? 0 : j + 1;
      if (
        insets[j]! + Math.max(0, insets[k]!) <= lengths[k]! &&
        insets[j]! + Math.max(0, insets[next]!) <= lengths[j]!
      ) {
        const q = delta / (cos + 1);
        put(x + (kx + jx) * q, y + (ky + jy) * q);
      } else {
        put(x + kx * delta, y + ky * delta);
        if (cos < FLAT) put(x, y);
        put(x + jx * delta, y + jy * delta);
      }
    } else if (join === "round") {
      let ox = kx * delta;
      let oy = ky * delta;
      put(x + ox, y + oy);
      const steps = Math.ceil((Math.abs(Math.atan2(sin, cos)) / (2 * Math.PI)) * segments);
      for (let i = 1; i < steps; i++) {
        const turned = ox * stepCos - stepSin * oy;
        oy = ox * stepSin + oy * stepCos;
        ox = turned;
        put(x + ox, y + oy);
      }
      put(x + jx * delta, y + jy * delta);
    } else if (cos > FLAT || (join === "miter" && cos > -0.5)) {
      const q = delta / (cos + 1);
      put(x + (kx + jx) * q, y + (ky + jy) * q);
    } else square(x, y, kx, ky, jx, jy, delta);
  }
  return out.slice(0, at);
}

/** A corner cut across its bisector at the offset's distance: two corners where the cut meets the offset edges. */
function square(x: number, y: number, kx: number, ky: number, jx: number, jy: number, delta: number): void {
  let vx = kx + jx;
  let vy = ky + jy;
  const length = Math.hypot(vx, vy);
  if (length < 1e-9) {
    // Back on itself: the bisector runs on along the incoming edge.
    vx = delta < 0 ? ky : -ky;
    vy = delta < 0 ? -kx : kx;
  } else {
    vx /= length;
    vy /= length;
  }
  const qx = x + vx * delta;
  const qy = y + vy * delta;
  // Half of the cut: delta · tan(turn / 4).
  const cosHalf = length < 1e-9 ? 0 : Math.min(1, length / 2);
  const half = Math.abs(delta) * Math.sqrt((1 - cosHalf) / (1 + cosHalf));
  // Along the cut in the sense of travel: the bisector turned back by a quarter, whichever side the offset is on.
  const sx = -vy * half;
  const sy = vx * half;
  put(qx - sx, qy - sy);
  put(qx + sx, qy + sy);
}

/** Unit normals of the edges (outwards for a border), their lengths, and how much of an edge a corner's cut takes. */
function prepare(ring: Ring, n: number, delta: number): void {
  if (lengths.length < n) {
    normals = new Float64Array(4 * n);
    lengths = new Float64Array(2 * n);
    insets = new Float64Array(2 * n);
  }
  for (let i = 0; i < n; i++) {
    const j = i + 1 === n ? 0 : i + 1;
    const dx = ring[2 * j]! - ring[2 * i]!;
    const dy = ring[2 * j + 1]! - ring[2 * i + 1]!;
    const length = Math.hypot(dx, dy);
    lengths[i] = length;
    normals[2 * i] = dy / length;
    normals[2 * i + 1] = -dx / length;
  }
  const reach = Math.abs(delta);
  for (let j = 0; j < n; j++) {
    const k = j === 0 ? n - 1 : j - 1;
    const sin = normals[2 * k]! * normals[2 * j + 1]! - normals[2 * k + 1]! * normals[2 * j]!;
    const cos = normals[2 * k]! * normals[2 * j]! + normals[2 * k + 1]! * normals[2 * j + 1]!;
    // delta · tan(turn / 2)
    insets[j] = sin * delta < 0 && cos > -FLAT ? (reach * Math.abs(sin)) / (1 + cos) : 0;
  }
}

/** Number of chords that KiCad gives a whole turn of this radius, so that none strays by more than `error`. */
export function chordsOfTurn(radius: number, error: number): number {
  const step = Math.min(45, (360 / Math.PI) * Math.acos(1 - error / Math.max(1, radius)));
  // An error beyond the radius has no angle; eight chords are the least that KiCad makes.
  return Math.max(2, Math.round(360 / (Number.isNaN(step) ? 45 : step)));
}
