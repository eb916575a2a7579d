import { headOf, wordOf } from "../format/text.ts";
import type { Tree } from "../format/tree.ts";
import { ATOM, LIST } from "../format/tree.ts";
import type { Field, FileContext } from "./field.ts";
import type { HeadTable } from "./head-table.ts";
import { headCode, headTable, UNKNOWN } from "./head-table.ts";
import type { RecordMaker } from "./records.gen.ts";
import { recordMakers } from "./records.gen.ts";
import type { Memo } from "./shared-value.ts";
import { emptyMemo, sharedValue } from "./shared-value.ts";

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
  /** A part of the file (title block, layer table), and no thing on the board or sheet. */
  readonly part?: true;
  /** First file version that has the kind. */
  readonly since?: number;
  /** Why KiCad would not read these properties together, with the values; null when it does. */
  misfit?(values: ValuesOf<S>): string | null;
}

/** Declares a kind with its types. */
export function defineKind<Name extends string, S extends Shape>(kind: Kind<Name, S>): Kind<Name, S> {
  return kind;
}

/** The kind of an item inside an item of this kind, by its list's head; a head may be any word, `constructor` too. */
export function childKind(kind: Kind, token: string): Kind | undefined {
  return slotsOf(kind).children.get(token);
}

/** Where each token, word and position of a kind leads; all kinds' have one form, which is quick to ask. */
export interface Slots {
  /** The kind's name. */
  readonly name: string;
  /** Makes a record of the kind; null where it has to be put together. */
  readonly make: RecordMaker | null;
  /** Rank of the field that tells which of several tokens is written, or -1. */
  readonly tokenRank: number;
  readonly byToken: ReadonlyMap<string, number>;
  readonly byWord: ReadonlyMap<string, number>;
  /** Rank of the property in each place of a loose value. */
  readonly positions: readonly number[];
  readonly names: readonly string[];
  // biome-ignore lint/suspicious/noExplicitAny: fields of many types.
  readonly fields: readonly Field<any>[];
  readonly children: ReadonlyMap<string, Kind>;
  /** By a list's head: the rank of its property, or beyond the ranks the place of its kind in `childKinds`. */
  readonly heads: HeadTable;
  readonly childKinds: readonly Kind[];
  /** Theirs, when first needed: kinds may stand inside each other. */
  readonly childSlots: (Slots | undefined)[];
  /** By rank, since fields have many forms, and to ask one of those takes longer. */
  readonly absents: readonly unknown[];
  readonly reads: readonly Field<unknown>["read"][];
  /** By rank: whether several lists make one value. */
  readonly many: readonly boolean[];
  /** By rank: what is known of the texts of a shared property. */
  readonly memos: readonly (Memo | null)[];
  readonly ranks: ReadonlyMap<string, number>;
  /** Names of the properties that stand inside each property's list. */
  readonly riders: ReadonlyMap<string, readonly string[]>;
  /** Rank of the property that each one rides in, or -1. */
  readonly hosts: readonly number[];
  /** Ranks of the properties that others tell when they do not stand in the file. */
  readonly implied: readonly number[];
}

const slots = new WeakMap<Kind, Slots>();

/** Where each token, word and position of a kind leads. */
export function slotsOf(kind: Kind): Slots {
  const known = slots.get(kind);
  if (known) return known;
  const byToken = new Map<string, number>();
  const byWord = new Map<string, number>();
  const riders = new Map<string, readonly string[]>();
  const positions: number[] = [];
  const names = Object.keys(kind.shape);
  const fields = names.map((name) => kind.shape[name]!);
  const ranks = new Map(names.map((name, rank) => [name, rank]));
  for (const [rank, name] of names.entries()) {
    const field = fields[rank]!;
    for (const token of field.tokens ?? []) if (!byToken.has(token)) byToken.set(token, rank);
    for (const word of field.words ?? []) byWord.set(word, rank);
    if (field.rides !== undefined) riders.set(field.rides, [...(riders.get(field.rides) ?? []), name]);
    if (field.position !== undefined) positions[field.position] = rank;
  }
  const hosts = fields.map((field) => (field.rides === undefined ? -1 : ranks.get(field.rides)!));
  const children = new Map(Object.entries(kind.children ?? {}));
  const implied = [...fields.keys()].filter((rank) => fields[rank]!.implied !== undefined);
  const childKinds = [...children.values()];
  const codes = new Map(byToken);
  for (const [place, head] of [...children.keys()].entries()) codes.set(head, fields.length + place);
  const allNames = names.join(",");
  const made: Slots = {
    name: kind.kind,
    byToken,
    byWord,
    positions,
    names,
    fields,
    ranks,
    riders,
    hosts,
    children,
    childKinds,
    implied,
    make: recordMakers[kind.kind]?.find((each) => each.names === allNames)?.make ?? null,
    tokenRank: kind.tokenField === undefined ? -1 : ranks.get(kind.tokenField)!,
    childSlots: childKinds.map(() => undefined),
    heads: headTable(codes),
    absents: fields.map((field) => field.absent),
    reads: fields.map((field) => field.read),
    many: fields.map((field) => field.many === true),
    memos: fields.map((field) => (field.shared === true ? emptyMemo() : null)),
  };
  slots.set(kind, made);
  return made;
}

/**
 * The rank of the property that a node inside an item belongs to, or undefined for what we do not know. `place` counts
 * the loose words that are values: a bare word that is a flag's may stand before them (`(gr_text locked "TEXT"`), texts
 * are quoted.
 */
export function fieldOf(kind: Kind, tree: Tree, node: number, place: number): number | undefined {
  const s = slotsOf(kind);
  if (tree.kind[node] === LIST) return s.byToken.get(headOf(tree, node));
  return flagOf(s, tree, node) ?? s.positions[place];
}

/** Whether a loose node is a value by its place, and not a flag's word. */
export function takesPlace(kind: Kind, tree: Tree, node: number): boolean {
  return tree.kind[node] !== LIST && flagOf(slotsOf(kind), tree, node) === undefined;
}

function flagOf(s: Slots, tree: Tree, node: number): number | undefined {
  return s.byWord.size === 0 || tree.kind[node] !== ATOM ? undefined : s.byWord.get(wordOf(tree, node));
}

/** Nodes and values of the lists that are being read, one row for each level of nesting: no list makes its own. */
const nodeRows: Int32Array[] = [];
const valueRows: unknown[][] = [];
let level = 0;
const one: number[] = [0];

/** More properties than any kind has. */
const ROW = 128;

/**
 * Reads all properties of the list at `list`, by rank; the answer is good until the next call on this level. `onChild`
 * gets every sub-list that is an item of its own.
 */
export function readValues(
  own: Slots,
  tree: Tree,
  list: number,
  file: FileContext,
  onChild: ((node: number, kind: Slots) => void) | null,
): readonly unknown[] {
  const { heads, positions, hosts, absents, reads, many, memos } = own;
  const count = reads.length;
  const here = level++;
  nodeRows[here] ??= new Int32Array(ROW);
  valueRows[here] ??= new Array(ROW).fill(null);
  const nodes = nodeRows[here]!;
  const values = valueRows[here]!;
  for (let rank = 0; rank < count; rank++) nodes[rank] = -1;
  let rows: Map<number, number[]> | null = null;
  let place = 0;
  const { next, kind: nodeKind } = tree;
  const end = next[list]!;
  try {
    for (let c = next[list + 1]!; c < end; c = next[c]!) {
      let rank: number | undefined;
      if (nodeKind[c] === LIST) {
        rank = headCode(heads, tree, c);
        if (rank === UNKNOWN) continue;
        if (rank >= count) {
          const child = rank - count;
          own.childSlots[child] ??= slotsOf(own.childKinds[child]!);
          onChild!(c, own.childSlots[child]!);
          continue;
        }
      } else {
        rank = flagOf(own, tree, c) ?? positions[place++];
        if (rank === undefined) continue;
      }
      if (nodes[rank] === -1) nodes[rank] = c;
      else if (many[rank]!) {
        rows ??= new Map();
        const row = rows.get(rank);
        if (row === undefined) rows.set(rank, [nodes[rank]!, c]);
        else row.push(c);
      }
    }
    for (let rank = 0; rank < count; rank++) {
      let node = nodes[rank]!;
      if (node === -1 && hosts[rank]! >= 0) node = nodes[hosts[rank]!]!;
      if (node === -1) {
        values[rank] = absents[rank];
        continue;
      }
      const memo = memos[rank]!;
      const several = rows === null ? undefined : rows.get(rank);
      if (memo !== null) values[rank] = sharedValue(memo, reads[rank]!, tree, node, file);
      else {
        // Readers take the node out before they read on, so one row serves all.
        if (several === undefined) one[0] = node;
        values[rank] = reads[rank]!(tree, several ?? one, file);
      }
    }
    if (own.tokenRank >= 0) values[own.tokenRank] = headOf(tree, list);
    for (const rank of own.implied)
      if (nodes[rank] === -1) values[rank] = own.fields[rank]!.implied!((name) => values[own.ranks.get(name)!]);
  } finally {
    level = here;
  }
  return values;
}

/** A property's compact text, by its name; the list's own head has none. */
export interface FieldText {
  readonly name: string;
  readonly text: string;
}

/** The head and the properties of a new item as compact text, in KiCad's order. */
export function fieldTexts(kind: Kind, values: Readonly<Record<string, unknown>>, file: FileContext): FieldText[] {
  const token = kind.tokenField === undefined ? kind.tokens[0]! : String(values[kind.tokenField]);
  const parts: FieldText[] = [{ name: "", text: token }];
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
  return parts;
}

/** All properties as compact text of a new item. */
export function writeFields(kind: Kind, values: Readonly<Record<string, unknown>>, file: FileContext): string {
  return `(${fieldTexts(kind, values, file)
    .map((part) => part.text)
    .join(" ")})`;
}

/** Whether files of this version have the property: its token may have come later, or gone before. */
export function hasField(field: Pick<Field<unknown>, "since" | "until">, version: number): boolean {
  return version >= (field.since ?? 0) && version < (field.until ?? Number.POSITIVE_INFINITY);
}

/** A property's compact text; null when nothing is to stand in the file, or the file's version does not have it. */
export function writeField<T>(
  field: Field<T>,
  value: T,
  file: FileContext,
  all: Readonly<Record<string, unknown>>,
): string | null {
  return hasField(field, file.version) ? field.write(value, file, all) : null;
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
