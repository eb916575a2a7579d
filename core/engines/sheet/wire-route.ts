import type { Box, Nm, Point } from "../../base/nm.ts";
import type { Contact, ContactMap, Line } from "./contacts.ts";
import { isInside, placeKey, samePlace } from "./contacts.ts";

/** What a new wire has to mind. */
export interface RouteScene {
  readonly map: ContactMap;
  /** Boxes that no wire may pass: the bodies of symbols and sheets. */
  readonly bodies: readonly Box[];
  /** Boxes that wires had better not pass: texts. */
  readonly texts: readonly Box[];
}

/** One end of a wire to be: a place, and the ways that a wire may leave it by; all four when empty. */
export interface RouteEnd {
  readonly at: Point;
  readonly outward: Point | null;
}

/** KiCad's connection grid. */
const GRID: Nm = 1_270_000;
/** How far around its ends a wire may go. */
const MARGIN = 16 * GRID;
/** Larger areas are not searched: a wire that long is better drawn as labels. */
const MAX_PLACES = 60_000;

const BEND = 4;
const CROSSING = 8;
const OVER_TEXT = 6;
/** Beside a pin or a wire, where it reads badly. */
const CLOSE = 1;

const ways: readonly Point[] = [
  { x: 1, y: 0 },
  { x: 0, y: 1 },
  { x: -1, y: 0 },
  { x: 0, y: -1 },
];

/**
 * The corners of an orthogonal wire on the grid of `from` that leads to `to`, round bodies and past foreign pins, wire
 * ends and corners: it connects nothing but its ends. Few bends and crossings are preferred to a short way. Null when
 * there is none nearby. A* over (place, direction).
 */
export function routeWire(from: RouteEnd, to: RouteEnd, scene: RouteScene): Point[] | null {
  const grid = gridAround(from.at, to.at);
  if (grid === null) return null;
  const { xs, ys } = grid;
  const cols = xs.length;
  const place = (p: Point) => ys.indexOf(p.y) * cols + xs.indexOf(p.x);
  const [start, goal] = [place(from.at), place(to.at)];
  const costs = placeCosts(grid, from, to, scene);
  const ban = bannedMoves(grid, scene.map.lines);

  const count = cols * ys.length;
  const best = new Float64Array(count * 4).fill(Number.POSITIVE_INFINITY);
  const came = new Int32Array(count * 4).fill(-1);
  const queue = new Queue();
  const goalAt = { x: goal % cols, y: Math.floor(goal / cols) };
  const guess = (p: number) => Math.abs((p % cols) - goalAt.x) + Math.abs(Math.floor(p / cols) - goalAt.y);
  for (let d = 0; d < 4; d++) {
    if (!leavesBy(from, ways[d]!)) continue;
    best[start * 4 + d] = 0;
    queue.push(guess(start), start * 4 + d);
  }
  for (let state = queue.pop(); state >= 0; state = queue.pop()) {
    const here = state >> 2;
    const heading = state & 3;
    if (here === goal) return cornersOf(state, came, cols, grid);
    const col = here % cols;
    const row = Math.floor(here / cols);
    for (let d = 0; d < 4; d++) {
      if (((d + 2) & 3) === heading || (here === start && d !== heading)) continue;
      const way = ways[d]!;
      const [c, r] = [col + way.x, row + way.y];
      if (c < 0 || r < 0 || c >= cols || r >= ys.length) continue;
      const there = r * cols + c;
      if (ban.has(here * 4 + d)) continue;
      if (there === goal && !leavesBy(to, { x: -way.x + 0, y: -way.y + 0 })) continue;
      const cost = costs[there]!;
      if (cost === Number.POSITIVE_INFINITY) continue;
      const turns = d !== heading;
      // A corner on somebody's wire would join it.
      if (turns && grid.onLine[here] === 1) continue;
      const crosses = grid.onLine[there] === 1 ? CROSSING : 0;
      const total = best[state]! + 1 + cost + crosses + (turns ? BEND : 0);
      const next = there * 4 + d;
      if (total >= best[next]!) continue;
      best[next] = total;
      came[next] = state;
      queue.push(total + guess(there), next);
    }
  }
  return null;
}

interface Grid {
  readonly xs: readonly Nm[];
  readonly ys: readonly Nm[];
  /** 1 where a line passes or ends. */
  readonly onLine: Uint8Array;
}

function gridAround(a: Point, b: Point): Grid | null {
  const xs = axis(a.x, b.x);
  const ys = axis(a.y, b.y);
  if (xs.length * ys.length > MAX_PLACES) return null;
  return { xs, ys, onLine: new Uint8Array(xs.length * ys.length) };
}

function axis(a: Nm, b: Nm): Nm[] {
  const values = new Set([a, b]);
  for (let v = a; v >= Math.min(a, b) - MARGIN; v -= GRID) values.add(v);
  for (let v = a; v <= Math.max(a, b) + MARGIN; v += GRID) values.add(v);
  return [...values].sort((p, q) => p - q);
}

/** What it costs to stand at each place; infinite where a wire would touch something or pass a body. */
function placeCosts(grid: Grid, from: RouteEnd, to: RouteEnd, scene: RouteScene): Float64Array {
  const { xs, ys } = grid;
  const costs = new Float64Array(xs.length * ys.length);
  const each = (box: Box, mark: (i: number) => void) => {
    for (let r = 0; r < ys.length; r++) {
      if (ys[r]! < box.minY || ys[r]! > box.maxY) continue;
      for (let c = 0; c < xs.length; c++) if (xs[c]! >= box.minX && xs[c]! <= box.maxX) mark(r * xs.length + c);
    }
  };
  for (const box of scene.texts) each(box, (i) => (costs[i] = Math.max(costs[i]!, OVER_TEXT)));
  for (const box of scene.bodies) each(box, (i) => (costs[i] = Number.POSITIVE_INFINITY));
  const around = (p: Point, by: Nm): Box => ({ minX: p.x - by, minY: p.y - by, maxX: p.x + by, maxY: p.y + by });
  for (const contacts of scene.map.byPlace.values()) {
    const { at } = contacts[0] as Contact;
    each(around(at, GRID), (i) => (costs[i]! += CLOSE));
  }
  for (const contacts of scene.map.byPlace.values()) {
    const { at } = contacts[0] as Contact;
    if (samePlace(at, from.at) || samePlace(at, to.at)) continue;
    each(around(at, 0), (i) => (costs[i] = Number.POSITIVE_INFINITY));
  }
  for (const p of [from.at, to.at]) each(around(p, 0), (i) => (costs[i] = 0));
  return costs;
}

/** Moves that would run along a line; marks the places that lines pass. */
function bannedMoves(grid: Grid, lines: readonly Line[]): ReadonlySet<number> {
  const { xs, ys, onLine } = grid;
  const banned = new Set<number>();
  for (const { from, to } of lines) {
    if (from.x !== to.x && from.y !== to.y) continue;
    const upright = from.x === to.x;
    const along = upright ? ys : xs;
    const fixed = (upright ? xs : ys).indexOf(upright ? from.x : from.y);
    const low = Math.min(upright ? from.y : from.x, upright ? to.y : to.x);
    const high = Math.max(upright ? from.y : from.x, upright ? to.y : to.x);
    if (fixed < 0) continue;
    for (let k = 0; k < along.length; k++) {
      if (along[k]! < low || along[k]! > high) continue;
      const here = upright ? k * xs.length + fixed : fixed * xs.length + k;
      onLine[here] = 1;
      if (k + 1 >= along.length || along[k]! >= high) continue;
      const next = upright ? here + xs.length : here + 1;
      banned.add(here * 4 + (upright ? 1 : 0)).add(next * 4 + (upright ? 3 : 2));
    }
  }
  return banned;
}

function leavesBy({ outward }: RouteEnd, way: Point): boolean {
  return outward === null || (outward.x === way.x && outward.y === way.y);
}

function cornersOf(end: number, came: Int32Array, cols: number, { xs, ys }: Grid): Point[] {
  const at = (state: number): Point => ({ x: xs[(state >> 2) % cols]!, y: ys[Math.floor((state >> 2) / cols)]! });
  const points: Point[] = [at(end)];
  for (let state = end; came[state]! >= 0; state = came[state]!) {
    const before = came[state]!;
    if ((before & 3) !== (state & 3) || came[before]! < 0) points.push(at(before));
  }
  return points.reverse();
}

/** The places from which a wire leads to a pin: the pin's own, and everything that wires join with it already. */
export function joinedPlaces(
  map: ContactMap,
  at: Point,
): { readonly keys: ReadonlySet<string>; readonly lines: readonly Line[] } {
  const keys = new Set([placeKey(at)]);
  const lines = new Set<Line>();
  const queue = [at];
  for (let p = queue.pop(); p !== undefined; p = queue.pop()) {
    for (const line of map.lines) {
      if (lines.has(line)) continue;
      const ends = samePlace(p, line.from) || samePlace(p, line.to);
      const dotted = isInside(p, line.from, line.to) && map.at(p).some((contact) => contact.kind === "junction");
      if (!ends && !dotted) continue;
      lines.add(line);
      const dots = [...map.byPlace.values()]
        .filter((contacts) => contacts.some((contact) => contact.kind === "junction"))
        .map((contacts) => contacts[0]!.at)
        .filter((dot) => isInside(dot, line.from, line.to));
      for (const next of [line.from, line.to, ...dots]) {
        if (keys.has(placeKey(next))) continue;
        keys.add(placeKey(next));
        queue.push(next);
      }
    }
  }
  return { keys, lines: [...lines] };
}

/** A priority queue of states: a binary heap in two flat arrays. */
class Queue {
  private readonly keys: number[] = [];
  private readonly states: number[] = [];

  push(key: number, state: number): void {
    let i = this.keys.length;
    this.keys.push(key);
    this.states.push(state);
    while (i > 0) {
      const parent = (i - 1) >> 1;
      if (this.keys[parent]! <= key) break;
      this.swap(i, parent);
      i = parent;
    }
  }

  /** The cheapest state; -1 when none is left. */
  pop(): number {
    if (this.states.length === 0) return -1;
    this.swap(0, this.states.length - 1);
    const state = this.states.pop()!;
    this.keys.pop();
    for (let i = 0; ; ) {
      const [left, right] = [2 * i + 1, 2 * i + 2];
      let least = i;
      if (left < this.keys.length && this.keys[left]! < this.keys[least]!) least = left;
      if (right < this.keys.length && this.keys[right]! < this.keys[least]!) least = right;
      if (least === i) return state;
      this.swap(i, least);
      i = least;
    }
  }

  private swap(i: number, j: number): void {
    [this.keys[i], this.keys[j]] = [this.keys[j]!, this.keys[i]!];
    [this.states[i], this.states[j]] = [this.states[j]!, this.states[i]!];
  }
}
