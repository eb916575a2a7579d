import type { Box, Nm } from "../../core/base/nm.ts";
import type { Color, Sink } from "../../core/engines/render/sink.ts";
import type { ItemId } from "../../core/model/item.ts";
import type { Shape } from "./gl/batch.ts";
import { Batch, floatsOf, shapes } from "./gl/batch.ts";
import { triangulate } from "./gl/triangulate.ts";
import { ownLayer } from "./layers.ts";

/** An item as it is drawn. */
export interface Drawn {
  readonly id: ItemId;
  readonly kind: string;
  readonly box: Box;
  /** The box of its pads and outlines without texts: where a person clicks to mean the whole. */
  readonly body: Box;
  readonly ranges: readonly Range[];
  readonly pictures: readonly Picture[];
}

/** A picture: base64 data in a box. */
export interface Picture {
  readonly layer: string;
  readonly box: Box;
  readonly data: string;
}

/** Ends of names of layers: where a picture covers what lies below, and its frame. */
export const PICTURE = ":picture";
export const FRAME = ":frame";

export interface Range {
  readonly layer: string;
  readonly batch: Batch;
  readonly start: number;
  readonly count: number;
}

/** One layer's elements by shape. */
export type LayerBatches = Readonly<Record<Shape, Batch>>;

export const emptyBox: Box = {
  minX: Number.POSITIVE_INFINITY,
  minY: Number.POSITIVE_INFINITY,
  maxX: Number.NEGATIVE_INFINITY,
  maxY: Number.NEGATIVE_INFINITY,
};

/** All that is drawn, item by item, ready for the GPU. Knows no GL, so it lives on when a context is lost. */
export class Scene {
  readonly layers = new Map<string, LayerBatches>();
  private readonly drawn = new Map<ItemId, Drawn>();
  private readonly pictures = new Map<string, Set<Picture>>();
  private readonly collector = new Collector();

  get size(): number {
    return this.drawn.size;
  }

  get(id: ItemId): Drawn | undefined {
    return this.drawn.get(id);
  }

  items(): Iterable<Drawn> {
    return this.drawn.values();
  }

  /** Draws an item, anew if it was drawn. Answers undefined when it has no shape. */
  put(id: ItemId, kind: string, paint: (sink: Sink) => void): Drawn | undefined {
    this.remove(id);
    // What a zone fills lies on a layer of its own, so that it can let the tracks shine through.
    this.collector.reset(kind === "zone" ? ":zone" : "");
    paint(this.collector);
    const ranges: Range[] = [];
    for (const [layer, numbers] of this.collector.layers) {
      for (const shape of shapes) {
        const values = numbers[shape];
        if (values.length === 0) continue;
        const batch = this.batches(layer)[shape];
        ranges.push({ layer, batch, ...batch.add(values.data, values.length) });
      }
    }
    const { box, body, pictures } = this.collector;
    return this.keep({ id, kind, box, body, ranges, pictures });
  }

  /** Draws an item as another scene does. */
  copy(from: Drawn): void {
    this.remove(from.id);
    const ranges = from.ranges.map((range) => {
      const size = floatsOf[range.batch.shape];
      const values = range.batch.data.subarray(range.start * size, (range.start + range.count) * size);
      const batch = this.batches(range.layer)[range.batch.shape];
      return { layer: range.layer, batch, ...batch.add(values, values.length) };
    });
    this.keep({ ...from, ranges });
  }

  remove(id: ItemId): void {
    const old = this.drawn.get(id);
    if (old === undefined) return;
    for (const range of old.ranges) range.batch.remove(range);
    for (const picture of old.pictures) this.pictures.get(picture.layer)?.delete(picture);
    this.drawn.delete(id);
  }

  clear(): void {
    for (const id of [...this.drawn.keys()]) this.remove(id);
  }

  /** Pictures on a layer. */
  picturesOn(layer: string): ReadonlySet<Picture> {
    return this.pictures.get(layer) ?? none;
  }

  /** The box of everything that `accept` takes. */
  bounds(accept: (drawn: Drawn) => boolean = () => true): Box {
    let box = emptyBox;
    for (const drawn of this.drawn.values()) if (accept(drawn)) box = joinBoxes(box, drawn.box);
    return box;
  }

  private keep(drawn: Drawn): Drawn | undefined {
    if (drawn.ranges.length === 0) return undefined;
    this.drawn.set(drawn.id, drawn);
    for (const picture of drawn.pictures) {
      const on = this.pictures.get(picture.layer) ?? new Set();
      this.pictures.set(picture.layer, on.add(picture));
    }
    return drawn;
  }

  private batches(layer: string): LayerBatches {
    let batches = this.layers.get(layer);
    if (batches === undefined) {
      batches = { fill: new Batch("fill"), arc: new Batch("arc"), stroke: new Batch("stroke") };
      this.layers.set(layer, batches);
    }
    return batches;
  }
}

const none: ReadonlySet<Picture> = new Set();

export function joinBoxes(a: Box, b: Box): Box {
  return {
    minX: Math.min(a.minX, b.minX),
    minY: Math.min(a.minY, b.minY),
    maxX: Math.max(a.maxX, b.maxX),
    maxY: Math.max(a.maxY, b.maxY),
  };
}

/** Numbers of one shape, growing. */
class Numbers {
  data = new Float32Array(64);
  length = 0;

  reserve(count: number): number {
    const at = this.length;
    this.length += count;
    if (this.length > this.data.length) {
      const grown = new Float32Array(Math.max(this.length, this.data.length * 2));
      grown.set(this.data);
      this.data = grown;
    }
    return at;
  }
}

const isBodyLayer = (layer: string) =>
  /\.Cu$|\.CrtYd$|^pad|^hole|^via|^sch\.(symbol|pin|sheet|wire|bus|junction|label)/.test(layer);

/** Gathers one item's shapes by layer; kept between items so that nothing is allocated anew. */
class Collector implements Sink {
  readonly layers = new Map<string, Record<Shape, Numbers>>();
  /** Of the item that was drawn last. */
  pictures: readonly Picture[] = [];
  private current: Record<Shape, Numbers> | null = null;
  private isBody = true;
  private base = "";
  private suffix = "";
  private readonly all = new Extent();
  private readonly bodies = new Extent();

  reset(suffix: string): void {
    this.suffix = suffix;
    for (const numbers of this.layers.values()) for (const shape of shapes) numbers[shape].length = 0;
    this.all.reset();
    this.bodies.reset();
    this.current = null;
    this.pictures = [];
  }

  get box(): Box {
    return this.all.box();
  }

  get body(): Box {
    return this.bodies.isEmpty() ? this.all.box() : this.bodies.box();
  }

  begin(): void {
    this.current = null;
  }

  end(): void {
    this.current = null;
  }

  layer(name: string): void {
    this.base = name;
    const full = this.suffix === "" || name.endsWith(".zone-outline") ? name : name + this.suffix;
    let numbers = this.layers.get(full);
    if (numbers === undefined) {
      numbers = { fill: new Numbers(), arc: new Numbers(), stroke: new Numbers() };
      this.layers.set(full, numbers);
    }
    this.current = numbers;
    this.isBody = isBodyLayer(name);
  }

  /** What has a colour of its own lies on a layer of its own, named by the colour. */
  color(own: Color | null): void {
    const { base } = this;
    this.layer(own === null ? base : ownLayer(base, own));
    this.base = base;
  }

  polyline(points: ArrayLike<Nm>, width: Nm): void {
    const half = width / 2;
    if (points.length === 2) this.stroke(points[0]!, points[1]!, points[0]!, points[1]!, half);
    for (let i = 0; i + 3 < points.length; i += 2)
      this.stroke(points[i]!, points[i + 1]!, points[i + 2]!, points[i + 3]!, half);
  }

  arc(cx: Nm, cy: Nm, radius: Nm, from: number, sweep: number, width: Nm): void {
    if (this.current === null) return;
    const numbers = this.current.arc;
    const at = numbers.reserve(8);
    const d = numbers.data;
    d[at] = cx;
    d[at + 1] = cy;
    d[at + 2] = radius;
    d[at + 3] = width / 2;
    // Degrees run counter-clockwise on screen, where y points down.
    d[at + 4] = (-from * Math.PI) / 180;
    d[at + 5] = (-Math.max(-360, Math.min(360, sweep)) * Math.PI) / 180;
    this.coverArc(cx, cy, radius, d[at + 4]!, d[at + 5]!, width / 2);
  }

  disc(cx: Nm, cy: Nm, radius: Nm): void {
    this.stroke(cx, cy, cx, cy, radius);
  }

  polygon(points: ArrayLike<Nm>, ends?: ArrayLike<number>): void {
    if (this.current === null) return;
    const numbers = this.current.fill;
    triangulate(points, ends, (x, y) => {
      const at = numbers.reserve(2);
      numbers.data[at] = x;
      numbers.data[at + 1] = y;
    });
    for (let i = 0; i + 1 < points.length; i += 2) this.cover(points[i]!, points[i + 1]!, 0);
  }

  image(cx: Nm, cy: Nm, width: Nm, height: Nm, data: string): void {
    const { base } = this;
    const box = { minX: cx - width / 2, minY: cy - height / 2, maxX: cx + width / 2, maxY: cy + height / 2 };
    const { minX, minY, maxX, maxY } = box;
    const ring = [minX, minY, maxX, minY, maxX, maxY, minX, maxY];
    // What is pressed on, and what is marked.
    this.layer(base + PICTURE);
    this.polygon(ring);
    this.layer(base + FRAME);
    this.polyline([...ring, minX, minY], 0);
    this.layer(base);
    this.pictures = [...this.pictures, { layer: base + PICTURE, box, data }];
  }

  private stroke(x0: Nm, y0: Nm, x1: Nm, y1: Nm, half: Nm): void {
    if (this.current === null) return;
    const numbers = this.current.stroke;
    const at = numbers.reserve(8);
    const d = numbers.data;
    d[at] = x0;
    d[at + 1] = y0;
    d[at + 2] = x1;
    d[at + 3] = y1;
    d[at + 4] = half;
    this.cover(x0, y0, half);
    this.cover(x1, y1, half);
  }

  private coverArc(cx: Nm, cy: Nm, radius: Nm, from: number, sweep: number, half: Nm): void {
    this.cover(cx + radius * Math.cos(from), cy + radius * Math.sin(from), half);
    this.cover(cx + radius * Math.cos(from + sweep), cy + radius * Math.sin(from + sweep), half);
    const low = Math.min(from, from + sweep);
    const high = Math.max(from, from + sweep);
    const quarter = Math.PI / 2;
    for (let a = Math.ceil(low / quarter) * quarter; a <= high; a += quarter)
      this.cover(cx + radius * Math.cos(a), cy + radius * Math.sin(a), half);
  }

  private cover(x: number, y: number, half: number): void {
    this.all.add(x, y, half);
    if (this.isBody) this.bodies.add(x, y, half);
  }
}

class Extent {
  private minX = 0;
  private minY = 0;
  private maxX = -1;
  private maxY = -1;

  reset(): void {
    this.minX = this.minY = Number.POSITIVE_INFINITY;
    this.maxX = this.maxY = Number.NEGATIVE_INFINITY;
  }

  isEmpty(): boolean {
    return this.minX > this.maxX;
  }

  add(x: number, y: number, half: number): void {
    if (x - half < this.minX) this.minX = x - half;
    if (y - half < this.minY) this.minY = y - half;
    if (x + half > this.maxX) this.maxX = x + half;
    if (y + half > this.maxY) this.maxY = y + half;
  }

  box(): Box {
    return { minX: this.minX, minY: this.minY, maxX: this.maxX, maxY: this.maxY };
  }
}
