import type { Nm, Point } from "../../base/nm.ts";
import type { Shape } from "../../geometry/shape.ts";
import { circle, segment } from "../../geometry/shape.ts";
import type { ProjectSettings } from "../../model/project/settings.ts";
import { conflictOf, widestClearance } from "./clearance.ts";
import type { Obstacles } from "./obstacles.ts";

/** A place of a way, on a copper layer (its number); where the layer changes a via stands. */
export interface Step {
  readonly x: Nm;
  readonly y: Nm;
  readonly layer: number;
}

export interface Ends {
  readonly at: Point;
  /** The layers on which the way may begin or end, one bit each. */
  readonly layers: number;
}

export interface RouteQuery {
  readonly settings: ProjectSettings;
  readonly obstacles: Obstacles;
  readonly net: string;
  readonly width: Nm;
  readonly via: { readonly size: Nm; readonly drill: Nm } | null;
  readonly from: Ends;
  readonly to: Ends;
  /** Layers that tracks may use, one bit each. */
  readonly layers: number;
  readonly corners: "45" | "90";
  /** Places that are looked at before it gives up; many when left out. */
  readonly most?: number;
  readonly signal: AbortSignal;
}

/** Most places that a search looks at before it gives up. */
const MOST_PLACES = 400_000;

/** What a via costs, as a length. */
const VIA_COST: Nm = 4_000_000;

/** What a turn costs, so that ways have few. */
const TURN_COST: Nm = 100_000;

/**
 * A way for a track between two places, clear of everything that is there; null when none was found. Straight lines
 * with one corner are tried first, then a grid is searched (A*), and the way is pulled tight.
 */
export function findWay(query: RouteQuery): { way: Step[]; looked: number } | { way: null; looked: number } {
  const test = new Tester(query);
  const direct = directWay(query, test);
  if (direct !== null) return { way: direct, looked: 0 };
  // A fine grid where pins are close, else a coarse one: halved until a way is found or the grid is too fine.
  let looked = 0;
  for (const pitch of pitches(query)) {
    const found = new Search(query, test, pitch).run();
    looked += found.looked;
    if (found.way !== null) return { way: tighten(query, test, found.way), looked };
    if (query.signal.aborted) break;
  }
  return { way: null, looked };
}

function pitches({ width }: RouteQuery): Nm[] {
  const coarse = Math.max(200_000, Math.min(500_000, Math.round((width * 1.25) / 50_000) * 50_000));
  return [coarse, Math.round(coarse / 2)];
}

/** Asks of new copper whether it is clear; remembers answers. */
class Tester {
  private readonly query: RouteQuery;
  private readonly widest: Nm;
  private readonly spots = new Map<string, boolean>();

  constructor(query: RouteQuery) {
    this.query = query;
    this.widest = widestClearance(query.settings, query.obstacles);
  }

  track(a: Point, b: Point, layer: number): boolean {
    return this.clear(segment(a.x, a.y, b.x, b.y, this.query.width / 2), 1 << layer);
  }

  via(at: Point, key: string): boolean {
    const known = this.spots.get(key);
    if (known !== undefined) return known;
    const { via, settings, obstacles, net } = this.query;
    let free = false;
    if (via !== null) {
      const all = obstacles.layers.reduce((sum, _, i) => sum | (1 << i), 0);
      const piece = {
        net,
        layers: all,
        shape: circle(at.x, at.y, via.size / 2),
        hole: circle(at.x, at.y, via.drill / 2),
      };
      free = conflictOf(settings, obstacles, piece, this.widest) === null;
    }
    this.spots.set(key, free);
    return free;
  }

  private clear(shape: Shape, layers: number): boolean {
    const { settings, obstacles, net } = this.query;
    return conflictOf(settings, obstacles, { net, layers, shape }, this.widest) === null;
  }
}

/** The two ways with one corner between two places: diagonal first or last (or, square, along x first or last). */
export function postures(a: Point, b: Point, corners: "45" | "90"): Point[][] {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  if (dx === 0 || dy === 0 || (corners === "45" && Math.abs(dx) === Math.abs(dy))) return [[a, b]];
  if (corners === "90")
    return [
      [a, { x: b.x, y: a.y }, b],
      [a, { x: a.x, y: b.y }, b],
    ];
  const reach = Math.min(Math.abs(dx), Math.abs(dy));
  const diagonal = { x: Math.sign(dx) * reach, y: Math.sign(dy) * reach };
  return [
    [a, { x: b.x - diagonal.x, y: b.y - diagonal.y }, b],
    [a, { x: a.x + diagonal.x, y: a.y + diagonal.y }, b],
  ];
}

function clearLine(test: Tester, points: readonly Point[], layer: number): boolean {
  return points.every((p, i) => i === 0 || test.track(points[i - 1]!, p, layer));
}

function directWay(query: RouteQuery, test: Tester): Step[] | null {
  const common = query.from.layers & query.to.layers & query.layers;
  for (let layer = 0; layer < query.obstacles.layers.length; layer++) {
    if ((common & (1 << layer)) === 0) continue;
    for (const line of postures(query.from.at, query.to.at, query.corners))
      if (clearLine(test, line, layer)) return line.map((p) => ({ x: p.x, y: p.y, layer }));
  }
  return null;
}

const around = [
  [1, 0],
  [1, 1],
  [0, 1],
  [-1, 1],
  [-1, 0],
  [-1, -1],
  [0, -1],
  [1, -1],
] as const;

/** A* over a grid that starts at the first end; places are numbered column by column, layer by layer. */
class Search {
  private readonly query: RouteQuery;
  private readonly test: Tester;
  private readonly pitch: Nm;
  private readonly columns: number;
  private readonly rows: number;
  private readonly left: number;
  private readonly top: number;

  constructor(query: RouteQuery, test: Tester, pitch: Nm) {
    this.query = query;
    this.test = test;
    this.pitch = pitch;
    const { from, to } = query;
    // Room for a way round: the board's middle part around both ends.
    const reach = Math.max(15_000_000, Math.hypot(to.at.x - from.at.x, to.at.y - from.at.y) * 0.75);
    this.left = -Math.ceil((reach + Math.max(0, from.at.x - to.at.x)) / pitch);
    this.top = -Math.ceil((reach + Math.max(0, from.at.y - to.at.y)) / pitch);
    this.columns = Math.ceil((reach + Math.max(0, to.at.x - from.at.x)) / pitch) - this.left + 1;
    this.rows = Math.ceil((reach + Math.max(0, to.at.y - from.at.y)) / pitch) - this.top + 1;
  }

  run(): { way: Step[] | null; looked: number } {
    const { query, columns, rows } = this;
    const layers = query.obstacles.layers.length;
    const size = columns * rows * layers;
    const cost = new Map<number, number>();
    const cameFrom = new Map<number, number>();
    const directions = new Map<number, number>();
    const heap = new Heap();
    const goal = query.to.at;
    const estimate = (p: Point) => {
      const [dx, dy] = [Math.abs(goal.x - p.x), Math.abs(goal.y - p.y)];
      return query.corners === "90" ? dx + dy : Math.max(dx, dy) + (Math.SQRT2 - 1) * Math.min(dx, dy);
    };
    const origin = -this.left * rows - this.top;
    for (let layer = 0; layer < layers; layer++) {
      if ((query.from.layers & query.layers & (1 << layer)) === 0) continue;
      const start = layer * columns * rows + origin;
      cost.set(start, 0);
      heap.push(start, estimate(query.from.at));
    }
    const done = new Set<number>();
    while (done.size < Math.min(size, query.most ?? MOST_PLACES)) {
      const now = heap.pop();
      if (now < 0) break;
      if (done.has(now)) continue;
      done.add(now);
      if ((done.size & 1023) === 0 && query.signal.aborted) break;
      const layer = Math.floor(now / (columns * rows));
      const here = this.placeOf(now);
      const last = this.landing(here, layer);
      if (last !== null) return { way: [...this.back(now, cameFrom), ...last], looked: done.size };
      const own = cost.get(now)!;
      const heading = directions.get(now) ?? -1;
      for (const [d, [sx, sy]] of around.entries()) {
        if (query.corners === "90" && sx !== 0 && sy !== 0) continue;
        // No turns sharper than a right angle.
        if (heading >= 0 && Math.min((d - heading + 8) % 8, (heading - d + 8) % 8) > 2) continue;
        const next = this.beside(now, sx, sy);
        if (next < 0 || done.has(next)) continue;
        const there = this.placeOf(next);
        const price = own + this.pitch * Math.hypot(sx, sy) + (heading >= 0 && heading !== d ? TURN_COST : 0);
        if (price >= (cost.get(next) ?? Infinity) || !this.test.track(here, there, layer)) continue;
        cost.set(next, price);
        cameFrom.set(next, now);
        directions.set(next, d);
        heap.push(next, price + estimate(there));
      }
      if (query.via === null) continue;
      const price = own + VIA_COST;
      const flat = now % (columns * rows);
      for (let other = 0; other < layers; other++) {
        if (other === layer || (query.layers & (1 << other)) === 0) continue;
        const next = other * columns * rows + flat;
        if (done.has(next) || price >= (cost.get(next) ?? Infinity)) continue;
        if (!this.test.via(here, `${here.x} ${here.y}`)) break;
        cost.set(next, price);
        cameFrom.set(next, now);
        directions.delete(next);
        heap.push(next, price + estimate(here));
      }
    }
    return { way: null, looked: done.size };
  }

  /** The end of the way from a place near the goal; null when it is too far or not clear. */
  private landing(here: Point, layer: number): Step[] | null {
    const { to, layers, corners } = this.query;
    if ((to.layers & layers & (1 << layer)) === 0) return null;
    if (Math.max(Math.abs(to.at.x - here.x), Math.abs(to.at.y - here.y)) > 3 * this.pitch) return null;
    for (const line of postures(here, to.at, corners))
      if (clearLine(this.test, line, layer)) return line.slice(1).map((p) => ({ x: p.x, y: p.y, layer }));
    return null;
  }

  private placeOf(node: number): Point {
    const flat = node % (this.columns * this.rows);
    const { at } = this.query.from;
    return {
      x: at.x + (Math.floor(flat / this.rows) + this.left) * this.pitch,
      y: at.y + ((flat % this.rows) + this.top) * this.pitch,
    };
  }

  private beside(node: number, sx: number, sy: number): number {
    const flat = node % (this.columns * this.rows);
    const column = Math.floor(flat / this.rows) + sx;
    const row = (flat % this.rows) + sy;
    if (column < 0 || row < 0 || column >= this.columns || row >= this.rows) return -1;
    return node + sx * this.rows + sy;
  }

  private back(node: number, cameFrom: ReadonlyMap<number, number>): Step[] {
    const way: Step[] = [];
    for (let each: number | undefined = node; each !== undefined; each = cameFrom.get(each)) {
      const { x, y } = this.placeOf(each);
      way.push({ x, y, layer: Math.floor(each / (this.columns * this.rows)) });
    }
    return way.reverse();
  }
}

/** Places by their price, the cheapest first. */
class Heap {
  private readonly nodes: number[] = [];
  private readonly prices: number[] = [];

  push(node: number, price: number): void {
    const { nodes, prices } = this;
    let i = nodes.length;
    nodes.push(node);
    prices.push(price);
    while (i > 0) {
      const up = (i - 1) >> 1;
      if (prices[up]! <= price) break;
      nodes[i] = nodes[up]!;
      prices[i] = prices[up]!;
      i = up;
    }
    nodes[i] = node;
    prices[i] = price;
  }

  /** -1 when it is empty. */
  pop(): number {
    const { nodes, prices } = this;
    if (nodes.length === 0) return -1;
    const top = nodes[0]!;
    const node = nodes.pop()!;
    const price = prices.pop()!;
    const n = nodes.length;
    let i = 0;
    while (n > 0) {
      let child = 2 * i + 1;
      if (child >= n) break;
      if (child + 1 < n && prices[child + 1]! < prices[child]!) child++;
      if (prices[child]! >= price) break;
      nodes[i] = nodes[child]!;
      prices[i] = prices[child]!;
      i = child;
    }
    if (n > 0) {
      nodes[i] = node;
      prices[i] = price;
    }
    return top;
  }
}

/** Takes out places that a straight line or one corner can stand for. */
function tighten(query: RouteQuery, test: Tester, way: readonly Step[]): Step[] {
  const tight: Step[] = [way[0]!];
  let i = 0;
  while (i < way.length - 1) {
    const here = way[i]!;
    let end = i + 1;
    // The farthest place on this layer.
    while (end + 1 < way.length && way[end + 1]!.layer === here.layer) end++;
    if (way[i + 1]!.layer !== here.layer) {
      tight.push(way[i + 1]!);
      i++;
      continue;
    }
    let taken = false;
    for (let j = end; j > i + 1 && !taken; j--) {
      for (const line of postures(here, way[j]!, query.corners)) {
        if (!isGentle(tight.at(-2), line) || !clearLine(test, line, here.layer)) continue;
        for (const p of line.slice(1)) tight.push({ x: p.x, y: p.y, layer: here.layer });
        i = j;
        taken = true;
        break;
      }
    }
    if (taken) continue;
    tight.push(way[i + 1]!);
    i++;
  }
  return straighten(tight);
}

/** Whether a line goes on from the place before it without an acute corner. */
function isGentle(before: Step | undefined, line: readonly Point[]): boolean {
  const [a, b] = line;
  if (before === undefined || a === undefined || b === undefined) return true;
  return (a.x - before.x) * (b.x - a.x) + (a.y - before.y) * (b.y - a.y) >= -1;
}

function straighten(way: readonly Step[]): Step[] {
  return way.filter((p, i) => {
    const [a, b] = [way[i - 1], way[i + 1]];
    if (a === undefined || b === undefined || a.layer !== p.layer || b.layer !== p.layer) return true;
    return (p.x - a.x) * (b.y - p.y) !== (p.y - a.y) * (b.x - p.x);
  });
}
