import type { Nm, Point } from "../../../base/nm.ts";
import type { Effects } from "../../../model/effects.ts";
import type { Stroke } from "../../../model/field.ts";
import { drawLayout } from "../board-text.ts";
import { defaultSheetSettings, type PaintContext } from "../context.ts";
import { type LabelShape, layoutSchematicText, type SchematicTextKind } from "../font/schematic-text.ts";
import { layoutText } from "../font/stroke-font.ts";
import type { Color, Sink } from "../sink.ts";

/** A colour of the file (red, green, blue 0..255, opacity 0..1); null when it leaves the colour to the theme. */
export function colorFrom(rgba: readonly number[] | null): Color | null {
  if (rgba === null || rgba.length < 4 || rgba[3] === 0) return null;
  return { rgb: (rgba[0]! << 16) | (rgba[1]! << 8) | rgba[2]!, alpha: rgba[3]! };
}

/** Following shapes go on a layer, in a colour of their own if they have one. */
export function onLayer(sink: Sink, layer: string, rgba: readonly number[] | null = null): void {
  sink.layer(layer);
  const color = colorFrom(rgba);
  if (color !== null) sink.color?.(color);
}

/** A line's width: 0 leaves it to the sheet's settings. */
export function widthOf(cx: PaintContext, stroke: Stroke): Nm {
  return stroke.width === 0 ? cx.sheetSettings.lineWidth : stroke.width;
}

export interface SheetText {
  readonly kind: SchematicTextKind;
  readonly angle?: number;
  readonly shape?: LabelShape;
  readonly transform?: readonly [number, number, number, number];
  readonly hAlign?: Effects["hAlign"];
  readonly vAlign?: Effects["vAlign"];
}

/** A text on the sink's current layer. */
export function drawSheetText(
  cx: PaintContext,
  sink: Sink,
  text: string,
  at: Point,
  e: Pick<Effects, "width" | "height" | "thickness" | "bold" | "italic" | "lineSpacing" | "hAlign" | "vAlign">,
  how: SheetText,
): void {
  if (text === "") return;
  const layout = layoutSchematicText(
    text,
    {
      kind: how.kind,
      size: { x: e.width, y: e.height },
      thickness: e.thickness ?? 0,
      bold: e.bold,
      italic: e.italic,
      angle: how.angle ?? 0,
      hAlign: how.hAlign ?? e.hAlign,
      vAlign: how.vAlign ?? e.vAlign,
      defaultPen: cx.sheetSettings.lineWidth,
      ...(e.lineSpacing === null ? {} : { lineSpacing: e.lineSpacing }),
      ...(how.shape === undefined ? {} : { shape: how.shape }),
      ...(how.transform === undefined ? {} : { transform: how.transform }),
    },
    offRatio(cx, at, e.height, how),
  );
  drawLayout(sink, layout);
}

/** The layout reckons with KiCad's own offset ratios; what the project says beyond them moves the text. */
function offRatio(cx: PaintContext, at: Point, height: Nm, how: SheetText): Point {
  const { textOffsetRatio, labelSizeRatio } = cx.sheetSettings;
  const text = (textOffsetRatio - defaultSheetSettings.textOffsetRatio) * height;
  const label = (labelSizeRatio - defaultSheetSettings.labelSizeRatio) * height;
  const rise = how.kind === "label" ? text : 0;
  const push = how.kind === "hierarchicalLabel" ? text : how.kind === "globalLabel" ? label : 0;
  if (rise === 0 && push === 0) return at;
  const turn = (((how.angle ?? 0) % 360) + 360) % 360;
  const signed = turn === 180 || turn === 270 ? -push : push;
  return turn % 180 === 90 ? { x: at.x - rise, y: at.y - signed } : { x: at.x + signed, y: at.y - rise };
}

/** The same straight at its place: fields of sheets and texts in boxes stand off by no rule of their own. */
export function drawPlainText(
  cx: PaintContext,
  sink: Sink,
  text: string,
  at: Point,
  e: Pick<Effects, "width" | "height" | "thickness" | "bold" | "italic" | "hAlign" | "vAlign">,
  angle: number,
): void {
  if (text === "") return;
  const { lineWidth } = cx.sheetSettings;
  const layout = layoutText(
    text,
    {
      size: { x: e.width, y: e.height },
      thickness: e.thickness ?? (e.bold ? Math.round(e.width / 5) : lineWidth),
      italic: e.italic,
      angle,
      hAlign: e.hAlign,
      vAlign: e.vAlign,
    },
    at,
  );
  drawLayout(sink, layout);
}
