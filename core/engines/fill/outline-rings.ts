import { arcThrough, staysInRange, TURN } from "../../geometry/arc.ts";
import type { Ring } from "../../geometry/ring.ts";
import { ringOf, turnedAs } from "../../geometry/ring.ts";
import { arcChords, outwards } from "../../geometry/stroke-outline.ts";
import type { Zone } from "../../model/board/zone.ts";
import type { PathNode } from "../../model/field.ts";

/**
 * A path as a ring, arcs as chords: half of the error to either side, so that the chords' ends lie a little outside
 * the arc and their middles inside, except at the arc's own ends, which are kept.
 */
export function pathRing(path: readonly PathNode[], error: number): Ring {
  const points: number[] = [];
  for (const node of path) {
    if (!("start" in node)) {
      points.push(node.x, node.y);
      continue;
    }
    points.push(node.start.x, node.start.y);
    const arc = arcThrough(node.start, node.mid, node.end);
    // An arc that leaves a board's coordinates goes straight: its corners would come up anywhere.
    if (arc !== null && arc.radius >= error / 2 && staysInRange(arc, error)) {
      const n = arcChords(arc.radius, error, arc.sweep);
      const reach = arc.radius + outwards(arc.radius, Math.abs(Math.round((n * TURN) / arc.sweep))) / 2;
      for (let i = 1; i < 2 * n; i += 2) {
        const angle = arc.from + (arc.sweep * i) / (2 * n);
        points.push(arc.cx + reach * Math.cos(angle), arc.cy + reach * Math.sin(angle));
      }
    }
    points.push(node.end.x, node.end.y);
  }
  return ringOf(points);
}

/** A zone's outline: its border and its holes. */
export function zoneRings(zone: Zone, error: number): Ring[] {
  return zone.outlines
    .filter((path) => path.length > 0)
    .map((path, i) => turnedAs(pathRing(path, error), i === 0))
    .filter((ring) => ring.length >= 6);
}
