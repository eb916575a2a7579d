import type { Point } from "../../../core/base/nm.ts";

export type Corners = "45" | "90" | "any";

/**
 * The places after `a` on a way to `b` with one corner: 90 degrees, or 45. `isFlipped` takes the other of the two ways
 * (KiCad's "switch track posture").
 */
export function wayTo(a: Point, b: Point, corners: Corners, isFlipped: boolean): Point[] {
  const dx = b.x - a.x;
  const dy = b.y - a.y;
  if (corners === "any" || dx === 0 || dy === 0) return [b];
  if (corners === "90") {
    const isAcross = Math.abs(dx) >= Math.abs(dy) !== isFlipped;
    return [isAcross ? { x: b.x, y: a.y } : { x: a.x, y: b.y }, b];
  }
  const slant = Math.min(Math.abs(dx), Math.abs(dy));
  if (Math.abs(dx) === Math.abs(dy)) return [b];
  const step = { x: Math.sign(dx) * slant, y: Math.sign(dy) * slant };
  const corner = isFlipped ? { x: a.x + step.x, y: a.y + step.y } : { x: b.x - step.x, y: b.y - step.y };
  return [corner, b];
}
