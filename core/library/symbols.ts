import { textOf } from "../format/text.ts";
import { parseTree } from "../format/tree.ts";
import type { Doc } from "../model/document.ts";
import type { Item, Source } from "../model/item.ts";
import type { Entry } from "../model/item-table.ts";
import { readLibraryFile, unknownPart, usable } from "./load.ts";
import type { LibraryPort } from "./port.ts";
import type { Library } from "./tables.ts";
import { splitId } from "./tables.ts";

/** A symbol of a library with those that it derives from. */
export interface SymbolPart {
  readonly library: Library;
  readonly name: string;
  /** `Library:Name`. */
  readonly id: string;
  /** The symbol itself first, then what it derives from, up to the one with the drawing. */
  readonly chain: readonly Item[];
  /** The file of the symbol itself: its version says how to read its text. */
  readonly doc: Doc;
  readonly path: string;
}

/** Symbols of a library that derive from each other in a circle end here. */
const MAX_CHAIN = 32;

/** Finds `Library:Name` among libraries. Throws `not-found` that says what is there. */
export async function loadSymbol(
  port: LibraryPort,
  libraries: readonly Library[],
  id: string,
  verb: string,
): Promise<SymbolPart> {
  const { library: nickname, name } = splitId(id);
  const library = usable(libraries, nickname, id, verb);
  const source = await openSymbols(port, library, verb);
  const own = await source.find(name);
  if (own === null) throw unknownPart("symbol", id, library, await source.names(), verb);
  const chain = [own.item];
  for (let above = parentOf(own.item); above !== null && chain.length < MAX_CHAIN; ) {
    const parent = await source.find(above);
    if (parent === null || chain.includes(parent.item)) break;
    chain.push(parent.item);
    above = parentOf(parent.item);
  }
  return { library, name, id, chain, doc: own.doc, path: own.path };
}

function parentOf(symbol: Item): string | null {
  return symbol["extends"] as string | null;
}

interface SymbolSource {
  find(name: string): Promise<{ readonly item: Item; readonly doc: Doc; readonly path: string } | null>;
  names(): Promise<string[]>;
}

/** The files of a symbol library: one, or a folder with one for each symbol (KiCad 10). */
export async function symbolFiles(port: LibraryPort, path: string): Promise<string[]> {
  if (!/\.kicad_symdir$/i.test(path)) return [path];
  return [...(await port.stamps(path, ".kicad_sym")).keys()].sort().map((name) => `${path}/${name}`);
}

async function openSymbols(port: LibraryPort, library: Library, verb: string): Promise<SymbolSource> {
  const files = await symbolFiles(port, library.path!);
  const docs = new Map<string, Doc | null>();
  const docOf = async (path: string) => {
    if (!docs.has(path)) docs.set(path, await readLibraryFile(port, path, "symbolLibrary", verb));
    return docs.get(path) ?? null;
  };
  return {
    async find(name) {
      // In a folder the file of that name is the likely one.
      const likely = files.filter((file) => file.endsWith(`/${name}.kicad_sym`));
      for (const path of [...likely, ...files.filter((file) => !likely.includes(file))]) {
        const doc = await docOf(path);
        for (const entry of doc?.items.entries ?? [])
          if (entry.kind === "librarySymbol" && nameOf(entry) === name) return { item: entry.item(), doc: doc!, path };
      }
      return null;
    },
    async names() {
      const found: string[] = [];
      for (const path of files)
        for (const entry of (await docOf(path))?.items.entries ?? [])
          if (entry.kind === "librarySymbol") found.push(nameOf(entry));
      return found;
    },
  };
}

/** A symbol's name without reading the symbol: a library has hundreds, and one is wanted. */
function nameOf(entry: Entry): string {
  if (!("source" in entry)) return entry.item()["name"] as string;
  const { bytes, start, end } = entry.source as Source;
  const tree = parseTree(bytes, { from: start, to: Math.min(end, start + 400), maxDepth: 1 });
  return textOf(tree, 2 < tree.count ? 2 : -1);
}
