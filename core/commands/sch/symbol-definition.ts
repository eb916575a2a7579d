import { layOut, leadFor } from "../../format/layout.ts";
import { decodeText, encodeText, quote } from "../../format/text.ts";
import { parseTree } from "../../format/tree.ts";
import { flattened } from "../../library/flatten.ts";
import type { SymbolPart } from "../../library/symbols.ts";
import type { Doc } from "../../model/document.ts";
import type { Item } from "../../model/item.ts";
import { ORDER_STEP } from "../../model/item.ts";
import type { LibrarySymbol } from "../../model/schematic/library-symbol.ts";
import { orderFor } from "../../model/step.ts";
import type { Edit } from "../../session/edit.ts";

/** The schematic's own copy of a symbol. */
export interface Definition {
  readonly symbol: LibrarySymbol;
  /** Its name where another definition has the library's name already (`R_1`); null when it has that itself. */
  readonly libName: string | null;
}

/**
 * Takes a library's symbol into the schematic, unless the same definition is there. One that differs from what is there
 * under its name gets a name of its own, as in KiCad: what is placed already keeps its look.
 */
export function ensureDefinition(edit: Edit, part: SymbolPart): Definition {
  const text = flattened(part.chain, part.id, edit.doc.version);
  const wanted = plain(text);
  for (let n = 0; ; n++) {
    const name = n === 0 ? part.id : `${part.name}_${n}`;
    const there = definitionNamed(edit.doc, name);
    if (there === undefined) return { symbol: addDefinition(edit, name, text), libName: n === 0 ? null : name };
    if (plain(textOf(there), name, part.id) === wanted)
      return { symbol: there as unknown as LibrarySymbol, libName: n === 0 ? null : name };
  }
}

/** Writes a library's symbol over the schematic's own copy of that name; answers the new copy. */
export function replaceDefinition(edit: Edit, name: string, part: SymbolPart): LibrarySymbol {
  const text = flattened(part.chain, part.id, edit.doc.version);
  const there = definitionNamed(edit.doc, name);
  if (there !== undefined && plain(textOf(there), name, part.id) === plain(text))
    return there as unknown as LibrarySymbol;
  if (there !== undefined) edit.remove(there.id, listOf(edit.doc)!.id);
  return addDefinition(edit, name, text);
}

export function definitionNamed(doc: Doc, name: string): Item | undefined {
  return listOf(doc)?.children.find((child) => child["name"] === name);
}

function listOf(doc: Doc): Item | undefined {
  const [list] = doc.items.ofKind("librarySymbols");
  return list;
}

function textOf(item: Item): string {
  const { bytes, start, end } = item.source;
  return decodeText(bytes, start, end);
}

/** A definition's text without its layout, under another name. */
function plain(text: string, from?: string, to?: string): string {
  let out = from === undefined ? text : renamed(text, from, to!);
  // Files of before fonts could be embedded say nothing of it.
  out = out.replace(/\s*\(embedded_fonts no\)/, "");
  return out
    .replace(/"(?:[^"\\]|\\.)*"|\s+(?=[()])|(?<=[()])\s+|\s+/g, (part) =>
      part[0] === '"' ? part : part.trim() === "" ? " " : part,
    )
    .replace(/ ?([()]) ?/g, "$1");
}

/** The text under another name; the names of its units follow. */
function renamed(text: string, from: string, to: string): string {
  const old = quote(from.slice(from.indexOf(":") + 1)).slice(1, -1);
  const now = quote(to.slice(to.indexOf(":") + 1)).slice(1, -1);
  const head = /^\(symbol\s+"(?:[^"\\]|\\.)*"/.exec(text)?.[0] ?? "";
  const units = text
    .slice(head.length)
    .replace(/\(symbol\s+"((?:[^"\\]|\\.)*)"/g, (whole, name: string) =>
      name.startsWith(`${old}_`) ? `(symbol "${now}${name.slice(old.length)}"` : whole,
    );
  return `(symbol ${quote(to)}${units}`;
}

function addDefinition(edit: Edit, name: string, compact: string): LibrarySymbol {
  const text = compact.startsWith(`(symbol ${quote(name)}`) ? compact : renamedTo(compact, name);
  let list = listOf(edit.doc);
  if (list === undefined) {
    const id = edit.freshId();
    const order = orderFor(edit.doc, "symbol");
    edit.apply({
      op: "add",
      item: {
        id,
        kind: "librarySymbols",
        order: firstOrder(edit.doc, order),
        text: `${leadFor(1, edit.doc.style)}(lib_symbols)`,
      },
    });
    list = edit.doc.items.get(id)!;
  }
  const id = edit.freshId();
  const { style, eol } = edit.doc;
  const laid = leadFor(2, style) + layOut(text, 2, style);
  edit.apply({
    op: "add",
    in: list.id,
    item: {
      id,
      kind: "librarySymbol",
      order: sortedOrder(list.children, name),
      text: eol === "\n" ? laid : laid.replace(/\n/g, "\r\n"),
    },
  });
  return definitionNamed(edit.doc, name) as unknown as LibrarySymbol;
}

/** A definition's compact text under another name; KiCad names its units after that. */
export function renamedTo(compact: string, name: string): string {
  const tree = parseTree(encodeText(compact), { maxDepth: 1 });
  const old = JSON.parse(decodeText(tree.bytes, tree.start[2]!, tree.end[2]!)) as string;
  return renamed(compact, old, name);
}

/** Definitions stand by name. */
function sortedOrder(children: readonly Item[], name: string): number {
  const after = children.findLastIndex((child) => (child["name"] as string) < name);
  const low = children[after]?.order ?? 0;
  const high = children[after + 1]?.order ?? low + ORDER_STEP;
  return low + (high - low) / 2;
}

/** The list of definitions stands behind the head of the file. */
function firstOrder(doc: Doc, otherwise: number): number {
  const { entries } = doc.items;
  const at = entries.findIndex((entry) => entry.kind !== "other");
  if (at <= 0) return otherwise;
  return (entries[at - 1]!.order + entries[at]!.order) / 2;
}
