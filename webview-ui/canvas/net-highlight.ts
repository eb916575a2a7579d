import type { Box } from "../../core/base/nm.ts";
import type { Sink } from "../../core/engines/render/sink.ts";
import type { Doc } from "../../core/model/document.ts";
import type { Item, ItemId } from "../../core/model/item.ts";
import type { Pass } from "./gl/renderer.ts";
import type { LayerSet } from "./layers.ts";
import type { Overlay } from "./overlay.ts";
import { Scene } from "./scene.ts";
import type { Viewport } from "./viewport.ts";

/** What a sheet has of nets. */
const drawnKinds = ["wire", "bus", "busEntry", "label", "junction", "noConnect", "symbol", "sheet"];
/** A lit net of a schematic: KiCad's magenta, which stands out on white and on black. */
const LIT = 0xff00ff;

/** One net bright over everything else. */
export class NetHighlight implements Overlay {
  net: string | null = null;
  private readonly scene = new Scene();
  private readonly layers: LayerSet;

  constructor(layers: LayerSet) {
    this.layers = layers;
  }

  /** Lights a net; null: none. `paint` paints an item as the document shows it; `drawn` is what a sheet has of the net. */
  show(
    net: string | null,
    doc: Doc | null,
    paint: (item: Item, sink: Sink) => void,
    drawn?: ReadonlySet<ItemId>,
  ): void {
    this.net = net;
    this.scene.clear();
    if (net === null || doc === null) return;
    if (doc.kind === "schematic") {
      this.showDrawn(doc, paint, drawn ?? new Set());
      return;
    }
    for (const item of doc.items.ofKind("zone", "track", "arcTrack", "via", "footprint")) {
      if (item.kind !== "footprint") {
        if (item["net"] === net) this.scene.put(item.id, item.kind, (sink) => paint(item, sink));
        continue;
      }
      const pads = new Set(item.children.filter((child) => child["net"] === net).map(({ id }) => id));
      if (pads.size > 0) this.scene.put(item.id, item.kind, (sink) => paint(item, new PartSink(sink, pads)));
    }
  }

  private showDrawn(doc: Doc, paint: (item: Item, sink: Sink) => void, drawn: ReadonlySet<ItemId>): void {
    for (const item of drawn.size === 0 ? [] : doc.items.ofKind(...drawnKinds)) {
      if (drawn.has(item.id)) this.scene.put(item.id, item.kind, (sink) => paint(item, sink));
      else if (item.kind === "symbol" || item.kind === "sheet") {
        const parts = new Set(item.children.filter(({ id }) => drawn.has(id)).map(({ id }) => id));
        if (parts.size > 0) this.scene.put(item.id, item.kind, (sink) => paint(item, new PartSink(sink, parts)));
      }
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
    const isBoard = this.layers.list().some(({ name }) => name.endsWith(".Cu"));
    const shone = (rgb: number) => (isBoard ? brighter(rgb) : LIT);
    const lit = this.layers
      .list()
      .filter(({ visible, name }) => visible && this.scene.layers.has(name))
      .map(({ name, color }) => ({ name, color: /^hole/.test(name) ? color : { ...color, rgb: shone(color.rgb) } }));
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
