import type { Box, Degrees, Nm, Point } from "../../../base/nm.ts";
import { type GlyphTable, glyphOf, glyphTable } from "./glyph-table.ts";
import { type MarkupNode, parseMarkup, unescapeText } from "./text-markup.ts";

/** How a text stands. Sizes and thickness as in KiCad's files (which write the height before the width). */
export interface TextStyle {
  /** `x` is the width of the glyphs, `y` their height. */
  readonly size: { readonly x: Nm; readonly y: Nm };
  /** Pen width; 0 takes KiCad's default for the size. */
  readonly thickness: Nm;
  /** Only sets the default pen width, as in KiCad: a bold text in a file carries its own thickness. */
  readonly bold?: boolean;
  readonly italic?: boolean;
  /** Mirrored about the vertical line through the position, before turning. */
  readonly mirror?: boolean;
  /** Counter-clockwise on screen. */
  readonly angle?: Degrees;
  readonly hAlign: "left" | "center" | "right";
  readonly vAlign: "top" | "center" | "bottom";
  /** Factor on the line pitch; 1 when absent. */
  readonly lineSpacing?: number;
  /** Turn by 180 degrees when the text would stand on its head (texts of footprints that are not `unlocked`). */
  readonly keepUpright?: boolean;
}

/** The pen's way of a text in nm, flat. Stroke `s` has the points `starts[s] .. starts[s + 1]`. */
export interface TextLayout {
  /** x, y pairs. */
  readonly points: Int32Array;
  /** Index of the first point of each stroke, and the number of points as last entry. */
  readonly starts: Uint32Array;
  /** Pen width. */
  readonly pen: Nm;
  /** What the pen covers; empty (`minX > maxX`) when nothing is drawn. */
  readonly bounds: Box;
}

export interface TextExtent {
  /** Advance of the longest line. */
  readonly width: Nm;
  /** From the top of the first line to the bottom of the last one, as alignment counts it. */
  readonly height: Nm;
  readonly lines: number;
}

/**
 * The strokes of `text` at `at`. Takes the text as shown (variables resolved), with line breaks as `\n`; escapes such as
 * `{slash}` and the marks `~{}`, `^{}`, `_{}` are understood. Rules and constants: docs/decisions/stroke-font.md.
 */
export function layoutText(text: string, style: TextStyle, at: Point = { x: 0, y: 0 }): TextLayout {
  const pen = penWidth(style);
  const lines = linesOf(text);
  pointCount = 0;
  strokeCount = 0;

  const pitch = linePitch(style);
  const top = at.y + firstBaseline(lines.length, style, pen);
  for (let n = 0; n < lines.length; n++) {
    const nodes = nodesOf(lines[n]!);
    const width = style.hAlign === "left" ? 0 : walk(nodes, style, 0, 0, false, false);
    walk(nodes, style, at.x + lineStart(width, style, pen), top + Math.trunc(n * pitch), false, true);
  }
  return finish(style, at, pen);
}

/** The room that `text` takes, without drawing it. Angle, mirror and alignment play no part. */
export function measureText(text: string, style: Pick<TextStyle, "size" | "lineSpacing">): TextExtent {
  const lines = linesOf(text);
  let width = 0;
  for (const line of lines) width = Math.max(width, walk(nodesOf(line), style, 0, 0, false, false));
  return { width, height: blockHeight(lines.length, style), lines: lines.length };
}

/** The pen width that KiCad plots with: never more than a quarter of the smaller side of the glyphs. */
export function penWidth(style: Pick<TextStyle, "size" | "thickness" | "bold">): Nm {
  const wanted =
    style.thickness > 0 ? style.thickness : Math.round(style.size.x / (style.bold ? BOLD_PEN : NORMAL_PEN));
  return Math.min(wanted, Math.round(Math.min(style.size.x, style.size.y) * WIDEST_PEN));
}

// Fitted to plots; each as a fraction of the text size where nothing else is said.
const GRID = 1 / 21;
const NORMAL_PEN = 8;
const BOLD_PEN = 5;
const WIDEST_PEN = 0.25;
const FIRST_LINE = 1.17;
const LINE_PITCH = 1.609944;
/** The baseline lies one grid step below the line that shear and vertical alignment count from. */
const BASELINE_DROP = 1;
const PEN_RIGHT = 1 / 1.52;
const PEN_UP = 0.052;
const SHEAR = 1 / 8;
const SCRIPT_SCALE = 0.8;
const SUPER_RISE = 0.28;
const SUB_DROP = 0.12;
const BAR_RISE = 1.23;
const BAR_TRIM = 0.1;
/** A tab goes to the next multiple of this many letters, less one, plus the width of a space. */
const TAB_LETTERS = 4;
const SPACE_STEPS = 16;

// One buffer for all calls: a layout is built here and copied out once.
let points = new Float64Array(4096);
let starts = new Uint32Array(1024);
let pointCount = 0;
let strokeCount = 0;

function linesOf(text: string): readonly string[] {
  const shown = unescapeText(text);
  if (!shown.includes("\n")) return [shown];
  const lines = shown.split("\n");
  // A break at the very end opens no line.
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

function nodesOf(line: string): readonly MarkupNode[] {
  return line.includes("{") ? parseMarkup(line) : [{ kind: "text", text: line }];
}

function linePitch(style: Pick<TextStyle, "size" | "lineSpacing">): number {
  return Math.trunc(style.size.y * LINE_PITCH * (style.lineSpacing ?? 1));
}

function blockHeight(lines: number, style: Pick<TextStyle, "size" | "lineSpacing">): Nm {
  return Math.trunc(style.size.y * FIRST_LINE) + (lines - 1) * linePitch(style);
}

/** From the position to the line that the first row of glyphs counts from. */
function firstBaseline(lines: number, style: TextStyle, pen: Nm): Nm {
  const top = Math.trunc(style.size.y - pen * PEN_UP);
  const height = blockHeight(lines, style);
  if (style.vAlign === "top") return top;
  return top - (style.vAlign === "center" ? Math.trunc(height / 2) : height);
}

/** From the position to the pen start of a line. */
function lineStart(width: Nm, style: TextStyle, pen: Nm): Nm {
  if (style.hAlign === "left") return Math.trunc(pen * PEN_RIGHT);
  if (style.hAlign === "center") return -Math.trunc(width / 2);
  return -Math.trunc(width + pen * PEN_RIGHT);
}

/** Sets the nodes from `x` on, draws them if `draw`, and returns the pen's end. `script` is the inner-most super or sub. */
function walk(
  nodes: readonly MarkupNode[],
  style: Pick<TextStyle, "size" | "italic">,
  x: number,
  y: number,
  script: "super" | "sub" | false,
  draw: boolean,
): number {
  for (const node of nodes) {
    if (node.kind === "text") {
      x = setText(node.text, style, x, y, script, draw);
      continue;
    }
    const from = x;
    x = walk(node.children, style, x, y, node.kind === "bar" ? script : node.kind, draw);
    if (node.kind === "bar" && draw) {
      const trim = Math.trunc(style.size.x * BAR_TRIM);
      const rise = y - Math.trunc(style.size.y * BAR_RISE);
      startStroke(2);
      addPoint(from + trim, rise);
      addPoint(x - trim, rise);
    }
  }
  return x;
}

function setText(
  text: string,
  style: Pick<TextStyle, "size" | "italic">,
  from: number,
  base: number,
  script: "super" | "sub" | false,
  draw: boolean,
): number {
  const t = glyphTable();
  const sx = script ? style.size.x * SCRIPT_SCALE : style.size.x;
  const sy = script ? style.size.y * SCRIPT_SCALE : style.size.y;
  const y = script ? base + Math.trunc(style.size.y * (script === "super" ? -SUPER_RISE : SUB_DROP)) : base;
  const shear = style.italic ? SHEAR : 0;
  let x = from;
  let letters = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.codePointAt(i)!;
    if (code > 0xffff) i++;
    if (code === 9) {
      letters = (Math.floor(letters / TAB_LETTERS) + 1) * TAB_LETTERS - 1;
      x = from + Math.round(style.size.x * letters + style.size.x * SPACE_STEPS * GRID);
      letters++;
      continue;
    }
    const glyph = glyphOf(t, code);
    if (draw) drawGlyph(t, glyph, x, y, sx, sy, shear);
    x += Math.round(t.advance[glyph]! * GRID * sx);
    letters++;
  }
  return x;
}

function drawGlyph(t: GlyphTable, glyph: number, x: number, y: number, sx: number, sy: number, shear: number): void {
  const last = t.firstStroke[glyph + 1]!;
  for (let s = t.firstStroke[glyph]!; s < last; s++) {
    const end = t.firstPoint[s + 1]!;
    startStroke(end - t.firstPoint[s]!);
    for (let p = t.firstPoint[s]!; p < end; p++) {
      const gx = t.points[2 * p]! * GRID * sx;
      const gy = (t.points[2 * p + 1]! + BASELINE_DROP) * GRID * sy;
      addPoint(gx - gy * shear + x, gy + y);
    }
  }
}

function startStroke(room: number): void {
  if (strokeCount + 2 > starts.length) starts = grown(starts, new Uint32Array(starts.length * 2));
  while (2 * (pointCount + room) > points.length) points = grown(points, new Float64Array(points.length * 2));
  starts[strokeCount++] = pointCount;
}

function addPoint(x: number, y: number): void {
  points[2 * pointCount] = x;
  points[2 * pointCount + 1] = y;
  pointCount++;
}

function grown<T extends Float64Array | Uint32Array>(old: T, wide: T): T {
  wide.set(old);
  return wide;
}

/** Mirrors and turns what stands in the buffer, cuts it to whole nm as KiCad does, and copies it out. */
function finish(style: TextStyle, at: Point, pen: Nm): TextLayout {
  const angle = drawnAngle(style);
  const c = angle % 90 === 0 ? ([1, 0, -1, 0][angle / 90] ?? 1) : Math.cos((angle * Math.PI) / 180);
  const s = angle % 90 === 0 ? ([0, 1, 0, -1][angle / 90] ?? 0) : Math.sin((angle * Math.PI) / 180);
  const flip = style.mirror ? -1 : 1;
  const out = new Int32Array(2 * pointCount);
  let minX = Number.POSITIVE_INFINITY;
  let minY = Number.POSITIVE_INFINITY;
  let maxX = Number.NEGATIVE_INFINITY;
  let maxY = Number.NEGATIVE_INFINITY;
  for (let p = 0; p < 2 * pointCount; p += 2) {
    const dx = (points[p]! - at.x) * flip;
    const dy = points[p + 1]! - at.y;
    const x = Math.trunc(at.x + dx * c + dy * s);
    const y = Math.trunc(at.y + dy * c - dx * s);
    out[p] = x;
    out[p + 1] = y;
    if (x < minX) minX = x;
    if (x > maxX) maxX = x;
    if (y < minY) minY = y;
    if (y > maxY) maxY = y;
  }
  starts[strokeCount] = pointCount;
  const half = Math.ceil(pen / 2);
  return {
    points: out,
    starts: starts.slice(0, strokeCount + 1),
    pen,
    bounds: { minX: minX - half, minY: minY - half, maxX: maxX + half, maxY: maxY + half },
  };
}

/** In 0 .. 360. */
function drawnAngle(style: TextStyle): Degrees {
  const angle = (((style.angle ?? 0) % 360) + 360) % 360;
  if (!style.keepUpright || angle <= 90 || angle > 270) return angle;
  return (angle + 180) % 360;
}
