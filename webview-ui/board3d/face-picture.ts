import type { Sink } from "../../core/engines/render/sink.ts";
import type { Doc } from "../../core/model/document.ts";
import type { Item } from "../../core/model/item.ts";
import { CanvasSink, type Frame, layerCanvas } from "./canvas-sink.ts";

/** Colours of a board's coats, as CSS has them. */
export interface Coats {
  readonly mask: string;
  /** Copper below the mask. */
  readonly covered: string;
  readonly silk: string;
  readonly laminate: string;
  readonly finish: string;
}

/** What is put on. */
export interface Shown {
  readonly mask: boolean;
  readonly silk: boolean;
  readonly copper: boolean;
}

/** One side of a board: its colours, and where it is metal. */
export interface FacePicture {
  readonly color: OffscreenCanvas;
  /** Green: how rough, blue: how metallic. */
  readonly surface: OffscreenCanvas;
}

/** Pictures are no finer than this, in pixels for each millimetre. */
const FINEST = 60;

/** The frame around a box of nanometres: `most` pixels along its longer side, or as fine as is of use. */
export function frameOf(box: { minX: number; minY: number; maxX: number; maxY: number }, most: number): Frame {
  const width = Math.max(1, box.maxX - box.minX);
  const height = Math.max(1, box.maxY - box.minY);
  const scale = Math.min(FINEST / 1e6, most / Math.max(width, height));
  const pixels = (length: number) => Math.max(1, Math.round(length * scale));
  return { x: box.minX, y: box.minY, scale, width: pixels(width), height: pixels(height) };
}

/** Paints one side as it is made: laminate, copper, mask with openings, silkscreen that keeps off the openings. */
export function facePicture(
  doc: Doc,
  paint: (item: Item, sink: Sink) => void,
  frame: Frame,
  side: "F" | "B",
  coats: Coats,
  shown: Shown,
): FacePicture {
  const copper = layerCanvas(frame, coats.finish);
  const openings = layerCanvas(frame, "#000");
  const silk = layerCanvas(frame, coats.silk);
  const vias = layerCanvas(frame, "#0006");
  const sink = new CanvasSink({
    [`${side}.Cu`]: copper,
    [`${side}.Mask`]: openings,
    [`${side}.SilkS`]: silk,
    "hole.via": vias,
  });
  for (const entry of doc.items.entries) {
    // What is drawn on no layer of this side costs nothing but the look.
    if (entry.kind === "group" || entry.kind === "dimension") continue;
    paint(entry.item(), sink);
  }
  const bare = fill(frame, coats.laminate);
  if (shown.copper) lay(bare, copper);
  let color = bare;
  if (shown.mask) {
    // What the mask covers shines through it in its own colour.
    const under = tinted(frame, copper, coats.covered);
    color = fill(frame, coats.mask);
    if (shown.copper) lay(color, under);
    const open = copyOf(frame, openings);
    open.globalCompositeOperation = "source-in";
    lay(open, bare);
    lay(color, open);
  }
  lay(color, vias);
  if (shown.silk) {
    silk.globalCompositeOperation = "destination-out";
    if (shown.mask) lay(silk, openings);
    lay(color, silk);
  }
  return { color: color.canvas, surface: surfaceOf(frame, copper, openings, shown) };
}

function surfaceOf(
  frame: Frame,
  copper: OffscreenCanvasRenderingContext2D,
  openings: OffscreenCanvasRenderingContext2D,
  shown: Shown,
): OffscreenCanvas {
  const metal = tinted(frame, copper, "rgb(0, 80, 255)");
  if (shown.mask) {
    metal.globalCompositeOperation = "destination-in";
    lay(metal, openings);
  }
  const surface = fill(frame, shown.mask ? "rgb(0, 115, 0)" : "rgb(0, 200, 0)");
  if (shown.copper) lay(surface, metal);
  return surface.canvas;
}

function plain(frame: Frame): OffscreenCanvasRenderingContext2D {
  const context = layerCanvas(frame, "#000");
  context.resetTransform();
  return context;
}

function fill(frame: Frame, color: string): OffscreenCanvasRenderingContext2D {
  const context = plain(frame);
  context.fillStyle = color;
  context.fillRect(0, 0, frame.width, frame.height);
  return context;
}

/** The same shapes in another colour. */
function tinted(
  frame: Frame,
  from: OffscreenCanvasRenderingContext2D,
  color: string,
): OffscreenCanvasRenderingContext2D {
  const context = copyOf(frame, from);
  context.globalCompositeOperation = "source-in";
  context.fillStyle = color;
  context.fillRect(0, 0, frame.width, frame.height);
  context.globalCompositeOperation = "source-over";
  return context;
}

function copyOf(frame: Frame, from: OffscreenCanvasRenderingContext2D): OffscreenCanvasRenderingContext2D {
  const context = plain(frame);
  lay(context, from);
  return context;
}

function lay(on: OffscreenCanvasRenderingContext2D, what: OffscreenCanvasRenderingContext2D): void {
  on.save();
  on.resetTransform();
  on.drawImage(what.canvas, 0, 0);
  on.restore();
}
