import type { Point } from "../../base/nm.ts";
import { headOf, textOf } from "../../format/text.ts";
import type { Absent, Field, PathNode, Stroke } from "../field.ts";
import { argOf, flag, layer, net, optionalLength, optionalPoint, path, stroke, texts, uuid } from "../field.ts";
import { between } from "../field-forms.ts";
import type { ItemOf } from "../item.ts";
import { defineKind } from "../kind.ts";
import { layerNames, mmPath, mmPoint, oneOf, orNull, whereGiven } from "../surface.ts";

/** First version that writes fills as yes / no instead of solid / none. */
const FILL_YES_NO = 20241129;

/** How a closed shape is filled: none, solid, hatch, reverse_hatch or cross_hatch. */
export function fill(): Field<string> {
  return {
    about: "Fill of a closed shape: none, solid, hatch, reverse_hatch or cross_hatch.",
    tokens: ["fill"],
    absent: "none",
    surface: oneOf<string>(["none", "solid", "hatch", "reverse_hatch", "cross_hatch"]),
    read(tree, [node]) {
      const arg = argOf(tree, node!, 1);
      const word = arg < 0 ? "solid" : textOf(tree, arg);
      return word === "yes" ? "solid" : word === "no" ? "none" : word;
    },
    write(value, file) {
      if (file.version < FILL_YES_NO) return `(fill ${value})`;
      return `(fill ${value === "solid" ? "yes" : value === "none" ? "no" : value})`;
    },
  };
}

/** The list's head itself; tells the shape. */
export function ownToken(about: string): Field<string> {
  return { about, absent: "", read: (tree, [node]) => headOf(tree, node!), write: () => null };
}

/** A place that only some shapes have: `center` in a line is a file that KiCad does not read. */
function placeOf(token: string, about: string): Field<Point | Absent> {
  return { ...optionalPoint(token, about), surface: whereGiven(orNull(mmPoint), (value) => value !== null) };
}

const ptsOfShape: Field<readonly PathNode[]> = {
  ...path("Corners of a polygon, control points of a curve."),
  surface: whereGiven<readonly PathNode[]>(mmPath, (value) => value.length > 0),
};

const shape = {
  token: ownToken("The shape: line, arc, circle, rect, poly or curve, with gr_ on the board and fp_ in a footprint."),
  start: placeOf("start", "Start of a line or arc, corner of a rectangle."),
  center: placeOf("center", "Centre of a circle."),
  mid: placeOf("mid", "A point on the arc between start and end."),
  end: placeOf("end", "End of a line or arc, opposite corner, a point on the circle."),
  pts: ptsOfShape,
  radius: between(optionalLength("radius", "Corner radius of a rectangle."), 20250829),
  stroke: stroke(),
  fill: {
    ...fill(),
    implied: (of) =>
      isFilledUnsaid(String(of("token")), String(of("layer")), (of("stroke") as Stroke).width) ? "solid" : "none",
    write: (value, file, all) =>
      value === "none" && all["fillShown"] !== true && isOpen(all) ? null : fill().write(value, file, all),
  } as Field<string>,
  // KiCad wants the places first; before KiCad 8 the bare word came before them.
  locked: { ...flag("locked", "Whether the item is locked."), wordBefore: "" },
  layer: layer(),
  layers: between(
    {
      ...texts("layers", "The copper layer and its mask layer, where the shape is free of mask."),
      surface: layerNames,
    },
    20241010,
  ),
  maskMargin: between(
    optionalLength("solder_mask_margin", "How far the mask opening goes beyond the copper."),
    20241010,
  ),
  net: net("code"),
  uuid: uuid(),
};

/**
 * Whether KiCad fills a shape whose file does not say: files from before KiCad 6 and its libraries had no word for it
 * (measured with pcbnew for every shape, layer and width, KiCad 6 to 9).
 */
function isFilledUnsaid(token: string, layer: string, width: number): boolean {
  if (width !== 0 && !token.endsWith("_poly")) return false;
  const shape = shapeOf({ token });
  return shape === "poly" ? layer !== "Edge.Cuts" : shape === "rect" || shape === "circle";
}

function isOpen(all: Readonly<Record<string, unknown>>): boolean {
  return /_(line|arc|curve)$/.test(String(all["token"]));
}

const netOfGraphic: Field<string> = {
  ...net("code"),
  write: (value, file, all) => (value === "" ? null : net("code").write(value, file, all)),
};

/** `(gr_line (start …) (end …) (stroke …) (layer …) (uuid …))` and its relatives. */
export const graphic = defineKind({
  kind: "graphic",
  tokens: ["gr_line", "gr_arc", "gr_circle", "gr_rect", "gr_poly", "gr_curve", "gr_bbox"],
  about: "A line, arc, circle, rectangle, polygon or curve on the board.",
  tokenField: "token",
  shape: { ...shape, net: netOfGraphic },
});

/** The same inside a footprint; places are relative to it. */
export const footprintGraphic = defineKind({
  kind: "graphic",
  tokens: ["fp_line", "fp_arc", "fp_circle", "fp_rect", "fp_poly", "fp_curve"],
  about: "A line, arc, circle, rectangle, polygon or curve of a footprint.",
  tokenField: "token",
  shape: { ...shape, net: netOfGraphic },
});

export type Graphic = ItemOf<typeof graphic>;

/** Name of a graphic's shape without its prefix: line, arc, circle, rect, poly, curve. */
export function shapeOf(item: { readonly token: string }): string {
  const { token } = item;
  return token.startsWith("gr_") || token.startsWith("fp_") ? token.slice(3) : token;
}
