import type { Nm } from "../../base/nm.ts";
import type { Color, Sink } from "./sink.ts";

/** Shapes of one layer in the order they were drawn, flat: kind, then what that kind needs. */
export interface LayerShapes {
  readonly layer: string;
  /** A colour of the shapes' own; null for the theme's. */
  readonly color: Color | null;
  readonly data: number[];
  readonly pictures: Picture[];
}

export interface Picture {
  readonly cx: Nm;
  readonly cy: Nm;
  readonly width: Nm;
  readonly height: Nm;
  readonly data: string;
}

export const POLYLINE = 0;
export const ARC = 1;
export const DISC = 2;
export const POLYGON = 3;

/** A sink that keeps all shapes by layer, so that layers can be drawn one after the other. */
export interface Recording extends Sink {
  /** In the order in which layers were first drawn on. */
  readonly layers: ReadonlyMap<string, LayerShapes>;
}

export function makeRecording(wanted?: (layer: string) => boolean): Recording {
  const layers = new Map<string, LayerShapes>();
  let name = "";
  let color: Color | null = null;
  let current: LayerShapes | null | undefined;
  // A layer enters the recording with its first shape.
  const shapes = (): LayerShapes | null => {
    if (current !== undefined) return current;
    if (wanted !== undefined && !wanted(name)) return (current = null);
    const key = color === null ? name : `${name} ${color.rgb} ${color.alpha}`;
    current = layers.get(key);
    if (current === undefined) {
      current = { layer: name, color, data: [], pictures: [] };
      layers.set(key, current);
    }
    return current;
  };
  return {
    layers,
    begin() {},
    end() {},
    layer(layer) {
      name = layer;
      color = null;
      current = undefined;
    },
    color(own) {
      color = own;
      current = undefined;
    },
    polyline(points, width) {
      const data = shapes()?.data;
      if (data === undefined) return;
      data.push(POLYLINE, width, points.length);
      for (let i = 0; i < points.length; i++) data.push(points[i]!);
    },
    arc(cx, cy, radius, from, sweep, width) {
      shapes()?.data.push(ARC, cx, cy, radius, from, sweep, width);
    },
    disc(cx, cy, radius) {
      shapes()?.data.push(DISC, cx, cy, radius);
    },
    polygon(points, ends) {
      const data = shapes()?.data;
      if (data === undefined) return;
      const rings = ends ?? [points.length];
      data.push(POLYGON, rings.length);
      let from = 0;
      for (let e = 0; e < rings.length; e++) {
        const to = rings[e]!;
        data.push(to - from);
        for (let i = from; i < to; i++) data.push(points[i]!);
        from = to;
      }
    },
    image(cx, cy, width, height, data) {
      shapes()?.pictures.push({ cx, cy, width, height, data });
    },
  };
}

/** Draws a layer's shapes again. */
export function replay(shapes: LayerShapes, sink: Pick<Sink, "polyline" | "arc" | "disc" | "polygon">): void {
  const d = shapes.data;
  for (let i = 0; i < d.length; ) {
    switch (d[i++]) {
      case POLYLINE: {
        const n = d[i + 1]!;
        sink.polyline(d.slice(i + 2, i + 2 + n), d[i]!);
        i += 2 + n;
        break;
      }
      case ARC:
        sink.arc(d[i]!, d[i + 1]!, d[i + 2]!, d[i + 3]!, d[i + 4]!, d[i + 5]!);
        i += 6;
        break;
      case DISC:
        sink.disc(d[i]!, d[i + 1]!, d[i + 2]!);
        i += 3;
        break;
      default: {
        const rings = d[i++]!;
        const points: number[] = [];
        const ends: number[] = [];
        for (let r = 0; r < rings; r++) {
          const n = d[i++]!;
          for (let k = 0; k < n; k++) points.push(d[i + k]!);
          i += n;
          ends.push(points.length);
        }
        sink.polygon(points, ends);
      }
    }
  }
}
