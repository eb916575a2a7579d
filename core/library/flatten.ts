import { decodeText, headOf, quote, textOf } from "../format/text.ts";
import type { Tree } from "../format/tree.ts";
import { ATOM, LIST, parseTree } from "../format/tree.ts";
import type { Item } from "../model/item.ts";
import { respell } from "./respell.ts";

/** Fields that every symbol has, in KiCad's order. */
const mandatory = ["Reference", "Value", "Footprint", "Datasheet", "Description"];

/** What KiCad keeps in fields of this name is not shown as a field. */
const hiddenNames = ["ki_locked", "ki_keywords", "ki_description", "ki_fp_filters"];

/** Own lists of a symbol, in KiCad's order; others follow as they come. */
const ownOrder = [
  "power",
  "body_styles",
  "pin_numbers",
  "pin_names",
  "exclude_from_sim",
  "in_bom",
  "on_board",
  "in_pos_files",
  "duplicate_pin_numbers_are_jumpers",
  "jumper_pin_groups",
];

interface Parts {
  /** By head; compact text. */
  readonly own: Map<string, string>;
  /** Fields by name, in order. */
  readonly fields: Map<string, string>;
  readonly drawing: { readonly head: string; readonly text: string }[];
}

/**
 * The text of a symbol as a schematic keeps it: what it derives from taken in, as KiCad flattens it. Fields of the
 * symbol itself win where they say something; the drawing and the flags are those of the root. `name` is how the
 * schematic calls it, `Library:Name`.
 */
export function flattened(chain: readonly Item[], name: string, version: number): string {
  const all = chain.map((item) => partsOf(item, version));
  const root = all.at(-1)!;
  const fields = new Map(root.fields);
  for (const parts of all.slice(0, -1).reverse())
    for (const [field, text] of parts.fields)
      if (!mandatory.includes(field) || saysSomething(text) || !fields.has(field)) fields.set(field, text);
  const own = new Map(root.own);
  const embedded = own.get("embedded_fonts") ?? (version >= EMBEDDED_FONTS ? "(embedded_fonts no)" : null);
  own.delete("embedded_fonts");
  own.delete("extends");
  if (version >= EXCLUDE_FROM_SIM && !own.has("exclude_from_sim")) own.set("exclude_from_sim", "(exclude_from_sim no)");
  const rank = (head: string) => (ownOrder.indexOf(head) < 0 ? ownOrder.length : ownOrder.indexOf(head));
  const lists = [...own].sort(([a], [b]) => rank(a) - rank(b)).map(([, text]) => text);
  const names = [...fields.keys()];
  const ordered = [
    ...mandatory.filter((each) => fields.has(each)),
    ...names.filter((each) => !mandatory.includes(each) && !hiddenNames.includes(each)),
    ...hiddenNames.filter((each) => fields.has(each)),
  ];
  const plain = name.slice(name.indexOf(":") + 1);
  const rootName = chain.at(-1)!["name"] as string;
  const drawing = root.drawing.map(({ head, text }) => (head === "symbol" ? renamed(text, rootName, plain) : text));
  const body = [
    ...lists,
    ...ordered.map((each) => fields.get(each)!),
    ...drawing,
    ...(embedded === null ? [] : [embedded]),
  ];
  return `(symbol ${quote(name)} ${body.join(" ")})`;
}

/** First versions whose symbols say whether simulation leaves them out, and whether fonts are embedded. */
const EXCLUDE_FROM_SIM = 20230819;
const EMBEDDED_FONTS = 20240819;

function partsOf(item: Item, version: number): Parts {
  const { bytes, start, end } = item.source;
  const tree = parseTree(bytes, { from: start, to: end });
  const own = new Map<string, string>();
  const fields = new Map<string, string>();
  const drawing: { head: string; text: string }[] = [];
  for (let c = tree.next[tree.next[1]!]!; c < tree.next[0]!; c = tree.next[c]!) {
    if (tree.kind[c] !== LIST) continue;
    const head = headOf(tree, c);
    const text = respell(tree, c, version);
    if (head === "property") {
      const said = textOf(tree, fieldName(tree, c));
      fields.set(said === "ki_description" ? "Description" : said, text);
    } else if (["symbol", "pin", "polyline", "rectangle", "circle", "arc", "bezier", "text", "text_box"].includes(head))
      drawing.push({ head, text });
    else if (head === "embedded_files") drawing.push({ head, text: rawOf(tree, c) });
    else own.set(head, text);
  }
  return { own, fields, drawing };
}

/** The node of a field's name: `private` may stand before it, for what only the symbol editor shows. */
export function fieldName(tree: Tree, list: number): number {
  const first = tree.next[list + 1]!;
  return tree.kind[first] === ATOM && textOf(tree, first) === "private" ? tree.next[first]! : first;
}

function rawOf(tree: Tree, node: number): string {
  return decodeText(tree.bytes, tree.start[node]!, tree.end[node]!);
}

/** Whether a field's text has a value. */
function saysSomething(text: string): boolean {
  return !/^\(property\s+(?:private\s+)?"(?:[^"\\]|\\.)*"\s+""/.test(text);
}

/** A unit's text under the name of the symbol that takes it over. */
function renamed(text: string, from: string, to: string): string {
  return text.replace(/^\(symbol\s+"((?:[^"\\]|\\.)*)"/, (whole, name: string) => {
    const old = quote(from).slice(1, -1);
    return name.startsWith(`${old}_`) ? `(symbol "${quote(to).slice(1, -1)}${name.slice(old.length)}"` : whole;
  });
}
