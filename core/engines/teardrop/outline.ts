import type { Nm, Point } from "../../base/nm.ts";
import { rotatePoint } from "../../base/nm.ts";
import { arcThrough, curvePoints, pushChords } from "../../geometry/arc.ts";
import type { Clipper } from "../../geometry/clip.ts";
import { holds } from "../../geometry/distance.ts";
import { convexHull } from "../../geometry/hull.ts";
import type { Ring } from "../../geometry/ring.ts";
import { ringArea, ringOf, turnedAs } from "../../geometry/ring.ts";
import type { Shape } from "../../geometry/shape.ts";
import type { ArcTrack, Track } from "../../model/board/track.ts";
import type { Parameters } from "./parameters.ts";

/** What a teardrop widens a track towards: a pad or via on one layer, or a wider track's end. */
export interface Target {
  readonly at: Point;
  /** The smaller of its sizes; a track's width. */
  readonly width: Nm;
  readonly round: boolean;
  /** Its outline by chords that lie within it. */
  readonly ring: Ring;
  readonly shapes: readonly Shape[];
}

/** Which track goes on where another one ends. */
export type NextTrack = (track: AnyTrack, end: Point) => { readonly track: AnyTrack; readonly atStart: boolean } | null;

export type AnyTrack = Track | ArcTrack;

export interface OutlineTools {
  readonly clipper: Clipper;
  readonly maxError: Nm;
  readonly next: NextTrack;
}

/**
 * The outline of a teardrop as KiCad 9 makes it, as x, y, x, y …; null where the track gives no room for one. Two
 * corners stand on the track at the teardrop's length, two on the target where the hull of both leaves its rim, and one
 * behind the target's centre, so that the copper is seen to be joined.
 */
export function teardropOutline(
  tools: OutlineTools,
  params: Parameters,
  track: AnyTrack,
  target: Target,
): number[] | null {
  const stem = stemOf(tools, params, track, target);
  if (stem === null || same(stem.from, stem.to)) return null;
  const { from, to, reach, width, rim } = stem;
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const [ux, uy] = [(to.x - from.x) / length, (to.y - from.y) / length];
  const half = Math.trunc(width / 2);
  const b = { x: from.x + Math.trunc(ux * reach + uy * half), y: from.y + Math.trunc(uy * reach - ux * half) };
  const a = { x: from.x + Math.trunc(ux * reach - uy * half), y: from.y + Math.trunc(uy * reach + ux * half) };
  if (!target.round && (isIn(target, a) || isIn(target, b))) return null;
  const d = { x: target.at.x + Math.trunc(-ux * BEHIND), y: target.at.y + Math.trunc(-uy * BEHIND) };
  const { c, e } = rimCorners(tools, params, target, a, b, d);
  if (!params.curved) return [a, b, c, d, e].flatMap(({ x, y }) => [x, y]);
  const sides = target.round
    ? curvedToCircle(params, target, half, { x: ux, y: uy }, a, b, c, e)
    : curvedToOther(rim, a, b, c, e);
  return [...sides.there, d.x, d.y, ...sides.back].map(Math.round);
}

/** How far behind the target's centre the fifth corner stands. */
const BEHIND: Nm = 1_000;

interface Stem {
  /** A piece of the track; the teardrop ends `reach` from its beginning. */
  readonly from: Point;
  readonly to: Point;
  readonly reach: number;
  readonly width: Nm;
  /** Where the track's centre line leaves the target. */
  readonly rim: Point;
}

/** The piece of track that the teardrop's sharp end stands on. */
function stemOf({ maxError, next }: OutlineTools, params: Parameters, first: AnyTrack, target: Target): Stem | null {
  const startIn = isIn(target, first.start);
  let [from, to] = startIn ? [first.start, first.end] : [first.end, first.start];
  let turned = !startIn;
  let track = first;
  let wanted = Math.round(target.width * params.lengthRatio);
  if (params.maxLength > 0) wanted = Math.min(params.maxLength, wanted);
  const line = first.kind === "arcTrack" ? arcLine(first, maxError, false) : [from, to];
  const rim = firstCrossing(target.ring, line);
  if (rim === null) return null;
  from = rim;
  let reach = Math.min(wanted, Math.round(Math.hypot(to.x - from.x, to.y - from.y)));
  if (reach < wanted && params.twoTracks) {
    const on = next(track, to);
    if (on !== null) {
      const rest = wanted - reach;
      reach = Math.min(rest, Math.trunc(lengthOf(on.track)));
      track = on.track;
      turned = !on.atStart;
      [from, to] = on.atStart ? [track.start, track.end] : [track.end, track.start];
    }
  }
  if (track.kind === "arcTrack") {
    const points = arcLine(track, maxError, turned);
    for (let i = points.length - 1; points.length > 2 && i >= 0; i--) {
      const p = points[i]!;
      if (i > 0 && Math.round(Math.hypot(p.x - from.x, p.y - from.y)) >= reach) continue;
      const gone = Math.round(Math.hypot(p.x - rim.x, p.y - rim.y));
      from = p;
      to = points[i + 1] ?? to;
      reach = Math.min(Math.max(0, reach - gone), Math.round(Math.hypot(to.x - from.x, to.y - from.y)));
      break;
    }
  }
  return { from, to, reach, width: track.width, rim };
}

/** The corners on the target's rim: neighbours of a and b on the hull of both, in the order that spans more. */
function rimCorners(
  { clipper }: OutlineTools,
  params: Parameters,
  target: Target,
  a: Point,
  b: Point,
  d: Point,
): { c: Point; e: Point } {
  const preferred = Math.round(target.width * params.widthRatio);
  const limited = params.maxWidth > 0 && params.maxWidth < preferred;
  let ring = target.ring;
  if (!target.round || params.widthRatio < 1 || limited) {
    const half = Math.trunc(Math.min(params.maxWidth, preferred) / 2);
    const foot = { x: Math.trunc((a.x + b.x) / 2), y: Math.trunc((a.y + b.y) / 2) };
    const [dx, dy] = [d.x - foot.x, d.y - foot.y];
    const length = Math.round(Math.hypot(dx, dy));
    const turn = (-Math.atan2(dy, dx) * 180) / Math.PI;
    const box = [0, -half, 0, half, length, half, length, -half].map((v) => v);
    const corners: number[] = [];
    for (let i = 0; i < box.length; i += 2) {
      const p = rotatePoint({ x: box[i]!, y: box[i + 1]! }, turn);
      corners.push(foot.x + p.x, foot.y + p.y);
    }
    const clip = turnedAs(ringOf(corners), true);
    ring = clipper.intersection([turnedAs(ring, true)], [clip])[0] ?? ring;
  }
  const hull = convexHull([a.x, a.y, b.x, b.y, ...ring]);
  const places: Point[] = [];
  for (let i = 0; i < hull.length; i += 2) places.push({ x: hull[i]!, y: hull[i + 1]! });
  const n = places.length;
  const [at, bt] = [places.findIndex((p) => same(p, a)), places.findIndex((p) => same(p, b))];
  const beside = (i: number, other: Point) => {
    const after = places[(i + 1) % n]!;
    return same(after, other) ? places[(i + n - 1) % n]! : after;
  };
  const e = at >= 0 ? beside(at, b) : places[(bt - 1 + n) % n]!;
  const c = bt >= 0 ? beside(bt, a) : places[(at - 1 + n) % n]!;
  const area = (p: Point, q: Point) => Math.abs(ringArea([a, b, p, d, q].flatMap(({ x, y }) => [x, y])));
  return area(c, e) > area(e, c) ? { c, e } : { c: e, e: c };
}

interface Sides {
  readonly there: readonly number[];
  readonly back: readonly number[];
}

/** Sides that leave the track along it and come to a round target the flatter the wider the teardrop is. */
function curvedToCircle(
  params: Parameters,
  { at, width }: Target,
  half: Nm,
  along: Point,
  a: Point,
  b: Point,
  c: Point,
  e: Point,
): Sides {
  const height = Math.round(width * params.widthRatio);
  const ratio = params.widthRatio * (params.maxWidth > 0 && params.maxWidth < height ? params.maxWidth / height : 1);
  const radius = Math.trunc(width / 2) || 1;
  const least = half / radius;
  const weaken = (ratio - least) / (1 - least) / radius;
  const [there, back] = [0.5 * Math.hypot(c.x - b.x, c.y - b.y), 0.5 * Math.hypot(a.x - e.x, a.y - e.y)];
  const beforeC = { x: c.x - (c.y - at.y) * there * weaken, y: c.y + (c.x - at.x) * there * weaken };
  const afterE = { x: e.x + (e.y - at.y) * back * weaken, y: e.y - (e.x - at.x) * back * weaken };
  const afterB = { x: b.x - along.x * there, y: b.y - along.y * there };
  const beforeA = { x: a.x - along.x * back, y: a.y - along.y * back };
  return { there: curvePoints([b, afterB, beforeC, c]), back: curvePoints([e, afterE, beforeA, a]) };
}

/** Sides that leave the track along it and bend towards where its centre line meets the target. */
function curvedToOther(rim: Point, a: Point, b: Point, c: Point, e: Point): Sides {
  const [dx, dy] = [rim.x - (a.x + b.x) / 2, rim.y - (a.y + b.y) / 2];
  const length = Math.hypot(dx, dy) || 1;
  const off = (p: Point, by: number) => ({ x: p.x + (dx / length) * by, y: p.y + (dy / length) * by });
  const middle = (p: Point) => ({ x: (p.x + rim.x) / 2, y: (p.y + rim.y) / 2 });
  const [there, back] = [Math.hypot(c.x - b.x, c.y - b.y) / 4, Math.hypot(e.x - a.x, e.y - a.y) / 4];
  return {
    there: curvePoints([b, off(b, there), middle(c), c]),
    back: curvePoints([e, middle(e), off(a, back), a]),
  };
}

/** Where a line first meets a ring, going round the ring; null when it does not. */
function firstCrossing(ring: Ring, line: readonly Point[]): Point | null {
  const n = ring.length;
  for (let i = 0; i < n; i += 2) {
    const p = { x: ring[i]!, y: ring[i + 1]! };
    const q = { x: ring[(i + 2) % n]!, y: ring[(i + 3) % n]! };
    for (let k = 1; k < line.length; k++) {
      const hit = crossing(p, q, line[k - 1]!, line[k]!);
      if (hit !== null) return hit;
    }
  }
  return null;
}

function crossing(p: Point, q: Point, a: Point, b: Point): Point | null {
  const [rx, ry, sx, sy] = [b.x - a.x, b.y - a.y, q.x - p.x, q.y - p.y];
  const den = rx * sy - ry * sx;
  if (den === 0) return null;
  const t = ((p.x - a.x) * sy - (p.y - a.y) * sx) / den;
  const u = ((p.x - a.x) * ry - (p.y - a.y) * rx) / den;
  if (t < 0 || t > 1 || u < 0 || u > 1) return null;
  return { x: Math.round(a.x + t * rx), y: Math.round(a.y + t * ry) };
}

function arcLine(track: ArcTrack, maxError: Nm, turned: boolean): Point[] {
  const arc = arcThrough(track.start, track.mid, track.end);
  if (arc === null) return turned ? [track.end, track.start] : [track.start, track.end];
  const out: number[] = [];
  pushChords(out, arc, maxError);
  const points: Point[] = [];
  for (let i = 0; i + 1 < out.length; i += 2) points.push({ x: Math.round(out[i]!), y: Math.round(out[i + 1]!) });
  return turned ? points.reverse() : points;
}

/** Length of a track's centre line. */
export function lengthOf(track: AnyTrack): number {
  const arc = track.kind === "arcTrack" ? arcThrough(track.start, track.mid, track.end) : null;
  if (arc !== null) return Math.abs(arc.sweep) * arc.radius;
  return Math.hypot(track.end.x - track.start.x, track.end.y - track.start.y);
}

/** Whether a target's copper holds a place. */
export function isIn(target: Target, p: Point): boolean {
  return target.shapes.some((shape) => holds(shape, p.x, p.y));
}

function same(a: Point, b: Point): boolean {
  return a.x === b.x && a.y === b.y;
}
