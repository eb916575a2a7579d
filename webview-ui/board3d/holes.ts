import type { Nm, Point } from "../../core/base/nm.ts";
import type { Sink } from "../../core/engines/render/sink.ts";

/** A hole through the board: round where both ends are one place, else a slot. */
export interface Hole {
  readonly from: Point;
  readonly to: Point;
  readonly radius: Nm;
  readonly is: "plated" | "npth" | "via";
}

/** Gathers the holes of what is painted. */
export class HoleSink implements Sink {
  readonly holes: Hole[] = [];
  private is: Hole["is"] | null = null;

  begin(): void {
    this.is = null;
  }

  end(): void {
    this.is = null;
  }

  layer(name: string): void {
    const kind = /^hole\.(plated|npth|via)$/.exec(name)?.[1];
    this.is = kind === undefined ? null : (kind as Hole["is"]);
  }

  polyline(points: ArrayLike<Nm>, width: Nm): void {
    if (points.length < 4) return;
    this.add({ x: points[0]!, y: points[1]! }, { x: points[2]!, y: points[3]! }, width / 2);
  }

  disc(cx: Nm, cy: Nm, radius: Nm): void {
    this.add({ x: cx, y: cy }, { x: cx, y: cy }, radius);
  }

  arc(): void {}

  polygon(): void {}

  private add(from: Point, to: Point, radius: Nm): void {
    if (this.is !== null && radius > 0) this.holes.push({ from, to, radius, is: this.is });
  }
}

/** A hole's rim as corners, counter-clockwise where y points up. */
export function rimOf({ from, to, radius }: Hole): Point[] {
  const steps = radius > 1_000_000 ? 40 : radius > 400_000 ? 24 : 16;
  const along = Math.atan2(to.y - from.y, to.x - from.x);
  const corners: Point[] = [];
  for (let k = 0; k < steps; k++) {
    const angle = along - Math.PI / 2 + (2 * Math.PI * k) / steps;
    // The half that looks ahead goes around the far end.
    const middle = k < steps / 2 ? to : from;
    corners.push({ x: middle.x + radius * Math.cos(angle), y: middle.y + radius * Math.sin(angle) });
  }
  return corners;
}
