import type { Box, Nm } from "../../base/nm.ts";
import type { Shape } from "../../geometry/shape.ts";
import { arc as arcShape, boxAround, circle, polygon, segment } from "../../geometry/shape.ts";
import type { BoardItem } from "../../model/board/board-items.ts";
import type { Effects } from "../../model/effects.ts";
import type { PaintContext } from "../render/context.ts";
import { paintFootprintChild } from "../render/paint/footprint.ts";
import { paintItem } from "../render/paint.ts";
import type { Sink } from "../render/sink.ts";

/** The ink of an item, layer by layer. */
export type Ink = ReadonlyMap<string, readonly Shape[]>;

/** Texts, text boxes and dimensions as the strokes and areas that they are drawn with; made when first asked for. */
export class InkStore {
  private readonly cx: PaintContext;
  private readonly found = new WeakMap<BoardItem, Ink>();

  constructor(cx: PaintContext) {
    this.cx = cx;
  }

  of(item: BoardItem): Ink {
    let ink = this.found.get(item);
    if (ink === undefined) this.found.set(item, (ink = this.paint(item)));
    return ink;
  }

  /** What a hidden text would be drawn as. */
  shown(item: BoardItem): Ink {
    const effects = item.item["effects"] as Effects | null | undefined;
    if (effects === null || effects === undefined) return new Map();
    return this.paint({ ...item, item: { ...item.item, hide: false, effects: { ...effects, hide: false } } });
  }

  private paint({ item, footprint }: BoardItem): Ink {
    const ink = new Map<string, Shape[]>();
    if (footprint === null) paintItem(this.cx, item, inkSink(ink));
    else paintFootprintChild(this.cx, footprint.item, item, inkSink(ink));
    return ink;
  }
}

function inkSink(ink: Map<string, Shape[]>): Sink {
  let layer = "";
  const add = (shape: Shape) => {
    const list = ink.get(layer);
    if (list === undefined) ink.set(layer, [shape]);
    else list.push(shape);
  };
  return {
    begin() {},
    end() {},
    layer(name) {
      layer = name;
    },
    polyline(points, width) {
      const n = points.length / 2;
      for (let i = 0; i + 1 < n; i++)
        add(segment(points[2 * i]!, points[2 * i + 1]!, points[2 * i + 2]!, points[2 * i + 3]!, width / 2));
    },
    arc(cx, cy, radius, from, sweep, width) {
      const at = (angle: number) => place(cx, cy, radius, angle);
      add(arcShape(at(from), at(from + sweep / 2), at(from + sweep), width / 2));
    },
    disc(x, y, radius) {
      add(circle(x, y, radius));
    },
    polygon(points, ends) {
      const rings: number[][] = [];
      let start = 0;
      for (const end of Array.from(ends ?? [points.length])) {
        const ring: number[] = [];
        for (let i = start; i < end; i++) ring.push(points[i]!);
        rings.push(ring);
        start = end;
      }
      // Holes lie inside the first ring; knocked-out texts come as many rings beside each other.
      const within = polygon(rings.slice(0, 1)).box;
      const holes = rings.slice(1).filter((ring) => liesIn(ring, within));
      add(polygon([rings[0] ?? [], ...holes]));
      if (holes.length + 1 < rings.length)
        for (const ring of rings.slice(1)) if (!liesIn(ring, within)) add(polygon([ring]));
    },
  };
}

function liesIn(ring: readonly number[], { minX, minY, maxX, maxY }: Box): boolean {
  const box = boxAround(ring);
  return box.minX >= minX && box.minY >= minY && box.maxX <= maxX && box.maxY <= maxY;
}

function place(cx: Nm, cy: Nm, radius: Nm, degrees: number) {
  const angle = (degrees * Math.PI) / 180;
  return { x: cx + radius * Math.cos(angle), y: cy - radius * Math.sin(angle) };
}
