import { textOf } from "../format/text.ts";
import { parseTree } from "../format/tree.ts";
import type { Doc } from "../model/document.ts";
import { readDoc } from "../model/document.ts";
import type { Item, Source } from "../model/item.ts";
import type { Entry } from "../model/item-table.ts";
import type { SymbolPlaces } from "./excerpt.ts";
import { excerpt, symbolPlaces } from "./excerpt.ts";
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
  const chain = (await source.chain(name)) ?? [own.item];
  return { library, name, id, chain, doc: own.doc, path: own.path };
}

function parentOf(symbol: Item): string | null {
  return symbol["extends"] as string | null;
}

interface Found {
  readonly item: Item;
  readonly doc: Doc;
  readonly path: string;
}

/** The symbols of one library, read once; each symbol is read when it is asked for. */
export interface SymbolSource {
  find(name: string): Promise<Found | null>;
  names(): Promise<string[]>;
  /** A symbol with those that it derives from, up to the one with the drawing; null when there is none of this name. */
  chain(name: string): Promise<readonly Item[] | null>;
}

/** The files of a symbol library: one, or a folder with one for each symbol (KiCad 10). */
export async function symbolFiles(port: LibraryPort, path: string): Promise<string[]> {
  if (!/\.kicad_symdir$/i.test(path)) return [path];
  return [...(await port.stamps(path, ".kicad_sym")).keys()].sort().map((name) => `${path}/${name}`);
}

/**
 * Opens a library whose path is known. `quick` reads of each file only the symbols that are asked for, and so does not
 * notice what is wrong with the others.
 */
export async function openSymbols(
  port: LibraryPort,
  library: Library,
  verb: string,
  { quick = false } = {},
): Promise<SymbolSource> {
  const files = await symbolFiles(port, library.path!);
  const excerpts = new Excerpts(port);
  const docs = new Map<string, { readonly doc: Doc; readonly entries: ReadonlyMap<string, Entry> } | null>();
  const docOf = async (path: string) => {
    let known = docs.get(path);
    if (known === undefined) {
      const doc = await readLibraryFile(port, path, "symbolLibrary", verb);
      known = doc === null ? null : { doc, entries: entriesOf(doc) };
      docs.set(path, known);
    }
    return known;
  };
  const find = async (name: string): Promise<Found | null> => {
    // In a folder the file of that name is the likely one.
    const likely = files.filter((file) => file.endsWith(`/${name}.kicad_sym`));
    for (const path of [...likely, ...files.filter((file) => !likely.includes(file))]) {
      const quickly = quick ? await excerpts.find(path, name) : null;
      if (quickly !== null) return quickly;
      const known = await docOf(path);
      const entry = known?.entries.get(name);
      if (known != null && entry !== undefined) return { item: entry.item(), doc: known.doc, path };
    }
    return null;
  };
  return {
    find,
    async names() {
      const found: string[] = [];
      for (const path of files) found.push(...((await docOf(path))?.entries.keys() ?? []));
      return found;
    },
    async chain(name) {
      const own = await find(name);
      if (own === null) return null;
      const chain = [own.item];
      for (let above = parentOf(own.item); above !== null && chain.length < MAX_CHAIN; ) {
        const parent = await find(above);
        if (parent === null || chain.includes(parent.item)) break;
        chain.push(parent.item);
        above = parentOf(parent.item);
      }
      return chain;
    },
  };
}

/** Symbols read without the rest of their files. */
class Excerpts {
  private readonly port: LibraryPort;
  private readonly files = new Map<string, { readonly bytes: Uint8Array; readonly found: SymbolPlaces } | null>();
  private readonly read = new Map<string, Found>();

  constructor(port: LibraryPort) {
    this.port = port;
  }

  /** Null when the whole file must be looked at. */
  async find(path: string, name: string): Promise<Found | null> {
    const known = this.read.get(`${path}\n${name}`);
    if (known !== undefined) return known;
    const file = await this.open(path);
    const place = file?.found.places.get(name);
    if (file == null || place === undefined) return null;
    const { doc, problems } = readDoc(excerpt(file.bytes, file.found, place));
    const entry = doc?.kind === "symbolLibrary" && problems.length === 0 ? entriesOf(doc).get(name) : undefined;
    if (doc === null || entry === undefined) return null;
    const found = { item: entry.item(), doc, path };
    this.read.set(`${path}\n${name}`, found);
    return found;
  }

  private async open(path: string) {
    const known = this.files.get(path);
    if (known !== undefined) return known;
    const bytes = await this.port.read(path);
    const found = bytes === null ? null : symbolPlaces(bytes);
    const file = bytes === null || found === null ? null : { bytes, found };
    this.files.set(path, file);
    return file;
  }
}

/** Symbols by name, the first of each; a library has hundreds, so their names are read alone. */
function entriesOf(doc: Doc): Map<string, Entry> {
  const found = new Map<string, Entry>();
  for (const entry of doc.items.entries) {
    if (entry.kind !== "librarySymbol") continue;
    // The first files of this form had names with their library.
    const name = nameOf(entry).replace(/^.*:/, "");
    if (!found.has(name)) found.set(name, entry);
  }
  return found;
}

/** A symbol's name without reading the symbol: a library has hundreds, and one is wanted. */
function nameOf(entry: Entry): string {
  if (!("source" in entry)) return entry.item()["name"] as string;
  const { bytes, start, end } = entry.source as Source;
  // Bytes of their own: that they end early is a problem, whose line would be counted from the file's begin.
  const tree = parseTree(bytes.subarray(start, Math.min(end, start + 400)), { maxDepth: 1 });
  return textOf(tree, 2 < tree.count ? 2 : -1);
}
