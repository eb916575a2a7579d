import type { Nm } from "../../core/base/nm.ts";
import type { Sink } from "../../core/engines/render/sink.ts";

/** What of the board a picture shows: its upper left corner in nanometres, and pixels for each of them. */
export interface Frame {
  readonly x: Nm;
  readonly y: Nm;
  readonly scale: number;
  readonly width: number;
  readonly height: number;
}

/** Where a board's layers are drawn; a layer that none is given for is left out. */
export class CanvasSink implements Sink {
  private readonly targets: Readonly<Record<string, OffscreenCanvasRenderingContext2D>>;
  private current: OffscreenCanvasRenderingContext2D | null = null;

  constructor(targets: Readonly<Record<string, OffscreenCanvasRenderingContext2D>>) {
    this.targets = targets;
  }

  begin(): void {
    this.current = null;
  }

  end(): void {
    this.current = null;
  }

  layer(name: string): void {
    this.current = this.targets[name] ?? null;
  }

  polyline(points: ArrayLike<Nm>, width: Nm): void {
    const { current } = this;
    if (current === null) return;
    current.lineWidth = width;
    current.beginPath();
    current.moveTo(points[0]!, points[1]!);
    // A line of one place is a dot; canvases draw none of no length.
    if (points.length === 2) current.lineTo(points[0]! + 1, points[1]!);
    for (let i = 2; i + 1 < points.length; i += 2) current.lineTo(points[i]!, points[i + 1]!);
    current.stroke();
  }

  arc(cx: Nm, cy: Nm, radius: Nm, from: number, sweep: number, width: Nm): void {
    const { current } = this;
    if (current === null) return;
    const start = (-from * Math.PI) / 180;
    const turn = (-Math.max(-360, Math.min(360, sweep)) * Math.PI) / 180;
    current.lineWidth = width;
    current.beginPath();
    current.arc(cx, cy, Math.max(0, radius), start, start + turn, turn < 0);
    current.stroke();
  }

  disc(cx: Nm, cy: Nm, radius: Nm): void {
    const { current } = this;
    if (current === null) return;
    current.beginPath();
    current.arc(cx, cy, Math.max(0, radius), 0, 2 * Math.PI);
    current.fill();
  }

  polygon(points: ArrayLike<Nm>, ends?: ArrayLike<number>): void {
    const { current } = this;
    if (current === null) return;
    current.beginPath();
    let from = 0;
    const rings = ends === undefined || ends.length === 0 ? [points.length] : Array.from(ends);
    for (const end of rings) {
      for (let i = from; i + 1 < end; i += 2) {
        if (i === from) current.moveTo(points[i]!, points[i + 1]!);
        else current.lineTo(points[i]!, points[i + 1]!);
      }
      current.closePath();
      from = end;
    }
    current.fill("evenodd");
  }
}

/** An empty picture of a frame, drawn on in nanometres of the board. */
export function layerCanvas(frame: Frame, color: string): OffscreenCanvasRenderingContext2D {
  const context = new OffscreenCanvas(frame.width, frame.height).getContext("2d");
  if (context === null) throw new Error("this window draws no pictures");
  context.setTransform(frame.scale, 0, 0, frame.scale, -frame.x * frame.scale, -frame.y * frame.scale);
  context.lineCap = "round";
  context.lineJoin = "round";
  context.fillStyle = color;
  context.strokeStyle = color;
  return context;
}
