import type { Nm, Point } from "../../base/nm.ts";
import { nearest } from "../../geometry/distance.ts";
import { grownBox, segment } from "../../geometry/shape.ts";
import type { ProjectSettings } from "../../model/project/settings.ts";
import { conflictOf, widestClearance } from "./clearance.ts";
import type { Obstacles } from "./obstacles.ts";
import { findWay, postures } from "./search.ts";

export interface PairQuery {
  readonly settings: ProjectSettings;
  readonly obstacles: Obstacles;
  /** Positive and negative net. */
  readonly nets: readonly [string, string];
  readonly width: Nm;
  readonly gap: Nm;
  /** Number of the copper layer. */
  readonly layer: number;
  /** Where each net begins and ends. */
  readonly from: readonly [Point, Point];
  readonly to: readonly [Point, Point];
  readonly signal: AbortSignal;
}

/** The lines of both tracks. */
export type PairWay = readonly [readonly Point[], readonly Point[]];

/** How far from the pads the two tracks may come together, beyond what the spread of the pads takes. */
const LEADS: readonly Nm[] = [200_000, 500_000, 1_000_000, 2_000_000];
/** Places that the search for the middle line looks at before it gives up. */
const MOST_PLACES = 8_000;

/**
 * A way for a differential pair on one layer: from the pads both tracks come together, run side by side at the gap along
 * a middle line that is searched for like that of one wide track, and part again. The shortest one that keeps all
 * distances; null when there is none. Crossed pairs (the nets would have to change sides) are none.
 */
export function findPairWay(query: PairQuery): PairWay | null {
  const { from, to, width, gap } = query;
  const offset = (width + gap) / 2;
  const found: { readonly way: PairWay; readonly length: number }[] = [];
  for (const lead of LEADS) {
    for (const begin of gathers(from, offset, lead))
      for (const end of gathers(to, offset, lead)) {
        if (query.signal.aborted) return null;
        // The positive net keeps its side: left of the way out is right of the way in.
        if (begin.isLeft === end.isLeft) continue;
        const way = joined(query, begin, end, offset);
        if (way !== null) found.push({ way, length: lengthOf(way[0]) + lengthOf(way[1]) });
      }
    if (found.length > 0) break;
  }
  return found.sort((a, b) => a.length - b.length)[0]?.way ?? null;
}

/** A place where the tracks run side by side, in front of two pads. */
interface Gather {
  readonly at: Point;
  /** Unit vector away from the pads. */
  readonly out: Point;
  /** Whether the positive net is to the left, looking away from the pads (y down). */
  readonly isLeft: boolean;
}

/** On both sides of the line through two pads. */
function gathers([p, n]: readonly [Point, Point], offset: Nm, lead: Nm): Gather[] {
  const [dx, dy] = [n.x - p.x, n.y - p.y];
  const apart = Math.hypot(dx, dy);
  if (apart === 0) return [];
  const middle = { x: (p.x + n.x) / 2, y: (p.y + n.y) / 2 };
  const reach = Math.max(0, apart / 2 - offset) + lead;
  return [1, -1].map((side) => {
    const out = { x: (side * -dy) / apart, y: (side * dx) / apart };
    const at = { x: Math.round(middle.x + out.x * reach), y: Math.round(middle.y + out.y * reach) };
    // Left of `out` on the screen is (out.y, -out.x).
    const isLeft = (p.x - middle.x) * out.y - (p.y - middle.y) * out.x > 0;
    return { at, out, isLeft };
  });
}

function joined(query: PairQuery, begin: Gather, end: Gather, offset: Nm): PairWay | null {
  const { settings, obstacles, nets, width, gap, layer, from, to, signal } = query;
  const others: Obstacles = {
    ...obstacles,
    *near(box) {
      for (const each of obstacles.near(box)) if (each.net === "" || !nets.includes(each.net)) yield each;
    },
  };
  const fat = 2 * width + gap;
  const [start, goal] = [ahead(begin, width + gap), ahead(end, width + gap)];
  const direct = [withDiagonalBetween(start, goal), ...postures(start, goal, "45")].find(
    (line) => !isSharp([begin.at, ...line, end.at]) && isFree(settings, others, nets[0], fat, layer, line),
  );
  const ends = 1 << layer;
  const way =
    direct ??
    findWay({
      settings,
      obstacles: others,
      net: nets[0],
      width: fat,
      via: null,
      from: { at: start, layers: ends },
      to: { at: goal, layers: ends },
      layers: ends,
      corners: "45",
      most: MOST_PLACES,
      signal,
    }).way;
  if (way === null) return null;
  const middle = withoutTwins([begin.at, ...way, end.at]);
  if (isSharp(middle)) return null;
  const sign = begin.isLeft ? 1 : -1;
  const lines: (readonly Point[])[] = [];
  for (const [i, pad] of from.entries()) {
    const side = beside(middle, (i === 0 ? sign : -sign) * offset);
    const lead = clearLead(query, i, pad, side[0]!);
    const tail = clearLead(query, i, to[i]!, side.at(-1)!);
    if (lead === null || tail === null) return null;
    lines.push(withoutTwins([...lead, ...side.slice(1), ...[...tail].reverse().slice(1)]));
  }
  const pair = lines as unknown as PairWay;
  return keepsDistance(query, pair) ? pair : null;
}

/** On from where the tracks come together: they run straight for a bit before they turn. */
function ahead({ at, out }: Gather, by: Nm): Point {
  return { x: Math.round(at.x + out.x * by), y: Math.round(at.y + out.y * by) };
}

/** Whether a line turns by more than a right angle. */
function isSharp(line: readonly Point[]): boolean {
  return line.some((p, i) => {
    const [a, b] = [line[i - 1], line[i + 1]];
    if (a === undefined || b === undefined) return false;
    const along = (p.x - a.x) * (b.x - p.x) + (p.y - a.y) * (b.y - p.y);
    return along < -1e-6 * Math.hypot(p.x - a.x, p.y - a.y) * Math.hypot(b.x - p.x, b.y - p.y);
  });
}

/** From a pad to where its track runs beside the other one: with one corner, or straight. */
function clearLead(query: PairQuery, net: number, pad: Point, to: Point): readonly Point[] | null {
  return [...postures(pad, to, "45"), [pad, to]].find((line) => isClear(query, net, line)) ?? null;
}

function isClear({ settings, obstacles, nets, width, layer }: PairQuery, net: number, line: readonly Point[]): boolean {
  return isFree(settings, obstacles, nets[net]!, width, layer, line);
}

function isFree(
  settings: ProjectSettings,
  obstacles: Obstacles,
  net: string,
  width: Nm,
  layer: number,
  line: readonly Point[],
): boolean {
  const widest = widestClearance(settings, obstacles);
  return line.every((p, i) => {
    const before = line[i - 1];
    if (before === undefined) return true;
    const shape = segment(before.x, before.y, p.x, p.y, width / 2);
    return conflictOf(settings, obstacles, { net, layers: 1 << layer, shape }, widest) === null;
  });
}

/** Straight, then diagonal in the middle, then straight again. */
function withDiagonalBetween(a: Point, b: Point): Point[] {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const reach = Math.min(Math.abs(dx), Math.abs(dy));
  const [sx, sy] = [Math.sign(dx), Math.sign(dy)];
  const half = { x: Math.round((dx - sx * reach) / 2), y: Math.round((dy - sy * reach) / 2) };
  const corner = { x: a.x + half.x, y: a.y + half.y };
  return withoutTwins([a, corner, { x: corner.x + sx * reach, y: corner.y + sy * reach }, b]);
}

/** Whether both tracks keep clear of all there is, and of each other by the gap. */
function keepsDistance(query: PairQuery, pair: PairWay): boolean {
  const { width, gap } = query;
  if (!pair.every((line, net) => isClear(query, net, line))) return false;
  const shapes = pair.map((line) => line.slice(1).map((p, i) => segment(line[i]!.x, line[i]!.y, p.x, p.y, width / 2)));
  // Corners are rounded to nanometres.
  const least = gap - 10;
  return shapes[0]!.every((a) =>
    shapes[1]!.every((b) => {
      const box = grownBox(a.box, gap);
      const isFar = box.minX > b.box.maxX || box.maxX < b.box.minX || box.minY > b.box.maxY || box.maxY < b.box.minY;
      return isFar || nearest(a, b, least) === null;
    }),
  );
}

/** A line at a distance beside another: positive is left of its direction (y down). */
function beside(line: readonly Point[], by: Nm): Point[] {
  const left = line.slice(1).map((p, i) => {
    const [dx, dy] = [p.x - line[i]!.x, p.y - line[i]!.y];
    const length = Math.hypot(dx, dy) || 1;
    return { x: dy / length, y: -dx / length };
  });
  return line.map((p, i) => {
    const [a, b] = [left[i - 1] ?? left[i]!, left[i] ?? left[i - 1]!];
    const sum = { x: a.x + b.x, y: a.y + b.y };
    const stretch = (2 * by) / (sum.x * sum.x + sum.y * sum.y || 1);
    return { x: Math.round(p.x + sum.x * stretch), y: Math.round(p.y + sum.y * stretch) };
  });
}

function withoutTwins(line: readonly Point[]): Point[] {
  return line
    .filter((p, i) => i === 0 || p.x !== line[i - 1]!.x || p.y !== line[i - 1]!.y)
    .map(({ x, y }) => ({ x, y }));
}

function lengthOf(line: readonly Point[]): Nm {
  return line.reduce((sum, p, i) => sum + (i === 0 ? 0 : Math.hypot(p.x - line[i - 1]!.x, p.y - line[i - 1]!.y)), 0);
}
