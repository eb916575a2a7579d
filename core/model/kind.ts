import { headOf, wordOf } from "../format/text.ts";
import type { Tree } from "../format/tree.ts";
import { ATOM, LIST } from "../format/tree.ts";
import type { Field, FileContext } from "./field.ts";

// biome-ignore lint/suspicious/noExplicitAny: a table of fields of many types; `ValuesOf` gives each its own.
export type Shape = Readonly<Record<string, Field<any>>>;

/** The record that a shape table reads and writes. */
export type ValuesOf<S extends Shape> = { readonly [K in keyof S]: S[K] extends Field<infer T> ? T : never };

/** One kind of item: its words in the file, its properties in KiCad's order, the items inside it. */
export interface Kind<Name extends string = string, S extends Shape = Shape> {
  readonly kind: Name;
  /** The list heads that make this kind, e.g. `gr_line`, `gr_arc`. The first is written when nothing else tells. */
  readonly tokens: readonly string[];
  readonly about: string;
  readonly shape: S;
  /** Items inside this item, by their list's head. */
  readonly children?: Readonly<Record<string, Kind>>;
  /** The field that tells which of several tokens is written (its value is the token). */
  readonly tokenField?: string;
}

/** Declares a kind with its types. */
export function defineKind<Name extends string, S extends Shape>(kind: Kind<Name, S>): Kind<Name, S> {
  return kind;
}

/** The kind of an item inside an item of this kind, by its list's head; a head may be any word, `constructor` too. */
export function childKind(kind: Kind, token: string): Kind | undefined {
  return slotsOf(kind).children.get(token);
}

interface Slots {
  readonly byToken: ReadonlyMap<string, string>;
  readonly byWord: ReadonlyMap<string, string>;
  readonly positions: readonly string[];
  readonly names: readonly string[];
  readonly children: ReadonlyMap<string, Kind>;
  readonly ranks: ReadonlyMap<string, number>;
  /** Names of the properties that stand inside each property's list. */
  readonly riders: ReadonlyMap<string, readonly string[]>;
}

const slots = new WeakMap<Kind, Slots>();

/** Where each token, word and position of a kind leads. */
export function slotsOf(kind: Kind): Slots {
  const known = slots.get(kind);
  if (known) return known;
  const byToken = new Map<string, string>();
  const byWord = new Map<string, string>();
  const riders = new Map<string, readonly string[]>();
  const positions: string[] = [];
  const names = Object.keys(kind.shape);
  for (const name of names) {
    const field = kind.shape[name]!;
    for (const token of field.tokens ?? []) if (!byToken.has(token)) byToken.set(token, name);
    for (const word of field.words ?? []) byWord.set(word, name);
    if (field.rides !== undefined) riders.set(field.rides, [...(riders.get(field.rides) ?? []), name]);
    if (field.position !== undefined) positions[field.position] = name;
  }
  const ranks = new Map(names.map((name, rank) => [name, rank]));
  const made = {
    byToken,
    byWord,
    positions,
    names,
    ranks,
    riders,
    children: new Map(Object.entries(kind.children ?? {})),
  };
  slots.set(kind, made);
  return made;
}

/**
 * The field that a node inside an item belongs to, or undefined for what we do not know. `place` counts the loose words
 * that are values: a bare word that is a flag's may stand before them (`(gr_text locked "TEXT"`), texts are quoted.
 */
export function fieldOf(kind: Kind, tree: Tree, node: number, place: number): string | undefined {
  const s = slotsOf(kind);
  if (tree.kind[node] === LIST) return s.byToken.get(headOf(tree, node));
  return flagOf(s, tree, node) ?? s.positions[place];
}

/** Whether a loose node is a value by its place, and not a flag's word. */
export function takesPlace(kind: Kind, tree: Tree, node: number): boolean {
  return tree.kind[node] !== LIST && flagOf(slotsOf(kind), tree, node) === undefined;
}

function flagOf(s: Slots, tree: Tree, node: number): string | undefined {
  return s.byWord.size === 0 || tree.kind[node] !== ATOM ? undefined : s.byWord.get(wordOf(tree, node));
}

/** More properties than any kind has. */
const scratch = new Int32Array(128);

/** Reads all properties of the item at `list` into `values`; `onChild` gets every sub-list that is an item of its own. */
export function readFields(
  kind: Kind,
  tree: Tree,
  list: number,
  file: FileContext,
  values: Record<string, unknown>,
  onChild: (node: number, kind: Kind) => void,
): void {
  const own = slotsOf(kind);
  const { byToken, positions, names, ranks, children } = own;
  const { shape } = kind;
  // Node of each property, by rank. Kinds with items inside come back here before they are done, so they need their own.
  const nodes = children.size === 0 ? scratch.fill(-1, 0, names.length) : new Int32Array(names.length).fill(-1);
  let rows: Map<string, number[]> | null = null;
  let place = 0;
  for (let c = tree.next[list + 1]!; c < tree.next[list]!; c = tree.next[c]!) {
    let name: string | undefined;
    if (tree.kind[c] === LIST) {
      const head = headOf(tree, c);
      const child = children.get(head);
      if (child !== undefined) {
        onChild(c, child);
        continue;
      }
      name = byToken.get(head);
    } else name = flagOf(own, tree, c) ?? positions[place++];
    if (name === undefined) continue;
    const rank = ranks.get(name)!;
    if (nodes[rank] === -1) nodes[rank] = c;
    else if (shape[name]!.many) {
      rows ??= new Map();
      const row = rows.get(name);
      if (row === undefined) rows.set(name, [nodes[rank]!, c]);
      else row.push(c);
    }
  }
  for (let rank = 0; rank < names.length; rank++) {
    const name = names[rank]!;
    const field = shape[name]!;
    const given = nodes[rank]!;
    const node = given === -1 && field.rides !== undefined ? nodes[ranks.get(field.rides)!]! : given;
    values[name] = node === -1 ? field.absent : field.read(tree, rows?.get(name) ?? [node], file);
  }
  if (kind.tokenField !== undefined) values[kind.tokenField] = headOf(tree, list);
}

/** All properties as compact text of a new item. */
export function writeFields(kind: Kind, values: Readonly<Record<string, unknown>>, file: FileContext): string {
  const token = kind.tokenField === undefined ? kind.tokens[0]! : String(values[kind.tokenField]);
  const parts: { name: string; text: string }[] = [{ name: "", text: token }];
  for (const name of slotsOf(kind).names) {
    if (name === kind.tokenField) continue;
    const field = kind.shape[name]!;
    const value = values[name];
    if (value === undefined) continue;
    const text = writeField(field, value, file, values);
    if (text === null) continue;
    const before = text.startsWith("(") ? undefined : field.wordBefore;
    const at = before === undefined ? -1 : parts.findIndex((part) => part.name === before);
    parts.splice(at < 0 ? parts.length : Math.max(at, 1), 0, { name, text });
  }
  return `(${parts.map((part) => part.text).join(" ")})`;
}

/** A property's compact text; null when nothing is to stand in the file, or the file is too old to have it. */
export function writeField<T>(
  field: Field<T>,
  value: T,
  file: FileContext,
  all: Readonly<Record<string, unknown>>,
): string | null {
  return field.since !== undefined && file.version < field.since ? null : field.write(value, file, all);
}

/** Deep equality of JSON-like values. */
export function sameValue(a: unknown, b: unknown): boolean {
  if (Object.is(a, b) || a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (Array.isArray(a)) {
    if (!Array.isArray(b) || a.length !== b.length) return false;
    for (let i = 0; i < a.length; i++) if (!sameValue(a[i], b[i])) return false;
    return true;
  }
  const ka = Object.keys(a);
  if (ka.length !== Object.keys(b).length) return false;
  for (const k of ka)
    if (!sameValue((a as Record<string, unknown>)[k], (b as Record<string, unknown>)[k])) return false;
  return true;
}
