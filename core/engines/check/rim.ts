import type { Nm } from "../../base/nm.ts";
import { pushChords, TURN } from "../../geometry/arc.ts";
import { holds } from "../../geometry/distance.ts";
import { edgeGridOf, edgesNear } from "../../geometry/edge-grid.ts";
import type { PolygonShape, Shape } from "../../geometry/shape.ts";
import { boxesMeet, grown } from "../../geometry/shape.ts";

/** How far chords may be from a round corner. */
const ERROR: Nm = 5_000;

/** The line around shapes grown by `gap`: one ring for each shape, without what lies inside another of them. */
export interface Rim {
  /** x, y, x, y … closed. */
  readonly rings: readonly (readonly number[])[];
  readonly shapes: readonly Shape[];
}

export function rimOf(shapes: readonly Shape[], gap: Nm): Rim {
  const wide = shapes.map((shape): Shape => grown(shape, gap));
  return { rings: wide.map(ringAround), shapes: wide };
}

/** At how many places a rim crosses a fill's edge; cuts between a hole and the border count once. */
export function crossings(rim: Rim, fill: PolygonShape): number {
  const places = new Set<string>();
  for (const [n, ring] of rim.rings.entries()) {
    if (!boxesMeet(rim.shapes[n]!.box, fill.box)) continue;
    const others = rim.shapes.filter((_, i) => i !== n);
    meetings(ring, fill, rim.shapes[n]!, (x, y) => {
      if (!others.some((shape) => holds(grown(shape, -1), x, y))) places.add(`${Math.round(x)},${Math.round(y)}`);
    });
  }
  return places.size;
}

/** Calls `found` for the places where a ring crosses a fill's edge. */
function meetings(
  ring: readonly number[],
  fill: PolygonShape,
  { box }: Shape,
  found: (x: number, y: number) => void,
): void {
  const grid = edgeGridOf(fill.rings);
  edgesNear(grid, box, (e) => {
    const [ax, ay, bx, by] = [grid.ax[e]!, grid.ay[e]!, grid.bx[e]!, grid.by[e]!];
    for (let k = 0, l = ring.length - 2; k < ring.length; l = k, k += 2) {
      const [cx, cy, dx, dy] = [ring[l]!, ring[l + 1]!, ring[k]!, ring[k + 1]!];
      const det = (bx - ax) * (dy - cy) - (by - ay) * (dx - cx);
      if (det === 0) continue;
      const t = ((cx - ax) * (dy - cy) - (cy - ay) * (dx - cx)) / det;
      const u = ((cx - ax) * (by - ay) - (cy - ay) * (bx - ax)) / det;
      if (t >= 0 && t <= 1 && u >= 0 && u <= 1) found(ax + t * (bx - ax), ay + t * (by - ay));
    }
  });
}

/** A shape's outline with round corners as chords. */
function ringAround(shape: Shape): number[] {
  const { radius } = shape;
  const out: number[] = [];
  const bow = (cx: number, cy: number, from: number, sweep: number) =>
    pushChords(out, { cx, cy, radius: Math.max(1, radius), from, sweep }, ERROR);
  switch (shape.kind) {
    case "circle":
      bow(shape.x, shape.y, 0, TURN);
      return out;
    case "segment": {
      const angle = Math.atan2(shape.by - shape.ay, shape.bx - shape.ax);
      bow(shape.bx, shape.by, angle - TURN / 4, TURN / 2);
      bow(shape.ax, shape.ay, angle + TURN / 4, TURN / 2);
      return out;
    }
    case "arc":
      pushChords(out, { ...shape, radius: shape.bend + radius }, ERROR);
      return out;
    case "polygon": {
      const ring = orientedRing(shape.rings[0] ?? []);
      if (radius <= 0) return ring;
      const n = ring.length;
      for (let i = 0; i < n; i += 2) {
        const [px, py] = [ring[(i + n - 2) % n]!, ring[(i + n - 1) % n]!];
        const [x, y] = [ring[i]!, ring[i + 1]!];
        const [qx, qy] = [ring[(i + 2) % n]!, ring[(i + 3) % n]!];
        const into = Math.atan2(y - py, x - px) - TURN / 4;
        const outOf = Math.atan2(qy - y, qx - x) - TURN / 4;
        const turn = (((outOf - into) % TURN) + TURN) % TURN;
        if (turn <= TURN / 2) bow(x, y, into, turn);
        else
          out.push(
            x + radius * Math.cos(into),
            y + radius * Math.sin(into),
            x + radius * Math.cos(outOf),
            y + radius * Math.sin(outOf),
          );
      }
      return out;
    }
  }
}

/** The ring so that its outside lies to the right of its way in y-down axes. */
function orientedRing(ring: readonly number[]): number[] {
  let sum = 0;
  for (let i = 0; i < ring.length; i += 2) {
    const j = (i + 2) % ring.length;
    sum += ring[i]! * ring[j + 1]! - ring[j]! * ring[i + 1]!;
  }
  if (sum >= 0) return [...ring];
  const out: number[] = [];
  for (let i = ring.length - 2; i >= 0; i -= 2) out.push(ring[i]!, ring[i + 1]!);
  return out;
}
