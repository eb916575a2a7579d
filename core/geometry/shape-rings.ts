import type { Clipper } from "./clip.ts";
import { chordsOfTurn } from "./offset.ts";
import type { Ring, Rings } from "./ring.ts";
import { ringOf, turnedAs } from "./ring.ts";
import type { Shape } from "./shape.ts";
import type { Chords } from "./stroke-outline.ts";
import { arcStrokeRing, circleRing, strokeRing } from "./stroke-outline.ts";

/** The outlines of a shape, all borders, arcs by chords. */
export function shapeRings(clipper: Clipper, shape: Shape, chords: Chords): Rings {
  switch (shape.kind) {
    case "circle":
      return [turnedAs(circleRing(Math.round(shape.x), Math.round(shape.y), shape.radius, chords), true)];
    case "segment":
      return [turnedAs(strokeRing(shape.ax, shape.ay, shape.bx, shape.by, 2 * shape.radius, chords), true)];
    case "arc":
      return clipper.union([turnedAs(arcStrokeRing({ ...shape, radius: shape.bend }, 2 * shape.radius, chords), true)]);
    case "polygon": {
      const rings = shape.rings.map((ring): Ring => turnedAs(ringOf(ring), true));
      if (shape.radius === 0) return rings;
      return clipper.offset(clipper.union(rings), shape.radius, "round", chordsOfTurn(shape.radius, chords.error));
    }
  }
}
