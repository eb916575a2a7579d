import type { Nm, Point } from "../../base/nm.ts";
import { rotatePoint } from "../../base/nm.ts";
import type { Ring } from "../../geometry/ring.ts";
import type { Chords } from "../../geometry/stroke-outline.ts";
import { boxCornersOf, circleRing, cornersRing, strokeRing, trapezoidCorners } from "../../geometry/stroke-outline.ts";
import type { PadShape } from "./pad-stack.ts";

/** Small pads get at least this many chords a turn. */
export const PAD_CHORDS = 16;

/** The outline of a pad's copper (a custom pad's anchor aside), grown by `gap`, by KiCad's chords. */
export function padRing(shape: PadShape, place: Point, angle: number, gap: Nm, chords: Chords): Ring {
  const half = { x: Math.trunc(shape.size.x / 2), y: Math.trunc(shape.size.y / 2) };
  switch (shape.shape) {
    case "circle":
      return circleRing(place.x, place.y, half.x + gap, chords, PAD_CHORDS);
    case "oval": {
      if (half.x === half.y) return circleRing(place.x, place.y, half.x + gap, chords, PAD_CHORDS);
      const radius = Math.min(half.x, half.y);
      const reach = rotatePoint({ x: half.x - radius, y: half.y - radius }, angle);
      const width = 2 * (radius + gap);
      const [ax, ay, bx, by] = [place.x - reach.x, place.y - reach.y, place.x + reach.x, place.y + reach.y];
      return strokeRing(ax, ay, bx, by, width, chords, PAD_CHORDS);
    }
    case "roundrect": {
      const side = Math.min(shape.size.x, shape.size.y);
      const radius = Math.round(side * Math.min(0.5, shape.roundrectRatio));
      const cut = shape.chamfer.length === 0 ? 0 : Math.round(side * Math.min(0.5, shape.chamferRatio));
      const corners = boxCornersOf(shape.size, radius, cut, cut === 0 ? [] : shape.chamfer);
      return cornersRing(corners, gap, angle, place, chords);
    }
    default: {
      const delta = shape.shape === "trapezoid" ? shape.rectDelta : { x: 0, y: 0 };
      return cornersRing(trapezoidCorners(shape.size, delta), gap, angle, place, chords);
    }
  }
}
