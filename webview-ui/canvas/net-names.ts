import type { Point } from "../../core/base/nm.ts";
import { copperOfItem } from "../../core/engines/connect/copper.ts";
import { drawLayout } from "../../core/engines/render/board-text.ts";
import { layoutText } from "../../core/engines/render/font/stroke-font.ts";
import type { Sink } from "../../core/engines/render/sink.ts";
import type { Doc } from "../../core/model/document.ts";
import type { Item } from "../../core/model/item.ts";
import type { Pass } from "./gl/renderer.ts";
import type { HitIndex } from "./hit.ts";
import type { LayerSet } from "./layers.ts";
import type { Overlay } from "./overlay.ts";
import { Scene } from "./scene.ts";
import { seen, type Viewport } from "./viewport.ts";

/** A track narrower than this (CSS pixels) has no room for its name. */
const LEAST_TRACK = 9;
/** A pad smaller than this has no room for its number. */
const LEAST_PAD = 16;
/** Names that are drawn at once. */
const MOST = 600;

/** Names of nets on tracks, numbers and nets on pads and vias, where they are big enough on the screen. */
export class NetNames implements Overlay {
  isShown = true;
  private readonly scene = new Scene();
  private readonly index: HitIndex;
  private readonly layers: LayerSet;
  private readonly doc: () => Doc | null;
  private isFlipped = false;
  private key = "";
  private revision = 0;

  constructor(index: HitIndex, layers: LayerSet, doc: () => Doc | null) {
    this.index = index;
    this.layers = layers;
    this.doc = doc;
  }

  /** The document is another one. */
  outdate(): void {
    this.revision++;
  }

  /** How many names are drawn. */
  get count(): number {
    return this.scene.size;
  }

  passes(view: Viewport, ratio: number): readonly Pass[] {
    const doc = this.doc();
    if (!this.isShown || doc === null || doc.kind !== "board") return [];
    const key = [view.x, view.y, view.scale, view.width, view.height, view.isFlipped, this.revision].join();
    if (key !== this.key) {
      this.key = key;
      this.scene.clear();
      this.isFlipped = view.isFlipped;
      // Half a millimetre must be a few pixels, or nothing has room.
      if ((view.scale / ratio) * 1_000_000 >= LEAST_TRACK) this.build(doc, view, ratio);
    }
    return [{ scene: this.scene, layers: [{ name: "names", color: { rgb: 0xffffff, alpha: 0.85 } }] }];
  }

  private build(doc: Doc, view: Viewport, ratio: number): void {
    const pixel = ratio / view.scale;
    let room = MOST;
    for (const { id, kind } of this.index.in(seen(view), false, this.layers.isVisible)) {
      if (room <= 0) return;
      const item = doc.items.get(id);
      if (item === undefined) continue;
      if (kind === "track") room -= this.track(item, pixel);
      else if (kind === "via") room -= this.via(item, pixel);
      else if (kind === "pad") room -= this.number(item, pixel);
      else if (kind === "footprint") room -= this.pads(doc, item, pixel);
    }
  }

  private track(item: Item, pixel: number): number {
    const width = item["width"] as number;
    const net = shortName(item["net"]);
    if (net === "" || width < LEAST_TRACK * pixel || !this.layers.isVisible(String(item["layer"]))) return 0;
    const [a, b] = [item["start"] as Point, item["end"] as Point];
    const length = Math.hypot(b.x - a.x, b.y - a.y);
    const size = width * 0.6;
    if (length < size * net.length) return 0;
    const angle = (Math.atan2(-(b.y - a.y), b.x - a.x) * 180) / Math.PI;
    return this.write(item.id, net, { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }, size, upright(angle));
  }

  private via(item: Item, pixel: number): number {
    const size = item["size"] as number;
    const net = shortName(item["net"]);
    if (net === "" || size < 2 * LEAST_PAD * pixel) return 0;
    return this.write(item.id, net, item["at"] as Point, Math.min(size / 4, (size * 0.8) / net.length), 0);
  }

  /** The number of a pad in a footprint's file. */
  private number(item: Item, pixel: number): number {
    const [at, size] = [item["at"] as Point, item["size"] as Point];
    const thick = Math.min(size.x, size.y);
    if (Math.max(size.x, size.y) < LEAST_PAD * pixel || thick < LEAST_TRACK * pixel) return 0;
    const text = String(item["number"]);
    return this.write(item.id, text, at, Math.min(thick * 0.5, (size.x * 0.9) / Math.max(1, text.length)), 0);
  }

  private pads(doc: Doc, item: Item, pixel: number): number {
    const entry = doc.items.entry(item.id);
    let written = 0;
    const numbers = new Map(item.children.map((child) => [child.id, String(child["number"] ?? "")]));
    for (const pad of entry === undefined ? [] : copperOfItem(doc, entry)) {
      const [shape] = pad.shapes;
      if (pad.kind !== "pad" || shape === undefined) continue;
      const width = shape.box.maxX - shape.box.minX;
      const height = shape.box.maxY - shape.box.minY;
      if (Math.max(width, height) < LEAST_PAD * pixel || Math.min(width, height) < LEAST_TRACK * pixel) continue;
      const middle = { x: (shape.box.minX + shape.box.maxX) / 2, y: (shape.box.minY + shape.box.maxY) / 2 };
      const number = numbers.get(pad.id) ?? "";
      const net = shortName(pad.net);
      const across = Math.max(width, height) * 0.9;
      const angle = height > width * 1.2 ? 90 : 0;
      const thick = Math.min(width, height);
      const size = (text: string, part: number) => Math.min(thick * part, across / Math.max(1, text.length));
      if (net === "") written += this.write(pad.id, number, middle, size(number, 0.5), angle);
      else {
        const off = thick * 0.24;
        const up = angle === 90 ? { x: middle.x - off, y: middle.y } : { x: middle.x, y: middle.y - off };
        const down = angle === 90 ? { x: middle.x + off, y: middle.y } : { x: middle.x, y: middle.y + off };
        written += this.write(pad.id, number, up, size(number, 0.34), angle);
        written += this.write(`${pad.id}.net`, net, down, size(net, 0.34), angle);
      }
    }
    return written;
  }

  private write(id: string, text: string, at: Point, size: number, angle: number): number {
    if (text === "") return 0;
    const style = { size: { x: size * 0.9, y: size }, thickness: size * 0.12, angle, mirror: this.isFlipped };
    const layout = layoutText(text, { ...style, hAlign: "center", vAlign: "center" }, at);
    this.scene.put(id, "name", (sink: Sink) => {
      sink.layer("names");
      drawLayout(sink, layout);
    });
    return 1;
  }
}

/** A net's name without the sheets that it is on. */
function shortName(net: unknown): string {
  const name = typeof net === "string" ? net : "";
  return name.startsWith("unconnected-") ? "" : (name.split("/").at(-1) ?? name);
}

/** An angle of a line at which a text on it does not stand on its head. */
function upright(angle: number): number {
  if (angle > 90) return angle - 180;
  return angle <= -90 ? angle + 180 : angle;
}
