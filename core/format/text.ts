import type { Degrees, Nm } from "../base/nm.ts";
import type { Tree } from "./tree.ts";
import { STRING } from "./tree.ts";

const decoder = new TextDecoder("utf-8", { fatal: false, ignoreBOM: true });
const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const encoder = new TextEncoder();

/** UTF-8 text to bytes. */
export function encodeText(text: string): Uint8Array {
  return encoder.encode(text);
}

/** Longer texts made letter by letter are a chain of objects, and the decoder is faster. */
const SHORT = 12;

/** Longer texts are cut: no program could hold them, and the reader has told a problem by then. */
const LONGEST = 1 << 28;

/** Bytes to text. Short ASCII runs, the usual case, skip the decoder. */
export function decodeText(bytes: Uint8Array, start = 0, end = bytes.length): string {
  if (end - start > LONGEST) return decoder.decode(bytes.subarray(start, start + LONGEST));
  if (end - start <= SHORT) {
    let text = "";
    let i = start;
    for (; i < end && bytes[i]! < 128; i++) text += String.fromCharCode(bytes[i]!);
    if (i === end) return text;
  }
  const to = Math.min(end, bytes.length);
  // Not `subarray`: with Node's buffers that takes twice as long.
  return to <= start ? "" : decoder.decode(new Uint8Array(bytes.buffer, bytes.byteOffset + start, to - start));
}

/** Whether the bytes are valid UTF-8. */
export function isUtf8(bytes: Uint8Array): boolean {
  try {
    strict.decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** The value of an atom or a string: escapes resolved as KiCad's reader does; "" for a node that is not there (-1). */
export function textOf(tree: Tree, node: number): string {
  if (node < 0) return "";
  const start = tree.start[node]!;
  const end = tree.end[node]!;
  if (tree.kind[node] !== STRING) return end - start <= COMMON ? wordAt(tree, start, end) : sliceOf(tree, start, end);
  if (end - start <= COMMON && end - start > 1 && tree.bytes[end - 1] === 34) {
    const word = wordAt(tree, start + 1, end - 1);
    return word.includes("\\") ? unescapeText(word) : word;
  }
  const raw = sliceOf(tree, start + 1, tree.bytes[end - 1] === 34 && end - 1 > start ? end - 1 : end);
  return raw.includes("\\") ? unescapeText(raw) : raw;
}

/** The text of a stretch of a tree's bytes, as it stands. */
export function sliceOf({ bytes, kept }: Tree, start: number, end: number): string {
  return start === kept.start && end === kept.end ? kept.text : decodeText(bytes, start, end);
}

/** Keeps the text of a stretch for who asks for it next. */
export function keepSlice({ kept }: Tree, start: number, end: number, text: string): string {
  kept.start = start;
  kept.end = end;
  kept.text = text;
  return text;
}

/** A string as KiCad writes it: quoted, with backslash, quote, line feed and carriage return escaped. */
export function quote(value: string): string {
  return `"${value.replace(/[\\"\n\r]/g, (c) => (c === "\n" ? "\\n" : c === "\r" ? "\\r" : `\\${c}`))}"`;
}

const escapes: Readonly<Record<string, string>> = {
  n: "\n",
  r: "\r",
  t: "\t",
  a: "\x07",
  b: "\b",
  f: "\f",
  v: "\v",
};

function unescapeText(raw: string): string {
  return raw.replace(/\\(x[0-9a-fA-F]{1,2}|[0-7]{1,3}|[\s\S])/g, (_, e: string) => {
    if (e.length > 1 && e[0] === "x") return String.fromCharCode(Number.parseInt(e.slice(1), 16));
    if (/^[0-7]/.test(e)) return String.fromCharCode(Number.parseInt(e, 8));
    return escapes[e] ?? e;
  });
}

/** Words by a part of their hash; of two with the same part the later stays. */
const interned: string[] = new Array(1 << 12).fill("");

/** Texts up to this length (bytes) are kept for all who ask: most come again and again. */
const COMMON = 12;

/** The text of a short ASCII word (a token's head), without making a new string for each. */
export function wordOf(tree: Tree, node: number): string {
  return wordAt(tree, tree.start[node]!, tree.end[node]!);
}

function wordAt({ bytes }: Tree, start: number, end: number): string {
  let hash = end - start;
  for (let i = start; i < end; i++) hash = (Math.imul(hash, 31) + bytes[i]!) | 0;
  const slot = (hash ^ (hash >>> 12)) & (interned.length - 1);
  const known = interned[slot]!;
  if (known.length === end - start && sameAscii(bytes, start, known)) return known;
  const word = decodeText(bytes, start, end);
  if (word.length === end - start && word.length < 40) interned[slot] = word;
  return word;
}

function sameAscii(bytes: Uint8Array, start: number, word: string): boolean {
  for (let i = 0; i < word.length; i++) if (bytes[start + i] !== word.charCodeAt(i)) return false;
  return true;
}

/** The head word of a list, or "" when the list has none. */
export function headOf(tree: Tree, list: number): string {
  const first = list + 1;
  return first < tree.next[list]! && tree.kind[first] === 1 ? wordOf(tree, first) : "";
}

/**
 * A millimetre number in the text as nanometres, rounded half away from zero as KiCad reads it; NaN when it is no
 * finite number or not there (-1). Properties travel as JSON, which has no NaN: their readers say `|| 0`.
 */
export function nmOf(tree: Tree, node: number): Nm {
  return node < 0 ? Number.NaN : nmIn(tree.bytes, tree.start[node]!, tree.end[node]!);
}

/** The same for the bytes of a number. */
export function nmIn(bytes: Uint8Array, start: number, end: number): Nm {
  let i = start;
  let negative = false;
  if (bytes[i] === 45) {
    negative = true;
    i++;
  } else if (bytes[i] === 43) i++;
  const first = i;
  let value = 0;
  let d = 0;
  for (; i < end && (d = bytes[i]! - 48) >= 0 && d <= 9; i++) value = value * 10 + d;
  let digits = i - first;
  value *= 1e6;
  if (i < end && bytes[i] === 46) {
    i++;
    let unit = 1e5;
    let rest = 0;
    const firstFraction = i;
    for (; i < end && (d = bytes[i]! - 48) >= 0 && d <= 9; i++) {
      if (unit >= 1) value += d * unit;
      else if (rest === 0) rest = d >= 5 ? 1 : -1;
      unit /= 10;
    }
    if (rest === 1) value += 1;
    digits += i - firstFraction;
  }
  if (i < end || digits === 0) {
    return finite(Math.round(Number(decodeText(bytes, start, end) || "x") * 1e6));
  }
  return finite(negative ? 0 - value : value);
}

/** A plain number in the text; NaN when it is no finite number or not there (-1). */
export function numberOf(tree: Tree, node: number): number {
  if (node < 0) return Number.NaN;
  const { bytes } = tree;
  const start = tree.start[node]!;
  const end = tree.end[node]!;
  // So many digits are a whole number below 2^53, and a quotient of two exact numbers is rounded as `Number` does.
  if (end - start <= DIGITS) {
    let i = bytes[start] === 45 ? start + 1 : start;
    let value = 0;
    let scale = 0;
    let d = 0;
    const first = i;
    for (; i < end; i++) {
      d = bytes[i]! - 48;
      if (d >= 0 && d <= 9) {
        value = value * 10 + d;
        scale *= 10;
      } else if (d === -2 && scale === 0) scale = 1;
      else break;
    }
    if (i === end && end - first > (scale === 0 ? 0 : 1)) {
      const size = scale === 0 ? value : value / scale;
      return bytes[start] === 45 ? -size : size;
    }
  }
  return finite(Number(decodeText(bytes, start, end) || "x"));
}

const DIGITS = 15;

function finite(value: number): number {
  return Number.isFinite(value) ? value : Number.NaN;
}

/** Nanometres as KiCad writes millimetres: at most six decimals, no trailing zeros, no exponent. */
export function formatNm(nm: Nm): string {
  const n = Math.round(nm);
  if (n === 0) return "0";
  const abs = Math.abs(n);
  const whole = Math.floor(abs / 1e6);
  const fraction = abs % 1e6;
  const sign = n < 0 ? "-" : "";
  if (fraction === 0) return `${sign}${whole}`;
  return `${sign}${whole}.${String(fraction).padStart(6, "0").replace(/0+$/, "")}`;
}

/**
 * A number as KiCad writes angles and ratios: ten significant digits, or sixteen decimals where it is at most 0.0001;
 * no exponent, no trailing zeros.
 */
export function formatNumber(value: number): string {
  if (Number.isInteger(value)) return String(value === 0 ? 0 : value);
  const size = Math.abs(value);
  const decimals = size <= 1e-4 ? 16 : Math.min(20, Math.max(0, 9 - Math.floor(Math.log10(size))));
  const text = Number(value.toPrecision(size <= 1e-4 ? 17 : 10)).toFixed(decimals);
  const short = text.includes(".") ? text.replace(/0+$/, "").replace(/\.$/, "") : text;
  return short === "-0" ? "0" : short;
}

/** An angle as KiCad writes it. */
export function formatDegrees(angle: Degrees): string {
  return formatNumber(angle);
}
