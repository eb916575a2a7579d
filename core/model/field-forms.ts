import type { Nm } from "../base/nm.ts";
import { formatNm, formatNumber, nmOf, numberOf, textOf } from "../format/text.ts";
import type { Absent, Field } from "./field.ts";
import { argOf, hasWord, KICAD_8, listOf, optionalText } from "./field.ts";
import { anyNumber, eachOf, mmLength, oneOf, orNull, record, yesNo } from "./surface.ts";

/** The same field with the versions that have it. */
export function between<T>(field: Field<T>, since?: number, until?: number): Field<T> {
  return { ...field, ...(since === undefined ? {} : { since }), ...(until === undefined ? {} : { until }) };
}

/** The n-th word after the head as a length; null when it is not there. */
export function positionalLength(position: number, about: string): Field<Nm | Absent> {
  return {
    about: `${about} (mm)`,
    position,
    absent: null,
    surface: orNull(mmLength),
    read: (tree, [node]) => nmOf(tree, node!) || 0,
    write: (value) => (value === null ? null : formatNm(value)),
  };
}

/** The n-th word after the head as a number; null when it is not there. */
export function positionalNumber(position: number, about: string): Field<number | Absent> {
  return {
    about,
    position,
    absent: null,
    surface: orNull(anyNumber),
    read: (tree, [node]) => numberOf(tree, node!) || 0,
    write: (value) => (value === null ? null : formatNumber(value)),
  };
}

/** The n-th word after the head as yes or no. */
export function positionalYesNo(position: number, about: string): Field<boolean> {
  return {
    about,
    position,
    absent: false,
    surface: yesNo,
    read: (tree, [node]) => textOf(tree, node!) === "yes",
    write: (value) => (value ? "yes" : "no"),
  };
}

/** `(token word)`, one of some words; null when the token is missing. */
export function optionalWord(token: string, words: readonly string[], about: string): Field<string | Absent> {
  return { ...optionalText(token, about, false), surface: orNull(oneOf(words)) };
}

/** `(token a b …)`: some lengths. */
export function lengths(token: string, about: string): Field<readonly Nm[]> {
  return {
    about: `${about} (mm)`,
    tokens: [token],
    absent: [],
    surface: eachOf(mmLength),
    read(tree, [node]) {
      const found: Nm[] = [];
      for (let c = tree.next[node! + 1]!; c < tree.next[node!]!; c = tree.next[c]!) found.push(nmOf(tree, c) || 0);
      return found;
    },
    write: (value) => (value.length === 0 ? null : `(${token} ${value.map(formatNm).join(" ")})`),
  };
}

/** Front and back of a board, each yes, no, or left to the board's settings (null). */
export interface Sides {
  readonly front: boolean | Absent;
  readonly back: boolean | Absent;
}

/** First version that writes both sides as lists of their own. */
const SIDES_AS_LISTS = 20250228;

/** `(tenting (front yes) (back no))`; before KiCad 10 the sides that are on as words, or `none`. */
export function sides(token: string, about: string, since?: number): Field<Sides | Absent> {
  return {
    about: `${about}: front and back, each true, false, or null for the board's own setting.`,
    tokens: [token],
    absent: null,
    ...(since === undefined ? {} : { since }),
    surface: {
      ...orNull(record<Sides>({ front: orNull(yesNo), back: orNull(yesNo) })),
      from(json, current) {
        const given = orNull(record<Sides>({ front: orNull(yesNo), back: orNull(yesNo) }));
        return given.from?.(json, current ?? { front: null, back: null });
      },
    },
    read(tree, [node]) {
      const side = (name: "front" | "back") => {
        const list = listOf(tree, node!, name);
        if (list < 0) return null;
        const word = argOf(tree, list, 1);
        return word < 0 || textOf(tree, word) === "yes" ? true : textOf(tree, word) === "none" ? null : false;
      };
      if (listOf(tree, node!, "front") >= 0 || listOf(tree, node!, "back") >= 0)
        return { front: side("front"), back: side("back") };
      return { front: hasWord(tree, node!, "front"), back: hasWord(tree, node!, "back") };
    },
    write(value, file) {
      if (value === null) return null;
      if (file.version < SIDES_AS_LISTS) {
        const on = [value.front === true ? "front" : "", value.back === true ? "back" : ""].filter((w) => w !== "");
        return `(${token} ${on.length === 0 ? "none" : on.join(" ")})`;
      }
      const side = (on: boolean | Absent) => (on === null ? "none" : on ? "yes" : "no");
      return `(${token} (front ${side(value.front)}) (back ${side(value.back)}))`;
    },
  };
}

/** `(token)` before KiCad 8, `(token yes)` since: on when it stands there. */
export function listFlag(token: string, about: string): Field<boolean> {
  return {
    about,
    tokens: [token],
    words: [token],
    absent: false,
    surface: yesNo,
    read(tree, [node]) {
      const arg = tree.kind[node!] === 0 ? argOf(tree, node!, 1) : -1;
      return arg < 0 || textOf(tree, arg) !== "no";
    },
    write: (value, file) => (value ? (file.version >= KICAD_8 ? `(${token} yes)` : `(${token})`) : null),
  };
}
