import type { Point } from "../../base/nm.ts";
import { arcThrough } from "../../geometry/arc.ts";
import type { Drawn } from "./drawn.ts";

/** Cubic curves along the unit circle, from an angle on by a sweep (radians), a quarter each at most. */
export function arcCurves(from: number, sweep: number): Point[][] {
  const n = Math.max(1, Math.ceil(Math.abs(sweep) / (Math.PI / 2) - 1e-9));
  const step = sweep / n;
  const k = (4 / 3) * Math.tan(step / 4);
  return Array.from({ length: n }, (_, i) => {
    const [a, b] = [from + i * step, from + (i + 1) * step];
    const [p, q] = [
      { x: Math.cos(a), y: Math.sin(a) },
      { x: Math.cos(b), y: Math.sin(b) },
    ];
    return [p, { x: p.x - k * p.y, y: p.y + k * p.x }, { x: q.x + k * q.y, y: q.y - k * q.x }, q];
  });
}

/** Arcs and circles as curves, which may be stretched; other shapes as they are. */
export function asCurves(shape: Drawn): Drawn[] {
  const [a, b, c] = shape.points;
  if (shape.shape === "circle" && a !== undefined && b !== undefined) {
    const radius = Math.hypot(b.x - a.x, b.y - a.y);
    return onCircle(a.x, a.y, radius, 0, 2 * Math.PI);
  }
  if (shape.shape !== "arc" || a === undefined || b === undefined || c === undefined) return [shape];
  const arc = arcThrough(a, b, c);
  return arc === null ? [{ shape: "line", points: [a, c] }] : onCircle(arc.cx, arc.cy, arc.radius, arc.from, arc.sweep);
}

function onCircle(cx: number, cy: number, radius: number, from: number, sweep: number): Drawn[] {
  return arcCurves(from, sweep).map((points) => ({
    shape: "curve",
    points: points.map((p) => ({ x: cx + radius * p.x, y: cy + radius * p.y })),
  }));
}

/** Chords of each span of a spline that no cubic curve can be made of. */
const CHORDS = 16;

/**
 * A B-spline as cubic curves, one a span: exact up to the third degree, by chords above it and where it has weights.
 * Null when it is not whole (control points or knots are missing: a spline by fit points only).
 */
export function splineCurves(
  degree: number,
  controls: readonly Point[],
  knots: readonly number[],
  weights: readonly number[],
): Drawn[] | null {
  const n = controls.length;
  if (degree < 1 || n <= degree || knots.length !== n + degree + 1) return null;
  if (![...knots, ...controls.flatMap(({ x, y }) => [x, y])].every(Number.isFinite)) return null;
  const weighted = weights.length === n && weights.some((w) => w !== weights[0]);
  const out: Drawn[] = [];
  for (let i = degree; i < n; i++) {
    const [a, b] = [knots[i]!, knots[i + 1]!];
    if (b <= a) continue;
    // The blossom of a span at arguments of which some are its start and the others its end gives Bézier's points.
    const at = (args: readonly number[]) => blossom(degree, controls, knots, weighted ? weights : null, i, args);
    if (degree === 1) out.push({ shape: "line", points: [at([a]), at([b])] });
    else if (degree <= 3 && !weighted) {
      const own = Array.from({ length: degree + 1 }, (_, k) => at([...times(a, degree - k), ...times(b, k)]));
      out.push({ shape: "curve", points: degree === 3 ? own : raised(own) });
    } else {
      const places = Array.from({ length: CHORDS + 1 }, (_, k) => at(times(a + ((b - a) * k) / CHORDS, degree)));
      for (let k = 0; k < CHORDS; k++) out.push({ shape: "line", points: [places[k]!, places[k + 1]!] });
    }
  }
  return out;
}

function times(value: number, count: number): number[] {
  return new Array<number>(count).fill(value);
}

/** A curve of the second degree as one of the third. */
function raised([p, q, r]: readonly Point[]): Point[] {
  const third = (a: Point, b: Point) => ({ x: (a.x + 2 * b.x) / 3, y: (a.y + 2 * b.y) / 3 });
  return [p!, third(p!, q!), third(r!, q!), r!];
}

/** De Boor's scheme with an argument of its own at each level; weights go along as a third coordinate. */
function blossom(
  degree: number,
  controls: readonly Point[],
  knots: readonly number[],
  weights: readonly number[] | null,
  span: number,
  args: readonly number[],
): Point {
  const d = Array.from({ length: degree + 1 }, (_, k) => {
    const i = span - degree + k;
    const w = weights?.[i] ?? 1;
    return [controls[i]!.x * w, controls[i]!.y * w, w] as [number, number, number];
  });
  for (let level = 1; level <= degree; level++)
    for (let k = degree; k >= level; k--) {
      const i = span - degree + k;
      const [low, high] = [knots[i]!, knots[i + degree + 1 - level]!];
      const t = high === low ? 0 : (args[level - 1]! - low) / (high - low);
      const [p, q] = [d[k - 1]!, d[k]!];
      d[k] = [p[0] + (q[0] - p[0]) * t, p[1] + (q[1] - p[1]) * t, p[2] + (q[2] - p[2]) * t];
    }
  const [x, y, w] = d[degree]!;
  return { x: x / w, y: y / w };
}
