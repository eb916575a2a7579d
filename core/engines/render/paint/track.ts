import type { ArcTrack, Track } from "../../../model/board/track.ts";
import { arcThrough } from "../curves.ts";
import type { BoardPainter } from "./frame.ts";

export const paintTrack: BoardPainter = (_cx, item, sink) => {
  const t = item as unknown as Track;
  sink.layer(t.layer);
  sink.polyline([t.start.x, t.start.y, t.end.x, t.end.y], t.width);
};

export const paintArcTrack: BoardPainter = (_cx, item, sink) => {
  const t = item as unknown as ArcTrack;
  sink.layer(t.layer);
  const arc = arcThrough(t.start, t.mid, t.end);
  if (arc === null) sink.polyline([t.start.x, t.start.y, t.end.x, t.end.y], t.width);
  else sink.arc(arc.cx, arc.cy, arc.radius, arc.from, arc.sweep, t.width);
};
