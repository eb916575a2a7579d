import type { Nm, Point } from "../../base/nm.ts";
import type { Arc } from "./curves.ts";
import { pushArc } from "./curves.ts";
import type { Sink } from "./sink.ts";

/** Lengths of marks and gaps in pen widths, by KiCad's word; measured on its plots. Zero is a dot. */
const DASH = 11;
const GAP = 4;
const DOT = 0.2;
const patterns: Readonly<Record<string, readonly number[]>> = {
  dash: [DASH, GAP],
  dot: [DOT, GAP],
  dash_dot: [DASH, GAP, DOT, GAP],
  dash_dot_dot: [DASH, GAP, DOT, GAP, DOT, GAP],
};

/** A line in KiCad's line style (`solid`, `default`, `dash`, `dot`, …). */
export function strokeLine(sink: Sink, points: readonly number[], width: Nm, style: string): void {
  const pattern = patterns[style];
  if (pattern === undefined || width <= 0) sink.polyline(points, width);
  else dashLine(sink, points, width, pattern);
}

/** A closed line in KiCad's line style; each side starts its pattern anew. */
export function strokeRing(sink: Sink, points: readonly number[], width: Nm, style: string): void {
  const n = points.length;
  if (n < 4) return;
  const closed =
    points[0] === points[n - 2] && points[1] === points[n - 1] ? points : [...points, points[0]!, points[1]!];
  if (patterns[style] === undefined) {
    sink.polyline(closed, width);
    return;
  }
  for (let i = 0; i + 3 < closed.length; i += 2) strokeLine(sink, closed.slice(i, i + 4), width, style);
}

/** An arc in KiCad's line style. */
export function strokeArc(sink: Sink, arc: Arc, width: Nm, style: string): void {
  if (patterns[style] === undefined) {
    sink.arc(arc.cx, arc.cy, arc.radius, arc.from, arc.sweep, width);
    return;
  }
  const points: number[] = [];
  pushArc(points, arc, true);
  strokeLine(sink, points, width, style);
}

export function lineTo(sink: Sink, a: Point, b: Point, width: Nm, style = "solid"): void {
  strokeLine(sink, [a.x, a.y, b.x, b.y], width, style);
}

function dashLine(sink: Sink, points: readonly number[], width: Nm, pattern: readonly number[]): void {
  let mark = 0;
  let left = pattern[0]! * width;
  let run: number[] = [points[0]!, points[1]!];
  for (let i = 2; i + 1 < points.length; i += 2) {
    let x = points[i - 2]!;
    let y = points[i - 1]!;
    let rest = Math.hypot(points[i]! - x, points[i + 1]! - y);
    while (rest > left) {
      const f = left / rest;
      x += (points[i]! - x) * f;
      y += (points[i + 1]! - y) * f;
      rest -= left;
      if (mark % 2 === 0) sink.polyline([...run, x, y], width);
      run = [x, y];
      mark = (mark + 1) % pattern.length;
      left = pattern[mark]! * width;
    }
    left -= rest;
    run.push(points[i]!, points[i + 1]!);
  }
  if (mark % 2 === 0 && run.length >= 4) sink.polyline(run, width);
}
