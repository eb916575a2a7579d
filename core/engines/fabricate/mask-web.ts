import type { Nm } from "../../base/nm.ts";
import type { Clipper } from "../../geometry/clip.ts";
import { fracture } from "../../geometry/fracture.ts";
import { chordsOfTurn } from "../../geometry/offset.ts";
import type { Ring, Rings } from "../../geometry/ring.ts";
import { ringArea, ringOf, turnedAs } from "../../geometry/ring.ts";
import { arc, chain, circle, polygon, type Shape, segment } from "../../geometry/shape.ts";
import { shapeRings } from "../../geometry/shape-rings.ts";
import type { Aperture } from "./aperture.ts";
import type { FabBoard } from "./board.ts";
import { type LayerSink, plotLayer } from "./layer.ts";

const ERROR: Nm = 5_000;
/** Bridges are this much wider than they need be, so that no gap shows between them and the openings. */
const OVERLAP: Nm = 2_000;
/** Pieces smaller than this (nm²) come of chords, not of openings that are too near. */
const SMALLEST = 0.01e12;

/**
 * The mask between openings that stand too near to each other for it to hold, as openings: x, y, x, y … each. As KiCad
 * does it: all openings grown by half the least width until they meet, shrunk again, less the openings themselves.
 */
export function maskWebs(board: FabBoard, layer: string): number[][] {
  const reach = Math.floor(board.setup.maskMinWidth / 2) - 1;
  if (reach <= 0) return [];
  const { clipper } = board;
  const openings: Ring[] = [];
  plotLayer(board, layer, outlinesInto(clipper, openings));
  if (openings.length === 0) return [];
  const chords = chordsOfTurn(reach, ERROR);
  const open = clipper.union(openings);
  const grown = clipper.offset(open, reach, "round", chords);
  const closed = clipper.offset(grown, -reach, "round", chords);
  const between = clipper.offset(clipper.difference(closed, open), OVERLAP, "round", 6);
  return fracture(between)
    .filter((ring) => ringArea(ring) >= SMALLEST)
    .map((ring) => Array.from(ring));
}

/** Collects outlines instead of writing objects. */
function outlinesInto(clipper: Clipper, rings: Ring[]): LayerSink {
  const put = (shapes: readonly Shape[]) => {
    for (const shape of shapes) rings.push(...shapeRings(clipper, shape, { error: ERROR, outside: true }));
  };
  return {
    flash: (at, aperture) => void rings.push(...flashRings(clipper, aperture, at.x, at.y)),
    stroke: (points, width) => put(chain(Array.from(points, Math.round), width / 2)),
    arc(cx, cy, radius, from, sweep, width) {
      const at = (degrees: number) => {
        const angle = (degrees * Math.PI) / 180;
        return { x: Math.round(cx + radius * Math.cos(angle)), y: Math.round(cy - radius * Math.sin(angle)) };
      };
      const steps = Math.max(1, Math.ceil(Math.abs(sweep) / 120));
      for (let i = 0; i < steps; i++) {
        const start = from + (sweep * i) / steps;
        put([arc(at(start), at(start + sweep / steps / 2), at(start + sweep / steps), width / 2)]);
      }
    },
    region: (points) => void rings.push(...clipper.union([turnedAs(ringOf(Array.from(points)), true)])),
  };
}

function flashRings(clipper: Clipper, aperture: Aperture, x: Nm, y: Nm): Rings {
  const chords = { error: ERROR, outside: true };
  const rings = (shape: Shape) => shapeRings(clipper, shape, chords);
  switch (aperture.kind) {
    case "circle":
      return rings(circle(x, y, aperture.diameter / 2));
    case "rect": {
      const [w, h] = [aperture.width / 2, aperture.height / 2];
      return rings(polygon([[x - w, y - h, x + w, y - h, x + w, y + h, x - w, y + h]]));
    }
    case "oval": {
      const radius = Math.min(aperture.width, aperture.height) / 2;
      const [dx, dy] = [aperture.width / 2 - radius, aperture.height / 2 - radius];
      return rings(segment(x - dx, y - dy, x + dx, y + dy, radius));
    }
    case "macro":
      return clipper.union(
        aperture.parts.flatMap((part): Rings => {
          if (part.kind === "disc") return rings(circle(x + part.x, y + part.y, part.diameter / 2));
          if (part.kind === "outline") return rings(polygon([part.points.map((v, i) => v + (i % 2 === 0 ? x : y))]));
          const [ax, ay, bx, by] = part.points;
          return rings(segment(x + ax, y + ay, x + bx, y + by, part.width / 2));
        }),
      );
  }
}
