import type { Join } from "./offset.ts";
import { offsetCurves } from "./offset.ts";
import type { Ring, Rings } from "./ring.ts";

/**
 * Polygon clipping and offsetting on whole nanometres, by Clipper2 in WebAssembly. The only file that knows that build
 * (docs/decisions/clipper.md); whoever has its module (a port, since the host loads WebAssembly) makes a `Clipper` of it.
 */
export interface Clipper {
  /** What is in any of the rings; rings count by their sense (non-zero). */
  union(rings: Rings): Rings;
  difference(subject: Rings, clip: Rings): Rings;
  intersection(subject: Rings, clip: Rings): Rings;
  xor(subject: Rings, clip: Rings): Rings;
  /** Grown by `delta` (shrunk when it is negative); round joins have `segments` chords in a whole turn. */
  offset(rings: Rings, delta: number, join: Join, segments: number): Rings;
}

/** As much of the WebAssembly build's module as is used here. */
export interface ClipperModule {
  readonly Path64: new () => Path64;
  readonly Paths64: new () => Paths64;
  readonly Clipper64: new () => Clipper64;
  /** The module's memory; another view when it has grown. */
  readonly HEAPU8: Uint8Array;
  readonly ClipType: Readonly<Record<"Union" | "Difference" | "Intersection" | "Xor", object>>;
  readonly FillRule: Readonly<Record<"NonZero" | "Positive", object>>;
}

interface Path64 {
  assign(coordinates: BigInt64Array): void;
  delete(): void;
}

interface Paths64 {
  push_back(path: Path64): void;
  /** Where the list lies in the module's memory. */
  readonly $$: { readonly ptr: number };
  delete(): void;
}

interface Clipper64 {
  AddSubject(paths: Paths64): void;
  AddClip(paths: Paths64): void;
  SetPreserveCollinear(keep: boolean): void;
  ExecutePath(type: object, rule: object, solution: Paths64): boolean;
  delete(): void;
}

export function clipperOf(module: ClipperModule): Clipper {
  const run = (type: keyof ClipperModule["ClipType"], rule: "NonZero" | "Positive", subject: Rings, clip: Rings) => {
    const engine = new module.Clipper64();
    const turned = sweepsAcross([...subject, ...clip]);
    const subjects = toPaths(module, subject, turned);
    const clips = toPaths(module, clip, turned);
    const solution = new module.Paths64();
    try {
      engine.SetPreserveCollinear(false);
      engine.AddSubject(subjects);
      if (clip.length > 0) engine.AddClip(clips);
      engine.ExecutePath(module.ClipType[type], module.FillRule[rule], solution);
      return fromPaths(module, solution, turned);
    } finally {
      for (const each of [engine, subjects, clips, solution]) each.delete();
    }
  };
  return {
    union: (rings) => (rings.length === 0 ? [] : run("Union", "NonZero", rings, [])),
    difference: (subject, clip) => (subject.length === 0 ? [] : run("Difference", "NonZero", subject, clip)),
    intersection: (subject, clip) =>
      subject.length === 0 || clip.length === 0 ? [] : run("Intersection", "NonZero", subject, clip),
    xor: (subject, clip) => run("Xor", "NonZero", subject, clip),
    offset: (rings, delta, join, segments) =>
      rings.length === 0 ? [] : run("Union", "Positive", offsetCurves(rings, delta, join, segments), []),
  };
}

/** Sets with fewer corners are done at once either way. */
const MANY_CORNERS = 2_000;

/**
 * Whether to let x and y change places. The build sweeps along y and looks at each corner at all edges that cross its
 * height, so a wide set is quicker on its side. The corners that come out are the same, but for the order.
 */
function sweepsAcross(rings: Rings): boolean {
  let corners = 0;
  let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const ring of rings) {
    corners += ring.length / 2;
    for (let i = 0; i < ring.length; i += 2) {
      const x = ring[i]!;
      const y = ring[i + 1]!;
      if (x < minX) minX = x;
      if (x > maxX) maxX = x;
      if (y < minY) minY = y;
      if (y > maxY) maxY = y;
    }
  }
  return corners >= MANY_CORNERS && maxX - minX > 1.1 * (maxY - minY);
}

/** Three 64-bit words a corner, as the build keeps them: x, y, and a z that stays 0. */
const WORDS = 3;

let scratch = new BigInt64Array(WORDS * 4096);

function toPaths(module: ClipperModule, rings: Rings, turned: boolean): Paths64 {
  const paths = new module.Paths64();
  // One for all: each path has a handle that the collector would have to watch.
  const path = new module.Path64();
  for (const ring of rings) {
    const n = ring.length / 2;
    if (n < 3) continue;
    if (scratch.length < n * WORDS) scratch = new BigInt64Array(n * WORDS * 2);
    const halves = new Int32Array(scratch.buffer);
    for (let i = 0, at = 0; i < 2 * n; i += 2, at += 2 * WORDS) {
      // The other way round when turned, so that the sense stays.
      const x = turned ? ring[2 * n - 1 - i]! : ring[i]!;
      const y = turned ? ring[2 * n - 2 - i]! : ring[i + 1]!;
      halves[at] = x;
      halves[at + 1] = x >> 31;
      halves[at + 2] = y;
      halves[at + 3] = y >> 31;
    }
    path.assign(scratch.subarray(0, n * WORDS));
    paths.push_back(path);
  }
  path.delete();
  return paths;
}

/** Words that the build keeps of a list: where it begins, where it ends, where its room ends. */
const LIST_WORDS = 3;

/** Read where the build keeps them: asking for each path would copy it and make a handle for it. */
function fromPaths({ HEAPU8 }: ClipperModule, paths: Paths64, turned: boolean): Rings {
  const memory = new Int32Array(HEAPU8.buffer);
  const list = paths.$$.ptr >> 2;
  const rings: Ring[] = [];
  for (let path = memory[list]! >> 2; path < memory[list + 1]! >> 2; path += LIST_WORDS) {
    const from = memory[path]! >> 2;
    const corners = ((memory[path + 1]! >> 2) - from) / (2 * WORDS);
    const ring = new Int32Array(2 * corners);
    // Coordinates fit 32 bits (a board is less than two metres wide), so the low halves are all.
    const step = turned ? -2 * WORDS : 2 * WORDS;
    const [x, y] = turned ? [2, 0] : [0, 2];
    let at = turned ? from + 2 * WORDS * (corners - 1) : from;
    for (let k = 0; k < ring.length; k += 2, at += step) {
      ring[k] = memory[at + x]!;
      ring[k + 1] = memory[at + y]!;
    }
    rings.push(ring);
  }
  return rings;
}
