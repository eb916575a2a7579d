import { findConflictMarker } from "../format/conflict-marker.ts";
import type { LayoutStyle } from "../format/layout.ts";
import { decodeText, encodeText, headOf, numberOf, textOf, wordOf } from "../format/text.ts";
import type { SyntaxProblem, Tree } from "../format/tree.ts";
import { LIST, parseTree, problemAt, tooLong } from "../format/tree.ts";
import type { FileContext } from "./field.ts";
import type { DocKind, FileKind } from "./file-kinds.ts";
import { fileKindOf, fileKinds, isJson, other } from "./file-kinds.ts";
import type { Item, ItemId, Source } from "./item.ts";
import { idInside, keepId, ORDER_STEP, readItem, readNode } from "./item.ts";
import type { Entry } from "./item-table.ts";
import { ItemTable } from "./item-table.ts";
import type { Kind } from "./kind.ts";
import { slotsOf } from "./kind.ts";
import { looksLikeProject, readProject, writeProject } from "./project/project-document.ts";
import type { Chunk, WriteOptions } from "./rewrite.ts";
import { joinChunks, writeItem } from "./rewrite.ts";
import { isRules, ruleName } from "./rules/rule.ts";

export type { DocKind } from "./file-kinds.ts";

/** An immutable snapshot of one file: its items in order, and the bytes between that belong to none. */
export interface Doc {
  readonly kind: DocKind;
  /** Version token, e.g. 20241229. */
  readonly version: number;
  readonly style: LayoutStyle;
  readonly eol: "\n" | "\r\n";
  readonly file: FileContext;
  readonly items: ItemTable;
  /** How deep items lie in the file's brackets: 1, or 0 where the file is one item (a footprint's). */
  readonly depth: 0 | 1;
  /** Everything before the first item's blanks: byte-order mark, bracket, head word. */
  readonly head: Uint8Array;
  /** Everything behind the last item: the closing bracket and what follows. */
  readonly tail: Uint8Array;
}

export interface ReadResult {
  /** Null when the bytes are no KiCad file that we know at all. */
  readonly doc: Doc | null;
  /** What is wrong with the text; a document with problems must not be written. */
  readonly problems: readonly SyntaxProblem[];
}

/** The kind that a list's head makes in this kind of document. */
export function kindOfToken(doc: DocKind, token: string): Kind {
  return fileKinds[doc].kinds.get(token) ?? other;
}

const knownRoots = Object.values(fileKinds)
  .map((each) => each.roots[0])
  .join(", ");

const byName = new Map<string, Kind>();

/** The names of all kinds that stand in such a document, inside others too. */
export function kindNames(doc: DocKind): string[] {
  const names = new Set<string>();
  const visit = (kind: Kind) => {
    if (names.has(kind.kind)) return;
    names.add(kind.kind);
    for (const child of Object.values(kind.children ?? {})) visit(child);
  };
  for (const kind of fileKinds[doc].kinds.values()) visit(kind);
  return [...names];
}

/** A kind of this document by its own name, e.g. `track`. */
export function kindNamed(doc: DocKind, name: string): Kind | undefined {
  const key = `${doc}/${name}`;
  const known = byName.get(key);
  if (known !== undefined) return known;
  for (const kind of fileKinds[doc].kinds.values()) byName.set(`${doc}/${kind.kind}`, kind);
  byName.set(`${doc}/other`, other);
  return byName.get(key);
}

const ranksOf = new Map<DocKind, ReadonlyMap<string, number>>();

/** The place of each kind in the order in which KiCad writes a file, by the kind's name. */
export function kindRanks(doc: DocKind): ReadonlyMap<string, number> {
  const known = ranksOf.get(doc);
  if (known !== undefined) return known;
  const ranks = new Map<string, number>();
  for (const kind of fileKinds[doc].kinds.values()) if (!ranks.has(kind.kind)) ranks.set(kind.kind, ranks.size);
  ranksOf.set(doc, ranks);
  return ranks;
}

const parts = new Set(
  [other, ...Object.values(fileKinds).flatMap((file) => [...file.kinds.values()])]
    .filter((kind) => kind.part)
    .map((kind) => kind.kind),
);

/** Whether a kind, by its name, is a part of the file (title block, layer table), and no thing on the board or sheet. */
export function isPart(kind: string): boolean {
  return parts.has(kind);
}

/**
 * Files up to this size (bytes) are read with everything inside their items: that costs no more time than to look for
 * brackets, and saves it when the items are asked for. Bigger ones would need too much memory.
 */
const DEEP_LIMIT = 100_000_000;

/**
 * Reads any of KiCad's files. Top-level items get an entry each and are read in full when first asked for, so
 * opening 70 MB costs one pass over its bytes.
 */
export function readDoc(bytes: Uint8Array): ReadResult {
  const long = tooLong(bytes.length);
  if (long !== null) return { doc: null, problems: [problemAt(bytes, 0, `a file of ${long}`)] };
  const result = readAny(bytes);
  const marker = findConflictMarker(bytes);
  if (marker < 0) return result;
  const message = "a conflict that git left (<<<<<<<): choose between both versions in a text editor";
  return { ...result, problems: [problemAt(bytes, marker, message), ...result.problems] };
}

function readAny(bytes: Uint8Array): ReadResult {
  if (looksLikeProject(bytes)) return readProject(bytes);
  const deep = bytes.length <= DEEP_LIMIT;
  const tree = parseTree(bytes, deep ? { opaque: true } : { maxDepth: 2 });
  if (isRules(tree)) return readRules(bytes);
  if (tree.count === 0 || tree.kind[0] !== LIST) {
    const message = bytes.length === 0 ? "an empty file" : noList(bytes);
    return { doc: null, problems: [...tree.problems, problemAt(bytes, 0, message)] };
  }
  const head = headOf(tree, 0);
  const fileKind = fileKindOf(head);
  if (fileKind === undefined) {
    const message = `a file of '${head}', which is none of KiCad's: ${knownRoots}`;
    return { doc: null, problems: [...tree.problems, problemAt(bytes, tree.start[0]!, message)] };
  }
  const { kind } = fileKind;
  const problems = [...tree.problems];
  const trailing = tree.next[0]!;
  if (trailing < tree.count) problems.push(problemAt(bytes, tree.start[trailing]!, "text behind the closing bracket"));
  const { version, netNames, netCodes } = header(tree, fileKind);
  if (version < fileKind.oldest) {
    const message = `a file of version ${version}: older than KiCad 6. Open and save it once with KiCad 6 or later`;
    return { doc: null, problems: [...problems, problemAt(bytes, tree.start[0]!, message)] };
  }
  const file: FileContext = { version, netNames, netCodes };
  const { entries, headEnd, tailStart } = readEntries(tree, fileKind, file, deep);
  const lineEnd = bytes.indexOf(10);
  const doc: Doc = {
    kind,
    version,
    style: styleOf(fileKind, bytes, entries.length > 0 ? headEnd : 0),
    eol: lineEnd > 0 && bytes[lineEnd - 1] === 13 ? "\r\n" : "\n",
    file,
    items: ItemTable.of(entries),
    depth: fileKind.whole === undefined ? 1 : 0,
    head: bytes.subarray(0, headEnd),
    tail: bytes.subarray(tailStart),
  };
  return { doc, problems };
}

/** What a file of JSON with this ending is instead of a project, where its text does not make it one that we edit. */
const otherJson: Readonly<Record<string, string>> = {
  ".kicad_prl": "a person's own view of a project, which project.describe reads and KiCad writes",
  [fileKinds.jobSet.ending]: "a job set without its list of jobs",
};

/** Reads a file whose name may say that it is not what it looks like: KiCad has more files of JSON. */
export function readNamed(path: string, bytes: Uint8Array): ReadResult {
  const result = readDoc(bytes);
  if (result.doc?.kind !== "project" || path.toLowerCase().endsWith(fileKinds.project.ending)) return result;
  const known = Object.entries(otherJson).find(([ending]) => path.toLowerCase().endsWith(ending));
  return { doc: null, problems: [problemAt(bytes, 0, known?.[1] ?? "a file of JSON that is no project file")] };
}

/** Why a text without a bracket at its start is not read, and the way out where there is one. */
function noList(bytes: Uint8Array): string {
  const start = decodeText(bytes, 0, Math.min(bytes.length, 200));
  const isOld = /^(EESchema|PCBNEW-|EESchema-LIBRARY|PCBNEW-LibModule|update=|\[pcbnew)/.test(start);
  return isOld
    ? "a file of KiCad 5 or older. Open its project once with KiCad 6 or later, which writes it anew"
    : "no '(' at the start: this is no KiCad file of version 6 or later";
}

/** A file of design rules: items with no bracket around all of them. */
function readRules(bytes: Uint8Array): ReadResult {
  const tree = parseTree(bytes, { maxDepth: 1 });
  const file: FileContext = { version: fileKinds.rules.unversioned, netNames: new Map(), netCodes: new Map() };
  const entries: Entry[] = [];
  const name = namer();
  let end = bytes[0] === 0xef ? 3 : 0;
  const head = bytes.subarray(0, end);
  for (let c = 0; c < tree.count; c = tree.next[c]!) {
    const source: Source = { bytes, lead: end, start: tree.start[c]!, end: tree.end[c]! };
    end = source.end;
    const token = tree.kind[c] === LIST ? headOf(tree, c) : wordOf(tree, c);
    const kind = tree.kind[c] === LIST ? kindOfToken("rules", token) : other;
    const id = name(ownId(tree, c, kind), token);
    entries.push(new LazyEntry(kind, source, id, (entries.length + 1) * ORDER_STEP, { file, tree: null }, 0));
  }
  const lineEnd = bytes.indexOf(10);
  const doc: Doc = {
    kind: "rules",
    version: file.version,
    style: "legacy",
    eol: lineEnd > 0 && bytes[lineEnd - 1] === 13 ? "\r\n" : "\n",
    file,
    items: ItemTable.of(entries),
    depth: 0,
    head,
    tail: bytes.subarray(end),
  };
  return { doc, problems: tree.problems };
}

/** The document's text in pieces: untouched stretches are views of the bytes that were read. */
export function writeDoc(doc: Doc): Uint8Array {
  if (isJson(doc.kind)) return writeProject(doc);
  const options = writeOptions(doc);
  const chunks: Chunk[] = [doc.head];
  for (const entry of doc.items.entries) {
    const untouched = untouchedSource(entry);
    if (untouched !== null) {
      const last = chunks.at(-1);
      // Neighbours in the same buffer become one piece.
      if (
        last instanceof Uint8Array &&
        last.buffer === untouched.bytes.buffer &&
        last.byteOffset + last.length === untouched.bytes.byteOffset + untouched.lead
      ) {
        chunks[chunks.length - 1] = new Uint8Array(
          last.buffer as ArrayBuffer,
          last.byteOffset,
          last.length + untouched.end - untouched.lead,
        );
      } else chunks.push(untouched.bytes.subarray(untouched.lead, untouched.end));
    } else writeEntry(doc, entry.item(), options, chunks);
  }
  chunks.push(doc.tail);
  return joinChunks(chunks);
}

/** One top-level item with the blanks before it. */
export function writeEntry(doc: Doc, item: Item, options: WriteOptions, chunks: Chunk[]): void {
  const own: Chunk[] = [];
  writeItem(kindOfItem(doc, item), item, doc.depth, options, own);
  for (const chunk of own) {
    chunks.push(typeof chunk === "string" && doc.eol === "\r\n" ? chunk.replace(/\r?\n/g, "\r\n") : chunk);
  }
}

/** The kind of a top-level item; `other` items keep their text, whatever their head. */
export function kindOfItem(doc: Doc, item: Item): Kind {
  return kindNamed(doc.kind, item.kind) ?? other;
}

export function writeOptions(doc: Doc): WriteOptions {
  return { file: doc.file, style: doc.style };
}

/**
 * A document with other items; net numbers are taken anew when a net was added or removed. A number whose row went still
 * means its net: text that was written with it may come back by an undo.
 */
export function withItems(doc: Doc, items: ItemTable, netsChanged: boolean): Doc {
  if (!netsChanged) return { ...doc, items };
  const netNames = new Map(doc.file.netNames);
  const netCodes = new Map<string, number>();
  for (const net of items.ofKind("net")) {
    netNames.set(net["code"] as number, net["name"] as string);
    // Of two nets of one name the first counts, as when a file is read.
    if (!netCodes.has(net["name"] as string)) netCodes.set(net["name"] as string, net["code"] as number);
  }
  return { ...doc, items, file: { ...doc.file, netNames, netCodes } };
}

/**
 * The document with the version and the layout that its items now say: an upgrade takes the old version's row out and
 * puts the new one's in, and its undo the other way round.
 */
export function withOwnVersion(doc: Doc): Doc {
  const fileKind = fileKinds[doc.kind];
  const [first] = doc.items.entries;
  const row =
    fileKind.whole === undefined ? [...doc.items.ofKind("version")][0]?.["number"] : first?.item()["fileVersion"];
  const version = typeof row === "number" && row > 0 ? row : fileKind.unversioned;
  const chunks: Chunk[] = [];
  const file = { ...doc.file, version };
  for (const entry of doc.items.entries.slice(0, 3))
    writeEntry({ ...doc, file }, entry.item(), writeOptions(doc), chunks);
  return { ...doc, version, file, style: doc.kind === "rules" ? doc.style : styleOf(fileKind, joinChunks(chunks), 0) };
}

function header(
  tree: Tree,
  { unversioned }: FileKind,
): { version: number; netNames: Map<number, string>; netCodes: Map<string, number> } {
  let version = 0;
  const netNames = new Map<number, string>();
  const netCodes = new Map<string, number>();
  for (let c = tree.next[1]!; c < tree.next[0]!; c = tree.next[c]!) {
    if (tree.kind[c] !== LIST) continue;
    const head = headOf(tree, c);
    const first = c + 1 < tree.next[c]! ? tree.next[c + 1]! : tree.next[c]!;
    if (first >= tree.next[c]!) continue;
    if (head === "version" && version === 0) version = numberOf(tree, first) || 0;
    if (head !== "net") continue;
    const second = tree.next[first]!;
    if (second >= tree.next[c]!) continue;
    const code = numberOf(tree, first);
    if (Number.isNaN(code)) continue;
    const name = textOf(tree, second);
    netNames.set(code, name);
    if (!netCodes.has(name)) netCodes.set(name, code);
  }
  return { version: version || unversioned, netNames, netCodes };
}

function readEntries(tree: Tree, { kind: doc, whole }: FileKind, file: FileContext, deep: boolean) {
  const { bytes } = tree;
  // While nobody needs the memory, the items that are asked for are read from this tree.
  const part: Part = { file, tree: deep ? new WeakRef(tree) : null };
  const entries: Entry[] = [];
  const name = namer();
  if (whole !== undefined) {
    const source: Source = { bytes, lead: tree.start[0]!, start: tree.start[0]!, end: tree.end[0]! };
    entries.push(new LazyEntry(whole, source, name(idInside(tree, 0), whole.kind), ORDER_STEP, part, 0));
    return { entries, headEnd: source.start, tailStart: source.end };
  }
  let end = tree.end[1]!;
  const headEnd = end;
  for (let c = tree.next[1]!; c < tree.next[0]!; c = tree.next[c]!) {
    const lead = end;
    end = tree.end[c]!;
    const token = tree.kind[c] === LIST ? headOf(tree, c) : wordOf(tree, c);
    const kind = tree.kind[c] === LIST ? kindOfToken(doc, token) : other;
    const source: Source = { bytes, lead, start: tree.start[c]!, end };
    const id = name(ownId(tree, c, kind), token);
    entries.push(new LazyEntry(kind, source, id, (entries.length + 1) * ORDER_STEP, part, c));
  }
  return { entries, headEnd, tailStart: end };
}

/** What a top-level item says it is called; "" when it does not say. */
function ownId(tree: Tree, node: number, kind: Kind): ItemId {
  if (kind.kind === "rule") return `rule:${ruleName(tree, node)}`;
  if (kind.kind === "net") return `net:${netCode(tree, node)}`;
  return tree.kind[node] === LIST ? idInside(tree, node) : "";
}

/** Gives items their ids, in file order: their own, or a made-up one where that is missing or taken. */
function namer(): (own: ItemId, token: string) => ItemId {
  const taken = new Set<ItemId>();
  const counts = new Map<string, number>();
  return (own, token) => {
    let id = own;
    while (id === "" || taken.has(id)) {
      const stem = own === "" ? token : own;
      const n = (counts.get(stem) ?? (own === "" ? 0 : 1)) + 1;
      counts.set(stem, n);
      id = `${stem}#${n}`;
    }
    taken.add(id);
    return id;
  };
}

/** The ids that the items would have, in file order, if the document were written and read anew. */
export function idsWhenRead(doc: Doc): ItemId[] {
  const name = namer();
  return doc.items.entries.map((entry) => {
    // Only a made-up id has this sign (and hardly any other).
    if (!entry.id.includes("#")) return name(entry.id, "");
    const { bytes, start, end } = entry instanceof LazyEntry ? entry.source : entry.item().source;
    const tree = parseTree(bytes, { from: start, to: end, maxDepth: 1 });
    return name(
      ownId(tree, 0, kindNamed(doc.kind, entry.kind) ?? other),
      tree.kind[0] === LIST ? headOf(tree, 0) : wordOf(tree, 0),
    );
  });
}

/** A changed top-level item as it would be read from its written text. */
export function writtenItem(doc: Doc, item: Item, id: ItemId): Item {
  const chunks: Chunk[] = [];
  writeEntry(doc, item, writeOptions(doc), chunks);
  const bytes = joinChunks(chunks);
  const { start, end } = parseTree(bytes, { maxDepth: 0 });
  return readItem(kindOfItem(doc, item), { bytes, lead: 0, start: start[0]!, end: end[0]! }, id, item.order, doc.file);
}

/** An item that is read when first asked for: from its node of the file's tree while that is there, or from its text. */
class LazyEntry implements Entry {
  readonly id: ItemId;
  readonly kind: string;
  readonly order: number;
  readonly source: Source;
  private readonly form: Kind;
  private readonly part: Part;
  private readonly node: number;
  private known: Item | undefined;

  constructor(form: Kind, source: Source, id: ItemId, order: number, part: Part, node: number) {
    this.id = id;
    this.kind = form.kind;
    this.order = order;
    this.source = source;
    this.form = form;
    this.part = part;
    this.node = node;
    this.known = undefined;
  }

  item(): Item {
    return (this.known ??= this.read());
  }

  private read(): Item {
    const { form, source, id, order, part, node } = this;
    const tree = part.tree?.deref();
    if (tree === undefined) return readItem(form, source, id, order, part.file);
    keepId(tree, node, id);
    return readNode(slotsOf(form), tree, node, source, id, order, part.file);
  }
}

/** What the entries of a file have in common. */
interface Part {
  readonly file: FileContext;
  /** Null where it has no slots inside the items. */
  readonly tree: WeakRef<Tree> | null;
}

/** The source of an entry whose text nobody changed, without reading the item. */
function untouchedSource(entry: Entry): Source | null {
  if (entry instanceof LazyEntry) return entry.source;
  const item = entry.item();
  return item.base === null ? item.source : null;
}

function netCode(tree: Tree, list: number): string {
  const first = tree.next[list + 1]!;
  return first < tree.next[list]! ? textOf(tree, first) : "";
}

function styleOf(file: FileKind, bytes: Uint8Array, headEnd: number): LayoutStyle {
  const modern = isModern(bytes, headEnd);
  if (file.layout === "rows") return modern ? "rows" : "legacy-rows";
  return modern ? "modern" : "legacy";
}

function isModern(bytes: Uint8Array, headEnd: number): boolean {
  let i = headEnd;
  while (i < bytes.length && bytes[i]! <= 32) {
    if (bytes[i] === 9) return true;
    i++;
  }
  // A version-6 file keeps its first lists on the first line; look at the first line break after it.
  const line = bytes.indexOf(10, headEnd);
  return line >= 0 && bytes[line + 1] === 9;
}

/** Text of a whole document for people and tests. */
export function docText(doc: Doc): string {
  return decodeText(writeDoc(doc));
}

/** Reads a document from text. */
export function readText(text: string): ReadResult {
  return readDoc(encodeText(text));
}
