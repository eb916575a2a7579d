import { ownToken } from "../board/graphic.ts";
import { flag, optionalLength, optionalPoint, path } from "../field.ts";
import type { ItemOf } from "../item.ts";
import { defineKind } from "../kind.ts";
import { schematicFill, schematicStroke, schematicUuid } from "./shared-fields.ts";

const shape = {
  token: ownToken("polyline, arc, circle, rectangle or bezier."),
  private: flag("private", "Whether only the symbol editor shows it."),
  start: optionalPoint("start", "Start of an arc, corner of a rectangle."),
  mid: optionalPoint("mid", "A point on the arc between start and end."),
  end: optionalPoint("end", "End of an arc, opposite corner."),
  center: optionalPoint("center", "Centre of a circle."),
  radius: optionalLength("radius", "Radius of a circle; corner radius of a rectangle (KiCad 10)."),
  pts: path("Points of a polyline, control points of a bezier."),
  stroke: schematicStroke(),
  fill: schematicFill(),
  uuid: schematicUuid(),
  locked: flag("locked", "Whether it is locked."),
};

/** `(polyline (pts …) (stroke …) (fill …) (uuid "…"))` and its relatives; also inside library symbols. */
export const schematicGraphic = defineKind({
  kind: "graphic",
  tokens: ["polyline", "arc", "circle", "rectangle", "bezier"],
  about: "A line, arc, circle, rectangle or curve.",
  tokenField: "token",
  shape,
});

export type SchematicGraphic = ItemOf<typeof schematicGraphic>;
