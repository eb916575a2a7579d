import type { Point } from "../../base/nm.ts";
import type { Drawn } from "./drawn.ts";
import { arcCurves, asCurves, splineCurves } from "./dxf-curves.ts";

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

interface Entity {
  readonly kind: string;
  readonly pairs: readonly Pair[];
}

interface Block {
  readonly base: Point;
  readonly entities: readonly Entity[];
}

/** Blocks in blocks, no deeper; and no more shapes than anybody wants. */
const DEEPEST = 8;
const MOST_SHAPES = 200_000;

/**
 * The shapes of a DXF drawing (ASCII) in millimetres, y down: lines, circles, arcs, ellipses, polylines with bulges,
 * splines by control points, and blocks where they are inserted. Answers what it left out, by kind of entity.
 */
export function readDxf(text: string): { shapes: Drawn[]; left: Map<string, number> } {
  const lines = text.split(/\r?\n/);
  const pairs: Pair[] = [];
  for (let i = 0; i + 1 < lines.length; i += 2) pairs.push([Number(lines[i]!.trim()), lines[i + 1]!.trim()]);
  const scale = scaleOf(pairs);
  const left = new Map<string, number>();
  const blocks = blocksOf(pairs);
  const draw = (entities: readonly Entity[], depth: number): Drawn[] => {
    const shapes: Drawn[] = [];
    for (const { kind, pairs: own } of entities) {
      const block = kind === "INSERT" ? blocks.get(textOf(own, 2)) : undefined;
      const made =
        block !== undefined && depth < DEEPEST
          ? inserted(own, block, draw(block.entities, depth + 1), scale)
          : shapesOf(kind, own, scale);
      if (made === null) left.set(kind, (left.get(kind) ?? 0) + 1);
      else for (const shape of made) if (shapes.length < MOST_SHAPES) shapes.push(shape);
    }
    return shapes;
  };
  const at = sectionAt(pairs, "ENTITIES");
  const shapes = at < 0 ? [] : draw(entitiesFrom(pairs, at + 1).entities, 0);
  for (const kind of ["SEQEND", "ATTDEF"]) left.delete(kind);
  return { shapes, left };
}

function sectionAt(pairs: readonly Pair[], name: string): number {
  return pairs.findIndex(([code, value], i) => code === 2 && value === name && pairs[i - 1]?.[1] === "SECTION");
}

/** The entities from a place to the end of the section or block. */
function entitiesFrom(pairs: readonly Pair[], from: number): { entities: Entity[]; end: number } {
  const entities: Entity[] = [];
  let i = from;
  while (i < pairs.length) {
    const [code, kind] = pairs[i]!;
    if (code !== 0) {
      i++;
      continue;
    }
    if (kind === "ENDSEC" || kind === "ENDBLK" || kind === "BLOCK") break;
    let end = i + 1;
    // A polyline's corners are entities of their own, up to SEQEND.
    while (end < pairs.length && (pairs[end]![0] !== 0 || (kind === "POLYLINE" && pairs[end]![1] === "VERTEX"))) end++;
    entities.push({ kind, pairs: pairs.slice(i + 1, end) });
    i = end;
  }
  return { entities, end: i };
}

function blocksOf(pairs: readonly Pair[]): Map<string, Block> {
  const blocks = new Map<string, Block>();
  let i = sectionAt(pairs, "BLOCKS");
  while (i >= 0 && i < pairs.length && pairs[i]![1] !== "ENDSEC") {
    if (pairs[i]![0] !== 0 || pairs[i]![1] !== "BLOCK") {
      i++;
      continue;
    }
    const head: Pair[] = [];
    for (i++; i < pairs.length && pairs[i]![0] !== 0; i++) head.push(pairs[i]!);
    const { entities, end } = entitiesFrom(pairs, i);
    blocks.set(textOf(head, 2), { base: { x: numberOf(head, 10), y: numberOf(head, 20) }, entities });
    i = end;
  }
  return blocks;
}

/** A block's shapes where an INSERT puts them: scaled, turned, moved, and in rows and columns. */
function inserted(pairs: readonly Pair[], { base }: Block, shapes: readonly Drawn[], scale: number): Drawn[] {
  const [sx, sy] = [numberOf(pairs, 41, 1), numberOf(pairs, 42, 1)];
  const angle = (numberOf(pairs, 50) * Math.PI) / 180;
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const [x, y] = [numberOf(pairs, 10) * scale, numberOf(pairs, 20) * scale];
  const [columns, rows] = [Math.max(1, numberOf(pairs, 70, 1)), Math.max(1, numberOf(pairs, 71, 1))];
  const [stepX, stepY] = [numberOf(pairs, 44) * scale, numberOf(pairs, 45) * scale];
  const even = Math.abs(Math.abs(sx) - Math.abs(sy)) < 1e-9;
  const own = even ? shapes : shapes.flatMap(asCurves);
  const out: Drawn[] = [];
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns && out.length < MOST_SHAPES; column++)
      for (const shape of own) {
        const points = shape.points.map((p) => {
          const u = (p.x - base.x * scale) * sx + column * stepX;
          const v = (-p.y - base.y * scale) * sy + row * stepY;
          return at(x + u * c - v * s, y + u * s + v * c);
        });
        out.push({ ...shape, points });
      }
  return out;
}

function numberOf(pairs: readonly Pair[], code: number, absent = 0): number {
  const value = Number(pairs.find(([own]) => own === code)?.[1] ?? absent);
  return Number.isFinite(value) ? value : absent;
}

function textOf(pairs: readonly Pair[], code: number): string {
  return pairs.find(([own]) => own === code)?.[1] ?? "";
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
    case "ELLIPSE": {
      const [ax, ay, ratio] = [number(11), number(21), plain(40) || 1];
      const [from, given] = [plain(41), numberOf(pairs, 42, 2 * Math.PI)];
      const to = given > from ? given : given + 2 * Math.PI;
      const on = (x: number, y: number) =>
        at(number(10) + ax * x - ay * ratio * y, number(20) + ay * x + ax * ratio * y);
      return arcCurves(from, to - from).map((points) => ({ shape: "curve", points: points.map((p) => on(p.x, p.y)) }));
    }
    case "SPLINE": {
      const values = (code: number) => pairs.filter(([own]) => own === code).map(([, value]) => Number(value));
      const xs = values(10);
      const ys = values(20);
      const controls = xs.map((x, i) => ({ x: x * scale, y: (ys[i] ?? 0) * scale }));
      const pieces = splineCurves(plain(71), controls, values(40), values(41));
      return pieces?.map(({ shape, points }) => ({ shape, points: points.map((p) => at(p.x, p.y)) })) ?? null;
    }
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
