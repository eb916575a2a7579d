import type { Degrees, Nm, Point } from "../../base/nm.ts";
import type { Clipper } from "../../geometry/clip.ts";
import { fracture } from "../../geometry/fracture.ts";
import { chordsOfTurn } from "../../geometry/offset.ts";
import { boxCorners, placed } from "../../geometry/placed.ts";
import type { Rings } from "../../geometry/ring.ts";
import { turnedAs } from "../../geometry/ring.ts";
import { shapeRings } from "../../geometry/shape-rings.ts";
import type { Chords } from "../../geometry/stroke-outline.ts";
import type { Pad } from "../../model/board/pad.ts";
import { padCopper } from "../../model/shape/pad-copper.ts";
import { marginedRadius } from "../../model/shape/pad-margins.ts";
import { padRing } from "../../model/shape/pad-ring.ts";
import type { PadShape } from "../../model/shape/pad-stack.ts";
import type { Aperture, AperturePart } from "./aperture.ts";

/** Largest distance of the chords of pads that no standard aperture has; their corners lie on the true shape. */
const CHORDS: Chords = { error: 1_000, outside: false };
const ORIGIN: Point = { x: 0, y: 0 };

/**
 * The aperture that flashes a pad's shape, turned by the pad's angle and grown by `margin` on each side. Null when
 * nothing is left of it. As KiCad does it: mask openings of rectangles have round corners, round rectangles keep the
 * middles of their corners, chamfers, trapezoids and custom shapes are grown as polygons.
 */
export function padAperture(clipper: Clipper, pad: Pad, shape: PadShape, margin: Point): Aperture | null {
  const w = shape.size.x + 2 * margin.x;
  const h = shape.size.y + 2 * margin.y;
  if (shape.shape !== "custom" && (w <= 0 || h <= 0)) return null;
  const { angle } = pad.at;
  switch (shape.shape) {
    case "circle":
      return { kind: "circle", diameter: w };
    case "oval":
      return ovalAperture(w, h, angle);
    case "roundrect": {
      if (shape.chamfer.length > 0 && shape.chamferRatio > 0) break;
      return roundAperture(w, h, marginedRadius(shape, margin), angle);
    }
    case "trapezoid":
    case "custom":
      break;
    default:
      return roundAperture(w, h, Math.max(0, margin.x), angle);
  }
  const rings = shape.shape === "custom" ? customRings(clipper, pad, shape) : [outlineOf(shape)];
  return ringsAperture(grownRings(clipper, rings, margin.x), angle);
}

function ovalAperture(w: Nm, h: Nm, angle: Degrees): Aperture {
  if (w === h) return { kind: "circle", diameter: w };
  const upright = quarterTurns(angle);
  if (upright !== null) return upright % 2 === 0 ? oval(w, h) : oval(h, w);
  const radius = Math.min(w, h) / 2;
  const ends = placed([-(w / 2 - radius), -(h / 2 - radius), w / 2 - radius, h / 2 - radius], angle, ORIGIN);
  const [ax, ay, bx, by] = ends as [Nm, Nm, Nm, Nm];
  return {
    kind: "macro",
    parts: [
      { kind: "line", points: [ax, ay, bx, by], width: 2 * radius },
      { kind: "disc", x: ax, y: ay, diameter: 2 * radius },
      { kind: "disc", x: bx, y: by, diameter: 2 * radius },
    ],
  };
}

function oval(width: Nm, height: Nm): Aperture {
  return { kind: "oval", width, height };
}

/** A rectangle with round corners. */
function roundAperture(w: Nm, h: Nm, radius: Nm, angle: Degrees): Aperture {
  if (2 * radius >= Math.min(w, h)) return ovalAperture(w, h, angle);
  const upright = quarterTurns(angle);
  if (radius <= 0 && upright !== null)
    return upright % 2 === 0 ? { kind: "rect", width: w, height: h } : { kind: "rect", width: h, height: w };
  const box = (halfX: Nm, halfY: Nm): AperturePart => ({
    kind: "outline",
    points: placed(boxCorners(halfX, halfY), angle, ORIGIN),
  });
  if (radius <= 0) return { kind: "macro", parts: [box(w / 2, h / 2)] };
  const corners = placed(boxCorners(w / 2 - radius, h / 2 - radius), angle, ORIGIN);
  const parts: AperturePart[] = [box(w / 2, h / 2 - radius), box(w / 2 - radius, h / 2)];
  for (let i = 0; i < 8; i += 2) parts.push({ kind: "disc", x: corners[i]!, y: corners[i + 1]!, diameter: 2 * radius });
  return { kind: "macro", parts };
}

/** Quarter turns of an angle that is some, else null. */
function quarterTurns(angle: Degrees): number | null {
  const turns = angle / 90;
  return Number.isInteger(turns) ? Math.abs(turns) : null;
}

function outlineOf(shape: PadShape) {
  return turnedAs(padRing(shape, ORIGIN, 0, 0, CHORDS), true);
}

/** A custom pad's parts as one. */
function customRings(clipper: Clipper, pad: Pad, shape: PadShape): Rings {
  const own: Pad = {
    ...pad,
    ...{ at: { x: 0, y: 0, angle: 0 }, shape: "custom", size: shape.size, drill: null, padstack: null },
    primitives: shape.primitives,
    options: { clearance: "outline", anchor: shape.anchor },
  };
  const parts = padCopper(own, { x: 0, y: 0, angle: 0 });
  return clipper.union(parts.flatMap((part) => shapeRings(clipper, part, CHORDS)));
}

function grownRings(clipper: Clipper, rings: Rings, margin: Nm): Rings {
  if (margin === 0) return rings;
  return clipper.offset(clipper.union(rings), margin, "round", chordsOfTurn(Math.abs(margin), CHORDS.error));
}

function ringsAperture(rings: Rings, angle: Degrees): Aperture | null {
  const parts = fracture(rings).map(
    (ring): AperturePart => ({ kind: "outline", points: placed(Array.from(ring), angle, ORIGIN) }),
  );
  return parts.length === 0 ? null : { kind: "macro", parts };
}
