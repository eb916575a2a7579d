import type { Point } from "../../base/nm.ts";
import type { Drawn } from "./drawn.ts";

/** Units of `$INSUNITS`, in millimetres. */
const units: Readonly<Record<number, number>> = {
  1: 25.4,
  2: 304.8,
  4: 1,
  5: 10,
  6: 1000,
  8: 25.4e-6,
  9: 0.0254,
  13: 0.001,
  14: 100,
};

type Pair = readonly [code: number, value: string];

/**
 * The shapes of a DXF drawing (ASCII): lines, circles, arcs and polylines with bulges of its ENTITIES, in millimetres,
 * y down. Answers what it left out, by kind of entity.
 */
export function readDxf(text: string): { shapes: Drawn[]; left: Map<string, number> } {
  const lines = text.split(/\r?\n/);
  const pairs: Pair[] = [];
  for (let i = 0; i + 1 < lines.length; i += 2) pairs.push([Number(lines[i]!.trim()), lines[i + 1]!.trim()]);
  const scale = scaleOf(pairs);
  const shapes: Drawn[] = [];
  const left = new Map<string, number>();
  const at = pairs.findIndex(([code, value]) => code === 2 && value === "ENTITIES");
  if (at < 0) return { shapes, left };
  for (let i = at + 1; i < pairs.length && !(pairs[i]![0] === 0 && pairs[i]![1] === "ENDSEC"); ) {
    if (pairs[i]![0] !== 0) {
      i++;
      continue;
    }
    const kind = pairs[i]![1];
    let end = i + 1;
    // A polyline's corners are entities of their own, up to SEQEND.
    while (end < pairs.length && (pairs[end]![0] !== 0 || (kind === "POLYLINE" && pairs[end]![1] === "VERTEX"))) end++;
    const made = shapesOf(kind, pairs.slice(i + 1, end), scale);
    if (made === null) left.set(kind, (left.get(kind) ?? 0) + 1);
    else shapes.push(...made);
    i = end;
  }
  left.delete("SEQEND");
  return { shapes, left };
}

function scaleOf(pairs: readonly Pair[]): number {
  const at = pairs.findIndex(([code, value]) => code === 9 && value === "$INSUNITS");
  return at < 0 ? 1 : (units[Number(pairs[at + 1]?.[1])] ?? 1);
}

function shapesOf(kind: string, pairs: readonly Pair[], scale: number): Drawn[] | null {
  const number = (code: number) => Number(pairs.find(([c]) => c === code)?.[1] ?? 0) * scale;
  const plain = (code: number) => Number(pairs.find(([c]) => c === code)?.[1] ?? 0);
  switch (kind) {
    case "LINE":
      return [{ shape: "line", points: [at(number(10), number(20)), at(number(11), number(21))] }];
    case "CIRCLE":
      return [{ shape: "circle", points: [at(number(10), number(20)), at(number(10) + number(40), number(20))] }];
    case "ARC": {
      const [from, to] = [plain(50), plain(51)];
      const sweep = (((to - from) % 360) + 360) % 360 || 360;
      const on = (angle: number) =>
        at(
          number(10) + number(40) * Math.cos((angle * Math.PI) / 180),
          number(20) + number(40) * Math.sin((angle * Math.PI) / 180),
        );
      return [{ shape: "arc", points: [on(from), on(from + sweep / 2), on(from + sweep)] }];
    }
    case "LWPOLYLINE":
    case "POLYLINE":
      return polyline(pairs, scale, (plain(70) & 1) === 1);
    default:
      return null;
  }
}

function polyline(pairs: readonly Pair[], scale: number, closed: boolean): Drawn[] {
  const corners: { x: number; y: number; bulge: number }[] = [];
  const started = pairs.some(([code, value]) => code === 0 && value === "VERTEX");
  let inside = !started;
  for (const [code, value] of pairs) {
    if (code === 0) inside = value === "VERTEX";
    if (!inside) continue;
    if (code === 10) corners.push({ x: Number(value) * scale, y: 0, bulge: 0 });
    const last = corners.at(-1);
    if (last === undefined) continue;
    if (code === 20) last.y = Number(value) * scale;
    if (code === 42) last.bulge = Number(value);
  }
  const shapes: Drawn[] = [];
  const n = corners.length;
  for (let i = 0; i < (closed ? n : n - 1); i++) {
    const [a, b] = [corners[i]!, corners[(i + 1) % n]!];
    if (a.bulge === 0) shapes.push({ shape: "line", points: [at(a.x, a.y), at(b.x, b.y)] });
    else shapes.push({ shape: "arc", points: [at(a.x, a.y), bulged(a, b), at(b.x, b.y)] });
  }
  return shapes;
}

/** The middle of a bulged side: to the right of the way when the bulge is positive (y up). */
function bulged(a: { x: number; y: number; bulge: number }, b: { x: number; y: number }): Point {
  const k = a.bulge / 2;
  return at((a.x + b.x) / 2 + (b.y - a.y) * k, (a.y + b.y) / 2 - (b.x - a.x) * k);
}

function at(x: number, y: number): Point {
  return { x, y: y === 0 ? 0 : -y };
}
