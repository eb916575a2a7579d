import type { Nm, Point } from "../base/nm.ts";

/** A circular arc: angles in radians as `atan2(y, x)` has them (y down), `sweep` signed, at most a whole turn. */
export interface Arc {
  readonly cx: number;
  readonly cy: number;
  readonly radius: number;
  readonly from: number;
  readonly sweep: number;
}

export const TURN = 2 * Math.PI;

/** The arc from `start` through `mid` to `end`; a whole circle when both ends are one; null when they lie on a line. */
export function arcThrough(start: Point, mid: Point, end: Point): Arc | null {
  const ax = start.x - mid.x;
  const ay = start.y - mid.y;
  const bx = end.x - mid.x;
  const by = end.y - mid.y;
  if (start.x === end.x && start.y === end.y) {
    if (ax === 0 && ay === 0) return null;
    const cx = (start.x + mid.x) / 2;
    const cy = (start.y + mid.y) / 2;
    return { cx, cy, radius: Math.hypot(ax, ay) / 2, from: Math.atan2(start.y - cy, start.x - cx), sweep: TURN };
  }
  const det = 2 * (ax * by - ay * bx);
  if (Math.abs(det) < 1e-3) return null;
  const a2 = ax * ax + ay * ay;
  const b2 = bx * bx + by * by;
  const cx = mid.x + (by * a2 - ay * b2) / det;
  const cy = mid.y + (ax * b2 - bx * a2) / det;
  const from = Math.atan2(start.y - cy, start.x - cx);
  const toMid = turned(Math.atan2(mid.y - cy, mid.x - cx) - from);
  const toEnd = turned(Math.atan2(end.y - cy, end.x - cx) - from);
  const sweep = toMid <= toEnd ? toEnd : toEnd - TURN;
  return { cx, cy, radius: Math.hypot(start.x - cx, start.y - cy), from, sweep };
}

/** An angle brought into [0, one turn). */
export function turned(angle: number): number {
  const a = angle % TURN;
  return a < 0 ? a + TURN : a;
}

/** Whether an arc passes the direction `angle` as seen from its centre. */
export function sweeps(from: number, sweep: number, angle: number): boolean {
  // Both ends belong to the arc, so a rounding error may not lose them.
  const slack = 1e-12;
  const ahead = sweep >= 0 ? turned(angle - from) : turned(from - angle);
  return ahead <= Math.abs(sweep) + slack || ahead >= TURN - slack;
}

/** Number of chords for an arc when none may stray by more than `error`. */
export function chordsOf(radius: Nm, sweep: number, error: Nm): number {
  if (radius <= error) return 2;
  return Math.min(720, Math.max(2, Math.ceil(Math.abs(sweep) / (2 * Math.acos(1 - error / radius)))));
}

/** Appends the chords of an arc as x, y, x, y …, both ends too. */
export function pushChords(out: number[], arc: Arc, error: Nm): void {
  const n = chordsOf(arc.radius, arc.sweep, error);
  for (let i = 0; i <= n; i++) {
    const angle = arc.from + (arc.sweep * i) / n;
    out.push(arc.cx + arc.radius * Math.cos(angle), arc.cy + arc.radius * Math.sin(angle));
  }
}

/** Points of a cubic curve of four control points, as x, y, x, y …; empty when there are not four. */
export function curvePoints(controls: readonly Point[], steps = 32): number[] {
  const [a, b, c, d] = controls;
  if (a === undefined || b === undefined || c === undefined || d === undefined) return [];
  const out: number[] = [];
  for (let i = 0; i <= steps; i++) {
    const t = i / steps;
    const u = 1 - t;
    const k0 = u * u * u;
    const k1 = 3 * u * u * t;
    const k2 = 3 * u * t * t;
    const k3 = t * t * t;
    out.push(k0 * a.x + k1 * b.x + k2 * c.x + k3 * d.x, k0 * a.y + k1 * b.y + k2 * c.y + k3 * d.y);
  }
  return out;
}

/** Whether an arc stays, with `reach` around it, in the range of whole 32-bit nanometres: the coordinates of a board. */
export function staysInRange({ cx, cy, radius, from, sweep }: Arc, reach: Nm): boolean {
  const most = 2 ** 31 - 1 - reach;
  const angles = [from, from + sweep, ...[0, 1, 2, 3].map((q) => (q * TURN) / 4).filter((q) => sweeps(from, sweep, q))];
  return angles.every((angle) => {
    const x = cx + radius * Math.cos(angle);
    const y = cy + radius * Math.sin(angle);
    return Math.max(Math.abs(x), Math.abs(y)) <= most;
  });
}
