import type { Nm, Point } from "../../../base/nm.ts";
import type { Dimension } from "../../../model/board/dimension.ts";
import type { Text } from "../../../model/board/text.ts";
import { layoutBoardText } from "../board-text.ts";
import { lineTo } from "../pen.ts";
import type { Sink } from "../sink.ts";
import { expandText } from "../text-variables.ts";
import { paintText } from "./board-text.ts";
import { type BoardPainter, boardFrame } from "./frame.ts";

/** Half the opening of an arrow head, degrees. */
const ARROW_ANGLE = 27.5;

/** Lines, arrow heads and the text as the file has it. */
export const paintDimension: BoardPainter = (cx, item, sink) => {
  const d = item as unknown as Dimension;
  const { style } = d;
  const [start, end] = d.pts as readonly (Point | undefined)[];
  if (start === undefined || end === undefined) return;
  const pen = style?.thickness ?? 200_000;
  const arrow = style?.arrowLength ?? 1_270_000;
  const offset = style?.extensionOffset ?? 0;
  const past = style?.extensionHeight ?? 586_420;
  const inward = style?.arrowDirection === "inward";
  const child = item.children.find((c) => c.kind === "text");
  const box = child === undefined ? null : textBox(cx, child as unknown as Text, pen);
  sink.layer(d.layer);
  const type = d.type ?? "aligned";
  if (type === "aligned" || type === "orthogonal") {
    const { barStart, barEnd, first, second } = bars(d, start, end);
    for (const [from, dir, reach] of [
      [start, first, distance(start, barStart)],
      [end, second, distance(end, barEnd)],
    ] as const) {
      lineTo(sink, along(from, dir, offset), along(from, dir, reach + past), pen);
    }
    barAround(sink, barStart, barEnd, box, pen);
    const turn = inward ? -1 : 1;
    arrowHead(sink, barStart, barEnd, arrow * turn, pen);
    arrowHead(sink, barEnd, barStart, arrow * turn, pen);
    if (inward) {
      const out = unit(barEnd, barStart);
      lineTo(sink, barStart, along(barStart, out, 2 * arrow), pen);
      lineTo(sink, barEnd, along(barEnd, { x: -out.x, y: -out.y }, 2 * arrow), pen);
    }
  } else if (type === "center") {
    const dx = end.x - start.x;
    const dy = end.y - start.y;
    lineTo(sink, { x: start.x - dx, y: start.y - dy }, { x: start.x + dx, y: start.y + dy }, pen);
    lineTo(sink, { x: start.x + dy, y: start.y - dx }, { x: start.x - dy, y: start.y + dx }, pen);
  } else if (type === "radial") {
    const r = arrow;
    lineTo(sink, { x: start.x - r, y: start.y }, { x: start.x + r, y: start.y }, pen);
    lineTo(sink, { x: start.x, y: start.y - r }, { x: start.x, y: start.y + r }, pen);
    const knee = along(end, unit(start, end), d.leaderLength ?? 0);
    lineTo(sink, end, knee, pen);
    arrowHead(sink, end, knee, arrow, pen);
    if (child !== undefined) toText(sink, knee, (child as unknown as Text).at, box, pen);
  } else if (type === "leader") {
    const from = along(start, unit(start, end), offset);
    lineTo(sink, from, end, pen);
    arrowHead(sink, from, end, arrow, pen);
    if (child !== undefined) {
      const frame = style?.textFrame ?? 0;
      toText(sink, end, (child as unknown as Text).at, box, pen);
      if (box !== null && frame === 1) {
        const c = box.corners;
        for (let i = 0; i < 4; i++) lineTo(sink, c[i]!, c[(i + 1) % 4]!, pen);
      } else if (box !== null && frame === 2) {
        const [a, , b] = box.corners;
        sink.arc((a!.x + b!.x) / 2, (a!.y + b!.y) / 2, distance(a!, b!) / 2, 0, 360, pen);
      }
    }
  }
  if (child !== undefined && type !== "center") paintText(cx, child, sink, boardFrame);
};

interface TextOutline {
  readonly corners: readonly Point[];
}

function textBox(cx: Parameters<BoardPainter>[0], t: Text, pen: Nm): TextOutline | null {
  const layout = layoutBoardText({
    text: expandText(t.text, cx),
    at: { x: 0, y: 0 },
    angle: 0,
    effects: t.effects,
    keepUpright: false,
    knockout: false,
    renderCache: null,
  });
  const b = layout.bounds;
  if (b.minX > b.maxX) return null;
  const m = t.effects.height / 2 + pen / 2;
  const rad = (t.at.angle * Math.PI) / 180;
  const s = Math.sin(rad);
  const c = Math.cos(rad);
  const corners = [
    [b.minX - m, b.minY - m],
    [b.maxX + m, b.minY - m],
    [b.maxX + m, b.maxY + m],
    [b.minX - m, b.maxY + m],
  ].map(([x, y]) => ({ x: t.at.x + x! * c + y! * s, y: t.at.y + y! * c - x! * s }));
  return { corners };
}

function bars(d: Dimension, start: Point, end: Point) {
  const height = d.height ?? 0;
  if (d.type === "orthogonal") {
    const vertical = d.orientation === 1;
    const sign = Math.sign(height) || 1;
    const first = vertical ? { x: sign, y: 0 } : { x: 0, y: sign };
    const barStart = along(start, first, Math.abs(height));
    const barEnd = vertical ? { x: barStart.x, y: end.y } : { x: end.x, y: barStart.y };
    const over = unit(end, barEnd);
    return { barStart, barEnd, first, second: over.x === 0 && over.y === 0 ? first : over };
  }
  const u = unit(start, end);
  const first = height > 0 ? { x: -u.y, y: u.x } : { x: u.y, y: -u.x };
  const reach = Math.abs(height);
  return { barStart: along(start, first, reach), barEnd: along(end, first, reach), first, second: first };
}

/** The dimension line, left out where the text stands on it. */
function barAround(sink: Sink, a: Point, b: Point, box: TextOutline | null, pen: Nm): void {
  const cuts = box === null ? [] : crossings(a, b, box.corners);
  if (cuts.length < 2) {
    lineTo(sink, a, b, pen);
    return;
  }
  const at = (f: number) => ({ x: a.x + (b.x - a.x) * f, y: a.y + (b.y - a.y) * f });
  lineTo(sink, a, at(cuts[0]!), pen);
  lineTo(sink, at(cuts.at(-1)!), b, pen);
}

/** From a leader's end towards the text, up to its outline. */
function toText(sink: Sink, from: Point, to: Point, box: TextOutline | null, pen: Nm): void {
  const cuts = box === null ? [] : crossings(from, to, box.corners);
  const f = cuts[0] ?? 1;
  lineTo(sink, from, { x: from.x + (to.x - from.x) * f, y: from.y + (to.y - from.y) * f }, pen);
}

/** Where the line from `a` to `b` meets a polygon, as parts of its length, ascending. */
function crossings(a: Point, b: Point, corners: readonly Point[]): number[] {
  const found: number[] = [];
  for (let i = 0; i < corners.length; i++) {
    const p = corners[i]!;
    const q = corners[(i + 1) % corners.length]!;
    const d = (b.x - a.x) * (q.y - p.y) - (b.y - a.y) * (q.x - p.x);
    if (d === 0) continue;
    const f = ((p.x - a.x) * (q.y - p.y) - (p.y - a.y) * (q.x - p.x)) / d;
    const g = ((p.x - a.x) * (b.y - a.y) - (p.y - a.y) * (b.x - a.x)) / d;
    if (f >= 0 && f <= 1 && g >= 0 && g <= 1) found.push(f);
  }
  return found.sort((x, y) => x - y);
}

function arrowHead(sink: Sink, tip: Point, towards: Point, length: Nm, pen: Nm): void {
  const u = unit(tip, towards);
  const rad = (ARROW_ANGLE * Math.PI) / 180;
  for (const side of [1, -1]) {
    const s = Math.sin(rad * side);
    const c = Math.cos(rad);
    lineTo(sink, tip, { x: tip.x + length * (u.x * c + u.y * s), y: tip.y + length * (u.y * c - u.x * s) }, pen);
  }
}

function unit(a: Point, b: Point): Point {
  const length = distance(a, b);
  return length === 0 ? { x: 0, y: 0 } : { x: (b.x - a.x) / length, y: (b.y - a.y) / length };
}

function along(p: Point, dir: Point, length: Nm): Point {
  return { x: p.x + dir.x * length, y: p.y + dir.y * length };
}

function distance(a: Point, b: Point): Nm {
  return Math.hypot(b.x - a.x, b.y - a.y);
}
