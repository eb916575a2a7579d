import type { Point } from "../../base/nm.ts";

/** Points of an arc through three places that span its box: its ends, and where it turns round. */
export function boundsOfArc(start: Point, mid: Point, end: Point): Point[] {
  const [ax, ay] = [mid.x - start.x, mid.y - start.y];
  const [bx, by] = [end.x - start.x, end.y - start.y];
  const d = 2 * (ax * by - ay * bx);
  if (d === 0) return [start, mid, end];
  const [a2, b2] = [ax * ax + ay * ay, bx * bx + by * by];
  const cx = start.x + (by * a2 - ay * b2) / d;
  const cy = start.y + (ax * b2 - bx * a2) / d;
  const r = Math.hypot(start.x - cx, start.y - cy);
  const angle = (p: Point) => Math.atan2(p.y - cy, p.x - cx);
  const ccw = (from: number, to: number) => (to - from + 4 * Math.PI) % (2 * Math.PI);
  const isCcw = ccw(angle(start), angle(mid)) <= ccw(angle(start), angle(end));
  const [from, sweep] = isCcw
    ? [angle(start), ccw(angle(start), angle(end))]
    : [angle(end), ccw(angle(end), angle(start))];
  const turns = [0, 1, 2, 3].map((quarter) => (quarter * Math.PI) / 2).filter((at) => ccw(from, at) < sweep);
  return [start, mid, end, ...turns.map((at) => ({ x: cx + r * Math.cos(at), y: cy + r * Math.sin(at) }))];
}
