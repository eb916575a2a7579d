import type { Clipper } from "../../core/geometry/clip.ts";
import type { Ring, Rings } from "../../core/geometry/ring.ts";
import { ringOf, turnedAs } from "../../core/geometry/ring.ts";
import type { GerberFile, GerberObject, ReadAperture } from "./gerber-reader.ts";
import { arcChords } from "./gerber-reader.ts";

/** The dark area of a Gerber file as polygons; round things by chords that stray by half a micrometre. */
export function gerberImage(clipper: Clipper, file: GerberFile): Rings {
  let image: Rings = [];
  let pending: Ring[] = [];
  let dark = true;
  const settle = () => {
    if (pending.length === 0) return;
    image = dark ? clipper.union([...image, ...pending]) : clipper.difference(image, clipper.union(pending));
    pending = [];
  };
  for (const object of file.objects) {
    if (object.dark !== dark) {
      settle();
      dark = object.dark;
    }
    for (const ring of objectRings(clipper, object)) pending.push(ring);
  }
  settle();
  return image;
}

export function objectRings(clipper: Clipper, object: GerberObject): Rings {
  const { points, aperture, arc } = object;
  if (object.kind === "region") return clipper.union([turnedAs(ringOf(points), true)]);
  if (object.kind === "flash") {
    const [x, y] = points as [number, number];
    return apertureRings(clipper, aperture!).map((ring) =>
      ringOf(Array.from(ring, (v, i) => v + (i % 2 === 0 ? x : y))),
    );
  }
  const [ax, ay, bx, by] = points as [number, number, number, number];
  const radius = nm(aperture!.parameters[0]!) / 2;
  const chain = arc === null ? [ax, ay, bx, by] : [ax, ay, ...arcChords(ax, ay, bx, by, arc), bx, by];
  const rings: Ring[] = [];
  for (let i = 0; i + 3 < chain.length; i += 2)
    rings.push(capsule(chain[i]!, chain[i + 1]!, chain[i + 2]!, chain[i + 3]!, radius));
  return rings;
}

const known = new WeakMap<ReadAperture, Rings>();

/** An aperture's outline about its own middle. */
export function apertureRings(clipper: Clipper, aperture: ReadAperture): Rings {
  let rings = known.get(aperture);
  if (rings === undefined) known.set(aperture, (rings = makeRings(clipper, aperture)));
  return rings;
}

function makeRings(clipper: Clipper, { template, parameters, primitives }: ReadAperture): Rings {
  const [w = 0, h = 0] = parameters.map(nm);
  switch (template) {
    case "C":
      return [capsule(0, 0, 0, 0, w / 2)];
    case "R":
      return [box(w / 2, h / 2)];
    case "O":
      return w > h
        ? [capsule(-(w - h) / 2, 0, (w - h) / 2, 0, h / 2)]
        : [capsule(0, -(h - w) / 2, 0, (h - w) / 2, w / 2)];
    case "P":
      throw new Error("polygon apertures are not read");
  }
  let image: Rings = [];
  for (const { code, values } of primitives) {
    const on = values[0] === 1;
    const ring = primitiveRing(code, values);
    image = on ? clipper.union([...image, ring]) : clipper.difference(image, [ring]);
  }
  return image;
}

function primitiveRing(code: number, values: readonly number[]): Ring {
  switch (code) {
    case 1: {
      const [x, y] = turn(nm(values[2]!), nm(values[3]!), values[4] ?? 0);
      return capsule(x, y, x, y, nm(values[1]!) / 2);
    }
    case 4: {
      const n = values[1]!;
      const points: number[] = [];
      const angle = values[4 + 2 * n] ?? 0;
      for (let i = 0; i < n; i++) points.push(...turn(nm(values[2 + 2 * i]!), nm(values[3 + 2 * i]!), angle));
      return turnedAs(ringOf(points), true);
    }
    case 20: {
      const [, width, ax, ay, bx, by, angle] = values as [number, number, number, number, number, number, number];
      const length = Math.hypot(bx - ax, by - ay);
      const [nx, ny] =
        length === 0 ? [0, 0] : [(-(by - ay) / length) * (width / 2), ((bx - ax) / length) * (width / 2)];
      const corners = [ax + nx, ay + ny, ax - nx, ay - ny, bx - nx, by - ny, bx + nx, by + ny];
      const points: number[] = [];
      for (let i = 0; i < 8; i += 2) points.push(...turn(nm(corners[i]!), nm(corners[i + 1]!), angle));
      return turnedAs(ringOf(points), true);
    }
    case 21: {
      const [, w, h, x, y, angle] = values as [number, number, number, number, number, number];
      const corners = [x - w / 2, y - h / 2, x + w / 2, y - h / 2, x + w / 2, y + h / 2, x - w / 2, y + h / 2];
      const points: number[] = [];
      for (let i = 0; i < 8; i += 2) points.push(...turn(nm(corners[i]!), nm(corners[i + 1]!), angle));
      return turnedAs(ringOf(points), true);
    }
    default:
      throw new Error(`macro primitive ${code}`);
  }
}

function turn(x: number, y: number, degrees: number): [number, number] {
  if (degrees === 0) return [x, y];
  const [s, c] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)];
  return [x * c - y * s, x * s + y * c];
}

function box(halfX: number, halfY: number): Ring {
  return turnedAs(ringOf([-halfX, -halfY, halfX, -halfY, halfX, halfY, -halfX, halfY]), true);
}

function capsule(ax: number, ay: number, bx: number, by: number, radius: number): Ring {
  const angle = Math.atan2(by - ay, bx - ax);
  const half = Math.max(4, Math.ceil(Math.PI / (2 * Math.acos(Math.max(0.5, 1 - 500 / Math.max(1000, radius))))));
  const points: number[] = [];
  const cap = (x: number, y: number, from: number) => {
    for (let i = 0; i <= half; i++) {
      const a = from + (Math.PI * i) / half;
      points.push(x + radius * Math.cos(a), y + radius * Math.sin(a));
    }
  };
  cap(bx, by, angle - Math.PI / 2);
  cap(ax, ay, angle + Math.PI / 2);
  return turnedAs(ringOf(points), true);
}

function nm(mm: number): number {
  return mm * 1e6;
}
