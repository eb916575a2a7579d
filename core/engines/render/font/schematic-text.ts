import type { Degrees, Nm, Point } from "../../../base/nm.ts";
import { layoutText, measureText, type TextLayout, type TextStyle } from "./stroke-font.ts";

/**
 * What a text of a schematic is; each kind stands off its position by a rule of its own. Same glyphs as on a board.
 * - `text`: a free text.
 * - `label`, `globalLabel`, `hierarchicalLabel`: `angle` is where the label points (180 and 270 read from the right).
 * - `field`: a field of a symbol or sheet; drawn about the middle of its box.
 * - `pinName`: at the end of the pin's name offset, `hAlign` away from the pin.
 * - `pinNumber`: at the middle of the pin, drawn above it (left of it when the pin is vertical).
 */
export type SchematicTextKind =
  | "text"
  | "label"
  | "globalLabel"
  | "hierarchicalLabel"
  | "field"
  | "pinName"
  | "pinNumber";

export type LabelShape = "input" | "output" | "bidirectional" | "tri_state" | "passive";

export interface SchematicTextStyle extends Omit<TextStyle, "mirror" | "keepUpright"> {
  readonly kind: SchematicTextKind;
  /** Global labels only; `passive` when absent. */
  readonly shape?: LabelShape;
  /** Fields only: the symbol's turn, [xx, xy, yx, yy] with x' = xx·x + xy·y, y' = yx·x + yy·y in sheet axes (y down). */
  readonly transform?: readonly [number, number, number, number];
  /** Pen of texts without a thickness, from the project's settings; KiCad's own default (6 mil) when absent. */
  readonly defaultPen?: Nm;
}

/** The strokes of a schematic's `text` whose position in the file is `at`. Rules: docs/decisions/stroke-font.md. */
export function layoutSchematicText(text: string, style: SchematicTextStyle, at: Point): TextLayout {
  const place = placeText(text, style);
  const drawn: TextStyle = {
    size: style.size,
    thickness: drawnPen(style),
    italic: style.italic ?? false,
    lineSpacing: style.lineSpacing ?? 1,
    hAlign: place.hAlign,
    vAlign: place.vAlign,
    angle: place.angle,
  };
  return layoutText(text, drawn, { x: at.x + place.dx, y: at.y + place.dy });
}

const DEFAULT_PEN = 152_400;
const TEXT_RISE = 250_000;
const LABEL_RISE = 0.15;
const GLOBAL_DROP = 0.0715;
const GLOBAL_MARGIN = 0.375;
const GLOBAL_ARROW = 0.75;
const PIN_NUMBER_GAP = 101_600;
// The box that a field is centred in: advance - 0.2 width + 3 pens, by 0.83 height + 2.49 pens.
const FIELD_WIDTH_CUT = 0.2;
const FIELD_WIDTH_PENS = 3;
const FIELD_HEIGHT = 0.83;
const FIELD_HEIGHT_PENS = 2.49;
const ITALIC_LEAN = 1 / 8;

interface Placement {
  readonly dx: Nm;
  readonly dy: Nm;
  readonly angle: Degrees;
  readonly hAlign: TextStyle["hAlign"];
  readonly vAlign: TextStyle["vAlign"];
}

function placeText(text: string, style: SchematicTextStyle): Placement {
  const turn = (((style.angle ?? 0) % 360) + 360) % 360;
  const reversed = turn === 180 || turn === 270;
  // Schematic text never stands on its head; turning it back leaves the alignment as it was.
  const angle = turn % 180;
  const vertical = angle === 90;
  const { hAlign, vAlign } = style;
  const height = style.size.y;

  switch (style.kind) {
    case "text":
      // Measured up the sheet for each angle, whatever the size.
      return { dx: 0, dy: -TEXT_RISE, angle, hAlign, vAlign };
    case "pinName":
      return { dx: 0, dy: 0, angle, hAlign, vAlign: "center" };
    case "pinNumber": {
      const rise = -(drawnPen(style) + PIN_NUMBER_GAP);
      return { ...along(0, rise, vertical, false), angle, hAlign: "center", vAlign: "bottom" };
    }
    case "label": {
      const rise = -Math.round(height * LABEL_RISE + boxPen(style));
      return { ...along(0, rise, vertical, reversed), angle, hAlign: reversed ? "right" : "left", vAlign: "bottom" };
    }
    case "globalLabel": {
      const shape = style.shape ?? "passive";
      const arrow = shape === "output" || shape === "passive" ? 0 : GLOBAL_ARROW;
      const push = Math.round(height * (GLOBAL_MARGIN + arrow));
      const drop = Math.round(height * GLOBAL_DROP);
      return { ...along(push, drop, vertical, reversed), angle, hAlign: reversed ? "right" : "left", vAlign: "center" };
    }
    case "hierarchicalLabel": {
      const push = Math.round(style.size.x + height * LABEL_RISE);
      return { ...along(push, 0, vertical, reversed), angle, hAlign: reversed ? "right" : "left", vAlign: "center" };
    }
    case "field":
      return placeField(text, style, vertical);
  }
}

/** `push` along the reading direction (back when reversed), `drop` across it: down, or right for a vertical text. */
function along(push: Nm, drop: Nm, vertical: boolean, reversed: boolean): { dx: Nm; dy: Nm } {
  const signed = reversed ? -push : push;
  return vertical ? { dx: drop, dy: -signed } : { dx: signed, dy: drop };
}

/** The box that a field's text takes, before its symbol turns it. */
export function fieldExtent(
  text: string,
  style: Pick<SchematicTextStyle, "size" | "thickness" | "bold" | "italic" | "lineSpacing">,
): { readonly width: Nm; readonly height: Nm } {
  const pen = boxPen(style);
  return {
    width: measureText(text, style).width - FIELD_WIDTH_CUT * style.size.x + FIELD_WIDTH_PENS * pen,
    height: FIELD_HEIGHT * style.size.y + FIELD_HEIGHT_PENS * pen,
  };
}

function placeField(text: string, style: SchematicTextStyle, vertical: boolean): Placement {
  const { width, height } = fieldExtent(text, style);
  const side = style.hAlign === "left" ? 0 : style.hAlign === "center" ? 0.5 : 1;
  // The lean of italic text counts for the alignment, but not for the box.
  const push = width / 2 - side * (width - (style.italic ? style.size.y * ITALIC_LEAN : 0));
  const drop = style.vAlign === "center" ? 0 : ((style.vAlign === "top" ? 1 : -1) * height) / 2;
  const local = along(push, drop, vertical, false);
  const [xx, xy, yx, yy] = style.transform ?? [1, 0, 0, 1];
  return {
    dx: Math.round(xx * local.dx + xy * local.dy),
    dy: Math.round(yx * local.dx + yy * local.dy),
    // A quarter turn of the symbol turns the text with it.
    angle: vertical !== (xx === 0) ? 90 : 0,
    hAlign: "center",
    vAlign: "center",
  };
}

/** The pen that is drawn: a text without thickness takes the project's, a bold one a fifth of its width. */
function drawnPen(style: SchematicTextStyle): Nm {
  if (style.thickness > 0) return style.thickness;
  return style.bold ? Math.round(style.size.x / 5) : (style.defaultPen ?? DEFAULT_PEN);
}

/** The pen that offsets and boxes are reckoned with; not the drawn one where the file names none. */
function boxPen(style: Pick<SchematicTextStyle, "size" | "thickness" | "bold">): Nm {
  const wanted = style.thickness > 0 ? style.thickness : style.size.x / (style.bold ? 5 : 8);
  return Math.min(wanted, Math.min(style.size.x, style.size.y) / 4);
}
