import type { Box } from "../../core/base/nm.ts";
import type { Sink } from "../../core/engines/render/sink.ts";
import type { Doc } from "../../core/model/document.ts";
import type { Item } from "../../core/model/item.ts";
import type { Pass } from "./gl/renderer.ts";
import type { LayerSet } from "./layers.ts";
import type { Overlay } from "./overlay.ts";
import { Scene } from "./scene.ts";
import type { Viewport } from "./viewport.ts";

/** One net bright over everything else. */
export class NetHighlight implements Overlay {
  net: string | null = null;
  private readonly scene = new Scene();
  private readonly layers: LayerSet;

  constructor(layers: LayerSet) {
    this.layers = layers;
  }

  /** Lights a net; null: none. `paint` paints an item as the document shows it. */
  show(net: string | null, doc: Doc | null, paint: (item: Item, sink: Sink) => void): void {
    this.net = net;
    this.scene.clear();
    if (net === null || doc === null) return;
    for (const item of doc.items.ofKind("zone", "track", "arcTrack", "via", "footprint")) {
      if (item.kind !== "footprint") {
        if (item["net"] === net) this.scene.put(item.id, item.kind, (sink) => paint(item, sink));
        continue;
      }
      const pads = new Set(item.children.filter((child) => child["net"] === net).map(({ id }) => id));
      if (pads.size > 0) this.scene.put(item.id, item.kind, (sink) => paint(item, new PartSink(sink, pads)));
    }
  }

  box(): Box | null {
    const box = this.scene.bounds();
    return box.minX > box.maxX ? null : box;
  }

  get isEmpty(): boolean {
    return this.scene.size === 0;
  }

  passes(_view: Viewport): readonly Pass[] {
    if (this.net === null) return [];
    const lit = this.layers
      .list()
      .filter(({ visible, name }) => visible && this.scene.layers.has(name))
      .map(({ name, color }) => ({ name, color: /^hole/.test(name) ? color : { ...color, rgb: brighter(color.rgb) } }));
    return [{ scene: this.scene, layers: lit }];
  }
}

/** Lets through what belongs to some parts of an item. */
class PartSink implements Sink {
  private readonly sink: Sink;
  private readonly parts: ReadonlySet<string>;
  private isIn = false;

  constructor(sink: Sink, parts: ReadonlySet<string>) {
    this.sink = sink;
    this.parts = parts;
  }

  begin(id: string, part?: string): void {
    this.isIn = part !== undefined && this.parts.has(part);
    this.sink.begin(id, part);
  }

  end(): void {
    this.isIn = false;
    this.sink.end();
  }

  layer(name: string): void {
    if (this.isIn) this.sink.layer(name);
  }

  polyline(points: ArrayLike<number>, width: number): void {
    if (this.isIn) this.sink.polyline(points, width);
  }

  arc(...shape: Parameters<Sink["arc"]>): void {
    if (this.isIn) this.sink.arc(...shape);
  }

  disc(cx: number, cy: number, radius: number): void {
    if (this.isIn) this.sink.disc(cx, cy, radius);
  }

  polygon(points: ArrayLike<number>, ends?: ArrayLike<number>): void {
    if (this.isIn) this.sink.polygon(points, ends);
  }
}

function brighter(rgb: number): number {
  const channel = (shift: number) => Math.round(((rgb >> shift) & 255) * 0.65 + 255 * 0.35) << shift;
  return channel(16) | channel(8) | channel(0);
}
