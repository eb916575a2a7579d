import type { Box } from "../../base/nm.ts";
import type { Item } from "../../model/item.ts";
import type { PaintContext } from "./context.ts";
import { angleOf } from "./curves.ts";
import { paintItem } from "./paint.ts";
import type { Sink } from "./sink.ts";

export const emptyBox: Box = {
  minX: Number.POSITIVE_INFINITY,
  minY: Number.POSITIVE_INFINITY,
  maxX: Number.NEGATIVE_INFINITY,
  maxY: Number.NEGATIVE_INFINITY,
};

/** A sink that measures: the box around all ink on the layers that `counts` accepts. */
export interface BoundsSink extends Sink {
  readonly box: () => Box;
}

export function makeBounds(counts: (layer: string) => boolean = () => true): BoundsSink {
  let { minX, minY, maxX, maxY } = emptyBox;
  let on = true;
  const add = (x: number, y: number, r: number) => {
    if (!on) return;
    if (x - r < minX) minX = x - r;
    if (x + r > maxX) maxX = x + r;
    if (y - r < minY) minY = y - r;
    if (y + r > maxY) maxY = y + r;
  };
  return {
    box: () => ({ minX, minY, maxX, maxY }),
    begin() {},
    end() {},
    layer(name) {
      on = counts(name);
    },
    polyline(points, width) {
      for (let i = 0; i + 1 < points.length; i += 2) add(points[i]!, points[i + 1]!, width / 2);
    },
    arc(cx, cy, radius, from, sweep, width) {
      for (const angle of [from, from + sweep, 0, 90, 180, 270]) {
        if (!withinSweep(angle, from, sweep)) continue;
        const rad = (angle * Math.PI) / 180;
        add(cx + radius * Math.cos(rad), cy - radius * Math.sin(rad), width / 2);
      }
    },
    disc: add,
    polygon(points) {
      for (let i = 0; i + 1 < points.length; i += 2) add(points[i]!, points[i + 1]!, 0);
    },
    image(cx, cy, width, height) {
      add(cx - width / 2, cy - height / 2, 0);
      add(cx + width / 2, cy + height / 2, 0);
    },
  };
}

/** Whether a direction lies in an arc's sweep. */
export function withinSweep(angle: number, from: number, sweep: number): boolean {
  if (Math.abs(sweep) >= 360) return true;
  const off = ((((sweep < 0 ? from - angle : angle - from) % 360) + 360) % 360) as number;
  return off <= Math.abs(sweep) + 1e-9 || off > 360 - 1e-9;
}

const known = new WeakMap<PaintContext, WeakMap<Item, Box>>();

/** The box around an item's ink, remembered for the item's version; empty when it shows nothing. */
export function boundsOf(cx: PaintContext, item: Item): Box {
  let boxes = known.get(cx);
  if (boxes === undefined) known.set(cx, (boxes = new WeakMap()));
  let box = boxes.get(item);
  if (box === undefined) {
    const sink = makeBounds();
    paintItem(cx, item, sink);
    box = sink.box();
    boxes.set(item, box);
  }
  return box;
}

export function joinBoxes(a: Box, b: Box): Box {
  return {
    minX: Math.min(a.minX, b.minX),
    minY: Math.min(a.minY, b.minY),
    maxX: Math.max(a.maxX, b.maxX),
    maxY: Math.max(a.maxY, b.maxY),
  };
}

export function grownBox(box: Box, by: number): Box {
  return { minX: box.minX - by, minY: box.minY - by, maxX: box.maxX + by, maxY: box.maxY + by };
}

export function isEmptyBox(box: Box): boolean {
  return !(box.minX <= box.maxX && box.minY <= box.maxY);
}

/** Distance from a point to an arc's centre line. */
export function distanceToArc(
  x: number,
  y: number,
  cx: number,
  cy: number,
  radius: number,
  from: number,
  sweep: number,
): number {
  if (withinSweep(angleOf(cx, cy, { x, y }), from, sweep)) return Math.abs(Math.hypot(x - cx, y - cy) - radius);
  let least = Number.POSITIVE_INFINITY;
  for (const angle of [from, from + sweep]) {
    const rad = (angle * Math.PI) / 180;
    least = Math.min(least, Math.hypot(x - cx - radius * Math.cos(rad), y - cy + radius * Math.sin(rad)));
  }
  return least;
}
