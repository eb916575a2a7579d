// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the variables of KiCad look like that.
import type { Point } from "../../base/nm.ts";
import { formatNm, quote, textOf } from "../../format/text.ts";
import type { Tree } from "../../format/tree.ts";
import { LIST } from "../../format/tree.ts";
import type { Absent, Field } from "../field.ts";
import {
  argOf,
  optionalInteger,
  optionalLength,
  optionalNumber,
  optionalText,
  pathOf,
  point,
  pointOf,
  positional,
  rawList,
  texts,
} from "../field.ts";
import type { ItemOf } from "../item.ts";
import type { Kind } from "../kind.ts";
import { defineKind } from "../kind.ts";
import { eachOf, mmLength, mmPath, oneOf, record } from "../surface.ts";

/** A place on the paper, measured from one of its corners; inwards is positive. */
export interface CornerPoint extends Point {
  readonly corner: Corner;
}

const corners = ["rbcorner", "lbcorner", "rtcorner", "ltcorner"] as const;
type Corner = (typeof corners)[number];

const cornerSurface = record<CornerPoint>({ x: mmLength, y: mmLength, corner: oneOf(corners) });

/** `(start 50 2 ltcorner)`; from the right bottom corner when none is named. */
function cornerPoint(token: string, about: string): Field<CornerPoint> {
  return {
    about: `${about} (mm inwards from the corner; rbcorner is right bottom)`,
    tokens: [token],
    absent: { x: 0, y: 0, corner: "rbcorner" },
    surface: cornerSurface,
    read(tree, [node]) {
      const word = argOf(tree, node!, 3);
      const said = word < 0 ? "" : textOf(tree, word);
      return { ...pointOf(tree, node!), corner: corners.find((corner) => corner === said) ?? "rbcorner" };
    },
    write: (p) => `(${token} ${formatNm(p.x)} ${formatNm(p.y)}${p.corner === "rbcorner" ? "" : ` ${p.corner}`})`,
  };
}

/** `(option page1only)`; a bare word in front of the rest in files of KiCad 5. */
const option: Field<string | Absent> = optionalText(
  "option",
  "On which pages it is: page1only or notonpage1; null for all.",
  false,
);

const name = optionalText("name", "Its name.");

const repeats = {
  comment: optionalText("comment", "A note for people."),
  repeat: optionalInteger("repeat", "How often it is drawn."),
  incrx: optionalLength("incrx", "Step to the right from one to the next."),
  incry: optionalLength("incry", "Step down from one to the next."),
};

const lineWidth = optionalLength("linewidth", "Pen width; the setup's when null.");

const setup = defineKind({
  kind: "setup",
  tokens: ["setup"],
  about: "What items go by that say nothing else, and the margins.",
  shape: {
    textSize: point("textsize", "Width and height of texts."),
    lineWidth,
    textLineWidth: optionalLength("textlinewidth", "Pen width of texts."),
    leftMargin: optionalLength("left_margin", "Left margin."),
    rightMargin: optionalLength("right_margin", "Right margin."),
    topMargin: optionalLength("top_margin", "Top margin."),
    bottomMargin: optionalLength("bottom_margin", "Bottom margin."),
  },
});

const line = defineKind({
  kind: "line",
  tokens: ["line"],
  about: "A line.",
  shape: {
    name,
    start: cornerPoint("start", "Start."),
    end: cornerPoint("end", "End."),
    option,
    lineWidth,
    ...repeats,
  },
});

const rectangle = defineKind({
  kind: "rectangle",
  tokens: ["rect"],
  about: "A rectangle.",
  shape: {
    name,
    start: cornerPoint("start", "One corner."),
    end: cornerPoint("end", "The opposite corner."),
    option,
    lineWidth,
    ...repeats,
  },
});

const outlines: Field<readonly (readonly Point[])[]> = {
  about: "Its outlines, relative to its place (mm).",
  tokens: ["pts"],
  absent: [],
  many: true,
  surface: eachOf(mmPath) as never,
  read: (tree, nodes) => nodes.map((node) => pathOf(tree, node) as Point[]),
  write: (list) =>
    list.length === 0
      ? null
      : list.map((pts) => `(pts ${pts.map((p) => `(xy ${formatNm(p.x)} ${formatNm(p.y)})`).join(" ")})`).join(" "),
};

const polygon = defineKind({
  kind: "polygon",
  tokens: ["polygon"],
  about: "A filled polygon.",
  shape: {
    name,
    at: cornerPoint("pos", "Its place."),
    rotate: optionalNumber("rotate", "Angle in degrees."),
    option,
    lineWidth,
    ...repeats,
    outlines,
  },
});

/** How a text of a drawing sheet looks, as the file says it. */
const font: Field<string | Absent> = rawList("font", "Size, pen, face, bold and italic of the text.");

function loose(tree: Tree, node: number): string {
  return tree.kind[node] === LIST ? "" : textOf(tree, node);
}

const text = defineKind({
  kind: "text",
  tokens: ["tbtext"],
  about: "A text; may hold variables such as ${TITLE} or KiCad 5's %T.",
  shape: {
    text: { ...positional(0, "The text."), read: (tree, [node]) => loose(tree, node!), write: quote } as Field<string>,
    name,
    at: cornerPoint("pos", "Anchor."),
    option,
    font,
    justify: texts("justify", "left, center, right, top, bottom.", false),
    rotate: optionalNumber("rotate", "Angle in degrees."),
    maxLength: optionalLength("maxlen", "The text is made narrower beyond this length."),
    maxHeight: optionalLength("maxheight", "The text is made lower beyond this height."),
    ...repeats,
    incrementLabel: optionalInteger("incrlabel", "By how much its number or letter grows at each repetition."),
  },
});

const bitmap = defineKind({
  kind: "bitmap",
  tokens: ["bitmap"],
  about: "A picture.",
  shape: {
    name,
    at: cornerPoint("pos", "Centre."),
    scale: optionalNumber("scale", "Scale."),
    option,
    ...repeats,
    pngData: { ...rawList("pngdata", "The picture, in files before KiCad 8."), bulky: true },
    data: { ...rawList("data", "The picture as base64."), bulky: true },
  },
});

/** Everything that stands in a drawing sheet. */
export const drawingSheetKinds: readonly Kind[] = [setup, line, rectangle, polygon, text, bitmap];

export type SheetText = ItemOf<typeof text>;
