import type { Degrees, Point } from "../../base/nm.ts";
import type { Effects } from "../../model/effects.ts";
import { nmAt, rawText, subs, textAt } from "../../model/raw-list.ts";
import { layoutText, type TextLayout } from "./font/stroke-font.ts";
import { knockOut } from "./knockout.ts";
import type { Sink } from "./sink.ts";

/** A text of a board, ready to be drawn: variables resolved, place and angle on the board. */
export interface BoardText {
  readonly text: string;
  readonly at: Point;
  readonly angle: Degrees;
  readonly effects: Effects;
  readonly keepUpright: boolean;
  readonly knockout: boolean;
  /** KiCad's own outlines of a text in an outline font. */
  readonly renderCache: string | null;
}

/** Draws on the sink's current layer. */
export function drawBoardText(sink: Sink, t: BoardText): void {
  if (t.text === "") return;
  if (t.effects.face !== null && t.renderCache !== null && drawCached(sink, t.renderCache, t.text)) return;
  const layout = layoutBoardText(t);
  if (t.knockout) knockOut(sink, layout, t);
  else drawLayout(sink, layout);
}

export function layoutBoardText(t: BoardText): TextLayout {
  const { effects: e } = t;
  return layoutText(
    t.text,
    {
      size: { x: e.width, y: e.height },
      thickness: e.thickness ?? 0,
      bold: e.bold,
      italic: e.italic,
      mirror: e.mirror,
      angle: t.angle,
      hAlign: e.hAlign,
      vAlign: e.vAlign,
      keepUpright: t.keepUpright,
      ...(e.lineSpacing === null ? {} : { lineSpacing: e.lineSpacing }),
    },
    t.at,
  );
}

/** The strokes of a laid-out text. */
export function drawLayout(sink: Sink, layout: TextLayout): void {
  for (let s = 0; s + 1 < layout.starts.length; s++) {
    const from = layout.starts[s]!;
    const to = layout.starts[s + 1]!;
    if (to - from === 1) sink.disc(layout.points[2 * from]!, layout.points[2 * from + 1]!, layout.pen / 2);
    else sink.polyline(layout.points.subarray(2 * from, 2 * to), layout.pen);
  }
}

/** `(render_cache "TEXT" angle (polygon (pts …) (pts …)) …)`; false when it is of another text. */
function drawCached(sink: Sink, cache: string, text: string): boolean {
  const raw = rawText(cache);
  if (textAt(raw, 1) !== text) return false;
  for (const polygon of subs(raw, "polygon")) {
    const points: number[] = [];
    const ends: number[] = [];
    for (const ring of subs(polygon, "pts")) {
      for (const xy of subs(ring, "xy")) points.push(nmAt(xy, 1, 0), nmAt(xy, 2, 0));
      ends.push(points.length);
    }
    sink.polygon(points, ends);
  }
  return true;
}
