import type { Point } from "../../base/nm.ts";

/** Whether two points are one place, in KiCad's steps of 100 nm. */
export function samePlace(a: Point, b: Point): boolean {
  return Math.round(a.x / 100) === Math.round(b.x / 100) && Math.round(a.y / 100) === Math.round(b.y / 100);
}
