import type { Nm } from "../base/nm.ts";
import { decodeText, formatNm, formatNumber, headOf, nmOf, numberOf, quote, textOf } from "../format/text.ts";
import type { Tree } from "../format/tree.ts";
import { LIST, parseTree } from "../format/tree.ts";
import type { Absent, Field } from "./field.ts";
import { argOf, colorOf, hasWord, KICAD_8, listOf, writeColor } from "./field.ts";
import { anyNumber, anyText, colour, mmLength, oneOf, orNull, positiveLength, record, yesNo } from "./surface.ts";

/** How a text looks. Sizes in nanometres. */
export interface Effects {
  /** Font face; null for KiCad's stroke font. */
  readonly face: string | Absent;
  readonly width: Nm;
  readonly height: Nm;
  /** Pen width; null when the file leaves it to the size. */
  readonly thickness: Nm | Absent;
  readonly bold: boolean;
  readonly italic: boolean;
  readonly lineSpacing: number | Absent;
  readonly color: readonly number[] | Absent;
  readonly hAlign: "left" | "center" | "right";
  readonly vAlign: "top" | "center" | "bottom";
  readonly mirror: boolean;
  readonly hide: boolean;
  readonly href: string | Absent;
  /** Lists in here that we do not know, as compact text. */
  readonly extra: string;
}

/** KiCad's default text size in files that leave it out: 1.27 mm. */
export const DEFAULT_TEXT_SIZE: Nm = 1_270_000;

export const plainEffects: Effects = {
  face: null,
  width: DEFAULT_TEXT_SIZE,
  height: DEFAULT_TEXT_SIZE,
  thickness: null,
  bold: false,
  italic: false,
  lineSpacing: null,
  color: null,
  hAlign: "center",
  vAlign: "center",
  mirror: false,
  hide: false,
  href: null,
  extra: "",
};

const effectsKeys = {
  face: orNull(anyText),
  width: positiveLength,
  height: positiveLength,
  thickness: orNull(mmLength),
  bold: yesNo,
  italic: yesNo,
  lineSpacing: orNull(anyNumber),
  color: colour,
  hAlign: oneOf(["left", "center", "right"] as const),
  vAlign: oneOf(["top", "center", "bottom"] as const),
  mirror: yesNo,
  hide: yesNo,
  href: orNull(anyText),
};

const effectsSurface = record<Effects>(effectsKeys);

const { color: _, href: __, ...boardKeys } = effectsKeys;

/** The effects of a text on a board: KiCad refuses a colour and a link there. */
export function boardEffects(): Field<Effects> {
  return { ...effects(), surface: record<Effects>(boardKeys) };
}

/** `(effects (font …) (justify …) (hide yes))`. */
export function effects(): Field<Effects> {
  return {
    about: "How the text looks: size, thickness (mm), bold, italic, alignment, mirrored, hidden.",
    tokens: ["effects"],
    absent: plainEffects,
    shared: true,
    surface: effectsSurface,
    read: (tree, [node]) => readEffects(tree, node!),
    write: (value, file) => writeEffects(value, file.version),
  };
}

/** The effects that a list says, which may have no slots inside. */
export function readEffects({ bytes, start, end }: Tree, node: number): Effects {
  const tree = parseTree(bytes, { from: start[node]!, to: end[node]! });
  const list = 0;
  const font = listOf(tree, list, "font");
  const justify = listOf(tree, list, "justify");
  const has = (word: string) => justify >= 0 && hasWord(tree, justify, word);
  const size = font < 0 ? -1 : listOf(tree, font, "size");
  const thickness = font < 0 ? -1 : listOf(tree, font, "thickness");
  const spacing = font < 0 ? -1 : listOf(tree, font, "line_spacing");
  const face = font < 0 ? -1 : listOf(tree, font, "face");
  const href = listOf(tree, list, "href");
  return {
    face: face < 0 ? null : textOf(tree, argOf(tree, face, 1)),
    height: size < 0 ? DEFAULT_TEXT_SIZE : nmOf(tree, argOf(tree, size, 1)) || 0,
    width: size < 0 ? DEFAULT_TEXT_SIZE : nmOf(tree, argOf(tree, size, 2)) || 0,
    thickness: thickness < 0 ? null : nmOf(tree, argOf(tree, thickness, 1)) || 0,
    bold: font >= 0 && isOn(tree, font, "bold"),
    italic: font >= 0 && isOn(tree, font, "italic"),
    lineSpacing: spacing < 0 ? null : numberOf(tree, argOf(tree, spacing, 1)) || 0,
    color: font < 0 ? null : colorOf(tree, font),
    hAlign: has("left") ? "left" : has("right") ? "right" : "center",
    vAlign: has("top") ? "top" : has("bottom") ? "bottom" : "center",
    mirror: has("mirror"),
    hide: isOn(tree, list, "hide"),
    href: href < 0 ? null : textOf(tree, argOf(tree, href, 1)),
    extra: extraOf(tree, list),
  };
}

function isOn(tree: Tree, list: number, word: string): boolean {
  const node = listOf(tree, list, word);
  if (node < 0) return hasWord(tree, list, word);
  const arg = argOf(tree, node, 1);
  return arg < 0 || textOf(tree, arg) !== "no";
}

const known = new Set(["font", "justify", "hide", "href"]);

function extraOf(tree: Tree, list: number): string {
  let extra = "";
  for (let c = list + 1; c < tree.next[list]!; c = tree.next[c]!) {
    if (tree.kind[c] === LIST && !known.has(headOf(tree, c)))
      extra += ` ${decodeText(tree.bytes, tree.start[c]!, tree.end[c]!)}`;
  }
  return extra;
}

/** An effects list, as files of this version have it. */
export function writeEffects(e: Effects, version: number): string {
  const modern = version >= KICAD_8;
  const on = (word: string) => (modern ? ` (${word} yes)` : ` ${word}`);
  let font = e.face === null ? "" : `(face ${quote(e.face)}) `;
  font += `(size ${formatNm(e.height)} ${formatNm(e.width)})`;
  if (e.lineSpacing !== null) font += ` (line_spacing ${formatNumber(e.lineSpacing)})`;
  if (e.thickness !== null) font += ` (thickness ${formatNm(e.thickness)})`;
  if (e.bold) font += on("bold");
  if (e.italic) font += on("italic");
  font += writeColor(e.color);
  const words = [
    e.hAlign === "center" ? "" : e.hAlign,
    e.vAlign === "center" ? "" : e.vAlign,
    e.mirror ? "mirror" : "",
  ].filter((word) => word !== "");
  const justify = words.length === 0 ? "" : ` (justify ${words.join(" ")})`;
  const hide = e.hide ? on("hide") : "";
  const href = e.href === null ? "" : ` (href ${quote(e.href)})`;
  return `(effects (font ${font})${justify}${href}${hide}${e.extra})`;
}
