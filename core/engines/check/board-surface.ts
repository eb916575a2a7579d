import type { Nm, Point } from "../../base/nm.ts";
import { inRings, nearest, rimDistance } from "../../geometry/distance.ts";
import type { PolygonShape, Shape } from "../../geometry/shape.ts";
import { boxAround, boxOf, circle, grownBox, polygon } from "../../geometry/shape.ts";
import type { BoxIndex } from "../render/box-index.ts";
import { buildBoxIndex, searchBoxIndex } from "../render/box-index.ts";

/** What is no further over a line than this only touches it. */
const TOUCH: Nm = 1;
/** How far a way may lie from a rim and still follow it. */
const ALONG: Nm = 100;

/** A bend that a way over the board may have: a corner of the board's edge or of a hole in it. */
interface Corner {
  readonly x: number;
  readonly y: number;
  readonly before: Point;
  readonly after: Point;
}

/** A way over the board's surface, with its ends and which of the shapes they lie on. */
export interface SurfaceWay {
  readonly length: number;
  readonly at: Point;
  readonly from: number;
  readonly to: number;
}

/** The surface of a board without its cutouts and unplated holes: how far it is over it from one place to another. */
export class BoardSurface {
  private readonly areas: readonly PolygonShape[];
  private readonly holes: readonly PolygonShape[];
  private readonly corners: Corner[] = [];
  private readonly edges: BoxIndex;

  /** Without areas everything is board, but for the holes. */
  constructor(areas: readonly PolygonShape[], holes: readonly ArrayLike<number>[]) {
    this.areas = areas;
    this.holes = holes.map((ring) => polygon([Array.from(ring)]));
    for (const ring of [...areas.flatMap(({ rings }) => rings), ...holes]) this.corners.push(...cornersOf(ring));
    this.edges = buildBoxIndex(this.corners.map(({ x, y, after }) => boxAround([x, y, after.x, after.y], 0)));
  }

  /** Whether a straight line leaves the board. */
  isCut(p: Point, q: Point): boolean {
    let cut = false;
    searchBoxIndex(this.edges, boxAround([p.x, p.y, q.x, q.y], TOUCH), (i) => {
      const corner = this.corners[i]!;
      if (!crosses(p, q, corner, corner.after)) return;
      cut = true;
      return true;
    });
    return cut || this.isOff({ x: (p.x + q.x) / 2, y: (p.y + q.y) / 2 });
  }

  /** The shortest way around what cuts the straight ones, if it is shorter than `within`. */
  around(from: readonly Shape[], to: readonly Shape[], within: Nm): SurfaceWay | null {
    const reached = new Map<Corner, Start>();
    const ends = new Map<Corner, Leg>();
    for (const corner of this.cornersNear(from, to, within)) {
      const first = this.leg(corner, from, within);
      const last = first === null ? null : this.leg(corner, to, within - first.length);
      if (first === null || last === null) continue;
      ends.set(corner, last);
      reached.set(corner, { length: this.isOpen(first, corner) ? first.length : Infinity, leg: first });
    }
    const open = new Set(reached.keys());
    let best: SurfaceWay | null = null;
    let least = within;
    for (;;) {
      const corner = nearestOf(open, reached);
      if (corner === null) return best;
      open.delete(corner);
      const { length, leg } = reached.get(corner)!;
      if (length >= least) return best;
      const last = ends.get(corner)!;
      if (length + last.length < least && this.isOpen(last, corner)) {
        least = length + last.length;
        best = { length: least, at: leg.at, from: leg.shape, to: last.shape };
      }
      for (const next of open) {
        const known = reached.get(next)!;
        const sum = length + Math.hypot(next.x - corner.x, next.y - corner.y);
        if (sum >= known.length || sum >= least || !bends(corner, next) || !bends(next, corner)) continue;
        if (!this.isCut(corner, next)) reached.set(next, { length: sum, leg });
      }
    }
  }

  /** The corners that are nearer to both than this, and some more, in their order. */
  private cornersNear(from: readonly Shape[], to: readonly Shape[], within: Nm): Corner[] {
    const places: number[] = [];
    const reach = grownBox(boxOf(to), within);
    searchBoxIndex(this.edges, grownBox(boxOf(from), within), (i) => {
      const { x, y } = this.corners[i]!;
      if (x >= reach.minX && x <= reach.maxX && y >= reach.minY && y <= reach.maxY) places.push(i);
    });
    return places.sort((a, b) => a - b).map((i) => this.corners[i]!);
  }

  private isOpen({ at }: Leg, corner: Corner): boolean {
    return bends(at, corner) && !this.isCut(at, corner);
  }

  /** The straight line from a corner to the nearest of the shapes. */
  private leg({ x, y }: Corner, shapes: readonly Shape[], within: Nm): Leg | null {
    let found: Leg | null = null;
    for (const [i, shape] of shapes.entries()) {
      const way = nearest(shape, circle(x, y, 0), found?.length ?? within);
      if (way !== null && way.distance < (found?.length ?? within))
        found = { length: way.distance, at: way.a, shape: i };
    }
    return found;
  }

  private isOff({ x, y }: Point): boolean {
    const inside = (area: PolygonShape) => inRings(area, x, y) && rimDistance(area, x, y, ALONG) >= ALONG;
    if (this.holes.some(inside)) return true;
    return (
      this.areas.length > 0 && !this.areas.some((area) => inRings(area, x, y) || rimDistance(area, x, y, ALONG) < ALONG)
    );
  }
}

interface Leg {
  readonly length: number;
  /** Where it ends on the shape. */
  readonly at: Point;
  readonly shape: number;
}

interface Start {
  readonly length: number;
  readonly leg: Leg;
}

function nearestOf(open: ReadonlySet<Corner>, reached: ReadonlyMap<Corner, Start>): Corner | null {
  let found: Corner | null = null;
  let least = Infinity;
  for (const corner of open) {
    const { length } = reached.get(corner)!;
    if (length >= least) continue;
    least = length;
    found = corner;
  }
  return found;
}

/** Whether a shortest way may bend at a corner that it comes to from here: the rim lies on one side of it. */
function bends(from: Point, corner: Corner): boolean {
  const before = side(from, corner, corner.before);
  const after = side(from, corner, corner.after);
  return (before >= -TOUCH && after >= -TOUCH) || (before <= TOUCH && after <= TOUCH);
}

function crosses(p: Point, q: Point, r: Point, s: Point): boolean {
  return isAcross(side(p, q, r), side(p, q, s)) && isAcross(side(r, s, p), side(r, s, q));
}

function isAcross(a: number, b: number): boolean {
  return (a > TOUCH && b < -TOUCH) || (a < -TOUCH && b > TOUCH);
}

/** How far a place lies to one side of the line from p to q. */
function side(p: Point, q: Point, { x, y }: Point): number {
  const [dx, dy] = [q.x - p.x, q.y - p.y];
  const length = Math.hypot(dx, dy);
  return length === 0 ? 0 : (dx * (y - p.y) - dy * (x - p.x)) / length;
}

function cornersOf(ring: ArrayLike<number>): Corner[] {
  const points: Point[] = [];
  for (let i = 0; i < ring.length; i += 2) {
    const [x, y] = [ring[i]!, ring[i + 1]!];
    const last = points.at(-1);
    if (last === undefined || last.x !== x || last.y !== y) points.push({ x, y });
  }
  if (points.length > 1 && points[0]!.x === points.at(-1)!.x && points[0]!.y === points.at(-1)!.y) points.pop();
  return points.map(({ x, y }, i) => ({
    x,
    y,
    before: points[(i + points.length - 1) % points.length]!,
    after: points[(i + 1) % points.length]!,
  }));
}
