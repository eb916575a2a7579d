import { hashBytes, hashText } from "../base/hash.ts";
import { decodeText, encodeText, headOf, textOf } from "../format/text.ts";
import type { Tree } from "../format/tree.ts";
import { LIST, parseTree } from "../format/tree.ts";
import { fieldName } from "./flatten.ts";
import type { LibraryPort } from "./port.ts";
import { symbolFiles } from "./symbols.ts";
import type { Library } from "./tables.ts";

/** What a search looks at of a symbol or a footprint. */
export interface CatalogEntry {
  readonly name: string;
  readonly description: string;
  readonly keywords: string;
  /** Pins of a symbol (all units, one form), or different numbers of a footprint's pads. */
  readonly pins: number;
  /** Of a symbol: the prefix of its reference. */
  readonly reference?: string;
  /** Of a symbol: its own footprint, and patterns of those that fit. */
  readonly footprint?: string;
  readonly filters?: string;
  readonly units?: number;
  /** Of a symbol: what it derives from. */
  readonly extends?: string;
  readonly power?: boolean;
  /** Of a footprint: smd, through_hole or neither. */
  readonly mount?: string;
}

/** Changes when entries are worked out in another way. */
const FORMAT = 1;

interface Shelf {
  readonly format: number;
  readonly path: string;
  readonly stamp: string;
  readonly entries: readonly CatalogEntry[];
}

const shelves = new WeakMap<LibraryPort, Map<string, Shelf>>();

/**
 * Everything in a library, by name. Read once and kept in the host's cache, with the sizes and times of the files: a
 * file that changed is read anew. A library that cannot be read has nothing.
 */
export async function catalogOf(port: LibraryPort, library: Library): Promise<readonly CatalogEntry[]> {
  const { path } = library;
  if (path === null) return [];
  let known = shelves.get(port);
  if (known === undefined) shelves.set(port, (known = new Map()));
  const files = library.kind === "symbols" ? await symbolFiles(port, path) : null;
  const stamp = files === null ? await folderStamp(port, path) : await filesStamp(port, files);
  if (stamp === null) return [];
  const before = known.get(path) ?? (await cached(port, path));
  if (before !== null && before.stamp === stamp) {
    known.set(path, before);
    return before.entries;
  }
  const entries = files === null ? await footprintEntries(port, path) : await symbolEntries(port, files);
  const shelf: Shelf = { format: FORMAT, path, stamp, entries };
  known.set(path, shelf);
  await port.cache.write(path, encodeText(JSON.stringify(shelf)));
  return entries;
}

async function cached(port: LibraryPort, path: string): Promise<Shelf | null> {
  const bytes = await port.cache.read(path);
  if (bytes === null) return null;
  try {
    const shelf = JSON.parse(decodeText(bytes)) as Shelf;
    return shelf.format === FORMAT && shelf.path === path && Array.isArray(shelf.entries) ? shelf : null;
  } catch {
    // Half a file, or somebody else's: it is made anew.
    return null;
  }
}

async function filesStamp(port: LibraryPort, files: readonly string[]): Promise<string | null> {
  const stamps: string[] = [];
  for (const file of files) {
    const stamp = await port.stat(file);
    if (stamp !== null && !stamp.folder) stamps.push(`${file} ${stamp.size} ${stamp.mtimeMs}`);
  }
  return stamps.length === 0 ? null : digest(stamps);
}

async function folderStamp(port: LibraryPort, folder: string): Promise<string | null> {
  const stamps = [...(await port.stamps(folder, ".kicad_mod"))].map(([name, s]) => `${name} ${s.size} ${s.mtimeMs}`);
  return stamps.length === 0 ? null : digest(stamps);
}

function digest(lines: readonly string[]): string {
  return hashText(hashBytes(encodeText(lines.join("\n"))));
}

async function symbolEntries(port: LibraryPort, files: readonly string[]): Promise<CatalogEntry[]> {
  const found = new Map<string, CatalogEntry>();
  for (const file of files) {
    const bytes = await port.read(file);
    if (bytes === null) continue;
    // Units are three levels deep; what is in a pin is of no interest.
    const tree = parseTree(bytes, { maxDepth: 3 });
    if (tree.count === 0 || headOf(tree, 0) !== "kicad_symbol_lib") continue;
    for (let c = tree.next[1]!; c < tree.next[0]!; c = tree.next[c]!) {
      if (tree.kind[c] !== LIST || headOf(tree, c) !== "symbol") continue;
      const entry = symbolEntry(tree, c);
      found.set(entry.name, entry);
    }
  }
  return [...found.values()].map((entry) => inherited(entry, found));
}

/** A symbol that derives from another has the other's pins, and its words where it says none itself. */
function inherited(entry: CatalogEntry, all: ReadonlyMap<string, CatalogEntry>): CatalogEntry {
  let own = entry;
  const seen = new Set<string>([entry.name]);
  for (let above = entry.extends; above !== undefined && !seen.has(above); ) {
    seen.add(above);
    const parent = all.get(above);
    if (parent === undefined) break;
    own = {
      ...own,
      pins: own.pins || parent.pins,
      units: Math.max(own.units ?? 1, parent.units ?? 1),
      description: own.description || parent.description,
      keywords: own.keywords || parent.keywords,
      filters: own.filters || parent.filters || "",
      footprint: own.footprint || parent.footprint || "",
      ...(parent.power === true ? { power: true } : {}),
    };
    above = parent.extends;
  }
  return own;
}

function symbolEntry(tree: Tree, symbol: number): CatalogEntry {
  const fields = new Map<string, string>();
  let pins = 0;
  let units = 1;
  let power = false;
  let above: string | undefined;
  for (let c = tree.next[symbol + 1]!; c < tree.next[symbol]!; c = tree.next[c]!) {
    if (tree.kind[c] !== LIST) continue;
    const head = headOf(tree, c);
    const first = tree.next[c + 1]!;
    if (head === "property") fields.set(textOf(tree, fieldName(tree, c)), textOf(tree, tree.next[fieldName(tree, c)]!));
    else if (head === "extends") above = textOf(tree, first);
    else if (head === "power") power = true;
    else if (head === "symbol") {
      const form = /_(\d+)_(\d+)$/.exec(textOf(tree, first));
      units = Math.max(units, Number(form?.[1] ?? 1));
      if (Number(form?.[2] ?? 1) <= 1) pins += pinsIn(tree, c);
    }
  }
  return {
    name: textOf(tree, tree.next[symbol + 1]!),
    description: fields.get("Description") ?? fields.get("ki_description") ?? "",
    keywords: fields.get("ki_keywords") ?? "",
    pins,
    reference: fields.get("Reference") ?? "",
    footprint: fields.get("Footprint") ?? "",
    filters: fields.get("ki_fp_filters") ?? "",
    units,
    ...(above === undefined ? {} : { extends: above }),
    ...(power ? { power } : {}),
  };
}

/** How many lists that start with `(pin ` stand in a list, told by their bytes. */
function pinsIn(tree: Tree, list: number): number {
  const { bytes } = tree;
  let count = 0;
  for (let c = tree.next[list + 1]!; c < tree.next[list]!; c = tree.next[c]!) {
    const at = tree.start[c]! + 1;
    if (bytes[at] === 112 && bytes[at + 1] === 105 && bytes[at + 2] === 110 && bytes[at + 3]! <= 32) count++;
  }
  return count;
}

async function footprintEntries(port: LibraryPort, folder: string): Promise<CatalogEntry[]> {
  const entries: CatalogEntry[] = [];
  for (const file of (await port.stamps(folder, ".kicad_mod")).keys()) {
    const bytes = await port.read(`${folder}/${file}`);
    if (bytes !== null) entries.push(footprintEntry(bytes, file.replace(/\.kicad_mod$/, "")));
  }
  return entries;
}

function footprintEntry(bytes: Uint8Array, name: string): CatalogEntry {
  const tree = parseTree(bytes, { maxDepth: 2, reuse: true });
  const words = new Map<string, string>();
  const pads = new Set<string>();
  for (let c = 1; c < tree.count && c < tree.next[0]!; c = tree.next[c]!) {
    if (tree.kind[c] !== LIST) continue;
    const head = headOf(tree, c);
    const first = tree.next[c + 1]!;
    if (head === "pad") pads.add(textOf(tree, first));
    else if (["descr", "tags", "attr"].includes(head)) words.set(head, textOf(tree, first));
  }
  pads.delete("");
  return {
    name,
    description: words.get("descr") ?? "",
    keywords: words.get("tags") ?? "",
    pins: pads.size,
    mount: words.get("attr") ?? "",
  };
}
