import { decodeText } from "./text.ts";
import type { SyntaxProblem } from "./tree.ts";
import { problemAt } from "./tree.ts";
import { odditiesOf } from "./utf8.ts";

/** A JSON value. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

export interface JsonObject {
  readonly [key: string]: Json;
}

/** A value in a JSON text: it spans `[start, end)` of the text's bytes. */
export type JsonNode =
  | JsonLeaf
  | { readonly is: "array"; readonly start: number; readonly end: number; readonly elements: readonly JsonNode[] }
  | { readonly is: "object"; readonly start: number; readonly end: number; readonly members: readonly JsonMember[] };

export interface JsonLeaf {
  readonly is: "leaf";
  readonly start: number;
  readonly end: number;
  readonly value: Json;
  /** A number written with a decimal point or an exponent. */
  readonly isReal: boolean;
}

export interface JsonMember {
  readonly key: string;
  /** Where the key's text starts. */
  readonly start: number;
  readonly node: JsonNode;
}

export interface JsonTree {
  readonly bytes: Uint8Array;
  /** Null when the text is no JSON to its end. */
  readonly root: JsonNode | null;
  readonly problems: readonly SyntaxProblem[];
}

/** KiCad's settings are a few hundred kilobytes: a longer text is refused before anything is made of it. */
export const MAX_JSON_BYTES = 1 << 26;

const MAX_DEPTH = 200;

/** A conflict that `git` left: what is behind cannot be read as JSON. */
const CONFLICT = /^(<{7} |={7}$|>{7} |\|{7} )/;

/**
 * Reads a JSON text (UTF-8, a byte-order mark and comments allowed, as KiCad allows them). Never throws: what is wrong
 * comes back as problems with line and column; two members of one name in an object are a problem, too, since one of
 * them would be lost.
 */
export function parseJson(bytes: Uint8Array): JsonTree {
  if (bytes.length > MAX_JSON_BYTES) {
    const message = `${bytes.length} bytes of JSON, more than the ${MAX_JSON_BYTES} that are read`;
    return { bytes, root: null, problems: [problemAt(bytes, 0, message)] };
  }
  const reader = new JsonReader(bytes);
  try {
    const { invalid } = odditiesOf(bytes);
    if (invalid >= 0) reader.fail(invalid, "bytes that are no UTF-8");
    return { bytes, root: reader.document(), problems: reader.problems };
  } catch (thrown) {
    if (!(thrown instanceof JsonFault)) throw thrown;
    const problem = problemAt(bytes, thrown.offset, thrown.message);
    return { bytes, root: null, problems: [...reader.problems, problem].slice(0, 20) };
  }
}

/** The value of a node. */
export function jsonValue(node: JsonNode): Json {
  if (node.is === "leaf") return node.value;
  if (node.is === "array") return node.elements.map(jsonValue);
  return objectOf(node.members.map(({ key, node: each }) => [key, jsonValue(each)]));
}

/** An object of members, whatever their names: `__proto__` is one like another. */
export function objectOf(members: readonly (readonly [string, Json])[]): JsonObject {
  return Object.fromEntries(members);
}

/** Deep equality of JSON values. */
export function sameJson(a: Json, b: Json): boolean {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (Array.isArray(a) || Array.isArray(b)) {
    if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false;
    return a.every((each, i) => sameJson(each as Json, (b as readonly Json[])[i]!));
  }
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  return keys.every((key) => Object.hasOwn(b, key) && sameJson((a as JsonObject)[key]!, (b as JsonObject)[key]!));
}

class JsonFault extends Error {
  readonly offset: number;

  constructor(offset: number, message: string) {
    super(message);
    this.offset = offset;
  }
}

class JsonReader {
  readonly problems: SyntaxProblem[] = [];
  private readonly bytes: Uint8Array;
  private at = 0;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) this.at = 3;
  }

  document(): JsonNode {
    this.skipBlanks();
    const root = this.value(0);
    this.skipBlanks();
    if (this.at < this.bytes.length) this.fail(this.at, `${this.here()} behind the end of the JSON text`);
    return root;
  }

  fail(offset: number, message: string): never {
    throw new JsonFault(offset, message);
  }

  private value(depth: number): JsonNode {
    const start = this.at;
    const b = this.bytes[start];
    if (b === 123 || b === 91) {
      if (depth >= MAX_DEPTH) this.fail(start, `brackets nested deeper than ${MAX_DEPTH}`);
      return b === 123 ? this.object(depth + 1) : this.array(depth + 1);
    }
    if (b === 34) return this.leaf(start, this.string());
    const word = this.word();
    if (/^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/.test(word)) return this.leaf(start, Number(word), /[.eE]/.test(word));
    if (word === "true" || word === "false") return this.leaf(start, word === "true");
    if (word === "null") return this.leaf(start, null);
    return this.fail(start, `${this.here(start)} where a value should stand`);
  }

  private leaf(start: number, value: Json, isReal = false): JsonLeaf {
    return { is: "leaf", start, end: this.at, value, isReal };
  }

  private object(depth: number): JsonNode {
    const start = this.at++;
    const members: JsonMember[] = [];
    const keys = new Set<string>();
    for (this.skipBlanks(); this.bytes[this.at] !== 125; ) {
      const from = this.at;
      if (this.bytes[from] !== 34) this.fail(from, `${this.here()} where a key or '}' should stand`);
      const key = this.string();
      if (keys.has(key) && this.problems.length < 20)
        this.problems.push(problemAt(this.bytes, from, `the key ${JSON.stringify(key.slice(0, 60))} a second time`));
      keys.add(key);
      this.skipBlanks();
      if (this.bytes[this.at] !== 58) this.fail(this.at, `${this.here()} where ':' should stand`);
      this.at++;
      this.skipBlanks();
      members.push({ key, start: from, node: this.value(depth) });
      this.comma(125);
    }
    this.at++;
    return { is: "object", start, end: this.at, members };
  }

  private array(depth: number): JsonNode {
    const start = this.at++;
    const elements: JsonNode[] = [];
    for (this.skipBlanks(); this.bytes[this.at] !== 93; ) {
      elements.push(this.value(depth));
      this.comma(93);
    }
    this.at++;
    return { is: "array", start, end: this.at, elements };
  }

  /** Passes a comma, or stands before the bracket that closes. */
  private comma(close: number): void {
    this.skipBlanks();
    if (this.bytes[this.at] === close) return;
    if (this.bytes[this.at] !== 44)
      this.fail(this.at, `${this.here()} where ',' or '${String.fromCharCode(close)}' should stand`);
    const comma = this.at++;
    this.skipBlanks();
    if (this.bytes[this.at] === close) this.fail(comma, "a comma behind the last value");
  }

  private string(): string {
    const start = this.at++;
    for (; ; this.at++) {
      const b = this.bytes[this.at];
      if (b === undefined) this.fail(start, "a text that never ends");
      if (b < 32) this.fail(this.at, `the control character ${b} in a text`);
      if (b === 92) this.at++;
      else if (b === 34) break;
    }
    this.at++;
    try {
      return JSON.parse(decodeText(this.bytes, start, this.at)) as string;
    } catch {
      return this.fail(start, "a text with an escape that JSON does not have");
    }
  }

  private word(): string {
    const start = this.at;
    while (this.at < this.bytes.length && /[\w.+-]/.test(String.fromCharCode(this.bytes[this.at]!))) this.at++;
    return this.at - start > 1000 ? "" : decodeText(this.bytes, start, this.at);
  }

  private skipBlanks(): void {
    for (;;) {
      const b = this.bytes[this.at];
      if (b === 32 || b === 10 || b === 13 || b === 9) this.at++;
      else if (b === 47) this.skipComment();
      else return;
    }
  }

  private skipComment(): void {
    const start = this.at;
    const next = this.bytes[start + 1];
    if (next === 47) {
      const end = this.bytes.indexOf(10, start);
      this.at = end < 0 ? this.bytes.length : end;
    } else if (next === 42) {
      let end = this.bytes.indexOf(47, start + 3);
      while (end >= 0 && this.bytes[end - 1] !== 42) end = this.bytes.indexOf(47, end + 1);
      if (end < 0) this.fail(start, "a comment that never ends");
      this.at = end + 1;
    } else this.fail(start, "'/' where a value should stand");
  }

  /** What stands here, for messages. */
  private here(at = this.at): string {
    if (at >= this.bytes.length) return "the end of the file";
    const line = decodeText(this.bytes, at, Math.min(this.bytes.length, at + 60)).split(/\r?\n/)[0]!;
    if (CONFLICT.test(line)) return `a git conflict marker (${line.slice(0, 7)})`;
    const code = this.bytes[at]!;
    return code < 32 ? `the control character ${code}` : `'${[...line][0] ?? ""}'`;
  }
}
