import type { Box, Nm, Point } from "../../base/nm.ts";
import { nearest } from "../../geometry/distance.ts";
import type { Shape } from "../../geometry/shape.ts";
import { circle, segment } from "../../geometry/shape.ts";
import type { ItemId } from "../../model/item.ts";
import type { ProjectSettings } from "../../model/project/settings.ts";
import type { Conflict, Piece } from "./clearance.ts";
import { clearanceTo, conflictOf, widestClearance } from "./clearance.ts";
import type { Obstacle, Obstacles } from "./obstacles.ts";
import { findWay } from "./search.ts";

/** A straight track that may be moved; the layer is its number among the copper layers. */
export interface ShoveTrack {
  readonly id: ItemId;
  readonly start: Point;
  readonly end: Point;
  readonly width: Nm;
  readonly layer: number;
  readonly net: string;
}

export interface ShoveQuery {
  readonly settings: ProjectSettings;
  readonly obstacles: Obstacles;
  /** Tracks that may be pushed aside; all others stay where they are. */
  readonly tracks: readonly ShoveTrack[];
  /** The new copper that asks for room. */
  readonly pieces: readonly Piece[];
  readonly signal: AbortSignal;
}

/** Tracks in other places: each of `changed` is one that was there, `removed` go, `added` come. */
export interface Shoved {
  readonly changed: readonly ShoveTrack[];
  readonly removed: readonly ItemId[];
  readonly added: readonly ShoveTrack[];
}

/** How many tracks give way at most, one behind the other. */
const MOST_PUSHES = 40;
/** Room before and behind the place where a track is in the way, by its width and clearance; more where that is too little. */
const ROOM = [2, 6, 20];
/** So much longer than before is a long way round. */
const LONG = 1.25;
/** Places along a track that are looked at. */
const STEP: Nm = 50_000;
/** Places that a search for a way round looks at before it gives up: people wait for it. */
const MOST_PLACES = 6_000;

/**
 * Pushes tracks of other nets out of the way of new copper, each as far as it must and no further: the part that is too near
 * is laid anew on its layer, between places before and behind, and pushes others where there is no room. Every track is
 * pushed once at most, so it ends. Pads, vias, arcs and locked tracks stay; what runs into one of them is the conflict
 * that is answered.
 */
export function shove(query: ShoveQuery): Shoved | Conflict {
  const short = pushAll(query, true);
  return "obstacle" in short ? pushAll(query, false) : short;
}

function pushAll(query: ShoveQuery, isShort: boolean): Shoved | Conflict {
  const state = new Pushing(query, isShort);
  for (let pushes = 0; ; pushes++) {
    const conflict = state.conflict();
    if (conflict === null) return state.result();
    if (pushes >= MOST_PUSHES || query.signal.aborted || !state.push(conflict.obstacle.id)) return conflict;
  }
}

/** Tracks end to end, from one place where the net branches or ends to the next. */
interface Chain {
  readonly tracks: readonly ShoveTrack[];
  readonly points: readonly Point[];
}

class Pushing {
  private readonly query: ShoveQuery;
  /** Rather pushes others than to make a long way round. */
  private readonly isShort: boolean;
  private readonly widest: Nm;
  /** Tracks as they are by now. */
  private readonly live = new Map<ItemId, ShoveTrack>();
  private readonly first = new Map<ItemId, ShoveTrack>();
  /** What was laid by this call: it stays. */
  private readonly settled = new Set<ItemId>();
  private readonly waiting: Piece[];
  private readonly pieces: Piece[];
  private made = 0;

  constructor(query: ShoveQuery, isShort: boolean) {
    this.query = query;
    this.isShort = isShort;
    this.widest = widestClearance(query.settings, query.obstacles);
    for (const track of query.tracks) this.live.set(track.id, track);
    for (const track of query.tracks) this.first.set(track.id, track);
    this.pieces = [...query.pieces];
    this.waiting = [...query.pieces];
  }

  /** Where new or pushed copper is too near to something; null when it is so nowhere. */
  conflict(): Conflict | null {
    const { settings } = this.query;
    const obstacles = this.obstacles(() => true);
    for (let piece = this.waiting[0]; piece !== undefined; piece = this.waiting[0]) {
      const found = conflictOf(settings, obstacles, piece, this.widest);
      if (found !== null) return found;
      this.waiting.shift();
    }
    return null;
  }

  /** Lays a track anew where it is in the way; false when it cannot be. */
  push(id: ItemId): boolean {
    const track = this.live.get(id);
    if (track === undefined || this.settled.has(id)) return false;
    const chain = this.chainOf(track);
    const length = lengthOf(chain.points);
    const near = this.nearPart(chain, track);
    if (near === null) return false;
    const unit = track.width + this.widest;
    const rooms = [...ROOM.map((times) => times * unit), length];
    const tries = this.isShort
      ? rooms.flatMap((room) => [true, false].map((isAlone) => ({ room, isAlone })))
      : [true, false].flatMap((isAlone) => rooms.map((room) => ({ room, isAlone })));
    for (const { room, isAlone } of tries) {
      const from = Math.max(0, near.from - room);
      const to = Math.min(length, near.to + room);
      const way = this.wayRound(track, placeAt(chain.points, from), placeAt(chain.points, to), isAlone);
      if (way === null || (isAlone && this.isShort && lengthOf(way) > LONG * (to - from))) continue;
      this.replace(chain, from, to, way);
      return true;
    }
    return false;
  }

  result(): Shoved {
    const gone = [...this.first.keys()].filter((id) => !this.live.has(id));
    const fresh = [...this.live.values()].filter(({ id }) => !this.first.has(id));
    // A track that is laid anew keeps its id where one of its net went.
    const changed: ShoveTrack[] = [];
    const added: ShoveTrack[] = [];
    for (const track of fresh) {
      const at = gone.findIndex((id) => this.first.get(id)!.net === track.net);
      if (at < 0) added.push(track);
      else changed.push({ ...track, id: gone.splice(at, 1)[0]! });
    }
    return { changed, removed: gone, added };
  }

  /** The board as it is by now, without the tracks that `stays` refuses. */
  private obstacles(stays: (track: ShoveTrack) => boolean): Obstacles {
    const { obstacles } = this.query;
    const { live, first } = this;
    const fresh = [...live.values()].filter((track) => !first.has(track.id) && stays(track)).map(obstacleOf);
    const isThere = (each: Obstacle) => {
      if (!first.has(each.id)) return true;
      const track = live.get(each.id);
      return track !== undefined && stays(track);
    };
    return {
      layers: obstacles.layers,
      all: obstacles.all,
      *near(box: Box) {
        for (const each of obstacles.near(box)) if (isThere(each)) yield each;
        for (const each of fresh) if (meets(each.shape.box, box)) yield each;
      },
    };
  }

  private chainOf(track: ShoveTrack): Chain {
    const fellows = [...this.live.values()].filter(
      (each) => each.net === track.net && each.layer === track.layer && each.width === track.width,
    );
    const tracks = [track];
    const points = [track.start, track.end];
    for (const side of ["end", "start"] as const)
      for (;;) {
        const tip = side === "end" ? points.at(-1)! : points[0]!;
        const next = this.nextAt(tip, tracks, fellows);
        if (next === null) break;
        const far = isAt(next.start, tip) ? next.end : next.start;
        if (side === "end") {
          tracks.push(next);
          points.push(far);
        } else {
          tracks.unshift(next);
          points.unshift(far);
        }
      }
    return { tracks, points };
  }

  /** The one track that goes on from a place; null where there is none, or more than that: a pad, a via, a branch. */
  private nextAt(place: Point, known: readonly ShoveTrack[], fellows: readonly ShoveTrack[]): ShoveTrack | null {
    const own = known[0]!;
    const box = { minX: place.x, minY: place.y, maxX: place.x, maxY: place.y };
    const spot = circle(place.x, place.y, 1);
    const touching = new Set<ItemId>();
    for (const each of this.obstacles(() => true).near(box)) {
      if (each.net !== own.net || each.kind === "hole" || (each.layers & (1 << own.layer)) === 0) continue;
      if (nearest(spot, each.shape, 1) !== null) touching.add(each.id);
    }
    const others = [...touching].filter((id) => !known.some((each) => each.id === id));
    const [only] = others;
    const next = others.length === 1 ? fellows.find(({ id }) => id === only) : undefined;
    if (next === undefined || this.settled.has(next.id)) return null;
    return isAt(next.start, place) || isAt(next.end, place) ? next : null;
  }

  /** The part of a chain, by length from its beginning, that is too near to what was laid. */
  private nearPart(chain: Chain, { net, width, layer }: ShoveTrack): { readonly from: Nm; readonly to: Nm } | null {
    const { settings } = this.query;
    let [from, to] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    const pieces = this.pieces.filter((piece) => piece.net !== net && (piece.layers & (1 << layer)) !== 0);
    for (const piece of pieces) {
      const stand: Obstacle = { ...nothing, net: piece.net, layers: piece.layers, shape: piece.shape };
      const needed = clearanceTo(settings, net, stand);
      let along = 0;
      for (const [i, p] of chain.points.entries()) {
        const before = chain.points[i - 1];
        if (before === undefined) continue;
        const length = distance(before, p);
        const body = segment(before.x, before.y, p.x, p.y, width / 2);
        if (nearest(body, piece.shape, needed) !== null)
          for (let at = 0; at <= length + STEP; at += STEP) {
            const t = length === 0 ? 0 : Math.min(1, at / length);
            const spot = circle(before.x + (p.x - before.x) * t, before.y + (p.y - before.y) * t, width / 2);
            if (nearest(spot, piece.shape, needed) === null) continue;
            from = Math.min(from, along + t * length - STEP);
            to = Math.max(to, along + t * length + STEP);
          }
        along += length;
      }
    }
    return from > to ? null : { from, to };
  }

  /** A way on the track's layer that keeps clear of all, or of all that cannot be pushed in its turn. */
  private wayRound(track: ShoveTrack, from: Point, to: Point, isAlone: boolean): readonly Point[] | null {
    const { settings, signal } = this.query;
    const stays = (each: ShoveTrack) => isAlone || this.settled.has(each.id) || each.net === track.net;
    const base = this.obstacles(stays);
    const laid = this.pieces.map((piece) => ({ ...nothing, net: piece.net, layers: piece.layers, shape: piece.shape }));
    const obstacles: Obstacles = {
      ...base,
      *near(box: Box) {
        yield* base.near(box);
        for (const each of laid) if (meets(each.shape.box, box)) yield each;
      },
    };
    const ends = 1 << track.layer;
    const { way } = findWay({
      settings,
      obstacles,
      net: track.net,
      width: track.width,
      via: null,
      from: { at: from, layers: ends },
      to: { at: to, layers: ends },
      layers: ends,
      corners: "45",
      most: MOST_PLACES,
      signal,
    });
    return way?.map(({ x, y }) => ({ x, y })) ?? null;
  }

  private replace(chain: Chain, from: Nm, to: Nm, way: readonly Point[]): void {
    const { net, layer, width } = chain.tracks[0]!;
    let along = 0;
    const lay = (start: Point, end: Point, isNew: boolean) => {
      if (isAt(start, end)) return;
      const id = `shoved ${this.made++}`;
      this.live.set(id, { id, start, end, width, layer, net });
      this.settled.add(id);
      if (!isNew) return;
      const piece = { net, layers: 1 << layer, shape: segment(start.x, start.y, end.x, end.y, width / 2) };
      this.pieces.push(piece);
      this.waiting.push(piece);
    };
    for (const [i, track] of chain.tracks.entries()) {
      const [a, b] = [chain.points[i]!, chain.points[i + 1]!];
      const length = distance(a, b);
      const [begin, end] = [along, along + length];
      along = end;
      if (end <= from || begin >= to) continue;
      this.live.delete(track.id);
      if (begin < from) lay(a, way[0]!, false);
      if (end > to) lay(way.at(-1)!, b, false);
    }
    for (let i = 1; i < way.length; i++) lay(way[i - 1]!, way[i]!, true);
  }
}

const nothing = {
  id: "",
  part: null,
  kind: "track" as const,
  ref: "",
  clearance: 0,
  noTracks: false,
  noVias: false,
};

function obstacleOf(track: ShoveTrack): Obstacle {
  const { start, end, width } = track;
  const shape: Shape = segment(start.x, start.y, end.x, end.y, width / 2);
  return { ...nothing, id: track.id, net: track.net, layers: 1 << track.layer, shape };
}

function lengthOf(points: readonly Point[]): Nm {
  return points.reduce((sum, p, i) => sum + (i === 0 ? 0 : distance(points[i - 1]!, p)), 0);
}

/** The place at a length along lines; on diagonals equally many nanometres both ways, so that they stay diagonals. */
function placeAt(points: readonly Point[], length: Nm): Point {
  let left = length;
  for (const [i, p] of points.entries()) {
    const before = points[i - 1];
    if (before === undefined) continue;
    const own = distance(before, p);
    if (left <= own || i === points.length - 1) {
      const t = own === 0 ? 0 : Math.min(1, left / own);
      const [dx, dy] = [p.x - before.x, p.y - before.y];
      if (Math.abs(dx) === Math.abs(dy)) {
        const k = Math.round(Math.abs(dx) * t);
        return { x: before.x + Math.sign(dx) * k, y: before.y + Math.sign(dy) * k };
      }
      return { x: before.x + Math.round(dx * t), y: before.y + Math.round(dy * t) };
    }
    left -= own;
  }
  return points[0]!;
}

function distance(a: Point, b: Point): Nm {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

function isAt(a: Point, b: Point): boolean {
  return a.x === b.x && a.y === b.y;
}

function meets(a: Box, b: Box): boolean {
  return a.minX <= b.maxX && b.minX <= a.maxX && a.minY <= b.maxY && b.minY <= a.maxY;
}
