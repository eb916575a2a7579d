import type { Nm, Point } from "../../base/nm.ts";
import { formatNm, headOf, nmOf, textOf } from "../../format/text.ts";
import type { Tree } from "../../format/tree.ts";
import { LIST } from "../../format/tree.ts";
import type { Field, PathNode } from "../field.ts";
import { argOf, hasWord, listOf, pathOf, pointOf, writePath } from "../field.ts";
import type { Surface } from "../surface.ts";
import { eachOf, mmLength, mmPath, mmPoint, oneOf, orNull, record, yesNo } from "../surface.ts";

export const padShapes = ["circle", "rect", "oval", "trapezoid", "roundrect", "custom"];

/** A shape that a custom pad is made of, relative to the pad. */
export interface Primitive {
  readonly shape: "line" | "arc" | "circle" | "rect" | "poly" | "curve" | "bbox" | "vector";
  readonly points: readonly PathNode[];
  readonly width: Nm;
  readonly filled: boolean;
  /** Corner radius of a rectangle; null when sharp. */
  readonly radius: Nm | null;
}

/** Whether a part of a custom pad is copper: a number's box is not, nor is the line of a thermal spoke. */
export function isCopper({ shape }: Primitive): boolean {
  return shape !== "bbox" && shape !== "vector";
}

function argNm(tree: Tree, list: number, n: number): Nm {
  const node = argOf(tree, list, n);
  return node < 0 ? 0 : nmOf(tree, node) || 0;
}

const cornersOf: Readonly<Record<Primitive["shape"], readonly string[]>> = {
  line: ["start", "end"],
  arc: ["start", "mid", "end"],
  circle: ["center", "end"],
  rect: ["start", "end"],
  poly: [],
  curve: [],
  bbox: ["start", "end"],
  vector: ["start", "end"],
};

const primitiveKeys = record<Primitive>({
  shape: oneOf(Object.keys(cornersOf) as Primitive["shape"][]),
  points: mmPath,
  width: mmLength,
  filled: yesNo,
  radius: orNull(mmLength),
});

const primitiveSurface: Surface<Primitive> = {
  ...primitiveKeys,
  says: `${primitiveKeys.says}; points as the shape needs them`,
  from(json, current) {
    const made = primitiveKeys.from?.(json, {
      ...{ shape: "poly", points: [], width: 0, filled: false, radius: null },
      ...(current as Primitive | undefined),
    });
    if (made === undefined) return undefined;
    const corners = cornersOf[made.shape].length;
    const fits = corners === 0 ? made.points.length >= 3 : made.points.length === corners;
    return fits && (corners === 0 || made.points.every((p) => "x" in p)) ? made : undefined;
  },
};

/** The shapes of a custom pad, relative to it. */
export const primitives: Field<readonly Primitive[]> = {
  about: "The shapes of a custom pad, relative to it.",
  tokens: ["primitives"],
  absent: [],
  surface: eachOf(primitiveSurface),
  read(tree, [node]) {
    const found: Primitive[] = [];
    for (let c = node! + 1; c < tree.next[node!]!; c = tree.next[c]!) {
      if (tree.kind[c] === LIST && headOf(tree, c).startsWith("gr_")) found.push(primitiveOf(tree, c));
    }
    return found;
  },
  write: (list, file) =>
    list.length === 0 ? null : `(primitives ${list.map((each) => writePrimitive(each, file.version)).join(" ")})`,
};

function primitiveOf(tree: Tree, list: number): Primitive {
  const name = headOf(tree, list).slice(3);
  const shape = (name in cornersOf ? name : "poly") as Primitive["shape"];
  const pts = listOf(tree, list, "pts");
  const points: PathNode[] = [];
  for (const corner of cornersOf[shape]) {
    const node = listOf(tree, list, corner);
    if (node >= 0) points.push(pointOf(tree, node));
  }
  const width = listOf(tree, list, "width");
  const radius = listOf(tree, list, "radius");
  const fill = listOf(tree, list, "fill");
  const word = fill < 0 ? "" : textOf(tree, argOf(tree, fill, 1));
  return {
    shape,
    points: pts < 0 ? points : pathOf(tree, pts),
    width: width < 0 ? 0 : argNm(tree, width, 1),
    filled: fill < 0 ? shape === "poly" : word === "yes" || word === "solid",
    radius: radius < 0 ? null : argNm(tree, radius, 1),
  };
}

function writePrimitive(p: Primitive, version: number): string {
  const corners = cornersOf[p.shape].map((corner, i) => {
    const at = p.points[i] as Point;
    return `(${corner} ${formatNm(at.x)} ${formatNm(at.y)})`;
  });
  const body = corners.length === 0 ? writePath(p.points) : corners.join(" ");
  if (p.shape === "bbox" || p.shape === "vector") return `(gr_${p.shape} ${body})`;
  const radius = p.radius === null ? "" : ` (radius ${formatNm(p.radius)})`;
  const closed = p.shape === "poly" || p.shape === "rect" || p.shape === "circle";
  const fill = closed ? ` (fill ${p.filled ? "yes" : version < FILL_YES_NO ? "none" : "no"})` : "";
  return `(gr_${p.shape} ${body}${radius} (width ${formatNm(p.width)})${fill})`;
}

/** First version that says of a shape that is not filled no instead of none. */
const FILL_YES_NO = 20241129;

const padSize: Surface<Point> = {
  ...mmPoint,
  says: "[width, height] in mm, both greater than 0",
  from(json, current) {
    const size = mmPoint.from?.(json, current);
    return size !== undefined && size.x > 0 && size.y > 0 ? size : undefined;
  },
};

/** Width and height of a pad's copper. */
export const padSizeField: Field<Point> = {
  about: "Width and height (mm).",
  tokens: ["size"],
  absent: { x: 0, y: 0 },
  surface: padSize,
  read: (tree, [node]) => pointOf(tree, node!),
  write: (p) => `(size ${formatNm(p.x)} ${formatNm(p.y)})`,
};

export const chamfer: Field<readonly string[]> = {
  about: "The chamfered corners: top_left, top_right, bottom_left, bottom_right.",
  tokens: ["chamfer"],
  absent: [],
  surface: eachOf(oneOf<string>(["top_left", "top_right", "bottom_left", "bottom_right"])),
  read(tree, [node]) {
    const corners = ["top_left", "top_right", "bottom_left", "bottom_right"];
    return corners.filter((corner) => hasWord(tree, node!, corner));
  },
  write: (corners) => (corners.length === 0 ? null : `(chamfer ${corners.join(" ")})`),
};
