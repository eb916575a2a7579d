import type { Degrees, Nm, Point } from "../../base/nm.ts";
import type { PathNode } from "../../model/field.ts";

/** Puts the coordinates of something inside an item onto the sheet: `x' = xx·x + xy·y + dx`, `y' = yx·x + yy·y + dy`. */
export interface Transform {
  readonly xx: number;
  readonly xy: number;
  readonly yx: number;
  readonly yy: number;
  readonly dx: Nm;
  readonly dy: Nm;
  /** The turn, counter-clockwise, for what carries an angle of its own. */
  readonly angle: Degrees;
}

export const identity: Transform = { xx: 1, xy: 0, yx: 0, yy: 1, dx: 0, dy: 0, angle: 0 };

/** Turn by `angle` (counter-clockwise on screen), then move to `at`. */
export function placed(at: Point, angle: Degrees): Transform {
  const { s, c } = sinCos(angle);
  return { xx: c, xy: s, yx: -s, yy: c, dx: at.x, dy: at.y, angle };
}

/** Sine and cosine, exact at multiples of 90 degrees. */
export function sinCos(angle: Degrees): { s: number; c: number } {
  const a = ((angle % 360) + 360) % 360;
  if (a === 0) return { s: 0, c: 1 };
  if (a === 90) return { s: 1, c: 0 };
  if (a === 180) return { s: 0, c: -1 };
  if (a === 270) return { s: -1, c: 0 };
  const rad = (a * Math.PI) / 180;
  return { s: Math.sin(rad), c: Math.cos(rad) };
}

/** A point on the sheet; not rounded, since sinks take any number. */
export function apply(t: Transform, p: Point): Point {
  return { x: t.xx * p.x + t.xy * p.y + t.dx, y: t.yx * p.x + t.yy * p.y + t.dy };
}

/** A chain of points and arcs on the sheet. */
export function applyPath(t: Transform, path: readonly PathNode[]): PathNode[] {
  if (t === identity) return [...path];
  return path.map((node) =>
    "start" in node
      ? { start: apply(t, node.start), mid: apply(t, node.mid), end: apply(t, node.end) }
      : apply(t, node),
  );
}
