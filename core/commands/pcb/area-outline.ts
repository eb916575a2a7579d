import type { TArray, TNumber } from "typebox";
import { Type } from "typebox";
import { CommandError } from "../../base/error.ts";
import type { Point } from "../../base/nm.ts";
import { fromMm } from "../../base/nm.ts";
import { segmentsCross } from "../../geometry/predicates.ts";
import type { PathNode } from "../../model/field.ts";
import { toPoint } from "../schemas.ts";

/** How a call gives the outline of an area: corners, a rectangle by two of them, or a circle. */
export const outlineArgs = {
  pts: Type.Optional(places("Corners ([[x, y], …] in mm)", 2)),
  from: Type.Optional(places("Rectangle: a corner", 1)),
  to: Type.Optional(places("Rectangle: the opposite corner", 1)),
  center: Type.Optional(places("Circle: its centre", 1)),
  radius: Type.Optional(Type.Number({ description: "Circle: its radius (mm)" })),
  holes: Type.Optional(places("Corners of each hole", 3)),
};

/** Numbers in lists in lists, `depth` deep. Outlines are in two commands, so their schemas are kept short. */
function places<D extends 1 | 2 | 3>(description: string, depth: D): TSchemaOf<D> {
  const point = Type.Array(Type.Number());
  const nested = depth === 1 ? point : depth === 2 ? Type.Array(point) : Type.Array(Type.Array(point));
  return { ...nested, description } as unknown as TSchemaOf<D>;
}

type Numbers = TArray<TNumber>;
type TSchemaOf<D> = D extends 1 ? Numbers : D extends 2 ? TArray<Numbers> : TArray<TArray<Numbers>>;

export interface OutlineArgs {
  readonly pts?: readonly (readonly number[])[] | undefined;
  readonly from?: readonly number[] | undefined;
  readonly to?: readonly number[] | undefined;
  readonly center?: readonly number[] | undefined;
  readonly radius?: number | undefined;
  readonly holes?: readonly (readonly (readonly number[])[])[] | undefined;
}

/** The outline and its holes as a zone keeps them. */
export function outlinesOf(args: OutlineArgs, thing: string): PathNode[][] {
  const given = [args.pts, args.from ?? args.to, args.center ?? args.radius].filter((each) => each !== undefined);
  if (given.length !== 1) {
    const reason = given.length === 0 ? "no outline is given" : "the outline is given in more than one way";
    throw refused(thing, reason);
  }
  for (const value of numbersIn([args.pts, args.from, args.to, args.center, args.radius, args.holes]))
    if (Math.abs(value) > LIMIT_MM) throw refused(thing, `${value} mm is farther out than ${LIMIT_MM} mm`);
  for (const p of [args.from, args.to, args.center, ...(args.pts ?? []), ...(args.holes ?? []).flat()])
    if (p !== undefined && p.length !== 2) throw refused(thing, `[${p.join(", ")}] is no place: it wants x and y`);
  if (args.radius !== undefined && args.radius <= 0) throw refused(thing, `a radius of ${args.radius} mm is no circle`);
  const border = borderOf(args, thing);
  return [border, ...(args.holes ?? []).map((hole) => cornersOf(hole, `a hole of ${thing}`))];
}

function borderOf(args: OutlineArgs, thing: string): PathNode[] {
  if (args.pts !== undefined) return cornersOf(args.pts, thing);
  if (args.center !== undefined || args.radius !== undefined) {
    if (args.center === undefined || args.radius === undefined)
      throw refused(thing, `${args.center === undefined ? "center" : "radius"} is missing`);
    return circleOf(toPoint(args.center), fromMm(args.radius));
  }
  if (args.from === undefined || args.to === undefined)
    throw refused(thing, `${args.from === undefined ? "from" : "to"} is missing`);
  const [a, b] = [toPoint(args.from), toPoint(args.to)];
  if (a.x === b.x || a.y === b.y) throw refused(thing, "the rectangle has no area");
  return [a, { x: b.x, y: a.y }, b, { x: a.x, y: b.y }];
}

/** KiCad's own coordinates end near 2 m. */
const LIMIT_MM = 2000;

function numbersIn(value: unknown): number[] {
  if (typeof value === "number") return [value];
  return Array.isArray(value) ? value.flatMap(numbersIn) : [];
}

/** Two half turns. */
function circleOf({ x, y }: Point, r: number): PathNode[] {
  const [east, north, west, south] = [
    { x: x + r, y },
    { x, y: y - r },
    { x: x - r, y },
    { x, y: y + r },
  ];
  return [
    { start: east, mid: north, end: west },
    { start: west, mid: south, end: east },
  ];
}

function cornersOf(pts: readonly (readonly number[])[], thing: string): PathNode[] {
  const corners = pts.map(toPoint).filter((p, i, all) => {
    const next = all[(i + 1) % all.length]!;
    return p.x !== next.x || p.y !== next.y;
  });
  if (corners.length < 3) throw refused(thing, `it has ${corners.length} different corners`);
  const crossing = firstCrossing(corners);
  if (crossing !== null) throw refused(thing, `its side ${crossing[0] + 1} crosses its side ${crossing[1] + 1}`);
  return corners;
}

/** Two sides, not neighbours, that meet; null when the outline is simple. */
function firstCrossing(corners: readonly Point[]): [number, number] | null {
  const n = corners.length;
  for (let i = 0; i < n; i++) {
    const [a, b] = [corners[i]!, corners[(i + 1) % n]!];
    for (let k = i + 2; k < n; k++) {
      if ((k + 1) % n === i) continue;
      const [c, d] = [corners[k]!, corners[(k + 1) % n]!];
      if (segmentsCross(a.x, a.y, b.x, b.y, c.x, c.y, d.x, d.y)) return [i, k];
    }
  }
  return null;
}

function refused(thing: string, reason: string): CommandError {
  return new CommandError({
    code: "invalid-args",
    message: `Cannot add ${thing}: ${reason}.`,
    hint: "Give pts (three or more corners, sides not crossing), or from and to (a rectangle), or center and radius (a circle).",
  });
}
