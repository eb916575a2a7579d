import type { Nm } from "../../base/nm.ts";
import { arcThrough, pushChords } from "../../geometry/arc.ts";
import type { PathNode } from "../field.ts";

/** Largest distance between a curve and the chords that stand for it where a polygon cannot hold it. */
export const CHORD_ERROR: Nm = 500;

/** A path's points as x, y, x, y …, arcs as chords. */
export function pathPoints(path: readonly PathNode[], error: Nm = CHORD_ERROR): number[] {
  const out: number[] = [];
  for (const node of path) {
    if (!("start" in node)) {
      out.push(node.x, node.y);
      continue;
    }
    const arc = arcThrough(node.start, node.mid, node.end);
    if (arc === null) out.push(node.start.x, node.start.y, node.mid.x, node.mid.y, node.end.x, node.end.y);
    else pushChords(out, arc, error);
  }
  return out;
}
