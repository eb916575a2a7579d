import type { Json, JsonMember, JsonNode, JsonObject } from "./json-tree.ts";
import { jsonValue, sameJson } from "./json-tree.ts";
import { decodeText } from "./text.ts";

/** A number that is written with a decimal point even when it is whole, as KiCad writes lengths. */
export class Real {
  readonly value: number;

  constructor(value: number) {
    this.value = value;
  }
}

export type Eol = "\n" | "\r\n";

/** The text that is patched, and how its lines end. */
export interface JsonText {
  readonly bytes: Uint8Array;
  readonly eol: Eol;
}

/** A value to be written. */
export type ToWrite = Json | Real | readonly ToWrite[] | { readonly [key: string]: ToWrite };

/** A value in KiCad's layout: two blanks a level, keys in order, nothing on the line of a bracket but the empty pair. */
export function layOutJson(value: ToWrite, depth = 0, like?: JsonNode | null): string {
  if (value instanceof Real) return realText(value.value);
  if (typeof value === "number") return numberText(value, like);
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const inner = `\n${"  ".repeat(depth + 1)}`;
  const outer = `\n${"  ".repeat(depth)}`;
  if (Array.isArray(value)) {
    const template = like?.is === "array" ? (like.elements[0] ?? null) : null;
    const texts = (value as ToWrite[]).map((each) => layOutJson(each, depth + 1, template));
    return texts.length === 0 ? "[]" : `[${inner}${texts.join(`,${inner}`)}${outer}]`;
  }
  const members = like?.is === "object" ? new Map(like.members.map(({ key, node }) => [key, node])) : null;
  const texts = Object.entries(value as Readonly<Record<string, ToWrite>>)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, each]) => `${JSON.stringify(key)}: ${layOutJson(each, depth + 1, members?.get(key) ?? null)}`);
  return texts.length === 0 ? "{}" : `{${inner}${texts.join(`,${inner}`)}${outer}}`;
}

/** What a text says becomes `value`: what is the same keeps its text, the rest is written in KiCad's layout. */
export function patchJson(on: JsonText, node: JsonNode, value: ToWrite, depth = 0, like?: JsonNode | null): string {
  const own = decodeText(on.bytes, node.start, node.end);
  const fresh = (template = like) => withEol(layOutJson(value, depth, template), on.eol);
  if (value instanceof Real) return sameJson(jsonValue(node), value.value) ? own : realText(value.value);
  if (node.is === "leaf" || value === null || typeof value !== "object")
    return sameJson(jsonValue(node), plainJson(value)) ? own : fresh(node.is === "leaf" ? node : like);
  // Blanks in an empty pair are the file's own.
  const isEmpty = (node.is === "array" ? node.elements : node.members).length === 0 && Object.keys(value).length === 0;
  if (isEmpty && Array.isArray(value) === (node.is === "array")) return own;
  if (Array.isArray(value)) {
    if (node.is !== "array") return fresh();
    return patchArray(on, node, value as ToWrite[], depth);
  }
  if (node.is !== "object") return fresh();
  return patchObject(on, node, value as Readonly<Record<string, ToWrite>>, depth, like);
}

type ArrayNode = JsonNode & { readonly is: "array" };
type ObjectNode = JsonNode & { readonly is: "object" };

interface Piece {
  readonly lead: string;
  readonly text: string;
}

function patchObject(
  on: JsonText,
  node: ObjectNode,
  value: Readonly<Record<string, ToWrite>>,
  depth: number,
  like?: JsonNode | null,
): string {
  const { bytes, eol } = on;
  const gaps = gapsOf(
    bytes,
    node,
    node.members.map(({ start, node: each }) => ({ start, end: each.end })),
  );
  const pieces: (Piece & { readonly key: string })[] = [];
  for (const [i, member] of node.members.entries()) {
    if (!Object.hasOwn(value, member.key)) continue;
    const { key, start } = member;
    const text = patchJson(on, member.node, value[key]!, depth + 1);
    pieces.push({
      key,
      lead: gaps.leads[i]!,
      text: decodeText(bytes, start, member.node.start) + text + gaps.tails[i]!,
    });
  }
  const known = new Set(node.members.map((member) => member.key));
  const members = like?.is === "object" ? new Map(like.members.map((each: JsonMember) => [each.key, each.node])) : null;
  const isSorted = pieces.every((piece, i) => i === 0 || pieces[i - 1]!.key < piece.key);
  const added = Object.keys(value).filter((key) => !known.has(key));
  for (const key of added.sort((a, b) => (a < b ? -1 : 1))) {
    const lead = blankLead(gaps.leads) ?? newLine(depth + 1, eol);
    const text = withEol(
      `${JSON.stringify(key)}: ${layOutJson(value[key]!, depth + 1, members?.get(key) ?? null)}`,
      eol,
    );
    const before = isSorted ? pieces.findIndex((piece) => piece.key > key) : -1;
    pieces.splice(before < 0 ? pieces.length : before, 0, { key, lead, text });
  }
  return bracket("{", "}", pieces, gaps.tail ?? newLine(depth, eol));
}

function patchArray(on: JsonText, node: ArrayNode, values: readonly ToWrite[], depth: number): string {
  const { elements } = node;
  const { bytes, eol } = on;
  const gaps = gapsOf(bytes, node, elements);
  const same = (i: number, j: number) => sameJson(jsonValue(elements[i]!), plainJson(values[j]!));
  let front = 0;
  while (front < elements.length && front < values.length && same(front, front)) front++;
  let back = 0;
  while (
    back < Math.min(elements.length, values.length) - front &&
    same(elements.length - 1 - back, values.length - 1 - back)
  )
    back++;
  const lead = blankLead(gaps.leads) ?? newLine(depth + 1, eol);
  const pieces = values.map((value, j): Piece => {
    const i = j < values.length - back ? j : j - values.length + elements.length;
    const isOld = i < (j < values.length - back ? elements.length - back : elements.length);
    if (!isOld) return { lead, text: withEol(layOutJson(value, depth + 1, elements[0] ?? null), eol) };
    const text = patchJson(on, elements[i]!, value, depth + 1, elements[0]);
    return { lead: gaps.leads[i]!, text: text + gaps.tails[i]! };
  });
  return bracket("[", "]", pieces, gaps.tail ?? newLine(depth, eol));
}

function bracket(open: string, close: string, pieces: readonly Piece[], tail: string): string {
  if (pieces.length === 0) return open + (tail.trim() === "" ? "" : tail) + close;
  return `${open}${pieces.map(({ lead, text }) => lead + text).join(",")}${tail}${close}`;
}

function newLine(depth: number, eol: Eol): string {
  return eol + "  ".repeat(depth);
}

/** JSON has no line breaks inside its texts. */
function withEol(text: string, eol: Eol): string {
  return eol === "\n" ? text : text.replaceAll("\n", eol);
}

/** The blanks (and comments) before and behind each part of a container, and before its end; null when it has no parts. */
function gapsOf(bytes: Uint8Array, node: JsonNode, parts: readonly { readonly start: number; readonly end: number }[]) {
  const leads: string[] = [];
  const tails: string[] = [];
  let from = node.start + 1;
  for (const [i, part] of parts.entries()) {
    leads.push(decodeText(bytes, from, part.start));
    const until = parts[i + 1]?.start ?? node.end - 1;
    const comma = i + 1 < parts.length ? commaAfter(bytes, part.end, until) : part.end;
    tails.push(decodeText(bytes, part.end, comma));
    from = i + 1 < parts.length ? comma + 1 : part.end;
  }
  const isEmpty = parts.length === 0 && decodeText(bytes, from, node.end - 1).trim() === "";
  return { leads, tails, tail: isEmpty ? null : decodeText(bytes, from, node.end - 1) };
}

/** The comma between two parts: comments may hold others. */
function commaAfter(bytes: Uint8Array, from: number, to: number): number {
  for (let i = from; i < to; i++) {
    if (bytes[i] === 44) return i;
    if (bytes[i] !== 47) continue;
    if (bytes[i + 1] === 47) i = bytes.indexOf(10, i);
    else {
      i += 3;
      while (bytes[i - 1] !== 42 || bytes[i] !== 47) i++;
    }
  }
  return to;
}

/** How a new part is set off: as the first one that nothing but blanks precede. */
function blankLead(leads: readonly string[]): string | null {
  return leads.find((lead) => lead.trim() === "") ?? null;
}

/** The value without word of how it is written. */
export function plainJson(value: ToWrite): Json {
  if (value instanceof Real) return value.value;
  if (value === null || typeof value !== "object") return value;
  if (Array.isArray(value)) return (value as ToWrite[]).map(plainJson);
  return Object.fromEntries(
    Object.entries(value as Readonly<Record<string, ToWrite>>).map(([key, each]) => [key, plainJson(each)]),
  ) as JsonObject;
}

function numberText(value: number, like: JsonNode | null | undefined): string {
  return like?.is === "leaf" && like.isReal ? realText(value) : wholeText(value);
}

function wholeText(value: number): string {
  return Number.isInteger(value) && Math.abs(value) < 1e15 ? String(value) : realText(value);
}

/** A number as KiCad's writer puts it: the fewest digits that read back, `1.0` for 1, `1e-05` for the small ones. */
export function realText(value: number): string {
  if (Object.is(value, -0)) return "-0.0";
  const [mantissa, power] = Math.abs(value).toExponential().split("e") as [string, string];
  const digits = mantissa.replace(".", "");
  const exponent = Number(power);
  const sign = value < 0 ? "-" : "";
  if (exponent < -4 || exponent >= 15) {
    const shown = digits.length === 1 ? digits : `${digits[0]}.${digits.slice(1)}`;
    const size = String(Math.abs(exponent)).padStart(2, "0");
    return `${sign}${shown}e${exponent < 0 ? "-" : "+"}${size}`;
  }
  if (exponent < 0) return `${sign}0.${"0".repeat(-exponent - 1)}${digits}`;
  const whole = digits.padEnd(exponent + 1, "0");
  return `${sign}${whole.slice(0, exponent + 1)}.${whole.slice(exponent + 1) || "0"}`;
}
