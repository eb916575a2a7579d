import type { Color, Sink } from "../../../core/engines/render/sink.ts";

type Shape = (g: CanvasRenderingContext2D) => void;

/** Paints into a small canvas of its own, fitted to what there is. */
export function paintPreview(
  canvas: HTMLCanvasElement,
  paint: (sink: Sink) => void,
  order: (names: readonly string[]) => readonly string[],
  colorOf: (layer: string) => Color,
  background: Color,
): void {
  const g = canvas.getContext("2d");
  if (g === null) return;
  const sink = new ShapeList();
  paint(sink);
  g.setTransform(1, 0, 0, 1, 0, 0);
  g.fillStyle = css(background);
  g.fillRect(0, 0, canvas.width, canvas.height);
  const { minX, minY, maxX, maxY } = sink;
  if (minX > maxX) return;
  const scale = 0.88 * Math.min(canvas.width / (maxX - minX || 1), canvas.height / (maxY - minY || 1));
  g.setTransform(
    scale,
    0,
    0,
    scale,
    canvas.width / 2 - (scale * (minX + maxX)) / 2,
    canvas.height / 2 - (scale * (minY + maxY)) / 2,
  );
  g.lineCap = "round";
  g.lineJoin = "round";
  for (const name of order([...sink.layers.keys()])) {
    g.fillStyle = css(colorOf(name));
    g.strokeStyle = g.fillStyle;
    for (const shape of sink.layers.get(name) ?? []) shape(g);
  }
}

/** What was painted, by layer. */
class ShapeList implements Sink {
  readonly layers = new Map<string, Shape[]>();
  minX = Number.POSITIVE_INFINITY;
  minY = Number.POSITIVE_INFINITY;
  maxX = Number.NEGATIVE_INFINITY;
  maxY = Number.NEGATIVE_INFINITY;
  private current: Shape[] = [];

  begin(): void {}

  end(): void {}

  layer(name: string): void {
    let list = this.layers.get(name);
    if (list === undefined) this.layers.set(name, (list = []));
    this.current = list;
  }

  polyline(points: ArrayLike<number>, width: number): void {
    this.cover(points, width / 2);
    this.current.push((g) => {
      g.lineWidth = width;
      g.beginPath();
      trace(g, points, 0, points.length);
      g.stroke();
    });
  }

  arc(cx: number, cy: number, radius: number, from: number, sweep: number, width: number): void {
    this.cover([cx - radius, cy - radius, cx + radius, cy + radius], width / 2);
    const start = (-from * Math.PI) / 180;
    const end = (-(from + sweep) * Math.PI) / 180;
    this.current.push((g) => {
      g.lineWidth = width;
      g.beginPath();
      g.arc(cx, cy, radius, start, end, sweep > 0);
      g.stroke();
    });
  }

  disc(cx: number, cy: number, radius: number): void {
    this.cover([cx, cy], radius);
    this.current.push((g) => {
      g.beginPath();
      g.arc(cx, cy, radius, 0, 2 * Math.PI);
      g.fill();
    });
  }

  polygon(points: ArrayLike<number>, ends?: ArrayLike<number>): void {
    this.cover(points, 0);
    this.current.push((g) => {
      g.beginPath();
      let from = 0;
      for (const end of ends === undefined || ends.length === 0 ? [points.length] : Array.from(ends)) {
        trace(g, points, from, end);
        g.closePath();
        from = end;
      }
      g.fill("evenodd");
    });
  }

  private cover(points: ArrayLike<number>, half: number): void {
    for (let i = 0; i + 1 < points.length; i += 2) {
      this.minX = Math.min(this.minX, points[i]! - half);
      this.maxX = Math.max(this.maxX, points[i]! + half);
      this.minY = Math.min(this.minY, points[i + 1]! - half);
      this.maxY = Math.max(this.maxY, points[i + 1]! + half);
    }
  }
}

function trace(g: CanvasRenderingContext2D, points: ArrayLike<number>, from: number, to: number): void {
  g.moveTo(points[from]!, points[from + 1]!);
  for (let i = from + 2; i + 1 < to; i += 2) g.lineTo(points[i]!, points[i + 1]!);
}

function css({ rgb, alpha }: Color): string {
  return `rgba(${(rgb >> 16) & 255}, ${(rgb >> 8) & 255}, ${rgb & 255}, ${alpha})`;
}
