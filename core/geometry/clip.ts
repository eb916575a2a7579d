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
  readonly ClipType: Readonly<Record<"Union" | "Difference" | "Intersection" | "Xor", object>>;
  readonly FillRule: Readonly<Record<"NonZero" | "Positive", object>>;
}

interface Path64 {
  assign(coordinates: BigInt64Array): void;
  view(): BigInt64Array;
  delete(): void;
}

interface Paths64 {
  push_back(path: Path64): void;
  size(): number;
  get(index: number): Path64;
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
    const subjects = toPaths(module, subject);
    const clips = toPaths(module, clip);
    const solution = new module.Paths64();
    try {
      engine.SetPreserveCollinear(false);
      engine.AddSubject(subjects);
      if (clip.length > 0) engine.AddClip(clips);
      engine.ExecutePath(module.ClipType[type], module.FillRule[rule], solution);
      return fromPaths(solution);
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

/** Three 64-bit words a corner, as the build keeps them: x, y, and a z that stays 0. */
const WORDS = 3;

let scratch = new BigInt64Array(WORDS * 4096);

function toPaths(module: ClipperModule, rings: Rings): Paths64 {
  const paths = new module.Paths64();
  for (const ring of rings) {
    const n = ring.length / 2;
    if (n < 3) continue;
    if (scratch.length < n * WORDS) scratch = new BigInt64Array(n * WORDS * 2);
    const halves = new Int32Array(scratch.buffer);
    for (let i = 0, at = 0; i < 2 * n; i += 2, at += 2 * WORDS) {
      const x = ring[i]!;
      const y = ring[i + 1]!;
      halves[at] = x;
      halves[at + 1] = x >> 31;
      halves[at + 2] = y;
      halves[at + 3] = y >> 31;
    }
    const path = new module.Path64();
    path.assign(scratch.subarray(0, n * WORDS));
    paths.push_back(path);
    path.delete();
  }
  return paths;
}

function fromPaths(paths: Paths64): Rings {
  const rings: Ring[] = [];
  const count = paths.size();
  for (let i = 0; i < count; i++) {
    const path = paths.get(i);
    const words = path.view();
    // Coordinates fit 32 bits (a board is less than two metres wide), so the low halves are all.
    const halves = new Int32Array(words.buffer, words.byteOffset, words.length * 2);
    const ring = new Int32Array((words.length / WORDS) * 2);
    for (let k = 0, at = 0; k < ring.length; k += 2, at += 2 * WORDS) {
      ring[k] = halves[at]!;
      ring[k + 1] = halves[at + 2]!;
    }
    rings.push(ring);
    path.delete();
  }
  return rings;
}
