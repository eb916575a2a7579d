import type { Box, Nm, Point } from "../../base/nm.ts";
import { distance } from "../../geometry/distance.ts";
import type { Shape } from "../../geometry/shape.ts";
import { boxesMeet, circle, grownBox, skeletonOf } from "../../geometry/shape.ts";

/** How far chords may be from a curve. */
const ERROR: Nm = 1_000;
/** Discs that only touch an opening do not melt it: KiCad's rounding. */
const SLACK: Nm = 500;
const DIRECTIONS = 24;

/**
 * A place of `ink` where mask openings melt together: no disc of radius `reach` (half of the narrowest web) that holds
 * it keeps clear of all of them. Null where there is none. Such places lie within `reach` of an opening.
 */
export function meltedPlace(ink: readonly Shape[], openings: readonly Shape[], reach: Nm): Point | null {
  if (openings.length < 2 && openings.every(isConvex)) return null;
  for (const shape of ink)
    for (const opening of openings) {
      const box = grownBox(opening.box, reach);
      if (!boxesMeet(box, shape.box)) continue;
      for (const at of placesOf(shape, box, reach / 2)) if (isMelted(at, openings, reach)) return at;
    }
  return null;
}

function isConvex(shape: Shape): boolean {
  return (
    shape.kind === "circle" ||
    shape.kind === "segment" ||
    (shape.kind === "polygon" && shape.rings.length === 1 && shape.rings[0]!.length <= 8)
  );
}

function isMelted({ x, y }: Point, openings: readonly Shape[], reach: Nm): boolean {
  const near = openings.filter((each) => distance(circle(x, y, 0), each) < 2 * reach);
  if (near.length === 0 || (near.length === 1 && isConvex(near[0]!))) return false;
  const isFree = (cx: number, cy: number) => near.every((each) => distance(circle(cx, cy, 0), each) >= reach - SLACK);
  if (isFree(x, y)) return false;
  for (const part of [1, 0.5])
    for (let i = 0; i < DIRECTIONS; i++) {
      const angle = (2 * Math.PI * i) / DIRECTIONS;
      if (isFree(x + part * reach * Math.cos(angle), y + part * reach * Math.sin(angle))) return false;
    }
  return true;
}

/** Places along the middle and both rims of a shape that lie in a box, `step` apart. */
function* placesOf(shape: Shape, box: Box, step: number): Iterable<Point> {
  const points = skeletonOf(shape, ERROR);
  if (shape.kind === "polygon") points.push(points[0]!, points[1]!);
  if (points.length === 2) points.push(points[0]! + 1, points[1]!);
  const rims = shape.radius > 1 ? [0, -shape.radius, shape.radius] : [0];
  for (let i = 0; i + 3 < points.length; i += 2) {
    const [ax, ay, bx, by] = [points[i]!, points[i + 1]!, points[i + 2]!, points[i + 3]!];
    const length = Math.hypot(bx - ax, by - ay);
    if (length === 0) continue;
    const [nx, ny] = [(ay - by) / length, (bx - ax) / length];
    const steps = Math.max(1, Math.ceil(length / step));
    const [first, last] = span(ax, ay, bx, by, box, shape.radius);
    for (let k = Math.floor(first * steps); k <= Math.ceil(last * steps); k++)
      for (const off of rims) {
        const x = ax + ((bx - ax) * k) / steps + off * nx;
        const y = ay + ((by - ay) * k) / steps + off * ny;
        if (x >= box.minX && x <= box.maxX && y >= box.minY && y <= box.maxY) yield { x, y };
      }
  }
}

/** Which part of the way from a to b lies in a box, or beside it by at most `beside`: from 0 to 1, empty as [1, 0]. */
function span(ax: number, ay: number, bx: number, by: number, box: Box, beside: Nm): readonly [number, number] {
  let [first, last] = [0, 1];
  for (const [a, d, min, max] of [
    [ax, bx - ax, box.minX - beside, box.maxX + beside],
    [ay, by - ay, box.minY - beside, box.maxY + beside],
  ] as const) {
    if (d === 0) {
      if (a < min || a > max) return [1, 0];
      continue;
    }
    const [p, q] = [(min - a) / d, (max - a) / d];
    first = Math.max(first, Math.min(p, q));
    last = Math.min(last, Math.max(p, q));
  }
  return first > last ? [1, 0] : [first, last];
}
