import type { Degrees, Nm, Point } from "../base/nm.ts";
import {
  decodeText,
  formatDegrees,
  formatNm,
  formatNumber,
  headOf,
  nmOf,
  numberOf,
  quote,
  textOf,
} from "../format/text.ts";
import type { Tree } from "../format/tree.ts";
import { LIST } from "../format/tree.ts";
import type { Kind } from "./kind.ts";

export type { PathNode } from "./path.ts";
export { path, pathOf, writePath } from "./path.ts";

import type { Surface } from "./surface.ts";
import {
  anyNumber,
  anyText,
  bareWord,
  colour,
  eachOf,
  integer,
  layerName,
  mmLength,
  mmPlacement,
  mmPoint,
  netName,
  oneOf,
  orNull,
  rawText,
  readOnly,
  record,
  yesNo,
} from "./surface.ts";

/** What a codec needs to know of the file around an item. */
export interface FileContext {
  /** The file's version token, e.g. 20241229. */
  readonly version: number;
  /** Net names by number (boards before KiCad 10; empty otherwise). */
  readonly netNames: ReadonlyMap<number, string>;
  /** Net numbers by name. */
  readonly netCodes: ReadonlyMap<string, number>;
}

/** Items hold their absence as `null`, so that a patch survives JSON. */
export type Absent = null;

/**
 * One property of an item and where its text stands: in lists headed by one of `tokens`, in the `position`-th loose
 * word after the head, or as one of the loose `words`. Reader and writer come from this one value.
 */
export interface Field<T> {
  /** What the property is, with its unit; shown by `query.schema`. */
  readonly about: string;
  readonly tokens?: readonly string[];
  readonly position?: number;
  readonly words?: readonly string[];
  /** Stands inside the list of this other property, which writes both (`knockout` in `layer`), unless it has its own. */
  readonly rides?: string;
  /** Its bare word stands right before this property (a word, too), or right behind the head ("") . */
  readonly wordBefore?: string;
  /** The value when nothing stands in the file. */
  readonly absent: T;
  /** The value (a T) when nothing stands in the file, where other properties tell it; `of` gives those by name. */
  implied?(of: (name: string) => unknown): unknown;
  /** Several lists of this token make one value (`polygon`, `filled_polygon`). */
  readonly many?: boolean;
  /** Reads the value from its nodes (one, unless `many`). */
  read(tree: Tree, nodes: readonly number[], file: FileContext): T;
  /** The value as compact text, or null when nothing is to stand in the file. `all` are the item's properties. */
  write(value: T, file: FileContext, all: Readonly<Record<string, unknown>>): string | null;
  /** First file version that knows the token: in older files it is not to be set and is never written. */
  readonly since?: number;
  /** First file version that has the token no more. */
  readonly until?: number;
  /** The properties inside the property's list, when it has some; of each of its lists when `many`. */
  readonly inner?: Kind;
  /** The value is this one of the inner properties. */
  readonly unwrap?: string;
  /** Equal text is read once and gives the same object: for what a file says again and again. */
  readonly shared?: boolean;
  /** The property's form at the surface (mm, JSON) and the way back; as it is and read only when left out. */
  readonly surface?: Surface<T>;
  /** Long data that is shown only when asked for by name. */
  readonly bulky?: boolean;
}

/** The first version tokens of KiCad's releases as this program needs them. */
export const KICAD_7 = 20220914;
export const KICAD_8 = 20231014;
export const KICAD_9 = 20241229;
export const KICAD_10 = 20260206;
export const KICAD_10_NETS = 20251028;

/** Whether items name their nets (KiCad 10) instead of numbering them in a table. */
export function hasNamedNets(file: FileContext): boolean {
  return file.version >= KICAD_10_NETS && file.netCodes.size === 0;
}

/** Node of the n-th value after a list's head, or -1. */
export function argOf(tree: Tree, list: number, n: number): number {
  let c = list + 1;
  for (let k = 0; k <= n && c < tree.next[list]!; k++, c = tree.next[c]!) if (k === n) return c;
  return -1;
}

/** The nodes of a list's sub-lists with this head. */
export function listsOf(tree: Tree, list: number, head: string): number[] {
  const found: number[] = [];
  for (let c = list + 1; c < tree.next[list]!; c = tree.next[c]!)
    if (tree.kind[c] === LIST && headOf(tree, c) === head) found.push(c);
  return found;
}

/** The first sub-list with this head, or -1. */
export function listOf(tree: Tree, list: number, head: string): number {
  for (let c = list + 1; c < tree.next[list]!; c = tree.next[c]!)
    if (tree.kind[c] === LIST && headOf(tree, c) === head) return c;
  return -1;
}

/** Whether a loose word stands among a list's values. */
export function hasWord(tree: Tree, list: number, word: string): boolean {
  for (let c = list + 1; c < tree.next[list]!; c = tree.next[c]!)
    if (tree.kind[c] !== LIST && textOf(tree, c) === word) return true;
  return false;
}

function nmArg(tree: Tree, list: number, n: number): Nm {
  const node = argOf(tree, list, n);
  return node < 0 ? 0 : nmOf(tree, node) || 0;
}

/** The point of a list such as `(start 1 2)`. */
export function pointOf(tree: Tree, list: number): Point {
  return { x: nmArg(tree, list, 1), y: nmArg(tree, list, 2) };
}

/** `(token x y)`: a place. */
export function point(token: string, about: string): Field<Point> {
  return {
    about: `${about} (mm)`,
    tokens: [token],
    absent: { x: 0, y: 0 },
    surface: mmPoint,
    read: (tree, [node]) => pointOf(tree, node!),
    write: (p) => `(${token} ${formatNm(p.x)} ${formatNm(p.y)})`,
  };
}

/** `(token x y)` that may be missing. */
export function optionalPoint(token: string, about: string): Field<Point | Absent> {
  return {
    about: `${about} (mm)`,
    tokens: [token],
    absent: null,
    surface: orNull(mmPoint),
    read: (tree, [node]) => pointOf(tree, node!),
    write: (p) => (p === null ? null : `(${token} ${formatNm(p.x)} ${formatNm(p.y)})`),
  };
}

/** A place with an angle in degrees. */
export interface Placement extends Point {
  readonly angle: Degrees;
}

export interface PlacementOptions {
  /** Whether the angle is written when it is zero. */
  readonly zero: "written" | "left-out";
}

/** `(at x y angle)`. */
export function placement(about: string, options: PlacementOptions): Field<Placement> {
  return {
    about: `${about} (mm; angle in degrees, counter-clockwise)`,
    tokens: ["at"],
    absent: { x: 0, y: 0, angle: 0 },
    surface: mmPlacement,
    read(tree, [node]) {
      const angle = argOf(tree, node!, 3);
      return {
        x: nmArg(tree, node!, 1),
        y: nmArg(tree, node!, 2),
        angle: angle < 0 ? 0 : numberOf(tree, angle) || 0,
      };
    },
    write(p) {
      const angle = p.angle === 0 && options.zero === "left-out" ? "" : ` ${formatDegrees(p.angle)}`;
      return `(at ${formatNm(p.x)} ${formatNm(p.y)}${angle})`;
    },
  };
}

/** `(token n)`: a length. */
export function length(token: string, about: string): Field<Nm> {
  return {
    about: `${about} (mm)`,
    tokens: [token],
    absent: 0,
    surface: mmLength,
    read: (tree, [node]) => nmArg(tree, node!, 1),
    write: (value) => `(${token} ${formatNm(value)})`,
  };
}

/** `(token n)` that may be missing. */
export function optionalLength(token: string, about: string): Field<Nm | Absent> {
  return {
    about: `${about} (mm)`,
    tokens: [token],
    absent: null,
    surface: orNull(mmLength),
    read: (tree, [node]) => nmArg(tree, node!, 1),
    write: (value) => (value === null ? null : `(${token} ${formatNm(value)})`),
  };
}

/** `(token n)`: a plain number that may be missing. */
export function optionalNumber(token: string, about: string): Field<number | Absent> {
  return {
    about,
    tokens: [token],
    absent: null,
    surface: orNull(anyNumber),
    read(tree, [node]) {
      const arg = argOf(tree, node!, 1);
      return arg < 0 ? null : numberOf(tree, arg) || 0;
    },
    write: (value) => (value === null ? null : `(${token} ${formatNumber(value)})`),
  };
}

/** `(token n)`: a whole number that may be missing. */
export function optionalInteger(token: string, about: string): Field<number | Absent> {
  return { ...optionalNumber(token, about), surface: orNull(integer) };
}

/** `(token "text")` that may be missing. */
export function optionalText(token: string, about: string, quoted = true): Field<string | Absent> {
  return {
    about,
    tokens: [token],
    absent: null,
    surface: orNull(quoted ? anyText : bareWord),
    read(tree, [node]) {
      const arg = argOf(tree, node!, 1);
      return arg < 0 ? "" : textOf(tree, arg);
    },
    write: (value) => (value === null ? null : `(${token} ${quoted ? quote(value) : value})`),
  };
}

/** `(token "text")`. */
export function text(token: string, about: string, quoted = true): Field<string> {
  return {
    ...optionalText(token, about, quoted),
    absent: "",
    surface: quoted ? anyText : bareWord,
    read(tree, [node]) {
      const arg = argOf(tree, node!, 1);
      return arg < 0 ? "" : textOf(tree, arg);
    },
    write: (value) => (value === "" ? null : `(${token} ${quoted ? quote(value) : value})`),
  };
}

/** `(token "a" "b" …)`. */
export function texts(token: string, about: string, quoted = true): Field<readonly string[]> {
  return {
    about,
    tokens: [token],
    absent: [],
    surface: eachOf(quoted ? anyText : bareWord),
    read(tree, [node]) {
      const found: string[] = [];
      for (let c = tree.next[node! + 1]!; c < tree.next[node!]!; c = tree.next[c]!) found.push(textOf(tree, c));
      return found;
    },
    write: (value) => (value.length === 0 ? null : `(${token} ${value.map((v) => (quoted ? quote(v) : v)).join(" ")})`),
  };
}

/** The n-th word after the head, as a quoted text or a bare word. */
export function positional(position: number, about: string, quoted = true): Field<string> {
  return {
    about,
    position,
    absent: "",
    surface: quoted ? anyText : bareWord,
    read: (tree, [node]) => textOf(tree, node!),
    write: (value) => (quoted ? quote(value) : value),
  };
}

/** The n-th word after the head as a layer's name. */
export function layerNameField(position: number): Field<string> {
  return { ...positional(position, "The layer's name."), surface: layerName };
}

/** A yes/no property: `(word yes)` since KiCad 8, a loose `word` before; `(word)` is read too. */
export function flag(word: string, about: string): Field<boolean> {
  return {
    about,
    tokens: [word],
    words: [word],
    absent: false,
    surface: yesNo,
    read(tree, [node]) {
      if (tree.kind[node!] !== LIST) return true;
      const arg = argOf(tree, node!, 1);
      return arg < 0 || textOf(tree, arg) !== "no";
    },
    write: (value, file) => (value ? (file.version >= KICAD_8 ? `(${word} yes)` : word) : null),
  };
}

/** `(token yes|no)` with both values written; null when the token is missing. */
export function optionalYesNo(token: string, about: string): Field<boolean | Absent> {
  return {
    about,
    tokens: [token],
    absent: null,
    surface: orNull(yesNo),
    read(tree, [node]) {
      const arg = argOf(tree, node!, 1);
      return arg < 0 || !["no", "false"].includes(textOf(tree, arg));
    },
    write: (value) => (value === null ? null : `(${token} ${value ? "yes" : "no"})`),
  };
}

/** The item's uuid: `uuid` since KiCad 8, `tstamp` before. */
export function uuid(): Field<string | Absent> {
  return {
    about: "The item's uuid.",
    tokens: ["uuid", "tstamp"],
    absent: null,
    surface: readOnly(orNull(anyText)),
    read(tree, [node]) {
      const arg = argOf(tree, node!, 1);
      return arg < 0 ? null : textOf(tree, arg);
    },
    write(value, file) {
      if (value === null) return null;
      return file.version >= KICAD_8 ? `(uuid ${quote(value)})` : `(tstamp ${value})`;
    },
  };
}

/** A net: by number up to KiCad 9, by name since KiCad 10. The value is the net's name; "" is no net. */
export function net(style: "code" | "code-and-name"): Field<string> {
  return {
    about: "The net's name; empty when the item has none.",
    tokens: ["net"],
    absent: "",
    surface: netName,
    read(tree, [node], file) {
      const second = argOf(tree, node!, 2);
      if (second >= 0) return textOf(tree, second);
      const first = argOf(tree, node!, 1);
      if (first < 0) return "";
      const word = textOf(tree, first);
      if (tree.kind[first] !== 2 && /^\d+$/.test(word)) return file.netNames.get(Number(word)) ?? "";
      return word;
    },
    write(name, file) {
      if (hasNamedNets(file)) return name === "" ? null : `(net ${quote(name)})`;
      if (style === "code-and-name" && name === "") return null;
      const code = file.netCodes.get(name) ?? 0;
      return style === "code" ? `(net ${code})` : `(net ${code} ${quote(name)})`;
    },
  };
}

/** One of some loose words after the head (`blind`, `micro`), or "" for none. */
export function oneWord(words: readonly string[], about: string): Field<string> {
  return {
    about,
    words,
    absent: "",
    surface: oneOf(["", ...words]),
    read: (tree, [node]) => textOf(tree, node!),
    write: (value) => (value === "" ? null : value),
  };
}

/** A layer's name; a text's layer list may also say `knockout`. */
export function layer(about = "The layer's name."): Field<string> {
  return {
    ...text("layer", about),
    surface: layerName,
    write: (value, _file, all) =>
      value === "" ? null : `(layer ${quote(value)}${all["knockout"] === true ? " knockout" : ""})`,
  };
}

/** Whether a text is cut out of a filled box; stands in its layer list. */
export function knockout(): Field<boolean> {
  return {
    about: "Whether the text is cut out of a filled box.",
    rides: "layer",
    absent: false,
    surface: yesNo,
    read: (tree, [node]) => hasWord(tree, node!, "knockout"),
    write: () => null,
  };
}

/** A line's pen. */
export interface Stroke {
  readonly width: Nm;
  /** KiCad's word: solid, default, dash, dot, dash_dot, dash_dot_dot. */
  readonly type: string;
  /** Red, green, blue 0..255 and opacity 0..1; null for the theme's colour. */
  readonly color: readonly number[] | Absent;
}

/** The numbers of a `(color r g b a)` list inside another, or null. */
export function colorOf(tree: Tree, list: number): readonly number[] | Absent {
  const node = listOf(tree, list, "color");
  if (node < 0) return null;
  return [1, 2, 3, 4].map((n) => numberOf(tree, argOf(tree, node, n)) || 0);
}

export function writeColor(color: readonly number[] | Absent): string {
  return color === null ? "" : ` (color ${color.map(formatNumber).join(" ")})`;
}

const strokeSurface: Surface<Stroke> = record<Stroke>({
  width: mmLength,
  type: oneOf<string>(["solid", "default", "dash", "dot", "dash_dot", "dash_dot_dot"]),
  color: colour,
});

/** `(stroke (width …) (type …))`; `(width …)` before KiCad 7. */
export function stroke(): Field<Stroke> {
  return {
    about: "The line: width (mm), type (solid, default, dash, dot, dash_dot, dash_dot_dot), colour.",
    tokens: ["stroke", "width"],
    absent: { width: 0, type: "solid", color: null },
    shared: true,
    surface: strokeSurface,
    read(tree, [node]) {
      if (headOf(tree, node!) === "width") return { width: nmArg(tree, node!, 1), type: "solid", color: null };
      const width = listOf(tree, node!, "width");
      const type = listOf(tree, node!, "type");
      return {
        width: width < 0 ? 0 : nmArg(tree, width, 1),
        type: type < 0 ? "solid" : textOf(tree, argOf(tree, type, 1)),
        color: colorOf(tree, node!),
      };
    },
    write(s, file) {
      if (file.version < KICAD_7) return `(width ${formatNm(s.width)})`;
      return `(stroke (width ${formatNm(s.width)}) (type ${s.type})${writeColor(s.color)})`;
    },
  };
}

/** A part of the file as it stands, read only by who knows it. */
export function rawList(token: string, about: string): Field<string | Absent> {
  return {
    about,
    tokens: [token],
    absent: null,
    surface: rawText(token),
    read: (tree, [node]) => decodeText(tree.bytes, tree.start[node!]!, tree.end[node!]!),
    write: (value) => value,
  };
}
