import type { Nm } from "../../base/nm.ts";
import { arc } from "../../geometry/shape.ts";
import type { ArcTrack, Track } from "../../model/board/track.ts";

/** The length of a track's centre line. */
export function trackLength(item: Track | ArcTrack): Nm {
  if (item.kind === "arcTrack") {
    const shape = arc(item.start, item.mid, item.end, 0);
    if (shape.kind === "arc") return Math.abs(shape.sweep) * shape.bend;
  }
  return Math.hypot(item.end.x - item.start.x, item.end.y - item.start.y);
}
