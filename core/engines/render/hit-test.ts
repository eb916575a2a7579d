import type { Box, Nm, Point } from "../../base/nm.ts";
import type { Doc } from "../../model/document.ts";
import type { ItemId } from "../../model/item.ts";
import type { Entry } from "../../model/item-table.ts";
import { boundsOf, distanceToArc, grownBox } from "./bounds.ts";
import { type BoxIndex, buildBoxIndex, searchBoxIndex } from "./box-index.ts";
import { contextOf, type PaintContext } from "./context.ts";
import { paintItem } from "./paint.ts";
import type { Sink } from "./sink.ts";

/** Something under a point. */
export interface Hit {
  readonly id: ItemId;
  /** The pad, field, pin or text inside the item, if it was that. */
  readonly part: ItemId | null;
  readonly layer: string;
  /** 0 when the point lies in the ink. */
  readonly distance: Nm;
  /** Area of the box around the part that was hit: the smallest thing is what a person means. */
  readonly area: number;
}

export interface HitOptions {
  /** How far beside the ink still counts. */
  readonly tolerance?: Nm;
  /** Layers that count; all when absent. */
  readonly visible?: (layer: string) => boolean;
  /** Made by `spatialIndexOf` for this document; without it every item's box is looked at. */
  readonly index?: SpatialIndex;
  readonly context?: PaintContext;
}

/** Boxes of all items of a document, for quick searches. An edit makes a new one with `updateSpatialIndex`. */
export interface SpatialIndex {
  readonly context: PaintContext;
  readonly entries: readonly Entry[];
  readonly tree: BoxIndex;
  /** Entries that came or changed since `tree` was built, and ids of those that are stale in it. */
  readonly fresh: ReadonlyMap<ItemId, Entry>;
  readonly stale: ReadonlySet<ItemId>;
}

/** How many changed items an index carries before it is built anew. */
const REBUILD_AT = 512;

/** Paints every item once to measure it. */
export function spatialIndexOf(doc: Doc, context: PaintContext = contextOf(doc)): SpatialIndex {
  const { entries } = doc.items;
  const tree = buildBoxIndex(entries.map((entry) => boundsOf(context, entry.item())));
  return { context, entries, tree, fresh: new Map(), stale: new Set() };
}

/** The index after these items changed, came or went. The context must still hold. */
export function updateSpatialIndex(index: SpatialIndex, doc: Doc, touched: Iterable<ItemId>): SpatialIndex {
  const fresh = new Map(index.fresh);
  const stale = new Set(index.stale);
  for (const id of touched) {
    stale.add(id);
    const entry = doc.items.entry(id);
    if (entry === undefined) fresh.delete(id);
    else fresh.set(id, entry);
  }
  return stale.size > REBUILD_AT ? spatialIndexOf(doc, index.context) : { ...index, fresh, stale };
}

/** The items whose box touches `box`, in no special order. */
export function entriesIn(index: SpatialIndex, box: Box): Entry[] {
  const found: Entry[] = [];
  searchBoxIndex(index.tree, box, (i) => {
    const entry = index.entries[i]!;
    if (!index.stale.has(entry.id)) found.push(entry);
  });
  for (const entry of index.fresh.values()) if (touches(boundsOf(index.context, entry.item()), box)) found.push(entry);
  return found;
}

/** What lies under a point, the nearest and then the smallest first; one hit for each item and part. */
export function hitTest(doc: Doc, point: Point, options: HitOptions = {}): Hit[] {
  const tolerance = options.tolerance ?? 0;
  const cx = options.index?.context ?? options.context ?? contextOf(doc);
  const box = grownBox({ minX: point.x, minY: point.y, maxX: point.x, maxY: point.y }, tolerance);
  const near =
    options.index === undefined
      ? doc.items.entries.filter((entry) => touches(boundsOf(cx, entry.item()), box))
      : entriesIn(options.index, box);
  const probe = makeProbe(point, tolerance, options.visible ?? (() => true));
  for (const entry of near) paintItem(cx, entry.item(), probe);
  return probe.hits().sort((a, b) => a.distance - b.distance || a.area - b.area);
}

function touches(a: Box, b: Box): boolean {
  return a.minX <= b.maxX && a.maxX >= b.minX && a.minY <= b.maxY && a.maxY >= b.minY;
}

interface OpenPart {
  readonly id: ItemId;
  readonly part: ItemId | null;
  layer: string;
  distance: Nm;
  minX: Nm;
  minY: Nm;
  maxX: Nm;
  maxY: Nm;
}

function makeProbe(p: Point, tolerance: Nm, visible: (layer: string) => boolean): Sink & { hits(): Hit[] } {
  const hits: Hit[] = [];
  const stack: OpenPart[] = [];
  let layer = "";
  let on = true;
  const shape = (distance: Nm, minX: Nm, minY: Nm, maxX: Nm, maxY: Nm) => {
    const open = stack.at(-1);
    if (open === undefined || !on) return;
    open.minX = Math.min(open.minX, minX);
    open.minY = Math.min(open.minY, minY);
    open.maxX = Math.max(open.maxX, maxX);
    open.maxY = Math.max(open.maxY, maxY);
    const d = Math.max(0, distance);
    if (d < open.distance) {
      open.distance = d;
      open.layer = layer;
    }
  };
  return {
    hits: () => hits,
    begin(id, part) {
      const far = Number.POSITIVE_INFINITY;
      stack.push({ id, part: part ?? null, layer: "", distance: far, minX: far, minY: far, maxX: -far, maxY: -far });
    },
    end() {
      const open = stack.pop();
      if (open === undefined || open.distance > tolerance) return;
      const area = (open.maxX - open.minX) * (open.maxY - open.minY);
      hits.push({ id: open.id, part: open.part, layer: open.layer, distance: open.distance, area });
    },
    layer(name) {
      layer = name;
      on = visible(name);
    },
    polyline(points, width) {
      let least = Number.POSITIVE_INFINITY;
      let [minX, minY] = [least, least];
      let [maxX, maxY] = [-least, -least];
      for (let i = 0; i + 1 < points.length; i += 2) {
        const x = points[i]!;
        const y = points[i + 1]!;
        minX = Math.min(minX, x);
        maxX = Math.max(maxX, x);
        minY = Math.min(minY, y);
        maxY = Math.max(maxY, y);
        least = Math.min(
          least,
          i === 0 ? Math.hypot(p.x - x, p.y - y) : toSegment(p, points[i - 2]!, points[i - 1]!, x, y),
        );
      }
      const r = width / 2;
      shape(least - r, minX - r, minY - r, maxX + r, maxY + r);
    },
    arc(cx, cy, radius, from, sweep, width) {
      const r = radius + width / 2;
      shape(distanceToArc(p.x, p.y, cx, cy, radius, from, sweep) - width / 2, cx - r, cy - r, cx + r, cy + r);
    },
    disc(cx, cy, radius) {
      shape(Math.hypot(p.x - cx, p.y - cy) - radius, cx - radius, cy - radius, cx + radius, cy + radius);
    },
    polygon(points, ends) {
      let least = Number.POSITIVE_INFINITY;
      let inside = false;
      let [minX, minY] = [least, least];
      let [maxX, maxY] = [-least, -least];
      const rings = ends ?? [points.length];
      let from = 0;
      for (let e = 0; e < rings.length; e++) {
        const to = rings[e]!;
        for (let i = from, j = to - 2; i < to; j = i, i += 2) {
          const x = points[i]!;
          const y = points[i + 1]!;
          const px = points[j]!;
          const py = points[j + 1]!;
          minX = Math.min(minX, x);
          maxX = Math.max(maxX, x);
          minY = Math.min(minY, y);
          maxY = Math.max(maxY, y);
          if (y > p.y !== py > p.y && p.x < ((px - x) * (p.y - y)) / (py - y) + x) inside = !inside;
          // Edges out of reach cannot make a hit.
          if (x - p.x > tolerance && px - p.x > tolerance) continue;
          if (p.x - x > tolerance && p.x - px > tolerance) continue;
          if (y - p.y > tolerance && py - p.y > tolerance) continue;
          if (p.y - y > tolerance && p.y - py > tolerance) continue;
          least = Math.min(least, toSegment(p, px, py, x, y));
        }
        from = to;
      }
      shape(inside ? 0 : least, minX, minY, maxX, maxY);
    },
    image(cx, cy, width, height) {
      const dx = Math.max(0, Math.abs(p.x - cx) - width / 2);
      const dy = Math.max(0, Math.abs(p.y - cy) - height / 2);
      shape(Math.hypot(dx, dy), cx - width / 2, cy - height / 2, cx + width / 2, cy + height / 2);
    },
  };
}

function toSegment(p: Point, ax: Nm, ay: Nm, bx: Nm, by: Nm): Nm {
  const dx = bx - ax;
  const dy = by - ay;
  const length2 = dx * dx + dy * dy;
  const f = length2 === 0 ? 0 : Math.max(0, Math.min(1, ((p.x - ax) * dx + (p.y - ay) * dy) / length2));
  return Math.hypot(p.x - ax - f * dx, p.y - ay - f * dy);
}
