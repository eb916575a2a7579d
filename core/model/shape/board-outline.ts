import type { Point } from "../../base/nm.ts";
import { arcThrough, chordsOf, curvePoints } from "../../geometry/arc.ts";
import type { Ring } from "../../geometry/ring.ts";
import { ringArea, ringBox, ringOf, turnedAs } from "../../geometry/ring.ts";
import { circleRing } from "../../geometry/stroke-outline.ts";
import type { Graphic } from "../board/graphic.ts";
import { shapeOf } from "../board/graphic.ts";
import type { Doc } from "../document.ts";
import type { Placement } from "../field.ts";
import { nodesOnBoard, onBoard } from "./item-shapes.ts";
import { pathPoints } from "./path.ts";

/** The board's edge as KiCad makes it of what is drawn on Edge.Cuts. */
export interface BoardOutline {
  /** Borders (positive area) and cut-outs (negative). Empty when nothing is drawn. */
  readonly rings: readonly Ring[];
  /** Whether the lines close; if not, `rings` has what closes and `open` the loose ends. */
  readonly closed: boolean;
  readonly open: readonly Point[];
}

/** Ends this near are one corner. */
const NEAR = 10_000;

/** The outline, arcs as chords that stray by at most `error` nanometres. */
export function boardOutline(doc: Doc, error: number): BoardOutline {
  const whole: Ring[] = [];
  const pieces: number[][] = [];
  const add = (item: Graphic, frame: Placement | null) => {
    if (item.layer !== "Edge.Cuts") return;
    const flat = flattened(item, frame, error);
    if (flat.closed) whole.push(ringOf(flat.points));
    else if (flat.points.length >= 4) pieces.push(flat.points);
  };
  for (const item of doc.items.ofKind("graphic", "footprint")) {
    if (item.kind === "graphic") add(item as unknown as Graphic, null);
    else
      for (const child of item.children)
        if (child.kind === "graphic") add(child as unknown as Graphic, item["at"] as Placement);
  }
  const { rings, open } = chained(pieces);
  return { rings: nested([...whole, ...rings]), closed: open.length === 0, open };
}

function flattened(item: Graphic, frame: Placement | null, error: number): { points: number[]; closed: boolean } {
  const start = onBoard(item.start, frame);
  const mid = onBoard(item.mid, frame);
  const end = onBoard(item.end, frame);
  const center = onBoard(item.center, frame);
  switch (shapeOf(item)) {
    case "circle": {
      if (center === null || end === null) return { points: [], closed: false };
      const radius = Math.round(Math.hypot(end.x - center.x, end.y - center.y));
      return { points: Array.from(circleRing(center.x, center.y, radius, { error, outside: false })), closed: true };
    }
    case "rect": {
      if (item.start === null || item.end === null) return { points: [], closed: false };
      const local = [item.start, { x: item.end.x, y: item.start.y }, item.end, { x: item.start.x, y: item.end.y }];
      const points = local.flatMap((p) => {
        const at = onBoard(p, frame)!;
        return [at.x, at.y];
      });
      return { points, closed: true };
    }
    case "poly":
      return { points: pathPoints(nodesOnBoard(item.pts, frame), error), closed: true };
    case "curve":
      return { points: curvePoints(nodesOnBoard(item.pts, frame) as readonly Point[]), closed: false };
    default: {
      if (start === null || end === null) return { points: [], closed: false };
      const arc = mid === null ? null : arcThrough(start, mid, end);
      if (arc === null) return { points: [start.x, start.y, end.x, end.y], closed: false };
      const points: number[] = [start.x, start.y];
      const n = chordsOf(arc.radius, arc.sweep, error);
      for (let i = 1; i < n; i++) {
        const angle = arc.from + (arc.sweep * i) / n;
        points.push(arc.cx + arc.radius * Math.cos(angle), arc.cy + arc.radius * Math.sin(angle));
      }
      points.push(end.x, end.y);
      return { points, closed: false };
    }
  }
}

/** Joins pieces end to end, each time with the nearest free end. */
function chained(pieces: readonly number[][]): { rings: Ring[]; open: Point[] } {
  const free = new Set(pieces.keys());
  const rings: Ring[] = [];
  const open: Point[] = [];
  for (const [i, first] of pieces.entries()) {
    if (!free.delete(i)) continue;
    const points = [...first];
    for (;;) {
      const x = points.at(-2)!;
      const y = points.at(-1)!;
      if (points.length > 4 && apart(x, y, points[0]!, points[1]!) <= NEAR) break;
      let best = NEAR;
      let next = -1;
      let backwards = false;
      for (const k of free) {
        const piece = pieces[k]!;
        const toStart = apart(x, y, piece[0]!, piece[1]!);
        const toEnd = apart(x, y, piece.at(-2)!, piece.at(-1)!);
        if (Math.min(toStart, toEnd) > best) continue;
        best = Math.min(toStart, toEnd);
        next = k;
        backwards = toEnd < toStart;
      }
      if (next < 0) break;
      free.delete(next);
      const piece = pieces[next]!;
      if (backwards) for (let k = piece.length - 4; k >= 0; k -= 2) points.push(piece[k]!, piece[k + 1]!);
      else points.push(...piece.slice(2));
    }
    const [x, y] = [points.at(-2)!, points.at(-1)!];
    if (points.length > 6 && apart(x, y, points[0]!, points[1]!) <= NEAR) rings.push(ringOf(points.slice(0, -2)));
    else open.push({ x: points[0]!, y: points[1]! }, { x, y });
  }
  return { rings, open };
}

function apart(ax: number, ay: number, bx: number, by: number): number {
  return Math.hypot(ax - bx, ay - by);
}

/** Gives each ring the sense of a border or of a cut-out, by how many others it lies in. */
function nested(rings: readonly Ring[]): Ring[] {
  return rings
    .filter((ring) => ring.length >= 6 && ringArea(ring) !== 0)
    .map((ring, i, all) => {
      const depth = all.filter((other, k) => k !== i && ringHolds(other, ring)).length;
      return turnedAs(ring, depth % 2 === 0);
    });
}

function ringHolds(outer: Ring, inner: Ring): boolean {
  const a = ringBox(outer);
  const b = ringBox(inner);
  if (a.minX > b.minX || a.minY > b.minY || a.maxX < b.maxX || a.maxY < b.maxY) return false;
  let inside = false;
  const [x, y] = [inner[0]!, inner[1]!];
  for (let i = 0, j = outer.length - 2; i < outer.length; j = i, i += 2) {
    const ay = outer[i + 1]!;
    const by = outer[j + 1]!;
    if (ay > y === by > y) continue;
    if (x < ((outer[j]! - outer[i]!) * (y - ay)) / (by - ay) + outer[i]!) inside = !inside;
  }
  return inside;
}
