import type { Nm, Point } from "../../base/nm.ts";
import { headOf, nmOf, numberOf } from "../../format/text.ts";
import type { Tree } from "../../format/tree.ts";
import { ownToken } from "../board/graphic.ts";
import type { Field } from "../field.ts";
import { argOf, flag, listOf, optionalLength, optionalPoint, path, pointOf } from "../field.ts";
import type { ItemOf } from "../item.ts";
import { defineKind } from "../kind.ts";
import { isLine, privateFlag, schematicFill, schematicStroke, shapeUuid } from "./shared-fields.ts";

/** Before KiCad 6 came out, arcs said their centre and angles: `(radius (at x y) (length r) (angles from to))`. */
function isOldArc(tree: Tree, node: number): boolean {
  return listOf(tree, node, "angles") >= 0;
}

const radius = optionalLength("radius", "Radius of a circle; corner radius of a rectangle (KiCad 10).");
const radiusField: Field<Nm | null> = {
  ...radius,
  read: (tree, nodes, file) => (isOldArc(tree, nodes[0]!) ? null : radius.read(tree, nodes, file)),
};

const mid = optionalPoint("mid", "A point on the arc between start and end.");
const middle: Field<Point | null> = {
  ...mid,
  rides: "radius",
  read(tree, nodes, file) {
    const [node] = nodes;
    if (headOf(tree, node!) === "mid") return mid.read(tree, nodes, file);
    const [centre, long, angles] = ["at", "length", "angles"].map((name) => listOf(tree, node!, name));
    if (centre! < 0 || long! < 0 || angles! < 0) return null;
    const [from, to] = [1, 2].map((n) => numberOf(tree, argOf(tree, angles!, n)) || 0);
    // Of the two ways round KiCad takes the shorter.
    const turn = ((((to! - from! + 180) % 360) + 360) % 360) - 180;
    // Half circles are told a tenth of a degree short.
    const angle = ((whole(from!) + whole(from! + turn)) * Math.PI) / 360;
    const r = nmOf(tree, argOf(tree, long!, 1)) || 0;
    const { x, y } = pointOf(tree, centre!);
    return { x: Math.round(x + r * Math.cos(angle)), y: Math.round(y + r * Math.sin(angle)) };
  },
};

function whole(angle: number): number {
  return Math.abs(angle - Math.round(angle)) < 0.11 ? Math.round(angle) : angle;
}

const plainFill = schematicFill();
const fill: typeof plainFill = {
  ...plainFill,
  write: (value, file, all) => (value.type === "none" && isLine(all) ? null : plainFill.write(value, file, all)),
};

const shape = {
  token: ownToken("polyline, arc, circle, rectangle or bezier."),
  private: privateFlag(),
  start: optionalPoint("start", "Start of an arc, corner of a rectangle."),
  mid: middle,
  end: optionalPoint("end", "End of an arc, opposite corner."),
  center: optionalPoint("center", "Centre of a circle."),
  radius: radiusField,
  pts: path("Points of a polyline, control points of a bezier."),
  stroke: schematicStroke(),
  fill,
  uuid: shapeUuid(),
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
