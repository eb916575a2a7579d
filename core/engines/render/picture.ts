import type { Box } from "../../base/nm.ts";
import { addBand, addCapsule, addEdge, fill, makeRaster, type Raster } from "./raster.ts";
import { type LayerShapes, type Picture, type Recording, replay } from "./recording.ts";
import type { Color, Sink, Theme } from "./sink.ts";
import { FADED, layerColor } from "./themes.ts";

/** Pixels, three bytes each, rows from the top. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/** Four bytes each. */
export type Decode = (base64: string) => { width: number; height: number; data: Uint8Array } | null;

export interface View {
  /** The part of the sheet that is shown. */
  readonly region: Box;
  readonly width: number;
  readonly height: number;
  /** Left and right exchanged: the board from behind. */
  readonly mirror?: boolean;
}

/** What lines without a width are drawn with, in pixels. */
const HAIRLINE = 1;

/** Coverage (0..255 a pixel) of one layer's shapes. */
export function coverageOf(shapes: LayerShapes, view: View, raster: Raster, mask: Uint8Array): void {
  replay(shapes, rasterSink(view, raster, mask));
}

/** Draws a recording's layers from the bottom to the top over the background. */
export function composePicture(
  recording: Recording,
  order: readonly string[],
  view: View,
  theme: Theme,
  decode?: Decode,
): Pixels {
  const { width, height } = view;
  const data = new Uint8Array(width * height * 3);
  const { rgb } = theme.background;
  for (let i = 0; i < data.length; i += 3) {
    data[i] = rgb >> 16;
    data[i + 1] = (rgb >> 8) & 255;
    data[i + 2] = rgb & 255;
  }
  const raster = makeRaster(width, height);
  const mask = new Uint8Array(width * height);
  for (const shapes of inOrder(recording, order)) {
    for (const picture of shapes.pictures) drawPicture(data, view, picture, decode);
    coverageOf(shapes, view, raster, mask);
    blend(data, mask, shapes.color ?? layerColor(theme, shapes.layer));
  }
  return { width, height, data };
}

/** The recorded layers in drawing order; those that the order does not name come last. */
export function inOrder(recording: Recording, order: readonly string[]): LayerShapes[] {
  const ranks = new Map(order.map((layer, i) => [layer, i]));
  const rank = ({ layer }: LayerShapes) => ranks.get(layer.replace(FADED, "")) ?? order.length;
  return [...recording.layers.values()].sort((a, b) => rank(a) - rank(b));
}

function blend(data: Uint8Array, mask: Uint8Array, color: Color): void {
  const red = color.rgb >> 16;
  const green = (color.rgb >> 8) & 255;
  const blue = color.rgb & 255;
  const alpha = color.alpha / 255;
  for (let i = 0, p = 0; i < mask.length; i++, p += 3) {
    const m = mask[i]!;
    if (m === 0) continue;
    mask[i] = 0;
    const a = m * alpha;
    data[p] = data[p]! + (red - data[p]!) * a + 0.5;
    data[p + 1] = data[p + 1]! + (green - data[p + 1]!) * a + 0.5;
    data[p + 2] = data[p + 2]! + (blue - data[p + 2]!) * a + 0.5;
  }
}

function rasterSink(view: View, r: Raster, mask: Uint8Array): Pick<Sink, "polyline" | "arc" | "disc" | "polygon"> {
  const { region, width, height } = view;
  const mirror = view.mirror === true;
  const sx = width / (region.maxX - region.minX);
  const scale = mirror ? -sx : sx;
  const ox = mirror ? region.maxX : region.minX;
  const sy = height / (region.maxY - region.minY);
  const oy = region.minY;
  const pen = (nm: number) => (nm <= 0 ? HAIRLINE / 2 : (nm * sx) / 2);
  return {
    polyline(points, lineWidth) {
      const half = pen(lineWidth);
      const n = points.length;
      let ax = (points[0]! - ox) * scale;
      let ay = (points[1]! - oy) * sy;
      if (n === 2) addCapsule(r, ax, ay, ax, ay, half);
      for (let i = 2; i < n; i += 2) {
        const bx = (points[i]! - ox) * scale;
        const by = (points[i + 1]! - oy) * sy;
        addCapsule(r, ax, ay, bx, by, half);
        ax = bx;
        ay = by;
      }
      fill(r, mask, false);
    },
    arc(cx, cy, radius, from, sweep, lineWidth) {
      const rad = Math.PI / 180;
      const a0 = mirror ? Math.PI + from * rad : -from * rad;
      const turn = mirror ? sweep * rad : -sweep * rad;
      addBand(r, (cx - ox) * scale, (cy - oy) * sy, radius * sx, a0, turn, pen(lineWidth));
      fill(r, mask, false);
    },
    disc(cx, cy, radius) {
      const x = (cx - ox) * scale;
      const y = (cy - oy) * sy;
      addCapsule(r, x, y, x, y, radius * sx);
      fill(r, mask, false);
    },
    polygon(points, ends) {
      let from = 0;
      const rings = ends ?? [points.length];
      for (let e = 0; e < rings.length; e++) {
        const to = rings[e]!;
        if (to - from >= 6) {
          let ax = (points[to - 2]! - ox) * scale;
          let ay = (points[to - 1]! - oy) * sy;
          for (let i = from; i < to; i += 2) {
            const bx = (points[i]! - ox) * scale;
            const by = (points[i + 1]! - oy) * sy;
            addEdge(r, ax, ay, bx, by);
            ax = bx;
            ay = by;
          }
        }
        from = to;
      }
      fill(r, mask, true);
    },
  };
}

/** A placed picture, nearest pixel; nothing when it cannot be decoded. */
function drawPicture(data: Uint8Array, view: View, p: Picture, decode: Decode | undefined): void {
  const image = decode?.(p.data) ?? null;
  if (image === null) return;
  const { region } = view;
  const s = view.width / (region.maxX - region.minX);
  const flip = view.mirror === true;
  const left = (flip ? region.maxX - (p.cx + p.width / 2) : p.cx - p.width / 2 - region.minX) * s;
  const top = (p.cy - p.height / 2 - region.minY) * s;
  const w = p.width * s;
  const h = p.height * s;
  for (let y = Math.max(0, Math.floor(top)); y < Math.min(view.height, top + h); y++) {
    for (let x = Math.max(0, Math.floor(left)); x < Math.min(view.width, left + w); x++) {
      const u = Math.min(image.width - 1, Math.max(0, Math.floor(((x + 0.5 - left) / w) * image.width)));
      const v = Math.min(image.height - 1, Math.max(0, Math.floor(((y + 0.5 - top) / h) * image.height)));
      const from = 4 * (v * image.width + (flip ? image.width - 1 - u : u));
      const a = image.data[from + 3]! / 255;
      const to = 3 * (y * view.width + x);
      for (let k = 0; k < 3; k++) data[to + k] = data[to + k]! + (image.data[from + k]! - data[to + k]!) * a + 0.5;
    }
  }
}
