import type { Degrees, Nm, Point } from "../../base/nm.ts";
import type { Effects } from "../../model/effects.ts";
import type { TextLayout } from "./font/stroke-font.ts";
import type { Sink } from "./sink.ts";
import { sinCos } from "./transform.ts";

interface Knockout {
  readonly at: Point;
  readonly angle: Degrees;
  readonly effects: Pick<Effects, "height">;
}

/** Slices in one pen width: how fine the cut-out letters are. */
const SLICES_PER_PEN = 16;

/**
 * A filled box with the strokes cut out. Sinks only add ink, so the box is given as thin slices along the text, each
 * without the stretches that the strokes cover.
 */
export function knockOut(sink: Sink, layout: TextLayout, t: Knockout): void {
  const { pen } = layout;
  const n = layout.points.length;
  if (n === 0 || pen <= 0) return;
  // Work along the text, turned back about its anchor.
  const { s, c } = sinCos(t.angle);
  const local = new Float64Array(n);
  let minX = Number.POSITIVE_INFINITY;
  let minY = Number.POSITIVE_INFINITY;
  let maxX = Number.NEGATIVE_INFINITY;
  let maxY = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < n; i += 2) {
    const dx = layout.points[i]! - t.at.x;
    const dy = layout.points[i + 1]! - t.at.y;
    const x = dx * c - dy * s;
    const y = dx * s + dy * c;
    local[i] = x;
    local[i + 1] = y;
    minX = Math.min(minX, x);
    maxX = Math.max(maxX, x);
    minY = Math.min(minY, y);
    maxY = Math.max(maxY, y);
  }
  // KiCad's margin beyond the ink.
  const margin = pen / 2 + Math.max(pen / 2, t.effects.height / 9);
  const box = { left: minX - margin, right: maxX + margin, top: minY - margin, bottom: maxY + margin };
  const rows = Math.max(1, Math.ceil(((box.bottom - box.top) / pen) * SLICES_PER_PEN));
  const step = (box.bottom - box.top) / rows;
  const place = (x: Nm, y: Nm): [Nm, Nm] => [t.at.x + x * c + y * s, t.at.y - x * s + y * c];
  // All slices are one polygon, so that no seam shows between them.
  const points: number[] = [];
  const ends: number[] = [];
  for (let row = 0; row < rows; row++) {
    const y = box.top + (row + 0.5) * step;
    let x = box.left;
    const slice = (to: Nm) => {
      if (to <= x) return;
      const top = y - step / 2;
      const bottom = y + step / 2;
      points.push(...place(x, top), ...place(to, top), ...place(to, bottom), ...place(x, bottom));
      ends.push(points.length);
    };
    for (const [from, to] of covered(local, layout, y)) {
      slice(Math.min(from, box.right));
      x = Math.max(x, to);
    }
    slice(box.right);
  }
  sink.polygon(points, ends);
}

/** The stretches of the line at `y` that lie under the pen, by their start. */
function covered(local: Float64Array, layout: TextLayout, y: Nm): [Nm, Nm][] {
  const r = layout.pen / 2;
  const found: [Nm, Nm][] = [];
  for (let stroke = 0; stroke + 1 < layout.starts.length; stroke++) {
    const from = layout.starts[stroke]!;
    const to = layout.starts[stroke + 1]!;
    for (let p = from; p < Math.max(from + 1, to - 1); p++) {
      const q = p + 1 < to ? p + 1 : p;
      const ax = local[2 * p]!;
      const ay = local[2 * p + 1]!;
      const bx = local[2 * q]!;
      const by = local[2 * q + 1]!;
      if (Math.min(ay, by) - r > y || Math.max(ay, by) + r < y) continue;
      let low = Number.POSITIVE_INFINITY;
      let high = Number.NEGATIVE_INFINITY;
      const disc = (x: Nm, at: Nm) => {
        const h = r * r - (y - at) * (y - at);
        if (h < 0) return;
        low = Math.min(low, x - Math.sqrt(h));
        high = Math.max(high, x + Math.sqrt(h));
      };
      disc(ax, ay);
      disc(bx, by);
      const length = Math.hypot(bx - ax, by - ay);
      if (length > 0) {
        // Where the line meets the two straight sides of the stroke.
        const nx = (-(by - ay) / length) * r;
        const ny = ((bx - ax) / length) * r;
        for (const side of [1, -1]) {
          const sy = ay + side * ny;
          const ey = by + side * ny;
          if (sy === ey || (y - sy) * (y - ey) > 0) continue;
          const x = ax + side * nx + ((bx - ax) * (y - sy)) / (ey - sy);
          low = Math.min(low, x);
          high = Math.max(high, x);
        }
      }
      if (low < high) found.push([low, high]);
    }
  }
  return found.sort((a, b) => a[0] - b[0]);
}
